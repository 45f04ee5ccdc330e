/**
 * How work on the device of a volume treats the replicas that use the volume.
 */

import type { Reason } from '../../engine/journal.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { DeviceWork, VolumeJob } from './job.ts';

/** The steps of a job around the change of its device, and the reasons of their journal entries. */
export interface DeviceWorkPlan {
  /**
   * The first step while a replica holds the volume. `stopReplica`: it ends, and the device is changed without it;
   * `prepareDevice`: the new device is made, then the replica ends; `changeDevice`: the device changes under it.
   */
  readonly first: 'stopReplica' | 'prepareDevice' | 'changeDevice';
  /** The replicas that restart once the device has changed under them; `none`: they go on. */
  readonly after: 'none' | 'holder' | 'oneByOne' | 'allAtOnce';
  /** Whether a replica that wants the volume waits for the end of the job. */
  readonly keepsAway: boolean;
  /** Why replicas restart. */
  readonly restarts: Reason;
  /** Why the device changes. */
  readonly changes: Reason;
}

type OrderedBy = 'volume.expand.restart' | 'volume.expand.order' | 'volume.restore.order' | 'volume.shared.restart';

const stopsFirst = { first: 'stopReplica', after: 'none', keepsAway: true } as const;

const underReplicas = { first: 'changeDevice', after: 'none', keepsAway: false } as const;

const expandOrder = ['volume.expand.order', 'volume.expand.restart'] as const;

const plans = {
  online: {
    ...underReplicas,
    restarts: because([], ['volume.expand.restart']),
    changes: because(['VOLCMD-5'], ['volume.duration.device', 'volume.expand.restart']),
  },
  expand: {
    ...stopsFirst,
    restarts: because(['VOLCMD-6'], expandOrder),
    changes: because(['VOLCMD-5'], ['volume.duration.device', 'volume.expand.order']),
  },
  shrink: {
    ...stopsFirst,
    restarts: because(['VOLCMD-6']),
    changes: because(['VOLCMD-7'], ['volume.duration.device']),
  },
  delete: {
    ...stopsFirst,
    restarts: because(['VOLCMD-9']),
    changes: because(['VOLCMD-8', 'VOL-16'], ['volume.duration.device']),
  },
  replaceInUse: {
    ...stopsFirst,
    restarts: because(['VOLCMD-9']),
    changes: because(['VOLCMD-9'], ['volume.duration.device']),
  },
  restore: {
    ...stopsFirst,
    restarts: because(['VOLCMD-6'], ['volume.restore.order']),
    changes: because(['VOLCMD-13', 'VOLCMD-14'], ['volume.duration.device', 'volume.restore.order']),
  },
  shared: {
    ...underReplicas,
    restarts: because(['VOLCMD-6'], ['volume.shared.restart']),
    changes: because(['VOLCMD-5', 'VOLCMD-6'], ['volume.duration.device', 'volume.shared.restart']),
  },
} as const satisfies { readonly [name: string]: DeviceWorkPlan };

/**
 * Plans a job on a device (VOLCMD-5 to VOLCMD-9, VOLCMD-13, `volume.expand.restart`, `volume.expand.order`,
 * `volume.restore.order`, `volume.shared.restart`).
 *
 *   expand, by default       -> the replica ends, the device grows, the replica returns
 *   expand, growFirst        -> the device grows, the replica ends and returns
 *   expand, online           -> the device grows, the replica goes on
 *   restore, prepareFirst    -> the new device is made, the replica ends, the devices change places
 *
 * @param job `toMicroGB` 0: no device stays
 */
export function planDeviceWork(
  { does, toMicroGB }: Pick<VolumeJob, 'toMicroGB'> & { readonly does: DeviceWork },
  isShared: boolean,
  assumptions: Pick<Assumptions, OrderedBy>,
): DeviceWorkPlan {
  if (does === 'expand' && assumptions['volume.expand.restart'] === 'online') return plans.online;
  if (does === 'expand' && isShared) return { ...plans.shared, after: assumptions['volume.shared.restart'] };
  if (does === 'expand' && assumptions['volume.expand.order'] === 'growFirst')
    return { ...plans.expand, first: 'changeDevice', after: 'holder' };
  if (does === 'restore' && assumptions['volume.restore.order'] === 'prepareFirst')
    return { ...plans.restore, first: 'prepareDevice' };
  return does === 'delete' && toMicroGB > 0 ? plans.replaceInUse : plans[does];
}
