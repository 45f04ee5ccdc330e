/** Entries of a session as answers show them, and questions about them. */
import type { Entry } from '../../../engine/journal.ts';
import { type Instant, isoFromInstant } from '../../../engine/time.ts';
import { ConditionError, conditionOf } from '../../../experiment/debug/condition.ts';
import type { Debugger, IsWanted } from '../../../experiment/debug/debugger.ts';
import type { DebugEntry } from '../../../report/debug/debugDocument.ts';
import { fieldsOf } from '../../../report/debug/factFields.ts';
import { readJournalLine } from '../../../report/explain/journalLines.ts';
import { wordsOf } from '../../../report/explain/words.ts';
import type { PageEntry } from '../../../report/picture/picture.ts';
import { journalLine } from '../../../report/render/journalLine.ts';
import { entrySentence } from '../../../report/why/entrySentence.ts';
import { type EntryQuestion, isAsked, questionOf, valuesSet } from '../../../report/why/question.ts';
import { type RunContent, unmetText } from '../../../report/why/unmet.ts';
import { type WhyDocument, whyDocument } from '../../../report/why/whyDocument.ts';
import { assumptionNames, writtenValue } from '../../../rules/assumptions.ts';
import { exitCode, Stop } from '../../exit.ts';

/** Why an entry happened that is asked for by its number or by a question: of those up to an instant the newest. */
export function whyOf({ entries, session }: Debugger, of: string, until: Instant): WhyDocument {
  const bare = of.replace(/^#/, '');
  const question = /^\d+$/.test(bare) ? Number(bare) : questionOf(of);
  if (typeof question === 'string') throw usage(question);
  const found = entries.flatMap((entry) => {
    if (typeof question === 'number') return entry.seq === question ? [pageEntryOf(entry)] : [];
    if (!question.types.has(entry.type)) return [];
    const read = pageEntryOf(entry);
    return isAsked(question, read) ? [read] : [];
  });
  // The newest one is what a user sees who has just stopped there.
  const entry = found.findLast((one) => one.at <= until);
  if (entry === undefined)
    throw usage(
      typeof question === 'number'
        ? `there is no entry ${bare} yet: the journal has entries 1 to ${entries.length}`
        : `'${of}' did not happen by ${isoFromInstant(until)}${found.length > 0 ? '' : unmetText(question, contentOf(entries, question))}`,
    );
  const causes: PageEntry[] = [];
  for (let cause = entry.cause; cause !== null; cause = causes.at(-1)?.cause ?? null) {
    const next = entries[cause - 1];
    if (next === undefined) break;
    causes.push(pageEntryOf(next));
  }
  const others = found.map(({ seq }) => seq).filter((seq) => seq !== entry.seq);
  const { assumptions } = session.origin.scenario;
  const written = new Map<string, unknown>(assumptionNames.map((name) => [name, writtenValue(name, assumptions)]));
  const words = wordsOf([entry, ...causes], written);
  return whyDocument({ question: of, entry, causes, others, words });
}

function contentOf(entries: readonly Entry[], question: EntryQuestion): RunContent {
  const typesOf = new Map<string, Set<string>>();
  const values = new Set<number>();
  for (const entry of entries) {
    const { type, subject } = pageEntryOf(entry);
    typesOf.set(subject, (typesOf.get(subject) ?? new Set()).add(type));
    if (question.state === null || !isAsked({ ...question, state: null }, pageEntryOf(entry))) continue;
    for (const value of valuesSet(entry, question.state.unit)) values.add(value);
  }
  return { typesOf, values: [...values] };
}

/** Entries that a question asks for, under a condition about the fields of their data. */
export function wantedBy(on: string, where: string | null): IsWanted {
  const question = questionOf(on);
  if (typeof question === 'string') throw usage(question);
  const condition = where === null ? null : conditionOf(where, fieldsOf(question.types));
  if (typeof condition === 'string') throw usage(condition);
  return (entry) => {
    if (!question.types.has(entry.type) || !isAsked(question, pageEntryOf(entry))) return false;
    try {
      return condition === null || condition(entry.data);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      throw new ConditionError(`entry #${entry.seq}, ${entry.type}: ${error.message}`);
    }
  };
}

/** An entry as a report folder holds it. */
function pageEntryOf(entry: Entry): PageEntry {
  const read = readJournalLine(journalLine(entry));
  if (read === null) throw new Error(`entry ${entry.seq} cannot be read`);
  return read;
}

export function told(entry: Entry): DebugEntry {
  const { seq, at, type, subject, data } = pageEntryOf(entry);
  return { seq, at: isoFromInstant(at), type, subject, sentence: entrySentence({ type, subject, data }) };
}

export function usage(message: string): Stop {
  return new Stop(exitCode.usage, message);
}
