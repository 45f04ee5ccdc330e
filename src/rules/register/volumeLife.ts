import type { RuleText } from '../rule.ts';

/** How volumes change: automatic growth, commands, snapshots. */
export const volumeLifeRules = {
  'VOLAUTO-1': {
    kind: 'shape',
    source: 'Volume set, row autoscaling.maxCapacity',
    statement: '`autoscaling.maxCapacity`, in GB, bounds each volume of the set from above.',
  },
  'VOLAUTO-2': {
    kind: 'shape',
    source: 'Volume set, row autoscaling.minFreePercentage; Limits, row minFreePercentage',
    statement: '`autoscaling.minFreePercentage` runs from 1 to 100, both included.',
  },
  'VOLAUTO-3': {
    kind: 'shape',
    source: 'Volume set, row autoscaling.scalingFactor',
    statement: '`autoscaling.scalingFactor` is a number no smaller than 1 (1 is allowed).',
  },
  'VOLAUTO-4': {
    kind: 'shape',
    source: 'Volume set, row autoscaling.predictive, predictive row enabled',
    statement: '`autoscaling.predictive` is an object whose `enabled`, true or false, is false unless written.',
  },
  'VOLAUTO-5': {
    kind: 'shape',
    source: 'Volume set, predictive row lookbackHours; Limits, row predictive lookbackHours',
    statement: '`predictive.lookbackHours` runs from 1 to 168, both included, and is 24 unless written.',
  },
  'VOLAUTO-6': {
    kind: 'shape',
    source: 'Volume set, predictive row projectionHours; Limits, row predictive projectionHours',
    statement: '`predictive.projectionHours` runs from 1 to 72, both included, and is 6 unless written.',
  },
  'VOLAUTO-7': {
    kind: 'shape',
    source: 'Volume set, predictive row minDataPoints; Limits, row predictive minDataPoints',
    statement: '`predictive.minDataPoints` runs from 2 to 100, both included, and is 10 unless written.',
  },
  'VOLAUTO-8': {
    kind: 'shape',
    source: 'Volume set, predictive row minGrowthRateGBPerHour',
    statement: '`predictive.minGrowthRateGBPerHour` is 0.01 unless written, in GB per hour.',
  },
  'VOLAUTO-9': {
    kind: 'shape',
    source: 'Volume set, predictive row scalingFactor; Limits, row predictive scalingFactor',
    statement:
      '`predictive.scalingFactor` is a number no smaller than 1.1 (1.1 is allowed), inherited from `autoscaling.scalingFactor` unless written.',
  },
  'VOLAUTO-10': {
    kind: 'shape',
    source: 'Volume set, rule 1',
    statement: '`predictive.enabled` can be true only beside a `minFreePercentage` and a `scalingFactor`.',
  },
  'VOLAUTO-11': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, reactive',
    statement:
      'A volume whose free share falls below `minFreePercentage` (exactly at it is not below) gets an `expandVolume` from the platform.',
  },
  'VOLAUTO-12': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, reactive, worked check',
    statement:
      'The reactive target, `newCapacity` in GB, is `usedGB / (1 - minFreePercentage/100) * scalingFactor`: 8 GB used make 20 GB at 20 percent and factor 2.',
  },
  'VOLAUTO-13': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, reactive',
    statement: 'A reactive target never passes `maxCapacity`; it is cut there.',
  },
  'VOLAUTO-14': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 1',
    statement:
      'With prediction enabled an evaluation lays a straight line through the use within the lookback window, its slope being the growth rate.',
  },
  'VOLAUTO-15': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 2',
    statement: '`projectedUsedGB` is what that growth makes of the use `projectionHours` later.',
  },
  'VOLAUTO-16': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 3',
    statement:
      'The predictive target, `predictiveCapacity` in GB, is `projectedUsedGB / (1 - minFreePercentage/100) * predictive.scalingFactor`, rounded up.',
  },
  'VOLAUTO-17': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 4',
    statement: 'Of a reactive and a predictive target the larger one counts, cut at `maxCapacity`.',
  },
  'VOLAUTO-18': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 5',
    statement:
      'Growth slower than `minGrowthRateGBPerHour` (exactly as fast is not slower) leaves the decision to the reactive target.',
  },
  'VOLAUTO-19': {
    kind: 'behaviour',
    source: 'Volume autoscaling formulas, predictive, step 5',
    statement:
      'Fewer points in the window than `minDataPoints` (exactly as many are not fewer) leave the decision to the reactive target.',
  },
  'VOLCMD-1': {
    kind: 'surface',
    source: '5. Volume set commands',
    statement: 'Volume commands are posted to `/org/{org}/gvc/{gvc}/volumeset/{volumeset}/-command` as `{type, spec}`.',
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
    statement:
      'Every volume command says in its `spec` where and which: the string `location`, the integer `volumeIndex`.',
  },
  'VOLCMD-4': {
    kind: 'shape',
    source: '5. Volume set commands, rows expandVolume, shrinkVolume',
    statement: '`expandVolume` and `shrinkVolume` add the wanted size in GB to their `spec`: `newStorageCapacity`.',
  },
  'VOLCMD-5': {
    kind: 'behaviour',
    source: '5. Volume set commands, row expandVolume',
    statement: '`expandVolume` makes the named volume larger.',
  },
  'VOLCMD-6': {
    kind: 'behaviour',
    source: '5. Volume set commands, rows expandVolume, shrinkVolume, restoreVolume',
    statement: '`expandVolume`, `shrinkVolume` and `restoreVolume` each restart the replica linked to their volume.',
  },
  'VOLCMD-7': {
    kind: 'behaviour',
    source: '5. Volume set commands, row shrinkVolume',
    statement: '`shrinkVolume` sets up a smaller volume without the data of the old one, which is gone for ever.',
  },
  'VOLCMD-8': {
    kind: 'behaviour',
    source: '5. Volume set commands, row deleteVolume',
    statement: '`deleteVolume` removes the storage device, while the volume set keeps the metadata of that index.',
  },
  'VOLCMD-9': {
    kind: 'behaviour',
    source: '5. Volume set commands, row deleteVolume',
    statement: '`deleteVolume` on a volume in use puts an empty one in its place and restarts the replica on that.',
  },
  'VOLCMD-10': {
    kind: 'shape',
    source: '5. Volume set commands, row createVolumeSnapshot',
    statement:
      '`createVolumeSnapshot` adds to its `spec` `snapshotName`, the date-time `snapshotExpirationDate` and `tags`, a map of strings.',
  },
  'VOLCMD-11': {
    kind: 'behaviour',
    source: '5. Volume set commands, row createVolumeSnapshot',
    statement: '`createVolumeSnapshot` makes a snapshot of the volume.',
  },
  'VOLCMD-12': {
    kind: 'behaviour',
    source: '5. Volume set commands, row deleteVolumeSnapshot',
    statement: '`deleteVolumeSnapshot` removes the snapshot that its `snapshotName` names.',
  },
  'VOLCMD-13': {
    kind: 'behaviour',
    source: '5. Volume set commands, row restoreVolume',
    statement: '`restoreVolume` builds a new volume out of the snapshot that its `snapshotName` names.',
  },
  'VOLCMD-14': {
    kind: 'behaviour',
    source: '5. Volume set commands, row restoreVolume',
    statement: 'What the original volume held beyond the snapshot is lost by `restoreVolume`.',
  },
  'SNAP-1': {
    kind: 'shape',
    source: 'Volume set, row snapshots.retentionDuration',
    statement: '`snapshots.retentionDuration` is a decimal number with `d`, `h` or `m` after it.',
  },
  'SNAP-2': {
    kind: 'shape',
    source: 'Volume set, row snapshots.schedule',
    statement: '`snapshots.schedule` is written as a cron expression.',
  },
  'SNAP-3': {
    kind: 'shape',
    source: 'Limits, row Snapshot schedule frequency',
    statement: 'No snapshot schedule fires more often than once in an hour (once in an hour is allowed).',
  },
  'SNAP-4': {
    kind: 'surface',
    source: 'Volume set, rule 10',
    statement:
      'The snapshots of a volume are listed with it: `snapshotName`, `snapshotExpirationDate` and `tags` of each.',
  },
  'SNAP-5': {
    kind: 'shape',
    source: 'Volume set, rule 10; 5. Volume set commands, row createVolumeSnapshot',
    statement: 'Two snapshots of one volume cannot have the same `snapshotName`.',
  },
  'SNAP-6': {
    kind: 'shape',
    source: 'Volume set, rule 6',
    statement: 'Snapshots do not exist for shared volume sets.',
  },
} as const satisfies RuleText;
