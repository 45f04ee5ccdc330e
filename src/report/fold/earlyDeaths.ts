/**
 * Containers that their liveness probe ends before their application answers for the first time.
 */
import type { Instant } from '../../engine/time.ts';
import type { FactData } from '../../platform/facts.ts';

/** Over a whole run. `container`, `answersInMs` and `missesBefore` are those of the first one. */
export interface EarlyDeaths {
  readonly firstAt: Instant;
  readonly times: number;
  readonly container: string;
  readonly answersInMs: number;
  readonly missesBefore: number;
}

/** @returns the same where the application does not answer at all, or has answered before */
export function withDeath(
  before: EarlyDeaths | null,
  { container, early }: FactData['replica.unresponsive'],
  at: Instant,
): EarlyDeaths | null {
  if (early === undefined) return before;
  if (before !== null) return { ...before, times: before.times + 1 };
  return { firstAt: at, times: 1, container, ...early };
}
