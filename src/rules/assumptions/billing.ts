import { meters, statedMeters } from '../meterNames.ts';
import { word } from './choice.ts';
import { counts, countsOr, list } from './collection.ts';
import { number } from './quantity.ts';

const choice = 'free choice: the specification says what is billed, not from when to when';

/** What is metered, and from when to when. */
export const billingAssumptions = {
  'billing.minHonouredOn': word(
    ['allTypes', 'statefulOnly'],
    'billing names the reserve for any workload, the field list for stateful ones',
  ),
  'billing.replicaFrom': word(['placed', 'created', 'started', 'ready'], choice),
  'billing.replicaUntil': word(['terminated', 'terminating'], 'a reserve is held until its process is gone'),
  'billing.restarts': word(['billed', 'free'], 'a crashed replica keeps its place'),
  'billing.surge': word(['billed', 'capAtDesired'], 'a replica beyond the wanted count reserves like any other'),
  'billing.zeroReplicas': word(['free', 'keepMinScale'], 'suspended, at zero, between executions: nothing is reserved'),
  'billing.cronOverrideReserve': word(['replace', 'keepMin'], 'an overridden amount is what that execution reserves'),
  'billing.disabledLocation': word(['volumesOnly', 'nothing'], 'volumes stay where replicas go'),
  'billing.volumeFrom': word(['created', 'firstBound'], choice),
  'billing.expandAt': word(['completed', 'requested'], choice),
  'billing.replacementOverlap': word(['both', 'newOnly'], 'the new volume is there before the old one goes'),
  'billing.sharedVolumeFrom': word(['created', 'firstMount'], choice),
  'billing.capacityGrid': word(['asHeld', '1GB'], 'no rounding is stated'),
  'billing.mountDefault': counts(
    { cpuMillicores: 500, memoryMi: 1024 },
    'published, where the set states no mount resources',
  ),
  'billing.mountBilledTo': word(['workload', 'volumeSet'], 'the workload that mounted first'),
  'billing.mounterReserve': countsOr({ cpuMillicores: 100, memoryMi: 128 }, 'mountDefault', choice),
  'billing.mounterPer': word(['replica', 'store'], 'one mounter in each replica that has an object store'),
  'billing.byok': word(['sameMeters', 'replicaTimeOnly', 'free'], 'the same meters, at a price of their own'),
  'billing.chargedMeters': list([...statedMeters], 'the nine that the specification states a charge for', {
    of: meters,
  }),
  'billing.responseBytes': number(0, 'nothing says how large answers are', {
    from: 0,
    to: 1_000_000_000_000,
    isWhole: true,
  }),
  'billing.period': word(['utcMonth', 'fixed30d', 'wholeRun'], choice),
  'billing.tagInheritance': word(['orgGvcOwn', 'ownOnly'], 'a resource is tagged like what holds it; its own tag wins'),
} as const;
