/**
 * The journal of a run as comparable lines, with what a law changes on purpose taken out: numbers of entries, names,
 * instants.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Duration } from '../../engine/time.ts';
import type { Facts, Value } from '../../engine/value.ts';

/** What a line leaves out or moves back. */
export interface CourseOptions {
  /** Subtracted from every instant; default 0. */
  readonly shift?: Duration;
  /** Applied to every name and text; default: none. */
  readonly rename?: (text: string) => string;
}

/**
 * Entries without their numbers and causes, which move if there are more entries, and without the ids that are made
 * from names and instants: of commands, of executions (their ticks) and of snapshots by schedule.
 */
export function courseOf(journal: readonly Entry[], { shift = 0, rename = same }: CourseOptions = {}): string[] {
  return journal.map(({ at, type, subject, ordinal, reason, data }) => {
    const isMade = type.startsWith('command.') || type.startsWith('execution.');
    const which = isMade || ordinal === null ? null : typeof ordinal === 'string' ? rename(ordinal) : ordinal;
    const facts = factsOf(data, shift, rename);
    return JSON.stringify([at - shift, type, rename(subject.name), which, reason.rules, reason.assumptions, facts]);
  });
}

function same(text: string): string {
  return text;
}

function factsOf(data: Facts, shift: Duration, rename: (text: string) => string): Value {
  const visit = (value: Value, key: string): Value => {
    if (typeof value === 'number') return key.endsWith('At') ? value - shift : value;
    if (typeof value === 'string') return isMadeName(key, value) ? '' : rename(value);
    if (typeof value !== 'object' || value === null) return value;
    if (isList(value)) return value.map((one) => visit(one, key));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), visit(inner, name)]));
  };
  return visit(data, '');
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** The id of a command, or the name of a snapshot that ends in its instant. */
function isMadeName(key: string, value: string): boolean {
  return key === 'command' || (key === 'name' && /-\d{12}$/.test(value));
}
