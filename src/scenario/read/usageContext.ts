/**
 * The parts of a scenario that are needed to read the usage of a volume set.
 */
import type { RateContext } from './demand/rateContext.ts';

export interface UsageContext extends RateContext {
  /** Bytes of a GB (`unit.gb`). */
  readonly gbBytes: number;
  /** Whether `add` may stand: in the timeline. */
  readonly mayAdd: boolean;
}
