/** Invariants of executions of cron workloads, and of the order of entries. */
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
