import { word } from './choice.ts';
import { list } from './collection.ts';
import { duration, number } from './quantity.ts';

/** The run itself: its stretch, its order, its units; and the faults that it meets. */
export const runAssumptions = {
  'run.window': word(['halfOpen', 'untilIncluded'], 'a tick at the very end belongs to the next run', {
    simulated: ['untilIncluded'],
    boundary: true,
  }),
  'run.start': word(['settled', 'cold'], 'few plans begin from nothing', { simulated: ['cold'] }),
  'order.ranks': list(
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
    'instructions hold at their instant, ends free what others wait for, decisions see every reading',
    { boundary: true, alternatives: ['any permutation'] },
  ),
  'order.ties': word(['idThenSequence', 'shuffle'], 'an unrelated workload must reorder nothing', { boundary: true }),
  'grid.anchor': word(['epoch', 'runStart', 'creation'], 'the same evaluation instants wherever a run begins'),
  'unit.gb': number(1_000_000_000, 'the specification writes GB, not GiB', { from: 1, alternatives: ['1073741824'] }),
  'quantity.grammar': word(
    ['kubernetes', 'loneSuffixZero', 'specForms'],
    'Kubernetes quantities; its parser takes a suffix without digits for 0, which is refused here',
    { simulated: ['loneSuffixZero', 'specForms'] },
  ),
  'numbers.epsilon': number(1e-9, 'noise of floating point in values from a regression', {
    alternatives: ['0', 'any'],
  }),

  'fault.nodeLoss.notReady': duration('40s', 'Kubernetes: how long a silent node is believed'),
  'fault.nodeLoss.lost': duration('300s', 'Kubernetes: how long its pods are kept'),
  'fault.nodeLoss.unheard': word(
    ['waits', 'passes'],
    'free choice: what falls due of a replica that runs there comes to light when the node is back; a first start, a termination and an execution go on as anywhere',
  ),
  'fault.outage.replicas': word(['lost', 'frozen'], 'free choice: a lost location starts anew'),
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
