import { fixed, word } from './choice.ts';
import { drawn, duration, number, oneOf, uniform } from './quantity.ts';

/** Assumptions about the run (window, start, order, units) and about faults. */
export const runAssumptions = {
  'run.window': word(['halfOpen', 'untilIncluded'], 'A tick at the very end belongs to the next run.', {
    boundary: true,
  }),
  'run.start': word(['settled', 'cold', 'minScale'], 'A plan rarely starts from an empty platform.'),
  'order.ranks': fixed(
    [
      'commands',
      'faults',
      'finishes',
      'deadlines',
      'ready',
      'ticks',
      'traffic',
      'readings',
      'evaluations',
      'passes',
      'marks',
      'requests',
    ],
    'Commands apply at their instant, finished work frees what others wait for, and decisions see every reading. All decisions and the fast paths rely on this order, so it cannot be changed.',
    { boundary: true },
  ),
  'order.ties': word(
    ['idThenSequence', 'shuffle'],
    'An unrelated workload must not change the order of other events.',
    { boundary: true },
  ),
  'grid.anchor': fixed(
    'epoch',
    'Evaluations happen at the same instants wherever a run starts. Look-ahead numbers ticks from the epoch, so it cannot be changed.',
  ),
  'unit.gb': oneOf([1_000_000_000, 1_073_741_824], 'The specification writes GB, not GiB.'),
  'quantity.grammar': word(
    ['kubernetes', 'loneSuffixZero', 'specForms'],
    'The amounts are Kubernetes quantities. Kubernetes reads a suffix without digits as 0; svcsim refuses it.',
  ),
  'numbers.epsilon': number(1e-9, 'Floating-point arithmetic adds noise to values from a regression.', {
    alternatives: ['0', 'any'],
  }),

  'fault.nodeLoss.notReady': duration(
    '40s',
    'Kubernetes waits this long before it reports a silent node as not ready.',
  ),
  'fault.nodeLoss.lost': duration('300s', 'Kubernetes keeps the pods of an unreachable node this long.'),
  'fault.nodeLoss.unheard': fixed('waits', 'The platform receives nothing from a lost node.'),
  'fault.kill.routed': drawn('0s', 'The platform that stops a replica knows at once that it is gone.', {
    observed: {
      is: uniform('0s', '11s'),
      why: 'After the abrupt loss of one replica of two, at most one of 30 to 284 requests failed (M054), and a guide of the vendor says that routing follows within 10 s (M044).',
    },
  }),
  'fault.outage.replicas': fixed(
    'lost',
    'The alternative, replicas that pause, would need a clock for each replica, call and execution.',
  ),
  'fault.stuckReadiness.whom': word(
    ['notYetReady', 'readyToo'],
    'A replica that does not become ready mostly runs a new version, so ready replicas stay ready. Replicas that the fault names lose readiness.',
  ),
  'location.zones': number(3, 'Three zones are usual for a cloud region. The evidence is weak.', {
    from: 1,
    to: 26,
    isWhole: true,
    alternatives: ['any', 'a number for each location under `locations`'],
  }),
} as const;
