import { describe, expect, it } from 'vitest';
import { minute } from '../../../src/engine/time.ts';
import { Crowd } from '../../../src/experiment/recommend/crowd.ts';
import { mostUsedGB, neededGB } from '../../../src/experiment/recommend/lasting.ts';
import { ladder } from '../../../src/experiment/recommend/question.ts';
import { leastReserve, usedShare } from '../../../src/experiment/recommend/reserves.ts';
import { settled } from '../../../src/experiment/recommend/rounds.ts';
import { fewestOf } from '../../../src/experiment/recommend/scale.ts';
import { rarerSchedule, spreadSchedule } from '../../../src/experiment/recommend/schedules.ts';
import { parseSchedule } from '../../../src/platform/cron/expression.ts';
import { ended } from './advised.ts';

describe('what is derived from a run', () => {
  it.each([
    ['down to the best, then half of the way back each time', 10, 3, [3, 7, 9]],
    ['up to the best', 4, 8, [8, 6, 5]],
    ['one step', 2, 1, [1]],
    ['no step', 3, 3, []],
  ])('tries whole numbers: %s', (_, now, best, rungs) => {
    expect(ladder(now, best)).toEqual(rungs);
  });

  it.each([
    ['the 99th hundredth where that is more than the mean', [{ efficiency: '0.3', headroom: '0.6' }], 0.4],
    ['the mean where that is more', [{ efficiency: '0.5', headroom: '0.6' }], 0.5],
    [
      'the location that uses most',
      [
        { efficiency: '0.1', headroom: '0.9' },
        { efficiency: '0.2', headroom: '0.25' },
      ],
      0.75,
    ],
    [
      'nothing where one location does not tell',
      [
        { efficiency: '0.1', headroom: '0.9' },
        { efficiency: null, headroom: null },
      ],
      null,
    ],
  ])('takes as used share of a reserve %s', (_, reports, share) => {
    expect(usedShare(reports)).toEqual(share === null ? null : expect.closeTo(share, 9));
  });

  it.each([
    ['a quarter of the limit (WL-8)', 1_000, 250],
    ['4000m below the limit (WL-7)', 8_000, 4_000],
    ['rounded up', 1_001, 251],
  ])('keeps at least %s', (_, limit, least) => {
    expect(leastReserve(limit, 4_000)).toBe(least);
  });

  const busy = (p50: number, p99: number, desired: number) => [{ p50, p99, desired }];
  it.each([
    ['a fixed count by its busy time', 10, true, busy(1, 2.1, 10), 1, 3],
    ['a count that follows by its usual time', 4, false, busy(0.4, 2.4, 4), 1, 1],
    ['not one that is mostly above its least', 4, false, busy(0.4, 2.4, 5), 1, null],
    ['the busiest location', 10, true, [...busy(0, 1, 10), ...busy(0, 6, 10)], 1, 9],
    ['none at all where there may be none', 2, false, busy(0, 0.8, 2), 0, 0],
    ['not one that is busy', 3, true, busy(1.5, 2.07, 3), 1, null],
  ] as const)('wants fewer replicas: %s', (_, minScale, isFixed, seen, least, fewest) => {
    expect(fewestOf(minScale, isFixed, seen, least)).toBe(fewest);
  });

  it.each([
    ['room above what is used', 46, 20, 10, 58],
    ['the least of the class', 1, 20, 10, 10],
    ['a share of 100 % is no division by zero', 1, 100, 10, 100],
  ])('wants a capacity: %s', (_, used, free, least, needed) => {
    expect(neededGB(used, free, least)).toBe(needed);
  });

  it('takes the reading with the least room for what a volume used at most, where its capacity stayed', () => {
    const volume = { usedGB: '20.0', capacityGB: '100.0', lowestFreePct: '30.0', expansions: 0 };
    expect(mostUsedGB(volume as never)).toBeCloseTo(70, 9);
    expect(mostUsedGB({ ...volume, expansions: 1 } as never)).toBe(20);
    expect(mostUsedGB({ ...volume, lowestFreePct: null } as never)).toBe(20);
  });

  it.each([
    ['a minute of a day', '0 3 * * *', 1, 4, '15 3 * * *'],
    ['only the rest of the hour', '30 3 * * *', 1, 2, '45 3 * * *'],
    ['the first keeps its own', '0 3 * * *', 0, 4, '0 3 * * *'],
    ['a step', '*/5 * * * *', 2, 5, '2-59/5 * * * *'],
    ['a name', '@hourly', 1, 3, '20 * * * *'],
    ['not a list', '1,31 * * * *', 1, 2, null],
    ['not a step that does not divide the hour', '*/7 * * * *', 1, 2, null],
    ['not seconds', '0 0 3 * * *', 1, 2, null],
  ])('spreads a schedule: %s', (_, text, index, count, spread) => {
    expect(spreadSchedule(text, index, count)).toBe(spread);
    if (spread !== null)
      expect(parseSchedule(spread, { 'cron.dialect': 'fiveFields', 'cron.dayRule': 'or' } as never)).not.toHaveProperty(
        'error',
      );
  });

  it.each([
    ['a multiple of the step that divides the hour', '*/10 * * * *', 14, '*/20 * * * *', 20],
    ['with its offset', '2-59/5 * * * *', 6, '2-59/10 * * * *', 10],
    ['every minute', '* * * * *', 3, '*/3 * * * *', 3],
    ['hours where the hour is too short', '*/20 * * * *', 40, '0 * * * *', 60],
    ['hours that divide the day', '5 * * * *', 70, '5 */2 * * *', 120],
    ['a name', '@hourly', 200, '0 */4 * * *', 240],
    ['nothing rarer than half a day', '0 * * * *', 800, null, 0],
    ['not a day', '0 3 * * *', 1_800, null, 0],
    ['not a list', '1,31 * * * *', 40, null, 0],
    ['not a step that does not divide the hour', '*/7 * * * *', 10, null, 0],
  ])('makes a schedule rarer: %s', (_, text, minutes, rarer, interval) => {
    const found = rarerSchedule(text, minutes * minute);
    expect(found).toEqual(rarer === null ? null : { text: rarer, interval: interval * minute });
    if (found !== null)
      expect(
        parseSchedule(found.text, { 'cron.dialect': 'fiveFields', 'cron.dayRule': 'or' } as never),
      ).not.toHaveProperty('error');
  });

  const course = (
    steps: Readonly<Record<string, string>>,
    costs: Readonly<Record<string, number>>,
    roundsMax: number,
  ) => {
    // biome-ignore lint/correctness/useYield: a round of this course takes no step.
    const next = function* ({ key }: { readonly key: string }) {
      return { key: steps[key] ?? key };
    };
    const { member, rounds } = ended(settled({ key: 'a' }, next, ({ key }) => costs[key] ?? 0, roundsMax));
    return [member.key, rounds];
  };
  it.each([
    ['until nothing changes', { a: 'b' }, {}, 8, ['b', 2]],
    ['not at all where nothing is found', {}, {}, 8, ['a', 1]],
    ['so many rounds at most', { a: 'b', b: 'c', c: 'd' }, {}, 2, ['c', 2]],
    [
      'in a circle, for the cheapest of it',
      { a: 'b', b: 'c', c: 'd', d: 'b' },
      { a: 0, b: 3, c: 1, d: 2 },
      8,
      ['c', 4],
    ],
    ['of equals for the first', { a: 'b', b: 'c', c: 'b' }, {}, 8, ['b', 3]],
  ] as const)('goes on %s', (_, steps, costs, roundsMax, end) => {
    expect(course(steps, costs, roundsMax)).toEqual(end);
  });

  it('counts what starts in one minute, entries and bundles alike', () => {
    const crowd = new Crowd(0, 600_000);
    for (const at of [0, 59_999, 60_000]) crowd.listen({ type: 'execution.started', at });
    crowd.listen({ type: 'execution.failed', at: 0 });
    const tickAt = Float64Array.of(60_000, 61_000, 120_000);
    crowd.listenBundle({ type: 'executions.lapped', count: 3, tickAt } as never);
    expect(crowd.peak).toEqual({ count: 3, at: 60_000 });
    expect(new Crowd(0, 1).peak).toBeNull();
  });
});
