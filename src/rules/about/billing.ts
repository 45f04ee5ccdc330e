/** What each assumption about billing decides. */
export const aboutBilling = {
  'billing.minHonouredOn':
    'Which workloads are billed for `minCpu` and `minMemory`: all types, or only stateful ones. Others are billed for `cpu` and `memory`.',
  'billing.reserved':
    'What a workload is billed for: `minCpu` and `minMemory`, or only with Capacity AI these and otherwise `cpu` and `memory` (`limitsWithoutCapacityAI`). Cron workloads have no Capacity AI.',
  'billing.replicaFrom':
    'When the billing of a replica starts: when it is placed on a node, created, started or ready. It covers the containers, object stores and ephemeral storage of the replica.',
  'billing.replicaUntil': 'When the billing of a replica ends: when it has terminated, or when it starts to terminate.',
  'billing.restarts': 'Whether a replica is billed between the exit of a container and its restart.',
  'billing.surge':
    'Whether replicas above the desired count are billed. `capAtDesired`: the newest ones are free, also while they terminate.',
  'billing.zeroReplicas':
    'Whether a workload with no desired replicas is billed for `minScale` replicas. A cron workload has no `minScale`.',
  'billing.cronOverrideReserve':
    'What an execution reserves when `runCronWorkload` overrides its resources: the overridden amount (`replace`), or the smaller of it and the minimum of the container (`keepMin`).',
  'billing.disabledLocation':
    'Whether volumes are billed in a location that is disabled or has left the GVC. Replicas there are billed until they are gone.',
  'billing.volumeFrom':
    'When the billing of an ext4 or xfs volume starts: when it is created, or when it is first bound.',
  'billing.expandAt':
    'When an expansion is billed: when it is completed, or when it is requested. If the device is replaced before that, the requested size is dropped.',
  'billing.replacementOverlap':
    'Whether the old volume is billed while its replacement is made. The new volume is billed from its creation.',
  'billing.sharedVolumeFrom':
    'When the billing of a shared volume starts: when it is created, or when it is first mounted.',
  'billing.capacityGrid': 'Whether capacities are billed exactly, or rounded up to whole GB.',
  'billing.mountDefault': 'What a mount point of a shared volume reserves if the volume set does not state it.',
  'billing.mountBilledTo':
    'Who is billed for a mount point of a shared volume, and whose tags the charge has: the workload or the volume set.',
  'billing.mounterReserve': 'What the mounter of an object store reserves if the scenario does not state it.',
  'billing.mounterPer':
    'How many mounters a replica has: one, or one for each of its object stores (`mounter.stores`).',
  'billing.byok': 'What is charged in BYOK locations: the same meters, only replica time, or nothing.',
  'billing.chargedMeters':
    'Which meters are charged. With the default list, meters without a stated charge are charged too if the price book has a SKU for them. Any other list is exact.',
  'billing.responseBytes': 'How many bytes each response has that `workload-egress` counts.',
  'billing.period': 'The period of one invoice. If it is not a month, a GB-Month is 30 days.',
  'billing.tagInheritance':
    'Which tags a charge has: those of its org, GVC and resource, or only those of the resource.',
} as const;
