/**
 * Containers that fail their liveness probe before their application answers for the first time.
 */
import type { Instant } from '../../engine/time.ts';
import type { FactData } from '../../platform/facts.ts';

/** Over a whole run. `container`, `answersInMs` and `missesBefore` are those of the first one. */
export interface EarlyDeaths {
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly times: number;
  readonly container: string;
  readonly answersInMs: number;
  readonly missesBefore: number;
}

/**
 * Adds a death to the counts.
 *
 * @returns the same counts if the application does not answer at all, or has answered before
 */
export function withDeath(
  before: EarlyDeaths | null,
  { container, early }: FactData['replica.unresponsive'],
  at: Instant,
): EarlyDeaths | null {
  if (early === undefined) return before;
  if (before !== null) return { ...before, times: before.times + 1, lastAt: at };
  return { firstAt: at, lastAt: at, times: 1, container, ...early };
}
