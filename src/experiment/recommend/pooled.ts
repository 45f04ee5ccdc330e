/**
 * The figures of several runs of one plan as those of one long run: counts and costs add up, and so does their time.
 */
import { type Decimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { Figures } from './question.ts';

/**
 * Counts and cases add up, so that rates are those of all runs; of latencies the greatest counts. Expectations follow
 * one run after the other: what one run breaks is broken.
 *
 *   2 of 100 failed in one run, none of 300 in the other -> 2 of 400
 *
 * @param runs of one plan, one or more, in the order of replications
 */
export function pooled(runs: readonly Figures[]): Figures {
  return {
    cost: runs.reduce<Decimal>((sum, { cost }) => plus(sum, cost), zero),
    length: runs.reduce((sum, { length }) => sum + length, 0),
    expectations: runs.flatMap(({ expectations }) => expectations),
    problems: summed(runs.map(({ problems }) => problems)),
    cases: summed(runs.map(({ cases }) => cases)),
    shortages: new Map(runs.flatMap(({ shortages }) => [...shortages])),
    latencies: greatest(runs.map(({ latencies }) => latencies)),
    atOnce: greatest(runs.map(({ atOnce }) => atOnce)),
  };
}

type Amounts = ReadonlyMap<string, number>;

function summed(all: readonly Amounts[]): Amounts {
  const sums = new Map<string, number>();
  for (const one of all) for (const [key, value] of one) sums.set(key, (sums.get(key) ?? 0) + value);
  return sums;
}

function greatest(all: readonly Amounts[]): Amounts {
  const most = new Map<string, number>();
  for (const one of all) for (const [key, value] of one) most.set(key, Math.max(most.get(key) ?? 0, value));
  return most;
}
