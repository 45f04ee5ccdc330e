/** Invariants of the causes that a journal names: each chain ends in a root, and the time of each link is named. */
import type { Entry } from '../../engine/journal.ts';
import { rootOf } from '../../platform/root.ts';
import { type LinkedEntry, linkParts } from '../../report/why/linkParts.ts';
import { type Invariant, itemOf, type Violation, violationAt } from './invariant.ts';

/** The cause of an entry is an earlier entry. */
export const causesComeFirst: Invariant = {
  id: 'causesComeFirst',
  rules: [],
  sentence: 'The cause of a journal entry is an earlier entry.',
  under: {},
  check: (entries) => {
    const bySeq = new Map<number, Entry>(entries.map((entry) => [entry.seq, entry]));
    const first = entries[0]?.seq ?? 1;
    return entries.flatMap((entry): Violation[] => {
      if (entry.cause === null || entry.cause < first) return [];
      const cause = bySeq.get(entry.cause);
      if (cause === undefined) return [violationAt(entry, `its cause, entry ${entry.cause}, does not exist`)];
      if (cause.seq < entry.seq && cause.at <= entry.at) return [];
      return [violationAt(entry, `its cause, entry ${entry.cause}, is not before it`)];
    });
  },
};

/** A chain of causes ends in something from outside, a schedule, or the start of the run. */
export const causesEndInRoots: Invariant = {
  id: 'causesEndInRoots',
  rules: [],
  sentence:
    'A journal entry has a cause, or begins a chain of causes with a root: the start, a request, a schedule, a fault.',
  under: {},
  check: (entries) =>
    entries.flatMap((entry) => {
      if (entry.cause !== null || rootOf(entry) !== null) return [];
      return [violationAt(entry, `${entry.type} has neither a cause nor a root`)];
    }),
};

/** What takes time says why it takes so long. */
export const linksNameTheirTime: Invariant = {
  id: 'linksNameTheirTime',
  rules: [],
  sentence: 'If an entry comes later than its cause, named durations make up the time between them.',
  under: {},
  check: (entries) => {
    const bySeq = new Map<number, Entry>(entries.map((entry) => [entry.seq, entry]));
    return entries.flatMap((entry): Violation[] => {
      const cause = entry.cause === null ? undefined : bySeq.get(entry.cause);
      if (cause === undefined) return [];
      const parts = linkParts(linked(entry), linked(cause));
      if (parts === null) return [violationAt(entry, `nothing says why it comes so long after ${cause.type}`)];
      const named = parts.reduce((sum, { ms }) => sum + ms, 0);
      if (named === entry.at - cause.at) return [];
      return [violationAt(entry, `${named} ms are named of the ${entry.at - cause.at} ms after ${cause.type}`)];
    });
  },
};

/** Steps of a life: each follows from an earlier step of the same replica, execution, snapshot or volume. */
const ownSteps: ReadonlySet<string> = new Set([
  'replica.available',
  'replica.gone',
  'replica.pullFailed',
  'replica.ready',
  'replica.restarted',
  'replica.unresponsive',
  'execution.failed',
  'execution.gone',
  'execution.restarted',
  'execution.succeeded',
  'snapshot.expired',
  'volume.expanded',
]);

/** What comes from outside may lead to any of these steps. */
const outside = ['request.', 'command.', 'fault.', 'behaviour.'];

/** A cause that points to something else explains nothing. */
export const stepsFollowOwnSteps: Invariant = {
  id: 'stepsFollowOwnSteps',
  rules: [],
  sentence:
    'The next step of a replica, an execution, a snapshot or an expanded volume follows from one of its earlier steps, or from a request, a fault or a change of behaviour.',
  under: {},
  check: (entries) => {
    const bySeq = new Map<number, Entry>(entries.map((entry) => [entry.seq, entry]));
    return entries.flatMap((entry): Violation[] => {
      const cause = entry.cause === null ? undefined : bySeq.get(entry.cause);
      if (cause === undefined || !ownSteps.has(entry.type) || itemOf(cause) === itemOf(entry)) return [];
      if (outside.some((one) => cause.type.startsWith(one))) return [];
      return [
        violationAt(entry, `${entry.type} of ${itemOf(entry)} names ${cause.type} of ${itemOf(cause)} as its cause`),
      ];
    });
  },
};

function linked(entry: Entry): LinkedEntry {
  return { ...entry, assumptions: entry.reason.assumptions };
}
