/** How often an assumption that has no journal entry decided what is billed. */
import type { AssumptionName } from '../../../rules/assumptions.ts';
import type { World } from '../../world.ts';

export type BillingName = Extract<AssumptionName, `billing.${string}`>;

/** Adds to the count of an assumption that decided an amount of the ledger. */
export function decided({ decisions }: World, name: BillingName, count = 1): void {
  decisions.set(name, (decisions.get(name) ?? 0) + count);
}
