import type { FactType } from './facts.ts';

/**
 * What a chain of causes begins with: the world as it is when a run starts, a step of the timeline, a request to the
 * API (by the timeline or by a caller), the demand for a workload, a schedule, the growth of stored data, the behaviour
 * of an application by itself, or a fault.
 */
export type Root = 'start' | 'timeline' | 'request' | 'demand' | 'schedule' | 'growth' | 'behaviour' | 'fault';

/** The roots of the entries that may begin a chain; every other entry has a cause. */
const roots: { readonly [type in FactType]?: Root } = {
  'request.accepted': 'request',
  'request.refused': 'request',
  'call.ended': 'demand',
  'requests.counted': 'demand',
  'deployment.scaled': 'demand',
  'execution.started': 'schedule',
  'execution.invalid': 'schedule',
  'snapshot.taken': 'schedule',
  'snapshot.refused': 'schedule',
  'expansion.accepted': 'growth',
  'expansion.refused': 'growth',
  'expansion.cleared': 'growth',
  'volume.full': 'growth',
  'replica.exited': 'behaviour',
  'replica.evicted': 'behaviour',
  'behaviour.changed': 'timeline',
  'demand.scaled': 'timeline',
  'demand.turned': 'timeline',
  'fault.begun': 'fault',
  'fault.missed': 'fault',
  'deployment.opened': 'start',
  'replica.settled': 'start',
  'volume.settled': 'start',
  'volume.created': 'start',
  'demand.routed': 'start',
};

/** An entry as its root is found. */
interface Caused {
  readonly type: string;
  readonly cause: number | null;
  readonly data: { readonly [key: string]: unknown };
}

/**
 * What an entry without a cause begins with. null: it has a cause, or is of a type that must have one.
 *
 * A call that is followed hop by hop is a step of the timeline.
 */
export function rootOf({ type, cause, data }: Caused): Root | null {
  if (cause !== null) return null;
  if (type === 'call.ended' && data['path'] !== undefined) return 'timeline';
  return roots[type as FactType] ?? null;
}
