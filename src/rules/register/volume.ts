import type { RuleText } from '../rule.ts';

/** Rules of volume sets: file systems, performance classes, capacities, mounts and encryption. */
export const volumeRules = {
  'VOL-1': {
    kind: 'shape',
    source: 'Volume set',
    statement: 'A volume set has the common fields, with `kind` = `volumeset`, and a `spec`.',
  },
  'VOL-2': {
    kind: 'shape',
    source: 'Volume set, row fileSystemType',
    statement: '`fileSystemType` of a volume set is `ext4`, `xfs` or `shared`.',
  },
  'VOL-3': {
    kind: 'shape',
    source: 'Volume set, row initialCapacity',
    statement: '`initialCapacity` of a volume set is a number of GB.',
  },
  'VOL-4': {
    kind: 'shape',
    source: 'Volume set, row performanceClass',
    statement: '`performanceClass` of a volume set is `general-purpose-ssd` or `high-throughput-ssd`.',
  },
  'VOL-5': {
    kind: 'shape',
    source: 'Volume set, row performanceClass',
    statement: 'After a volume set is created, its `performanceClass` cannot be changed.',
  },
  'VOL-6': {
    kind: 'surface',
    source: 'Volume set, row performanceClass',
    statement:
      'When the file system of a volume set is `shared`, the platform also shows `shared` as its `performanceClass`.',
  },
  'VOL-7': {
    kind: 'shape',
    source: 'Volume set, rule 2; Limits, row Volume capacity',
    statement: 'A `general-purpose-ssd` volume has a capacity from 10 to 65536 GB (both included).',
  },
  'VOL-8': {
    kind: 'shape',
    source: 'Volume set, rule 2; Limits, row Volume capacity',
    statement: 'A `high-throughput-ssd` volume has a capacity from 200 to 65536 GB (both included).',
  },
  'VOL-9': {
    kind: 'shape',
    source: 'Volume set, rule 3, rows general-purpose-ssd',
    statement:
      'The maxima of a `general-purpose-ssd` volume are 125 MB/s and 3000 IOPS on AWS and on Azure, and 1200 MB/s and 80000 IOPS on GCP.',
  },
  'VOL-10': {
    kind: 'shape',
    source: 'Volume set, rule 3, rows high-throughput-ssd',
    statement:
      'The maxima of a `high-throughput-ssd` volume are 400 MB/s and 4600 IOPS on AWS, 1200 MB/s and 100000 IOPS on GCP, and 1200 MB/s and 15500 IOPS on Azure.',
  },
  'VOL-11': {
    kind: 'behaviour',
    source: 'Volume set, rule 3, closing sentence',
    statement:
      'The throughput (MB/s) and IOPS of a `high-throughput-ssd` volume grow roughly linearly with its capacity. Only large volumes reach the maxima.',
  },
  'VOL-12': {
    kind: 'behaviour',
    source: 'Volume set, rule 5',
    statement: 'In an ext4 or xfs volume set, each replica of the linked workload has its own volume.',
  },
  'VOL-13': {
    kind: 'shape',
    source: 'Volume set, rule 5; Limits, row Volume sets per stateful workload',
    statement: 'At most one stateful workload can use an ext4 or xfs volume set.',
  },
  'VOL-14': {
    kind: 'behaviour',
    source: 'Volume set, rule 5',
    statement: 'The platform does not replicate data between the volumes of an ext4 or xfs volume set.',
  },
  'VOL-15': {
    kind: 'behaviour',
    source: 'Volume set, rule 5',
    statement: 'When a workload scales down, the platform keeps its ext4 and xfs volumes.',
  },
  'VOL-16': {
    kind: 'behaviour',
    source: 'Volume set, rule 5',
    statement:
      'The platform removes an ext4 or xfs volume only through `deleteVolume` or when its volume set is deleted.',
  },
  'VOL-17': {
    kind: 'behaviour',
    source: 'Volume set, rule 6',
    statement: 'In each location, a shared volume set has one volume.',
  },
  'VOL-18': {
    kind: 'shape',
    source: 'Volume set, rule 6',
    statement: 'Any number of workloads can attach the same shared volume set.',
  },
  'VOL-19': {
    kind: 'behaviour',
    source: 'Volume set, rule 6',
    statement: 'All replicas in a location use the same volume of a shared volume set.',
  },
  'VOL-20': {
    kind: 'behaviour',
    source: 'Volume set, rule 6; Limits, row Mount points of a shared volume',
    statement: 'Each replica has at most one mount point of a shared volume, and each node mounts the volume once.',
  },
  'VOL-21': {
    kind: 'shape',
    source: 'Volume set, row mountOptions.resources',
    statement:
      '`mountOptions.resources` contains `minCpu`, `maxCpu`, `minMemory` and `maxMemory`. It is allowed only for the `shared` file system.',
  },
  'VOL-22': {
    kind: 'shape',
    source: 'Volume set, rule 7; Limits, row Mount minCpu vs maxCpu',
    statement: 'The difference between `minCpu` and `maxCpu` of a mount is at most 4000m (4000m included).',
  },
  'VOL-23': {
    kind: 'shape',
    source: 'Volume set, rule 7; Limits, row Mount minCpu vs maxCpu',
    statement: '`minCpu` of a mount is at least a quarter of its `maxCpu` (exactly a quarter is allowed).',
  },
  'VOL-24': {
    kind: 'shape',
    source: 'Volume set, rule 7; Limits, row Mount minMemory vs maxMemory',
    statement: 'The difference between `minMemory` and `maxMemory` of a mount is at most 4096Mi (4096Mi included).',
  },
  'VOL-25': {
    kind: 'shape',
    source: 'Volume set, rule 7; Limits, row Mount minMemory vs maxMemory',
    statement: '`minMemory` of a mount is at least a quarter of its `maxMemory` (exactly a quarter is allowed).',
  },
  'VOL-26': {
    kind: 'shape',
    source: 'Volume set, rule 11',
    statement: 'A BYOK location (bring your own Kubernetes) needs a storage driver that supports CSI.',
  },
  'VOL-27': {
    kind: 'shape',
    source: 'Volume set, rule 11',
    statement:
      'A BYOK location needs eight storage classes: `general-purpose-ssd-ext4`, `general-purpose-ssd-xfs`, `premium-low-latency-ssd-ext4`, `premium-low-latency-ssd-xfs`, and each of them again with the suffix `-command`.',
  },
  'ENC-1': {
    kind: 'surface',
    source: 'Volume set, rule 9',
    statement: 'The platform encrypts every volume, even if no encryption is configured.',
  },
  'ENC-2': {
    kind: 'shape',
    source: 'Volume set, row customEncryption.regions',
    statement:
      '`customEncryption.regions` maps a region to an object with `keyId`, the full ARN of the key. A region is written `<provider>-<region>`, in the form `aws-<aws_region_name>`.',
  },
  'ENC-3': {
    kind: 'shape',
    source: 'Volume set, row customEncryption.regions, rule 8',
    statement: 'Custom encryption keys are available only on AWS.',
  },
  'ENC-4': {
    kind: 'shape',
    source: 'Volume set, rule 6, rule 8',
    statement: 'Custom encryption keys are only for ext4 and xfs volume sets; shared volume sets cannot use them.',
  },
  'ENC-5': {
    kind: 'surface',
    source: 'Volume set, rule 8',
    statement:
      'A custom encryption key applies to one region. In a region without an entry, the platform uses the default encryption of the provider.',
  },
  'ENC-6': {
    kind: 'behaviour',
    source: 'Volume set, rule 8',
    statement: 'The encryption key of an existing volume cannot be changed. To use another key, create new volumes.',
  },
  'ENC-7': {
    kind: 'shape',
    source: 'Volume set, rule 8',
    statement:
      'The policy of a custom encryption key must let the platform encrypt, decrypt, generate data keys and manage grants with the key.',
  },
  'ENC-8': {
    kind: 'shape',
    source: 'Volume set, rule 8',
    statement: 'Custom encryption keys work only on clusters that the platform manages.',
  },
} as const satisfies RuleText;
