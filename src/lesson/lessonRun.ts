/**
 * A run for a lesson: all its journal entries, its report, and what lessons ask of it.
 */
import type { Entry } from '../engine/journal.ts';
import { Run } from '../experiment/run.ts';
import { isEventOf } from '../experiment/study/eventMeasure.ts';
import type { Expectation } from '../platform/expectation.ts';
import { Chronicle } from '../report/fold/chronicle.ts';
import { type Report, reportOf } from '../report/report.ts';
import type { ExpectationResult } from '../report/verdict/expectations.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { EntryQuery, Lesson, LessonAnswer } from './lesson.ts';

/** A finished run. */
export interface LessonRun {
  readonly scenario: Scenario;
  readonly report: Report;
  /** All of them, in order. */
  readonly entries: readonly Entry[];
  /** How an expectation came out that the run was made with. Throws for any other. */
  readonly resultOf: (expectation: Expectation) => ExpectationResult;
}

/**
 * Runs a scenario from its start to its end; its own expectations give way to those of the lesson.
 *
 * @param expect what the lesson asks of the run
 */
export function lessonRun(scenario: Scenario, expect: readonly Expectation[]): LessonRun {
  const asked = { ...scenario, expect: expect.map((one) => ({ ...one, place: nowhere })) };
  const chronicle = new Chronicle(asked);
  const entries: Entry[] = [];
  const sink = (entry: Entry): void => {
    chronicle.listen(entry);
    entries.push(entry);
  };
  const run = new Run(asked, { sink });
  run.advance();
  const report = reportOf(run, chronicle);
  const results = new Map(expect.map((one, index) => [one, report.expectations[index]]));
  const resultOf = (expectation: Expectation): ExpectationResult => {
    const result = results.get(expectation);
    if (result === undefined) throw new Error(`the run was made without ${expectation.text}`);
    return result;
  };
  return { scenario, report, entries, resultOf };
}

/** Expectations of a lesson have no place in the scenario. */
const nowhere = { file: '', line: 1, column: 1, endColumn: 1 };

/** The unmodified run of a lesson, which answers its questions. */
export function unmodifiedRun({ subject, pins, questions }: Lesson): LessonRun {
  return lessonRun(subject.scenario, [...pins, ...questions.flatMap(({ answer }) => measuredIn(answer))]);
}

function measuredIn(answer: LessonAnswer): readonly Expectation[] {
  switch (answer.kind) {
    case 'metric':
      return [answer.measured];
    case 'choice':
      return answer.changed === null ? [answer.proof] : [];
    case 'minus':
      return [...measuredIn(answer.from), ...measuredIn(answer.less)];
    case 'entry':
    case 'count':
    case 'report':
      return [];
  }
}

/** The entries that a query fits, in order. */
export function entriesFor({ entries }: Pick<LessonRun, 'entries'>, query: Omit<EntryQuery, 'nth'>): readonly Entry[] {
  const { event, where, after } = query;
  return entries.filter(
    (entry) =>
      entry.type === event.type &&
      (after === null || entry.at > after) &&
      isEventOf(entry.subject.name, event) &&
      where.every(([field, value]) => String(fieldOf(entry, field)) === value),
  );
}

/** The entry that is meant; null: there is none. */
export function entryFor(run: Pick<LessonRun, 'entries'>, query: EntryQuery): Entry | null {
  const found = entriesFor(run, query);
  return (query.nth === 'last' ? found.at(-1) : found[query.nth - 1]) ?? null;
}

/** A field of the data of an entry; `ordinal` is also the number of its replica or volume. */
export function fieldOf({ data, ordinal }: Pick<Entry, 'data' | 'ordinal'>, field: string): unknown {
  if (Object.hasOwn(data, field)) return data[field];
  return field === 'ordinal' && ordinal !== null ? ordinal : undefined;
}
