import { boolean, fixed, word } from './choice.ts';
import { drawn, duration, uniform } from './quantity.ts';

/** Assumptions about volumes: durations, autoscaling, usage and commands. */
export const volumeAssumptions = {
  'volume.duration.create': drawn('20s', 'Installations were measured at 45 to 60 s in total. The evidence is weak.', {
    alternatives: ['2m to 5m', 'any'],
    observed: {
      is: uniform('2s', '15s'),
      why: 'Installations with a new volume took 25 to 60 s in all (M026, M027, M028, M030). A guide of the vendor says 2 to 5 minutes (M031), which no run showed.',
    },
  }),
  'volume.duration.attach': drawn(
    '15s',
    'This value fits measured installations and replica swaps. The evidence is weak.',
    {
      observed: {
        is: uniform('12s', '20s'),
        why: 'A wake-up with a volume that nobody held took 30 s (M033), and one without a volume 12 s (M032, M035).',
      },
    },
  ),
  'volume.duration.detach': drawn('30s', 'Replica swaps were measured at 60 to 90 s in total. The evidence is weak.', {
    observed: {
      is: uniform('25s', '50s'),
      why: 'Updates of one replica with a volume were down for 65 to 102 s (M002, M003, M004).',
    },
  }),
  'volume.detach.elapsed': word(
    ['counted', 'chargedAgain'],
    'A wake-up with a volume that nobody held was measured at 30 s, and the swap of a replica at twice that.',
  ),
  'volume.duration.device': drawn('20s', 'Restores were measured at about 90 s in total. The evidence is weak.', {
    observed: {
      is: uniform('30s', '75s'),
      why: 'A restore took 150 s in all, of which 40 s down and 45 s the pre-stop wait: about 60 s are left (M066, M067).',
    },
  }),
  'volume.reading.interval': duration('60s', 'A comparable platform publishes about a minute.', {
    words: ['exact'],
    from: '1s',
    to: '24h',
  }),
  'volume.reading.grain': word(
    ['1MB', 'exact', '1GB'],
    'Sums over a window stay exact integers. Values are rounded to the nearest unit.',
  ),
  'volume.autoscale.requires': word(
    ['both', 'either'],
    'A comparable platform publishes that both together turn it on.',
  ),
  'volume.reactive.rounding': word(
    ['none', 'up'],
    'The formula of the specification has no rounding. A published formula rounds up.',
  ),
  'volume.reactive.competes': word(
    ['whenDue', 'always'],
    'The specification takes the larger target. It does not say whether both always exist.',
  ),
  'volume.minFree100': word(
    ['cap', 'refuse'],
    'With 100 the formula divides by zero, so the volume grows to its upper bound.',
  ),
  'volume.factorOne': word(
    ['allow', 'refuseBelow1.1'],
    'The specification allows 1. A comparable platform publishes 1.1.',
  ),
  'volume.predictive.inheritedFactor': word(
    ['refuseBelow1.1', 'allow'],
    'The bound of the predictive factor also holds for an inherited one.',
  ),
  'volume.predictive.trigger': word(
    ['projectedFree', 'withReactive', 'targetAboveCapacity'],
    'A comparable platform publishes that volumes grow ahead of demand. The evidence is weak.',
  ),
  'volume.predictive.origin': word(['fittedLine', 'lastValue'], 'Prometheus projects from the fitted line.'),
  'volume.predictive.window': word(['leftOpen', 'closed'], 'Ranges in Prometheus exclude their start.', {
    boundary: true,
  }),
  'volume.limit.window': word(['leftOpen', 'closed'], 'An expansion exactly at the retry instant must be allowed.'),
  'volume.limit.reached': fixed(
    'drop',
    'The specification says not allowed and does not mention waiting. Autoscaling asks again at each reading, and a command must not wait for a day.',
  ),
  'volume.expand.restart': word(
    ['yes', 'online'],
    'The specification says that the replica restarts. A comparable platform publishes that a volume grows while its workload runs.',
  ),
  'volume.expand.order': word(['stopFirst', 'growFirst'], 'The specification says that the replica restarts.'),
  'volume.usage.clock': fixed(
    'always',
    'The curve of the scenario states the usage by age. A shared volume has no single replica whose running time could be the clock.',
  ),
  'volume.usage.readingsOnLoss': word(['drop', 'keep'], 'The drop after a loss of data is not a growth rate.'),
  'volume.full': word(['clamp', 'crash'], 'This is a free choice.'),
  'volume.restore.order': word(
    ['stopFirst', 'prepareFirst'],
    'The specification restarts the linked replica. It does not say whether the new device exists by then.',
    {
      observed: {
        is: 'prepareFirst',
        why: 'A restore took 150 s, of which the application was down for 40 s (M066, M067).',
      },
    },
  ),
  'volume.restore.capacity': word(['current', 'snapshot'], 'This is a free choice.'),
  'volume.deleteInUse.capacity': word(['initial', 'current'], 'An empty volume is a new volume.'),
  'volume.initialCapacity.change': word(['newVolumes', 'refuse'], 'Only a command changes an existing volume.'),
  'volume.shared.types': word(
    ['stateful', 'any'],
    'The specification gives volumes to stateful workloads. A comparable platform publishes that any type may have shared ones.',
  ),
  'volume.shared.mounts': fixed(
    'perReplica',
    'The specification allows at most one per replica. Each simulated replica runs on its own node, so one per node is the same.',
  ),
  'volume.shared.restart': word(
    ['oneByOne', 'none', 'allAtOnce'],
    'The specification restarts a linked replica. The evidence is weak.',
  ),
  'volume.iops.curve': word(
    ['fromGeneral', 'throughOrigin', 'flat'],
    'The specification says roughly linearly. The evidence is weak.',
  ),
} as const;

/** Assumptions about snapshots of volumes, by schedule and by command. */
export const snapshotAssumptions = {
  'snapshot.check': word(['minuteField', 'allGaps'], 'A comparable platform publishes the check of the minute field.'),
  'snapshot.retention': duration('7d', 'A comparable platform publishes this default.'),
  'snapshot.retentionUnit': word(
    ['minutes', 'months'],
    'Beside `d` and `h`, `m` reads as minutes. The specification does not say.',
  ),
  'snapshot.whileCreating': word(
    ['waits', 'refused'],
    'Commands to one volume run one after another, so a snapshot waits for the volume, too.',
  ),
  'snapshot.final': boolean(true, 'A comparable platform publishes that a deleted volume set leaves final snapshots.'),
  'snapshot.afterReplacement': word(['untilExpiry', 'withVolume'], 'A backup that is lost with its volume is useless.'),
} as const;
