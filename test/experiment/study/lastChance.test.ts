import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { type BadEnd, isBad, parseBadEnd } from '../../../src/experiment/study/badEnd.ts';
import { type ActQuestion, futureKey, PlanOutcomes, unactedShare } from '../../../src/experiment/study/lastChance.ts';
import type { RunResult } from '../../../src/experiment/study/runner.ts';

const units = { gbBytes: 1e9, currency: 'USD' };
function endOf(text: string): BadEnd {
  const end = parseBadEnd(text, units);
  if (typeof end === 'string') throw new Error(end);
  return end;
}
const end = endOf('volume.full of shop/data');
const start = Date.parse('2026-03-02T00:00:00Z');
const instants = [0, 6, 12, 18].map((hours) => start + hours * hour);
const asked: ActQuestion = { end, instants, probability: 0.75, confidence: 0.95 };

/** A run whose futures end badly at some instants; null: no value. */
function resultOf(replication: number, bad: readonly (boolean | null)[], at = instants): RunResult {
  const measured = { fingerprint: '', isDrawn: true };
  return {
    kind: 'measured',
    key: String(replication),
    ...measured,
    values: { [end.measure.name]: 1 },
    futures: bad.map((one, index) => ({
      kind: 'measured',
      key: futureKey('p', at[index] ?? 0),
      refused: null,
      first: null,
      ...measured,
      values: { [end.measure.name]: one === null ? null : Number(one) },
    })),
  };
}

/** Runs that turn at given hours: acting at or after them is too late. */
function turning(hours: readonly number[]): Map<number, RunResult> {
  return new Map(
    hours.map((late, index) => [
      index,
      resultOf(
        index,
        instants.map((at) => at >= start + late * hour),
      ),
    ]),
  );
}

/** Searches to the end, as the orchestrator does. */
function searched(plan: PlanOutcomes, hours: readonly number[]): number {
  let rounds = 0;
  for (let next = plan.middles(11 * minute); next.size > 0; next = plan.middles(11 * minute)) {
    rounds += 1;
    for (const [replication, at] of next)
      plan.learn(replication, at, resultOf(replication, [at >= start + (hours[replication] ?? 0) * hour], [at]));
  }
  return rounds;
}

describe('until when one can act', () => {
  it('is found by halves, to a part of the time between two instants', () => {
    const hours = [13, 20, 9.5, 8.25];
    const plan = new PlanOutcomes('p', asked, turning(hours));
    expect(searched(plan, hours)).toBe(6);
    const deadline = plan.deadline();
    expect(deadline).toMatchObject({ answer: 'found', runs: 4, turnsBack: 0, tooLate: 2 });
    const [last = 0, late = 0] = [deadline.lastAt, deadline.tooLateAt].map((at) => Date.parse(at ?? '') - start);
    // Three of four must be in time: the run that turns at 9:30 tips the share.
    expect(last).toBeLessThan(9.5 * hour);
    expect(late).toBeGreaterThanOrEqual(9.5 * hour);
    expect(late - last).toBeLessThanOrEqual(11 * minute);
  });

  it('gives the share of bad ends at each instant, with bounds', () => {
    const plan = new PlanOutcomes('p', asked, turning([13, 20, 9.5, 8.25]));
    expect(plan.instants.map(({ bad, runs, probability }) => [bad, runs, probability])).toEqual([
      [0, 4, 0],
      [0, 4, 0],
      [2, 4, 0.5],
      [3, 4, 0.75],
    ]);
    expect(plan.instants[2]).toMatchObject({
      at: '2026-03-02T12:00:00.000Z',
      low: expect.closeTo(0.067586, 5),
      high: expect.closeTo(0.932414, 5),
    });
  });

  it.each([
    ['always', [30, 30, 30, 30], { lastAt: '2026-03-02T18:00:00.000Z', tooLateAt: null, tooLate: null }],
    ['always', [30, 30, 30, 3], { lastAt: '2026-03-02T18:00:00.000Z', tooLateAt: null, tooLate: null }],
    ['never', [0, 0, 30, 30], { lastAt: null, tooLateAt: '2026-03-02T00:00:00.000Z', tooLate: 2 }],
  ] as const)('is %s in time where no instant, or the first one, turns', (answer, hours, known) => {
    const plan = new PlanOutcomes('p', asked, turning(hours));
    expect(plan.middles(minute).size).toBe(0);
    expect(plan.deadline()).toMatchObject({ answer, ...known });
  });

  it('is not searched where a later instant is in time and an earlier one is not', () => {
    const results = turning([30, 30, 30]);
    results.set(0, resultOf(0, [false, true, false, false]));
    results.set(1, resultOf(1, [false, true, true, true]));
    const plan = new PlanOutcomes('p', asked, results);
    expect(plan.middles(minute).size).toBe(0);
    expect(plan.deadline()).toMatchObject({
      answer: 'turns',
      turnsBack: 1,
      lastAt: '2026-03-02T00:00:00.000Z',
      tooLateAt: '2026-03-02T06:00:00.000Z',
      tooLate: 2,
    });
  });

  it('leaves out runs that failed or have no value', () => {
    const results = turning([13, 13]);
    results.set(2, { kind: 'failed', key: '2', message: 'broken' });
    results.set(3, resultOf(3, [false, null, false, false]));
    expect(new PlanOutcomes('p', asked, results).deadline()).toMatchObject({ runs: 2 });
    expect(unactedShare(asked, results)).toMatchObject({ bad: 3, runs: 3 });
    const none = new PlanOutcomes('p', asked, new Map([[2, { kind: 'failed', key: '2', message: 'broken' }]]));
    expect(none.deadline()).toMatchObject({ answer: 'unknown', runs: 0 });
    expect(none.instants[0]).toMatchObject({ bad: 0, runs: 0, probability: null, low: null, high: null });
  });
});

describe('a bad end', () => {
  it('is an event that happens at least once', () => {
    expect([0, 1, 2].map((count) => isBad(end, { [end.measure.name]: count }))).toEqual([false, true, true]);
    expect(isBad(end, {})).toBe(null);
  });

  it('is a comparison that holds, its bound excluded or not as it says', () => {
    const low = endOf('volumes.freePercentage of shop/data < 1%');
    expect([0.99, 1, 1.01].map((value) => isBad(low, { [low.measure.name]: value }))).toEqual([true, false, false]);
  });

  it.each([
    ['volume.ful of shop/data', "did you mean 'volume.full'?"],
    ['volume.full shop/data', 'TYPE [of GVC/NAME]'],
    ['volumes.freePercentage of shop/data', 'there is no journal entry'],
    ['volumes.fre of shop/data < 1%', "there is no metric 'volumes.fre'"],
    ['', 'expected an event'],
  ])('%s is refused with what is accepted', (text, words) => {
    expect(parseBadEnd(text, units)).toContain(words);
  });
});
