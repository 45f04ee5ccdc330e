/** Invariants of executions of cron workloads, and of the order of entries. */
import type { Entry } from '../../engine/journal.ts';
import { type Invariant, itemOf, type Violation, violationAt } from './invariant.ts';

const ends = ['execution.succeeded', 'execution.failed', 'execution.removed'];

/** CRON-11: an execution that has started ends at most once. */
export const executionsEndOnce: Invariant = {
  id: 'executionsEndOnce',
  rules: ['CRON-11'],
  sentence: 'An execution that has started ends once, and one that has not started does not end.',
  under: {},
  check: (entries) => {
    const running = new Set<string>();
    return entries.flatMap((entry): Violation[] => {
      const item = itemOf(entry);
      if (entry.type === 'execution.started') running.add(item);
      if (!ends.includes(entry.type) || running.delete(item)) return [];
      return [violationAt(entry, `execution ${entry.ordinal} ends, but it does not run`)];
    });
  },
};

/** CRON-3: a tick is skipped only because an execution still runs. */
export const skipsHaveAReason: Invariant = {
  id: 'skipsHaveAReason',
  rules: ['CRON-3'],
  sentence: 'A tick is skipped only while an execution of the same deployment runs, or with another stated reason.',
  under: { 'cron.runNow.counts': ['no'] },
  check: (entries) => {
    const running = new Map<string, Set<number | string>>();
    return entries.flatMap((entry): Violation[] => {
      const { type, subject, ordinal, data } = entry;
      const own = running.get(subject.name) ?? new Set();
      if (type === 'execution.started') running.set(subject.name, own.add(ordinal ?? ''));
      if (ends.includes(type)) own.delete(ordinal ?? '');
      if (type !== 'execution.skipped' || data.why !== undefined || own.size > 0) return [];
      return [violationAt(entry, 'the tick is skipped, but no execution runs')];
    });
  },
};

/** Entries are numbered one by one, and their instants never go back. */
export const entriesAreInOrder: Invariant = {
  id: 'entriesAreInOrder',
  rules: [],
  sentence: 'Journal entries are numbered one by one, and none is before the entry in front of it.',
  under: {},
  check: (entries) =>
    entries.flatMap((entry, index): Violation[] => {
      const before = entries[index - 1];
      if (before === undefined) return [];
      if (entry.seq !== before.seq + 1) return [violationAt(entry, `its number follows on ${before.seq}`)];
      return entry.at >= before.at ? [] : [violationAt(entry, `it is before entry ${before.seq}`)];
    }),
};

/** What an instant begins with: instructions, which may make anything happen before what is due at that instant. */
const instructions = ['request.', 'command.', 'fault.', 'behaviour.'];

/** `order.ranks`: what ends at an instant frees what others wait for, so it comes before readiness and ticks. */
export const endsComeFirst: Invariant = {
  id: 'endsComeFirst',
  rules: [],
  sentence: 'At one instant, a planned end comes before what becomes ready, and before ticks of schedules.',
  under: {},
  check: (entries) => {
    const endsAt = new Map<string, number>();
    const bySeq = new Map<number, Entry>(entries.map((entry) => [entry.seq, entry]));
    let [now, isInstructed]: [number, boolean] = [Number.NaN, false];
    let later: Entry | null = null;
    return entries.flatMap((entry): Violation[] => {
      const { at, type, data, cause } = entry;
      if (at !== now) [now, isInstructed, later] = [at, false, null];
      if (instructions.some((one) => type.startsWith(one))) isInstructed = true;
      const item = type.startsWith('snapshot.') ? `${entry.subject.name} ${data.name}` : itemOf(entry);
      const endAt = data.goneAt ?? data.expiresAt;
      if (typeof endAt === 'number' && endAt > at) endsAt.set(item, endAt);
      const causedAt = cause === null ? null : (bySeq.get(cause)?.at ?? null);
      const isReady = type === 'replica.ready' && causedAt !== null && causedAt < at;
      const isTick = type === 'execution.started' && data.slotAt === at;
      if (!isInstructed && (isReady || isTick)) later ??= entry;
      const isEnd = ['replica.gone', 'execution.gone', 'snapshot.expired'].includes(type) && endsAt.get(item) === at;
      if (!isEnd || later === null) return [];
      return [violationAt(entry, `${type} comes after entry ${later.seq}, ${later.type}, of the same instant`)];
    });
  },
};
