import { fixed, word } from './choice.ts';
import { duration, number, oneOf } from './quantity.ts';

/** The run itself: its stretch, its order, its units; and the faults that it meets. */
export const runAssumptions = {
  'run.window': word(['halfOpen', 'untilIncluded'], 'a tick at the very end belongs to the next run', {
    boundary: true,
  }),
  'run.start': word(
    ['settled', 'cold', 'minScale'],
    'few plans begin from nothing: replicas are as many as autoscaling holds under the demand of the first instant, or at `minScale` where that is to be seen',
  ),
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
    'instructions hold at their instant, ends free what others wait for, decisions see every reading; all that decides, and all that looks ahead, rests on this order',
    { boundary: true },
  ),
  'order.ties': word(
    ['idThenSequence', 'shuffle'],
    'an unrelated workload must reorder nothing; shuffle: lots that the seed decides say who of those that stand at the start goes first',
    { boundary: true },
  ),
  'grid.anchor': fixed(
    'epoch',
    'the same evaluation instants wherever a run begins: what looks ahead finds a tick by its number since the epoch',
  ),
  'unit.gb': oneOf([1_000_000_000, 1_073_741_824], 'the specification writes GB, not GiB'),
  'quantity.grammar': word(
    ['kubernetes', 'loneSuffixZero', 'specForms'],
    'Kubernetes quantities; its parser takes a suffix without digits for 0, which is refused here',
  ),
  'numbers.epsilon': number(1e-9, 'noise of floating point in values from a regression', {
    alternatives: ['0', 'any'],
  }),

  'fault.nodeLoss.notReady': duration('40s', 'Kubernetes: how long a silent node is believed'),
  'fault.nodeLoss.lost': duration('300s', 'Kubernetes: how long its pods are kept'),
  'fault.nodeLoss.unheard': fixed(
    'waits',
    'what falls due of a replica that runs on a lost node comes to light when the node is back: nobody hears of it before; a first start, a termination and an execution go on as anywhere',
  ),
  'fault.outage.replicas': fixed(
    'lost',
    'a lost location starts anew: what stood still while nobody could reach it would need a clock of its own for each replica, call and execution',
  ),
  'fault.stuckReadiness.whom': word(
    ['notYetReady', 'readyToo'],
    'what does not get ready is mostly a new version: without replicas, count or share, those who are ready stay so; chosen ones lose it',
  ),
  'location.zones': number(3, 'usual for a cloud region; thin evidence', {
    from: 1,
    to: 26,
    isWhole: true,
    alternatives: ['any', 'per location under `locations`'],
  }),
} as const;
