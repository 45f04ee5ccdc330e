import type { RuleText } from '../rule.ts';

/** What a volume set is: file systems, classes, capacities, mounts, encryption. */
export const volumeRules = {
  'VOL-1': {
    kind: 'shape',
    source: 'Volume set',
    statement: 'A volume set has the common outer fields with `kind` `volumeset`, and a `spec`.',
  },
  'VOL-2': {
    kind: 'shape',
    source: 'Volume set, row fileSystemType',
    statement: '`fileSystemType` of a volume set is `ext4`, `xfs` or `shared`.',
  },
  'VOL-3': {
    kind: 'shape',
    source: 'Volume set, row initialCapacity',
    statement: '`initialCapacity` counts GB.',
  },
  'VOL-4': {
    kind: 'shape',
    source: 'Volume set, row performanceClass',
    statement: '`performanceClass` of a volume set is `general-purpose-ssd` or `high-throughput-ssd`.',
  },
  'VOL-5': {
    kind: 'shape',
    source: 'Volume set, row performanceClass',
    statement: 'Once a volume set exists, its `performanceClass` is fixed.',
  },
  'VOL-6': {
    kind: 'surface',
    source: 'Volume set, row performanceClass',
    statement: 'For the file system `shared` the `performanceClass` shown is `shared` as well.',
  },
  'VOL-7': {
    kind: 'shape',
    source: 'Volume set, rule 2; Limits, row Volume capacity',
    statement: 'General-purpose-ssd volumes hold 10 to 65536 GB, both included.',
  },
  'VOL-8': {
    kind: 'shape',
    source: 'Volume set, rule 2; Limits, row Volume capacity',
    statement: 'High-throughput-ssd volumes hold 200 to 65536 GB, both included.',
  },
  'VOL-9': {
    kind: 'shape',
    source: 'Volume set, rule 3, rows general-purpose-ssd',
    statement:
      'General-purpose-ssd tops out at 125 MB/s and 3000 IOPS on AWS and on Azure, at 1200 MB/s and 80000 IOPS on GCP.',
  },
  'VOL-10': {
    kind: 'shape',
    source: 'Volume set, rule 3, rows high-throughput-ssd',
    statement:
      'High-throughput-ssd tops out on AWS at 400 MB/s and 4600 IOPS, on GCP at 1200 MB/s and 100000 IOPS, on Azure at 1200 MB/s and 15500 IOPS.',
  },
  'VOL-11': {
    kind: 'behaviour',
    source: 'Volume set, rule 3, closing sentence',
    statement:
      'Speed of a high-throughput-ssd volume, in IOPS and in MB/s, follows its capacity roughly in a straight line, the largest ones alone reaching the maxima.',
  },
  'VOL-12': {
    kind: 'behaviour',
    source: 'Volume set, rule 5',
    statement: 'Every replica of the workload linked to an ext4 or xfs volume set has a volume of its own in it.',
  },
  'VOL-13': {
    kind: 'shape',
    source: 'Volume set, rule 5; Limits, row Volume sets per stateful workload',
    statement: 'No more than one stateful workload uses an ext4 or xfs volume set.',
  },
  'VOL-14': {
    kind: 'behaviour',
    source: 'Volume set, rule 5',
    statement: 'Nothing copies data between the volumes of an ext4 or xfs volume set.',
  },
  'VOL-15': {
    kind: 'behaviour',
    source: 'Volume set, rule 5',
    statement: 'Scaling down leaves the ext4 and xfs volumes where they are.',
  },
  'VOL-16': {
    kind: 'behaviour',
    source: 'Volume set, rule 5',
    statement: 'Only `deleteVolume`, or deleting the whole set, takes an ext4 or xfs volume away.',
  },
  'VOL-17': {
    kind: 'behaviour',
    source: 'Volume set, rule 6',
    statement: 'A shared volume set keeps a single volume in each location.',
  },
  'VOL-18': {
    kind: 'shape',
    source: 'Volume set, rule 6',
    statement: 'Any number of workloads may attach a shared volume set.',
  },
  'VOL-19': {
    kind: 'behaviour',
    source: 'Volume set, rule 6',
    statement: 'The replicas of a location share the single volume that a shared set has there.',
  },
  'VOL-20': {
    kind: 'behaviour',
    source: 'Volume set, rule 6; Limits, row Mount points of a shared volume',
    statement: 'For each replica a shared volume has one mount point at most, and a node mounts it once.',
  },
  'VOL-21': {
    kind: 'shape',
    source: 'Volume set, row mountOptions.resources',
    statement:
      '`mountOptions.resources` holds `minCpu`, `maxCpu`, `minMemory` and `maxMemory`, and belongs to the shared file system alone.',
  },
  'VOL-22': {
    kind: 'shape',
    source: 'Volume set, rule 7; Limits, row Mount minCpu vs maxCpu',
    statement: 'From `minCpu` to `maxCpu` of a mount it is at most 4000m (4000m is allowed).',
  },
  'VOL-23': {
    kind: 'shape',
    source: 'Volume set, rule 7; Limits, row Mount minCpu vs maxCpu',
    statement: '`minCpu` of a mount is at least a quarter of its `maxCpu` (a quarter exactly is allowed).',
  },
  'VOL-24': {
    kind: 'shape',
    source: 'Volume set, rule 7; Limits, row Mount minMemory vs maxMemory',
    statement: 'From `minMemory` to `maxMemory` of a mount it is at most 4096Mi (4096Mi is allowed).',
  },
  'VOL-25': {
    kind: 'shape',
    source: 'Volume set, rule 7; Limits, row Mount minMemory vs maxMemory',
    statement: '`minMemory` of a mount is at least a quarter of its `maxMemory` (a quarter exactly is allowed).',
  },
  'VOL-26': {
    kind: 'shape',
    source: 'Volume set, rule 11',
    statement: 'Volume sets on a BYOK location presuppose a storage driver that speaks CSI.',
  },
  'VOL-27': {
    kind: 'shape',
    source: 'Volume set, rule 11',
    statement:
      'A BYOK location has eight storage classes: `general-purpose-ssd-ext4`, `general-purpose-ssd-xfs`, `premium-low-latency-ssd-ext4`, `premium-low-latency-ssd-xfs`, and each of them once more ending in `-command`.',
  },
  'ENC-1': {
    kind: 'surface',
    source: 'Volume set, rule 9',
    statement: 'No volume is unencrypted, configured or not.',
  },
  'ENC-2': {
    kind: 'shape',
    source: 'Volume set, row customEncryption.regions',
    statement:
      '`customEncryption.regions` has regions for keys, written `<provider>-<region>` (`aws-<aws_region_name>`), and for each an object with a `keyId`, the full ARN of the key.',
  },
  'ENC-3': {
    kind: 'shape',
    source: 'Volume set, row customEncryption.regions, rule 8',
    statement: 'Own keys are an AWS matter only.',
  },
  'ENC-4': {
    kind: 'shape',
    source: 'Volume set, rule 6, rule 8',
    statement: 'Own keys encrypt ext4 and xfs volume sets, never shared ones.',
  },
  'ENC-5': {
    kind: 'surface',
    source: 'Volume set, rule 8',
    statement: "An own key counts in its one region; where none is named, the provider's default encryption is used.",
  },
  'ENC-6': {
    kind: 'behaviour',
    source: 'Volume set, rule 8',
    statement: 'A volume keeps its key for life: to change keys, make new volumes.',
  },
  'ENC-7': {
    kind: 'shape',
    source: 'Volume set, rule 8',
    statement:
      'The policy of an own key has to let the platform encrypt and decrypt with it, make data keys and manage grants.',
  },
  'ENC-8': {
    kind: 'shape',
    source: 'Volume set, rule 8',
    statement: 'Own keys need a cluster that the service manages itself.',
  },
} as const satisfies RuleText;
