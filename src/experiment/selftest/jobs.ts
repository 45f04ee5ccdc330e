/**
 * The parts into which a self-test is divided, so that several threads can perform it: some replications of a check by
 * chance, or one exact check. All parts are plain data.
 */
import { chanceChecks, exactChecks } from './checks.ts';

/** One part that is to be performed. */
export interface SelftestJob {
  readonly seed: string;
  /** Its id. */
  readonly check: string;
  /** Replications of a check by chance: the first, counted from 0, and how many; an exact check has one. */
  readonly from: number;
  readonly count: number;
}

/** What came of a job. */
export type SelftestPart = Pick<SelftestJob, 'check' | 'from'> &
  (
    | { readonly kind: 'values'; readonly values: readonly number[] }
    | { readonly kind: 'exact'; readonly expected: string; readonly found: string }
    | { readonly kind: 'failed'; readonly message: string }
  );

/** Performs jobs in any order. Results come as they are ready, one for each job. */
export interface SelftestRunner {
  run(jobs: readonly SelftestJob[]): AsyncIterable<SelftestPart>;
}

/** Performs one job in this thread. It never throws: a run that cannot go on is a failed part. */
export function performPart({ seed, check: id, from, count }: SelftestJob): SelftestPart {
  const part = { check: id, from };
  try {
    const exact = exactChecks.find((one) => one.id === id);
    if (exact !== undefined) {
      const { constants, chapter } = exact;
      // The fingerprints of one chapter are those of one run.
      const own = `${seed} ${chapter}`;
      return { ...part, kind: 'exact', expected: exact.expected(constants, own), found: exact.found(constants, own) };
    }
    const chance = chanceChecks.find((one) => one.id === id);
    if (chance === undefined) throw new Error(`no check '${id}'`);
    // Checks draw independent numbers, although many have the same workload.
    const sample = chance.sampler(chance.constants, chance.sampling, `${seed} ${id}`);
    return { ...part, kind: 'values', values: Array.from({ length: count }, (_, index) => sample(from + index)) };
  } catch (error) {
    return { ...part, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Performs all jobs in this thread, one after the other. */
export const partsInThisThread: SelftestRunner = {
  async *run(jobs) {
    for (const job of jobs) yield performPart(job);
  },
};
