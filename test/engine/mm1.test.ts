import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { day, hour } from '../../src/engine/time.ts';
import { gapMean, openHouse, serviceMean } from './mm1.ts';

/** Student's t at 99 % two-sided for 29 degrees of freedom. */
const t = 2.756;

function interval(values: readonly number[]): { mean: number; halfWidth: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (values.length - 1);
  return { mean, halfWidth: t * Math.sqrt(variance / values.length) };
}

describe('a queue with one server (M/M/1), 30 replications of 20 days after one day of warm-up', () => {
  const replications = Array.from({ length: 30 }, (_, i) => {
    const house = openHouse(`1/${i}`);
    const warm = house.now + day;
    house.runUntil(warm);
    const before = { left: house.world.left, time: house.world.timeInHouse };
    house.runUntil(warm + 20 * day);
    return {
      timeInHouse: (house.world.timeInHouse - before.time) / (house.world.left - before.left),
      present: house.world.present.mean(warm, house.now),
    };
  });

  it('the mean time in the house is 1 / (s - a), within its 99 % confidence interval', () => {
    const { mean, halfWidth } = interval(replications.map((replication) => replication.timeInHouse));
    const theory = 1 / (1 / serviceMean - 1 / gapMean);
    expect(halfWidth).toBeLessThan(theory * 0.05);
    expect(Math.abs(mean - theory)).toBeLessThan(halfWidth);
  });

  it('the mean number present is a / (s - a), within its 99 % confidence interval', () => {
    const { mean, halfWidth } = interval(replications.map((replication) => replication.present));
    const theory = 1 / gapMean / (1 / serviceMean - 1 / gapMean);
    expect(halfWidth).toBeLessThan(theory * 0.05);
    expect(Math.abs(mean - theory)).toBeLessThan(halfWidth);
  });
});

describe('a fork', () => {
  it('at any instant, run on, ends as the run it came from, and neither disturbs the other', () => {
    fc.assert(
      fc.property(fc.nat(2 * day), fc.nat(2 * day), fc.nat(1_000), (first, second, seed) => {
        const whole = openHouse(String(seed));
        const end = whole.now + 2 * day;
        whole.runUntil(end);

        const run = openHouse(String(seed));
        run.runUntil(end - 2 * day + Math.min(first, second));
        const early = run.fork();
        run.runUntil(end - 2 * day + Math.max(first, second), { included: true });
        const late = run.fork();
        // Another future than the run's, far beyond the end: must show nowhere else.
        const stray = run.fork();
        stray.streams.open('another');
        stray.world.came += 1;
        stray.runUntil(end + day);

        late.runUntil(end);
        run.runUntil(end);
        early.runUntil(end);
        for (const other of [run, early, late]) {
          expect(other.digest()).toBe(whole.digest());
          expect(other.journal.fingerprint()).toBe(whole.journal.fingerprint());
        }
        expect(stray.digest()).not.toBe(whole.digest());
      }),
      { seed: 1, numRuns: 20 },
    );
  });

  it('leaves the journal it came from to the run: its own notes reach no sink', () => {
    const entries: Entry[] = [];
    const house = openHouse('1', (entry) => entries.push(entry));
    house.runUntil(house.now + hour);
    const count = entries.length;
    house.fork().runUntil(house.now + hour);
    expect(count).toBeGreaterThan(0);
    expect(entries).toHaveLength(count);
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, i) => i + 1));
  });
});

describe('slices', () => {
  it('a run in slices of any number of events is the run in one', () => {
    const whole = openHouse('1');
    const until = whole.now + day;
    expect(whole.runUntil(until)).toBe('done');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (eventsMax) => {
        const sliced = openHouse('1');
        while (sliced.runUntil(until, { eventsMax }) === 'more') expect(sliced.now).toBeLessThan(until);
        expect(sliced.now).toBe(until);
        expect(sliced.digest()).toBe(whole.digest());
      }),
      { seed: 1, numRuns: 10 },
    );
  });
});
