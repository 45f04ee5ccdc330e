import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '../../src/engine/time.ts';
import { BundledBars, type Summing } from '../../src/report/fold/page/bundledBars.ts';
import type { PageBar } from '../../src/report/picture/picture.ts';
import { PictureBudget } from '../../src/report/picture/room.ts';

const month = { start: 0, end: 30 * day };
const words: Summing['words'] = ({ parts }) => parts.map(([state, amount]) => `${amount} ${state}`).join(', ');
const starts: Summing = { counts: 'starts', words, height: 'how many executions started' };
const presence: Summing = { counts: 'presence', words, height: 'the mean number of replicas' };

type Told = readonly [from: number, until: number, state: string];

function barsOf(all: readonly Told[], summing: Summing, room = new PictureBudget()): BundledBars {
  const bars = new BundledBars(month, room, summing);
  for (const [from, until, state] of all)
    bars.add(from, until, state, () => ({ from, until, row: 0, state, label: '', events: null }));
  return bars;
}

/** What is drawn of each state, all bars together. */
function drawn(bars: readonly PageBar[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { parts = [] } of bars)
    for (const [state, amount] of parts) sums.set(state, (sums.get(state) ?? 0) + amount);
  return sums;
}

describe('bars of a lane', () => {
  it('lie each by itself while they are few, in rows that are used again', () => {
    const replicas: Told[] = [
      [0, 10, 'version 1'],
      [5, 20, 'version 1'],
      [10, 30, 'version 2'],
      [25, 40, 'version 2'],
    ];
    const { bars, note } = barsOf(replicas, presence).shown(512);
    expect(bars.map(({ row }) => row)).toEqual([0, 1, 0, 1]);
    expect(note).toBe('');
  });

  it('are summed up where they are too many, so that the failed are as many as they are: 18 of 720', () => {
    const executions = Array.from({ length: 720 }, (_, i): Told => {
      return [i * hour, i * hour + 5 * minute, i % 40 === 7 ? 'failed' : 'succeeded'];
    });
    const { bars, note } = barsOf(executions, starts).shown(512);
    expect(drawn(bars)).toEqual(
      new Map([
        ['failed', 18],
        ['succeeded', 702],
      ]),
    );
    expect(bars[0]).toMatchObject({ from: 0, until: 6 * hour, label: '6 succeeded', events: null });
    expect(bars[1]).toMatchObject({
      label: '1 failed, 5 succeeded',
      parts: [
        ['failed', 1],
        ['succeeded', 5],
      ],
    });
    expect(note).toContain('each bar covers 6h, and its height shows how many executions started');
  });

  it('are summed up where too many are there at once: the mean of each stretch', () => {
    const replicas = Array.from({ length: 40 }, (): Told => [0, 15 * day, 'version 1']);
    const { bars } = barsOf(replicas, presence).shown(512);
    expect(bars.every(({ parts }) => parts?.[0]?.[1] === 40)).toBe(true);
    expect(bars.at(-1)?.until).toBe(15 * day);
  });

  it('are drawn at their pace where a stretch is in part, so that a run does not seem to begin or to end with less', () => {
    const run = { start: 3 * hour, end: 30 * day - hour };
    const bars = new BundledBars(run, new PictureBudget(), starts);
    for (let at = run.start; at < run.end; at += hour)
      bars.add(at, at, 'succeeded', () => ({
        from: at,
        until: at,
        row: 0,
        state: 'succeeded',
        label: '',
        events: null,
      }));
    const { bars: shown } = bars.shown(512);
    expect(new Set(shown.map(({ parts }) => parts?.[0]?.[1]))).toEqual(new Set([6]));
    expect(shown[0]).toMatchObject({ from: 3 * hour, until: 6 * hour, label: '3 succeeded' });
  });

  it('come to the same in any order, and however much room there was before', () => {
    const told = fc.array(
      fc
        .tuple(fc.nat(29 * day), fc.nat(day), fc.constantFrom('succeeded', 'failed'))
        .map(([from, length, state]): Told => [from, from + length, state]),
      { minLength: 17, maxLength: 80 },
    );
    fc.assert(
      fc.property(told, fc.constantFrom(starts, presence), (all, summing) => {
        const narrow = new PictureBudget();
        narrow.lanes = 100_000;
        const one = barsOf(all, summing).shown(16);
        const other = barsOf([...all].reverse(), summing, narrow).shown(16);
        expect(other.note).toBe(one.note);
        expect(other.bars.map(({ from, until, state }) => [from, until, state])).toEqual(
          one.bars.map(({ from, until, state }) => [from, until, state]),
        );
        const total = [...drawn(one.bars).values()].reduce((sum, amount) => sum + amount, 0);
        if (summing === starts) expect(total).toBe(all.length);
        for (const [state, amount] of drawn(one.bars)) expect(drawn(other.bars).get(state)).toBeCloseTo(amount, 3);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
