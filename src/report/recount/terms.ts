/**
 * What a recount is told beside the journal: how time is counted, what is metered, and what was chosen where nothing is
 * stated.
 */
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

/** Every `billing.*` assumption. */
export type BillingAssumptions = Pick<Assumptions, Extract<keyof Assumptions, `billing.${string}`>>;

export interface Terms {
  readonly org: string;
  readonly metering: PriceBook['metering'];
  /** Meters that somebody charges: of those without a stated charge only these are counted. */
  readonly metered: ReadonlySet<string>;
  readonly assumptions: BillingAssumptions;
  /** Whether series are told apart by replicas. */
  readonly replicas: boolean;
}
