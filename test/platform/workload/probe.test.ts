import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import {
  beginProbing,
  countTries,
  type HealthProbe,
  type Probing,
  settledProbing,
  turnsAt,
} from '../../../src/platform/workload/probe.ts';

/** Ready after 2 successes, no longer after 3 failures; tried at 10 s, 20 s, ... */
const probe: HealthProbe = { initialDelay: 10 * second, period: 10 * second, successThreshold: 2, failureThreshold: 3 };
const seconds = (at: number | null): number | null => (at === null ? null : at / second);

function settled(use: Probing['use'], now: number): Probing {
  return settledProbing({ container: 'main', use, probe }, 0, 0, now * second);
}

describe('a readiness probe', () => {
  const begun = beginProbing({ container: 'main', use: 'readiness', probe }, 0, 0);

  it.each([
    ['passes with the last of the successes asked for', 0, 20],
    ['counts a try at the very instant of being up', 20, 30],
    ['else begins with the next try', 21, 40],
  ])('%s', (_, up, expected) => {
    expect(seconds(turnsAt(begun, up * second))).toBe(expected);
  });

  it('never passes where nothing answers', () => {
    expect(turnsAt(begun, null)).toBeNull();
  });

  it('begins later where its first try is shifted', () => {
    const shifted = beginProbing({ container: 'main', use: 'readiness', probe }, 0, 4 * second);
    expect(seconds(turnsAt(shifted, 0))).toBe(24);
  });

  it('fails with the last of the failures in a row, the try at the very instant of falling silent counted', () => {
    expect(seconds(turnsAt(settled('readiness', 47), null))).toBe(70);
    expect(seconds(turnsAt(settled('readiness', 50), null))).toBe(70);
  });

  it('stays as it is where fewer tries fail, and then begins to count anew', () => {
    const silent = settled('readiness', 47);
    const back = countTries(silent, null, 61 * second);
    expect([back.passes, back.succeeded, back.inRow]).toEqual([true, false, 2]);
    expect(turnsAt(back, 61 * second)).toBeNull();
    const again = countTries(back, 61 * second, 72 * second);
    expect(seconds(turnsAt(again, null))).toBe(100);
  });

  it('takes an interruption without a try in it for none', () => {
    const silent = countTries(settled('readiness', 47), null, 61 * second);
    const between = countTries(silent, 61 * second, 69 * second);
    expect(seconds(turnsAt(between, null))).toBe(70);
  });
});

describe('a liveness probe', () => {
  it('passes from the start, and has its container ended while that comes up for too long', () => {
    const begun = beginProbing({ container: 'main', use: 'liveness', probe }, 0, 0);
    expect(turnsAt(begun, 30 * second)).toBeNull();
    expect(seconds(turnsAt(begun, 30 * second + 1))).toBe(30);
  });

  it('fails after as many tries as it may, and never passes again', () => {
    expect(seconds(turnsAt(settled('liveness', 47), null))).toBe(70);
    const dead = countTries(settled('liveness', 47), null, 71 * second);
    expect(turnsAt(dead, 80 * second)).toBeNull();
  });
});

/** Whether an application that falls silent and answers again, in turn, answers. */
const answersAt = (flips: readonly number[], at: number): boolean =>
  flips.filter((flip) => flip <= at).length % 2 === 0;

describe('looking ahead at tries', () => {
  it('comes to the same as each try in its turn', () => {
    const some = fc.record({
      initialDelay: fc.nat(30),
      period: fc.integer({ min: 1, max: 12 }),
      successThreshold: fc.integer({ min: 1, max: 4 }),
      failureThreshold: fc.integer({ min: 1, max: 4 }),
    });
    const flips = fc
      .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 8 })
      .map((all) => all.sort((a, b) => a - b));
    const law = (given: HealthProbe, flipsAt: readonly number[], up: number): void => {
      const scaled = { ...given, initialDelay: given.initialDelay * second, period: given.period * second };
      const turns: number[] = [];
      let probing = beginProbing({ container: 'main', use: 'readiness', probe: scaled }, 0, 0);
      let answersFrom: number | null = up * second;
      for (const [index, flip] of [...flipsAt, 400].entries()) {
        const turn = turnsAt(probing, answersFrom);
        // A coming up in the midst of a stretch may lead to one turn, never to more.
        if (turn !== null && turn < flip * second) turns.push(turn);
        probing = countTries(probing, answersFrom, flip * second);
        answersFrom = index % 2 === 0 ? null : Math.max(up, flip) * second;
      }
      expect(turns).toEqual(literalTurns(scaled, flipsAt, up));
    };
    fc.assert(fc.property(some, flips, fc.nat(60), law), { seed: 1, numRuns: 2_000 });
  });
});

function literalTurns(probe: HealthProbe, flips: readonly number[], up: number): number[] {
  const turns: number[] = [];
  let [passes, succeeded, inRow] = [false, false, 0];
  for (let at = probe.initialDelay; at < 400 * second; at += probe.period) {
    const answers = at >= up * second && answersAt(flips, at / second);
    inRow = answers === succeeded ? inRow + 1 : 1;
    succeeded = answers;
    const turned = passes ? !answers && inRow >= probe.failureThreshold : answers && inRow >= probe.successThreshold;
    if (turned) {
      passes = !passes;
      turns.push(at);
    }
  }
  return turns;
}
