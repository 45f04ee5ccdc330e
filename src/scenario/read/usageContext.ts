/**
 * What reading the usage of a volume set needs to know of the scenario.
 */
import type { RateContext } from './demand/rateContext.ts';

export interface UsageContext extends RateContext {
  /** Bytes of a GB (`unit.gb`). */
  readonly gbBytes: number;
  /** Whether `add` may stand: in the timeline. */
  readonly mayAdd: boolean;
}
