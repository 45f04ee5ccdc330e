import { boolean, fixed, word } from './choice.ts';
import { drawn, duration } from './quantity.ts';

/** Volume sets: durations, growth, use. */
export const volumeAssumptions = {
  'volume.duration.create': drawn('20s', 'installs measured at 45 to 60 s in all; thin evidence', {
    alternatives: ['2m to 5m', 'any'],
  }),
  'volume.duration.attach': drawn('15s', 'fitted to measured installs and swaps; thin evidence'),
  'volume.duration.detach': drawn('30s', 'swaps measured at 60 to 90 s in all; thin evidence'),
  'volume.duration.device': drawn('20s', 'restores measured at about 90 s in all; thin evidence'),
  'volume.reading.interval': duration('60s', 'published: about a minute', {
    words: ['exact'],
    from: '1s',
    to: '24h',
  }),
  'volume.reading.grain': word(
    ['1MB', 'exact', '1GB'],
    'sums over a window stay exact integers; rounded to the nearest',
  ),
  'volume.autoscale.requires': word(['both', 'either'], 'published: threshold and factor together turn growth on'),
  'volume.reactive.rounding': word(['none', 'up'], 'the formula has no rounding; a published one rounds up'),
  'volume.reactive.competes': word(
    ['whenDue', 'always'],
    'the larger of two targets is taken, unsaid whether both always exist',
  ),
  'volume.minFree100': word(['cap', 'refuse'], 'a threshold of 100 divides by zero: grow to the bound'),
  'volume.factorOne': word(['allow', 'refuseBelow1.1'], 'the specification takes 1; published elsewhere 1.1'),
  'volume.predictive.inheritedFactor': word(
    ['refuseBelow1.1', 'allow'],
    'the bound of the predictive factor holds for an inherited one too',
  ),
  'volume.predictive.trigger': word(
    ['projectedFree', 'withReactive', 'targetAboveCapacity'],
    'published: ahead of demand; thin evidence',
  ),
  'volume.predictive.origin': word(['fittedLine', 'lastValue'], 'Prometheus projects from the fitted line'),
  'volume.predictive.window': word(['leftOpen', 'closed'], 'ranges in Prometheus leave their start out', {
    boundary: true,
  }),
  'volume.limit.window': word(['leftOpen', 'closed'], 'the retry instant itself must be allowed'),
  'volume.limit.reached': fixed(
    'drop',
    'the specification says not allowed, nothing of waiting: growth by itself is asked for again with each reading, and a command that waited for a day would be no answer',
  ),
  'volume.expand.order': word(['stopFirst', 'growFirst'], 'the specification: the replica restarts'),
  'volume.usage.clock': fixed(
    'always',
    'usage follows the curve of the scenario, by the age of the volume: a shared one has no single replica by whose running it could be told',
  ),
  'volume.usage.readingsOnLoss': word(['drop', 'keep'], 'the fall after a loss of data is no growth rate'),
  'volume.full': word(
    ['clamp', 'crash'],
    'free choice: writes fail, and the replica stays; or its container exits, and again each time that it runs',
  ),
  'volume.restore.capacity': word(['current', 'snapshot'], 'free choice'),
  'volume.deleteInUse.capacity': word(['initial', 'current'], 'an empty volume is a new volume'),
  'volume.initialCapacity.change': word(['newVolumes', 'refuse'], 'an existing volume changes only by command'),
  'volume.shared.types': word(
    ['stateful', 'any'],
    'the specification gives volumes to stateful workloads; published elsewhere to any',
  ),
  'volume.shared.mounts': fixed(
    'perReplica',
    'the specification: at most one for a replica; each replica is on a node of its own, so that a node and a replica have one mount alike',
  ),
  'volume.shared.restart': word(
    ['oneByOne', 'none', 'allAtOnce'],
    'the specification restarts a linked replica; thin evidence',
  ),
  'volume.iops.curve': word(
    ['fromGeneral', 'throughOrigin', 'flat'],
    'the specification: about in proportion; thin evidence',
  ),
} as const;

/** Snapshots of volumes, by schedule and by command. */
export const snapshotAssumptions = {
  'snapshot.check': word(
    ['minuteField', 'allGaps'],
    'published: a schedule names one minute of the hour, `@every` at least an hour',
  ),
  'snapshot.retention': duration('7d', 'published default where a set states none'),
  'snapshot.retentionUnit': word(
    ['minutes', 'months'],
    '`m` beside `d` and `h` reads as minutes; the specification does not say',
  ),
  'snapshot.whileCreating': word(
    ['waits', 'refused'],
    'commands to one volume run one after another; so one waits for the volume too, and finds it as it begins',
  ),
  'snapshot.final': boolean(true, 'published: a set that is deleted leaves one behind'),
  'snapshot.afterReplacement': word(
    ['untilExpiry', 'withVolume'],
    'a backup that dies with what it backs up is none: it outlives shrink, delete and restore',
  ),
} as const;
