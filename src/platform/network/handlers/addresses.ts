/**
 * The addresses of a workload in the present world.
 */
import type { StoredRecord } from '../../api/records/record.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { remainingReplicas } from '../../workload/handlers/passView.ts';
import { deploymentsOf, type World } from '../../world.ts';
import { type Address, addressesOf } from '../address.ts';
import { addressedOf } from '../book.ts';

/** All its addresses (NET-1 to NET-6, NET-8, NET-9, REPL-3); those of replicas only for the ones that stay. */
export function addressesIn(world: World, record: StoredRecord): readonly Address[] {
  const ordinals = new Map(deploymentsOf(world, record.link).map((one) => [one.location, ordinalsOf(world, one)]));
  return addressesOf(addressedOf(world.control, record), ordinals, world.assumptions);
}

/** Ordinals of the replicas that stay, in order. */
function ordinalsOf(world: World, deployment: Deployment): readonly number[] {
  return remainingReplicas(world, deployment)
    .map(({ ordinal }) => ordinal)
    .sort((a, b) => a - b);
}
