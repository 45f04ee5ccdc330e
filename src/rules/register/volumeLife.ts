import type { RuleText } from '../rule.ts';

/** Rules of volume autoscaling, volume commands and snapshots. */
export const volumeLifeRules = {
  'VOLAUTO-1': {
    kind: 'shape',
    source: 'Volume set, row autoscaling.maxCapacity',
    statement:
      '`autoscaling.maxCapacity` is a number of GB: the upper bound for the capacity of every volume in the set.',
  },
  'VOLAUTO-2': {
    kind: 'shape',
    source: 'Volume set, row autoscaling.minFreePercentage; Limits, row minFreePercentage',
    statement: '`autoscaling.minFreePercentage` is a number from 1 to 100 (both included).',
  },
  'VOLAUTO-3': {
    kind: 'shape',
    source: 'Volume set, row autoscaling.scalingFactor',
    statement: '`autoscaling.scalingFactor` is a number of at least 1 (1 included).',
  },
  'VOLAUTO-4': {
    kind: 'shape',
    source: 'Volume set, row autoscaling.predictive, predictive row enabled',
    statement: '`autoscaling.predictive` is an object. Its field `enabled` is a boolean; the default is `false`.',
  },
  'VOLAUTO-5': {
    kind: 'shape',
    source: 'Volume set, predictive row lookbackHours; Limits, row predictive lookbackHours',
    statement: '`predictive.lookbackHours` is a number of hours from 1 to 168 (both included); the default is 24.',
  },
  'VOLAUTO-6': {
    kind: 'shape',
    source: 'Volume set, predictive row projectionHours; Limits, row predictive projectionHours',
    statement: '`predictive.projectionHours` is a number of hours from 1 to 72 (both included); the default is 6.',
  },
  'VOLAUTO-7': {
    kind: 'shape',
    source: 'Volume set, predictive row minDataPoints; Limits, row predictive minDataPoints',
    statement: '`predictive.minDataPoints` is a number from 2 to 100 (both included); the default is 10.',
  },
  'VOLAUTO-8': {
    kind: 'shape',
    source: 'Volume set, predictive row minGrowthRateGBPerHour',
    statement: '`predictive.minGrowthRateGBPerHour` is a number of GB per hour; the default is 0.01.',
  },
  'VOLAUTO-9': {
    kind: 'shape',
    source: 'Volume set, predictive row scalingFactor; Limits, row predictive scalingFactor',
    statement:
      '`predictive.scalingFactor` is a number of at least 1.1 (1.1 included); the default is the value of `autoscaling.scalingFactor`.',
  },
  'VOLAUTO-10': {
    kind: 'shape',
    source: 'Volume set, rule 1',
    statement:
      'When `predictive.enabled` is true, `minFreePercentage` and `scalingFactor` of `autoscaling` must be set.',
  },
  'VOLAUTO-11': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, reactive',
    statement:
      'When the free percentage of a volume falls below `minFreePercentage` (equal is not below), the platform issues an `expandVolume` command for it.',
  },
  'VOLAUTO-12': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, reactive, worked check',
    statement:
      'The reactive target in GB is `newCapacity = usedGB / (1 - minFreePercentage/100) * scalingFactor`. For example, 8 GB used, 20 percent and factor 2 give 20 GB.',
  },
  'VOLAUTO-13': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, reactive',
    statement: 'When the reactive target is above `maxCapacity`, the platform caps the target at `maxCapacity`.',
  },
  'VOLAUTO-14': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 1',
    statement:
      'When `predictive.enabled` is true, each evaluation fits a linear regression to the usage in the lookback window. Its slope is the growth rate.',
  },
  'VOLAUTO-15': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 2',
    statement: '`projectedUsedGB` is the projected usage after `projectionHours`, according to the regression.',
  },
  'VOLAUTO-16': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 3',
    statement:
      'The predictive target in GB is `predictiveCapacity = projectedUsedGB / (1 - minFreePercentage/100) * predictive.scalingFactor`, rounded up.',
  },
  'VOLAUTO-17': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 4',
    statement:
      'The platform expands a volume to the larger of the reactive and the predictive target, capped at `maxCapacity`.',
  },
  'VOLAUTO-18': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 5',
    statement:
      'When the growth rate is below `minGrowthRateGBPerHour` (equal is not below), the evaluation uses only the reactive target.',
  },
  'VOLAUTO-19': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 5',
    statement:
      'When the lookback window contains fewer than `minDataPoints` points (equal is not fewer), the evaluation uses only the reactive target.',
  },
  'VOLCMD-1': {
    kind: 'surface',
    source: '5. Volume set commands',
    statement:
      '`POST /org/{org}/gvc/{gvc}/volumeset/{volumeset}/-command` accepts a volume command with the body `{type, spec}`.',
  },
  'VOLCMD-2': {
    kind: 'shape',
    source: '5. Volume set commands',
    statement:
      '`type` of a volume command is `expandVolume`, `shrinkVolume`, `deleteVolume`, `createVolumeSnapshot`, `deleteVolumeSnapshot` or `restoreVolume`.',
  },
  'VOLCMD-3': {
    kind: 'shape',
    source: '5. Volume set commands',
    statement: 'The `spec` of every volume command contains the string `location` and the integer `volumeIndex`.',
  },
  'VOLCMD-4': {
    kind: 'shape',
    source: '5. Volume set commands, rows expandVolume, shrinkVolume',
    statement:
      'The `spec` of `expandVolume` and of `shrinkVolume` also contains the new size: `newStorageCapacity`, a number of GB.',
  },
  'VOLCMD-5': {
    kind: 'behaviour',
    source: '5. Volume set commands, row expandVolume',
    statement: '`expandVolume` increases the capacity of the named volume.',
  },
  'VOLCMD-6': {
    kind: 'behaviour',
    source: '5. Volume set commands, rows expandVolume, shrinkVolume, restoreVolume',
    statement:
      'When `expandVolume`, `shrinkVolume` or `restoreVolume` changes a volume, the platform restarts the replica linked to the volume.',
  },
  'VOLCMD-7': {
    kind: 'behaviour',
    source: '5. Volume set commands, row shrinkVolume',
    statement:
      '`shrinkVolume` creates a new, smaller volume. The platform deletes the old data permanently and does not migrate it.',
  },
  'VOLCMD-8': {
    kind: 'behaviour',
    source: '5. Volume set commands, row deleteVolume',
    statement:
      '`deleteVolume` removes the storage device of the volume, but the volume set keeps the metadata of that index.',
  },
  'VOLCMD-9': {
    kind: 'behaviour',
    source: '5. Volume set commands, row deleteVolume',
    statement:
      'When a volume is in use, `deleteVolume` creates an empty volume and deletes the old one. The replica restarts with the new volume.',
  },
  'VOLCMD-10': {
    kind: 'shape',
    source: '5. Volume set commands, row createVolumeSnapshot',
    statement:
      'The `spec` of `createVolumeSnapshot` also contains `snapshotName`, the date-time `snapshotExpirationDate` and `tags`, a map of strings.',
  },
  'VOLCMD-11': {
    kind: 'behaviour',
    source: '5. Volume set commands, row createVolumeSnapshot',
    statement: '`createVolumeSnapshot` creates a snapshot of the volume.',
  },
  'VOLCMD-12': {
    kind: 'behaviour',
    source: '5. Volume set commands, row deleteVolumeSnapshot',
    statement: 'The `spec` of `deleteVolumeSnapshot` also contains `snapshotName`. The command deletes that snapshot.',
  },
  'VOLCMD-13': {
    kind: 'behaviour',
    source: '5. Volume set commands, row restoreVolume',
    statement:
      'The `spec` of `restoreVolume` also contains `snapshotName`. The command creates a new volume from that snapshot.',
  },
  'VOLCMD-14': {
    kind: 'behaviour',
    source: '5. Volume set commands, row restoreVolume',
    statement: 'When `restoreVolume` runs, data of the original volume that is not in the snapshot is lost.',
  },
  'SNAP-1': {
    kind: 'shape',
    source: 'Volume set, row snapshots.retentionDuration',
    statement: '`snapshots.retentionDuration` is a decimal number with the unit `d`, `h` or `m`.',
  },
  'SNAP-2': {
    kind: 'shape',
    source: 'Volume set, row snapshots.schedule',
    statement: '`snapshots.schedule` of a volume set is a cron expression.',
  },
  'SNAP-3': {
    kind: 'shape',
    source: 'Limits, row Snapshot schedule frequency',
    statement: 'A snapshot schedule may fire at most once per hour (exactly once per hour is allowed).',
  },
  'SNAP-4': {
    kind: 'surface',
    source: 'Volume set, rule 10',
    statement:
      'Each volume has a list of snapshots. Each snapshot has a `snapshotName`, a `snapshotExpirationDate` and `tags`.',
  },
  'SNAP-5': {
    kind: 'shape',
    source: 'Volume set, rule 10; 5. Volume set commands, row createVolumeSnapshot',
    statement: 'The `snapshotName` of a snapshot is unique among the snapshots of its volume.',
  },
  'SNAP-6': {
    kind: 'shape',
    source: 'Volume set, rule 6',
    statement: 'A shared volume set cannot have snapshots.',
  },
} as const satisfies RuleText;
