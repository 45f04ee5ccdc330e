/**
 * What may be said of each fault.
 */
import type { FaultName, FaultTarget } from '../../platform/fault/fault.ts';

export interface FaultShape {
  readonly takes: readonly string[];
  /** Of each group one key at least. */
  readonly needs: readonly (readonly string[])[];
  /** What `of` may name. */
  readonly targets: readonly FaultTarget['kind'][];
  /** Whether it has a duration. */
  readonly lasts: 'must' | 'may' | 'never';
  /** Why a cron workload cannot be struck; null: it can. */
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
    notCron: 'nobody asks whether an execution is ready',
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
    notCron: 'the use of ephemeral storage by executions is not simulated',
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
