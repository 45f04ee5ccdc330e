import { meters, statedMeters } from '../meterNames.ts';
import { word } from './choice.ts';
import { counts, countsOr, list } from './collection.ts';
import { number } from './quantity.ts';

const choice = 'This is a free choice: the specification states what is billed, but no such detail.';

/** Assumptions about billing: what is metered, when metering starts and ends, and who is billed. */
export const billingAssumptions = {
  'billing.minHonouredOn': word(
    ['allTypes', 'statefulOnly'],
    'The specification bills the reserve of any workload, but its list of fields names these two for stateful ones.',
  ),
  'billing.reserved': word(
    ['minima', 'limitsWithoutCapacityAI'],
    'The specification bills the reserve of every workload. A comparable platform publishes that workloads without Capacity AI are billed by `cpu` and `memory`.',
  ),
  'billing.replicaFrom': word(['placed', 'created', 'started', 'ready'], choice),
  'billing.replicaUntil': word(
    ['terminated', 'terminating'],
    'A replica holds its reserved resources until its process ends.',
  ),
  'billing.restarts': word(['billed', 'free'], 'A crashed replica keeps its place.'),
  'billing.surge': word(
    ['billed', 'capAtDesired'],
    'A replica above the desired count reserves resources like any other.',
  ),
  'billing.zeroReplicas': word(
    ['free', 'keepMinScale'],
    'A workload that is suspended, at zero or between executions reserves nothing.',
  ),
  'billing.cronOverrideReserve': word(['replace', 'keepMin'], 'An overridden amount is what that execution reserves.'),
  'billing.disabledLocation': word(['volumesOnly', 'nothing'], 'Volumes stay while replicas leave.'),
  'billing.volumeFrom': word(['created', 'firstBound'], choice),
  'billing.expandAt': word(['completed', 'requested'], choice),
  'billing.replacementOverlap': word(['both', 'newOnly'], 'The new volume exists before the old one is deleted.'),
  'billing.sharedVolumeFrom': word(['created', 'firstMount'], choice),
  'billing.capacityGrid': word(['asHeld', '1GB'], 'The specification states no rounding.'),
  'billing.mountDefault': counts(
    { cpuMillicores: 500, memoryMi: 1024 },
    'A comparable platform publishes this reserve.',
  ),
  'billing.mountBilledTo': word(['workload', 'volumeSet'], 'The workload that mounted the volume first is billed.'),
  'billing.mounterReserve': countsOr({ cpuMillicores: 100, memoryMi: 128 }, 'mountDefault', choice),
  'billing.mounterPer': word(['replica', 'store'], 'Each replica with an object store has one mounter.'),
  'billing.byok': word(
    ['sameMeters', 'replicaTimeOnly', 'free'],
    'The meters are the same; the price book gives them their own prices.',
  ),
  'billing.chargedMeters': list([...statedMeters], 'The specification states a charge for these nine meters.', {
    of: meters,
  }),
  'billing.responseBytes': number(0, 'The specification does not say how large responses are.', {
    from: 0,
    to: 1_000_000_000_000,
    isWhole: true,
  }),
  'billing.period': word(['utcMonth', 'fixed30d', 'wholeRun'], choice),
  'billing.tagInheritance': word(
    ['orgGvcOwn', 'ownOnly'],
    'A resource inherits the tags of what contains it; its own tag wins.',
  ),
} as const;
