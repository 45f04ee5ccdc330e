/**
 * Which keys each fault accepts and needs.
 */
import type { FaultName, FaultTarget } from '../../platform/fault/fault.ts';

export interface FaultShape {
  readonly takes: readonly string[];
  /** At least one key of each group is required. */
  readonly needs: readonly (readonly string[])[];
  /** The kinds that `of` may name. */
  readonly targets: readonly FaultTarget['kind'][];
  /** Whether the fault has a duration (`for`). */
  readonly lasts: 'must' | 'may' | 'never';
  /** Why the fault does not apply to a cron workload; null: it does. */
  readonly notCron: string | null;
}

const replicas = ['of', 'location', 'replicas', 'share'];
const somewhere = ['of', 'location'];
const plain = { targets: [], notCron: null } as const;
const workload = { targets: ['workload'], notCron: null } as const;

export const faultShapes: { readonly [Name in FaultName]: FaultShape } = {
  replicaCrash: { ...workload, takes: replicas, needs: [somewhere], lasts: 'never' },
  replicaKill: { ...workload, takes: replicas, needs: [somewhere], lasts: 'never' },
  nodeLoss: { ...workload, takes: replicas, needs: [somewhere], lasts: 'may' },
  drain: {
    ...workload,
    takes: replicas,
    needs: [somewhere],
    lasts: 'never',
    notCron: 'its executions are not moved',
  },
  stuckReadiness: {
    ...workload,
    takes: replicas,
    needs: [somewhere],
    lasts: 'may',
    notCron: 'executions have no readiness',
  },
  pullFailure: { ...workload, takes: somewhere, needs: [somewhere], lasts: 'must' },
  locationOutage: { ...plain, takes: ['location'], needs: [['location']], lasts: 'may' },
  disable: { ...plain, takes: ['location'], needs: [['location']], lasts: 'may' },
  zoneLoss: { ...plain, takes: ['location', 'zone'], needs: [['location'], ['zone']], lasts: 'may' },
  usageJump: {
    takes: ['of', 'location', 'replicas', 'share', 'add'],
    needs: [['of'], ['add']],
    targets: ['workload', 'volumeset'],
    lasts: 'never',
    notCron: 'svcsim does not simulate the ephemeral storage of executions',
  },
  slowService: {
    takes: ['of', 'location', 'service', 'latency'],
    needs: [['of'], ['latency']],
    targets: ['workload'],
    lasts: 'may',
    notCron: 'nobody sends requests to its executions',
  },
  failingService: {
    takes: ['of', 'location', 'service', 'failure'],
    needs: [['of'], ['failure']],
    targets: ['workload'],
    lasts: 'may',
    notCron: 'nobody sends requests to its executions',
  },
  apiThrottle: { ...plain, takes: [], needs: [], lasts: 'may' },
};
