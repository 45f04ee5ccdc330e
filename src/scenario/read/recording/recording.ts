/**
 * Reads a recording of any known form as one trace: plain CSV or NDJSON, CSV as Grafana exports it, or the answer of a
 * range query of Prometheus. What it guesses is a warning.
 */

import { day } from '../../../engine/time.ts';
import type { Zone } from '../../../engine/zone/zone.ts';
import type { TraceProblem } from '../../text/problem.ts';
import { csvRecords, isBinary, isNdjson, separatorOf, withoutMark } from '../../text/traceRows.ts';
import { readTraceRows, settledRows, type TraceRead, type TraceRow } from '../demand/trace.ts';
import { chosenSeries, listed } from './chosen.ts';
import { columnSeries } from './columns.ts';
import { growthOf, isCounter } from './counter.ts';
import { isQueryAnswer, prometheusSeries } from './prometheus.ts';
import type { SampleKind } from './sampleText.ts';
import { placeOfMark, type Series, type SeriesRead } from './series.ts';

export interface RecordingOptions {
  readonly file: string;
  /** Names of columns as written; undefined: they are found, or are `time` and `value`. */
  readonly time: string | undefined;
  readonly value: string | undefined;
  /** The time zone of stamps that name none; null: UTC. */
  readonly zone: Zone | null;
  /** Names of series, or selectors; undefined: the only one, or all. */
  readonly series: readonly string[] | undefined;
  /** Whether the series are counters; undefined: it is guessed where no unit is written. */
  readonly counter: boolean | undefined;
  /** The unit as written; undefined: the samples say it, or it is guessed. */
  readonly unit: unknown;
  /** Whether rows of one stamp of a plain file are summed (amounts) or averaged (levels). */
  readonly isAmount: boolean;
  /** What the values count as. */
  readonly use: 'requests' | 'levels' | 'growth';
  readonly gap: 'hold' | 'zero' | 'error';
  /** What the samples may say of themselves; empty: anything. */
  readonly kinds: readonly SampleKind[];
}

export interface Recording extends TraceRead {
  /** The unit of the rows where it is not the written one: the samples say it, or it is guessed. */
  readonly unit: string | null;
  /** The form that was found; null: a plain file. */
  readonly form: 'prometheus' | 'columns' | null;
  /** The column of the stamps; null: a plain file or JSON. */
  readonly time: string | null;
  /** All series, and those that were read. Empty: a plain file. */
  readonly series: readonly Series[];
  readonly chosen: readonly Series[];
  /** Whether the chosen series were read as counters. */
  readonly isCounter: boolean;
}

/** Reads a recording; where there is an error it has no rows. */
export function readRecording(text: string, options: RecordingOptions): Recording {
  return recordingOf(text, seriesIn(text, options), options);
}

/** The series of a text with the form that was found; null: a plain file, or none that has series. */
export type SeriesFound = (SeriesRead & { readonly form: 'prometheus' | 'columns' }) | null;

/** The series that a text holds. */
export function seriesIn(
  text: string,
  options: Pick<RecordingOptions, 'file' | 'time' | 'value' | 'series' | 'zone'>,
): SeriesFound {
  const plain = withoutMark(text);
  const form = formOf(plain, options);
  if (form === null || isBinary(plain)) return null;
  const read = form === 'prometheus' ? prometheusSeries(plain) : columnSeries(plain, options);
  return read === null ? null : { ...read, form };
}

/** One trace of the series that a text holds; of a plain file, of its rows. */
export function recordingOf(text: string, found: SeriesFound, options: RecordingOptions): Recording {
  if (found !== null) return { ...traceOf(withoutMark(text), found, options), form: found.form, time: found.time };
  const trace = readTraceRows(text, { ...options, time: options.time ?? 'time', value: options.value ?? 'value' });
  return { ...trace, unit: null, form: null, time: null, series: [], chosen: [], isCounter: false };
}

/** A file is plain if it has the columns of stamps and values under their written or usual names. */
function formOf(
  text: string,
  { file, time, value, series }: Pick<RecordingOptions, 'file' | 'time' | 'value' | 'series'>,
): Recording['form'] {
  if (isQueryAnswer(text)) return 'prometheus';
  if (isNdjson(file)) return null;
  const { separator } = separatorOf(text);
  if (series !== undefined || (separator === ';' && value === undefined)) return 'columns';
  const header = csvRecords(text).next().value;
  const names = Array.isArray(header) ? header.map((field) => field.text.trim()) : [];
  const isFound = names.includes(time ?? 'time') && names.includes(value ?? 'value');
  const isGiven = time !== undefined && value !== undefined;
  return isFound || isGiven ? null : 'columns';
}

type Read = Omit<Recording, 'form' | 'time'>;

function traceOf(text: string, { series, problems: found }: SeriesRead, options: RecordingOptions): Read {
  const problems: TraceProblem[] = [...found];
  const at = (mark: number) => placeOfMark(text, mark);
  const failed = (): Read => ({ rows: [], step: day, problems, unit: null, series, chosen: [], isCounter: false });
  const refuse = (code: string, message: string, mark = 0): Read => {
    problems.push({ ...at(mark), code, message, severity: 'error' });
    return failed();
  };
  const warn = (code: string, message: string, mark = 0): void => {
    problems.push({ ...at(mark), code, message, severity: 'warning' });
  };
  if (problems.some(({ severity }) => severity === 'error')) return failed();
  const full = series.filter((one) => one.at.length > 0);
  if (full.length === 0)
    return refuse(
      'empty-trace',
      series.length === 0 ? 'expected series, found none' : `expected numbers, found none in ${listed(series)}`,
    );
  const choice = chosenSeries(full, options.series, options.use === 'requests');
  if ('problem' in choice) return refuse('several-series', `${choice.problem}; ${choice.hint}`);
  if (choice.says !== null) warn('several-series', choice.says);
  const chosen = choice.series;
  const kinds = new Set(chosen.map(({ kind }) => kind));
  const [kind = null] = kinds;
  const wrong = chosen.find(
    (one) => one.kind !== kind || (one.kind !== null && options.kinds.length > 0 && !options.kinds.includes(one.kind)),
  );
  if (wrong !== undefined)
    return refuse(
      'bad-unit',
      `the values of '${wrong.name}' are ${wrong.kind ?? 'bare numbers'}, expected ${kinds.size > 1 ? `${kind ?? 'bare numbers'} as in '${chosen[0]?.name}'` : options.kinds.join(' or ')}`,
      wrong.marks[0],
    );
  const ordered = chosen.map((one) => inOrder(one));
  for (const { series: one, says, bad } of ordered) {
    if (bad !== null)
      return refuse(
        'wrong-order',
        `expected samples of '${one.name}' in order of time, found one before the last`,
        bad,
      );
    if (says !== null) warn('duplicate-rows', says.message, says.mark);
  }
  const absent = chosen.find(({ missing }) => missing > 0);
  if (absent !== undefined) {
    const count = chosen.reduce((sum, { missing }) => sum + missing, 0);
    warn(
      'no-value',
      `${count} ${count === 1 ? 'sample of' : 'samples of'} ${listed(chosen.filter(({ missing }) => missing > 0))} ${count === 1 ? 'has' : 'have'} no number (empty, null or NaN): left out`,
      absent.firstMissing,
    );
  }
  const mayCount = options.use !== 'levels' && kind !== 'requests/s' && kind !== 'B/s';
  const counters =
    options.counter ?? (options.unit === undefined && mayCount && ordered.every(({ series: one }) => isCounter(one)));
  if (counters && options.use === 'levels')
    return refuse('contradiction', 'a counter is the growth, not the level: add integrate: true');
  if (counters && ordered.some(({ series: one }) => one.at.length < 2))
    return refuse('single-row', 'expected two or more samples of a counter, found one: its growth is not known');
  if (counters && options.counter === undefined)
    warn(
      'counter',
      `${listed(chosen)} only ${chosen.length === 1 ? 'grows: read as a counter, whose' : 'grow: read as counters, whose'} growth a second is used; write counter: true if this is right, or counter: false`,
    );
  const rated = ordered.map(({ series: one }) => (counters ? growthOf(one) : one));
  const below = rated.find((one) => one.values.some((value) => value < 0));
  if (below !== undefined) {
    const index = below.values.findIndex((value) => value < 0);
    return refuse('bad-number', `expected a number of at least 0, found ${below.values[index]}`, below.marks[index]);
  }
  const summed = sumOf(rated);
  if (summed === null)
    return refuse(
      'wrong-order',
      `the series ${listed(chosen)} have samples at different instants and cannot be summed; name one with series:`,
    );
  if (summed.partial > 0)
    warn(
      'several-series',
      `at ${summed.partial} of ${summed.rows.length} instants a series has no value: it counts as 0 there`,
    );
  const settled: TraceProblem[] = [];
  const trace = settledRows(summed.rows, options, settled);
  problems.push(...settled.map((problem) => ({ ...problem, ...at(problem.line) })));
  const unit = counters ? growthUnit(options) : kind;
  return { ...trace, problems, unit, series, chosen, isCounter: counters };
}

/** The unit of a counter's growth a second. */
function growthUnit({ use, unit }: RecordingOptions): string {
  if (use === 'requests') return 'requests/s';
  return `${typeof unit === 'string' ? unit.split('/')[0] : 'B'}/s`;
}

interface Ordered {
  readonly series: Series;
  /** What was done to it. */
  readonly says: { readonly message: string; readonly mark: number } | null;
  /** Where the first sample stands that is out of order; null: none. */
  readonly bad: number | null;
}

/** A series in rising order: one that falls all along is turned round, samples of one instant are averaged. */
function inOrder(given: Series): Ordered {
  const series = isFalling(given.at) ? turned(given) : given;
  const { at, values, marks } = series;
  let twice = 0;
  let first = -1;
  for (let index = 1; index < at.length; index += 1) {
    const [before = 0, now = 0] = [at[index - 1], at[index]];
    if (now < before) return { series, says: null, bad: marks[index] ?? 0 };
    if (now !== before) continue;
    twice += 1;
    if (first === -1) first = marks[index] ?? 0;
  }
  if (twice === 0) return { series, says: null, bad: null };
  const single: Series = { ...series, at: [], values: [], marks: [] };
  for (let index = 0; index < at.length; ) {
    const from = index;
    let sum = 0;
    for (; at[index] === at[from] && index < at.length; index += 1) sum += values[index] ?? 0;
    single.at.push(at[from] ?? 0);
    single.values.push(sum / (index - from));
    single.marks.push(marks[from] ?? 0);
  }
  const message = `${twice} ${twice === 1 ? 'sample' : 'samples'} of '${series.name}' ${twice === 1 ? 'has' : 'have'} the same time as the one before: samples of one instant are averaged`;
  return { series: single, says: { message, mark: first }, bad: null };
}

function isFalling(at: readonly number[]): boolean {
  return (
    at.length > 1 &&
    (at[0] ?? 0) > (at.at(-1) ?? 0) &&
    at.every((now, index) => index === 0 || now <= (at[index - 1] ?? now))
  );
}

function turned(series: Series): Series {
  return {
    ...series,
    at: series.at.toReversed(),
    values: series.values.toReversed(),
    marks: series.marks.toReversed(),
  };
}

/**
 * The sum of series at each instant that one of them has; null where their instants are not the same ones.
 *
 * `partial` counts instants at which a series has no value.
 */
function sumOf(series: readonly Series[]): { readonly rows: TraceRow[]; readonly partial: number } | null {
  const [first] = series;
  if (first === undefined) return { rows: [], partial: 0 };
  // The mark stands in the field of the line: a problem with a row is placed by it.
  const rows = first.at.map(
    (at, index): TraceRow => ({ at, value: first.values[index] ?? 0, line: first.marks[index] ?? 0 }),
  );
  if (series.length === 1) return { rows, partial: 0 };
  const sums = new Map<number, { value: number; line: number; count: number }>();
  for (const one of series)
    for (const [index, at] of one.at.entries()) {
      const sum = sums.get(at);
      if (sum === undefined) sums.set(at, { value: one.values[index] ?? 0, line: one.marks[index] ?? 0, count: 1 });
      else {
        sum.value += one.values[index] ?? 0;
        sum.count += 1;
      }
    }
  const most = series.reduce((count, { at }) => Math.max(count, at.length), 0);
  if (sums.size > most * 1.5 && isInterleaved(series)) return null;
  const all = [...sums].sort(([a], [b]) => a - b);
  return {
    rows: all.map(([at, { value, line }]) => ({ at, value, line })),
    partial: all.filter(([, { count }]) => count < series.length).length,
  };
}

/** Whether two series of the same time share hardly an instant. */
function isInterleaved(series: readonly Series[]): boolean {
  const [first, ...others] = series;
  const known = new Set(first?.at);
  const [from, until] = [first?.at[0] ?? 0, first?.at.at(-1) ?? 0];
  return others.some(({ at }) => {
    const within = at.filter((one) => one >= from && one <= until);
    return within.length > 2 && within.filter((one) => known.has(one)).length * 2 < within.length;
  });
}
