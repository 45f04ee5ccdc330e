/**
 * Series of a CSV as Grafana and spreadsheets export it: a column of stamps and a column for each series (wide), or
 * columns that name the series of each row's value (long).
 */

import type { Zone } from '../../../engine/zone/zone.ts';
import { nearest } from '../../../rules/units.ts';
import { clipped } from '../../../text/folded.ts';
import type { TraceProblem } from '../../text/problem.ts';
import { type BadRow, csvRecords, separatorOf, type TraceField } from '../../text/traceRows.ts';
import { instantOf, toldMax } from '../demand/trace.ts';
import { isAbsent, sampleOf } from './sampleText.ts';
import { addMissing, emptySeries, labelsIn, nameOf, type Series, type SeriesRead } from './series.ts';

export interface ColumnNames {
  /** The column of the stamps; undefined: it is found. */
  readonly time: string | undefined;
  /** The time zone of stamps that name none; null: UTC. */
  readonly zone: Zone | null;
  /** The column of the values; undefined: each column of numbers is a series. */
  readonly value: string | undefined;
}

/** So many rows decide what a column holds. */
const previewRows = 50;

const timeName = /^(time|timestamp|datetime|date|_time|@timestamp|ts|t)$/i;

/**
 * The series of a CSV, or null where it has no column of stamps: then it is no recording of this kind. Empty fields,
 * `null`, `undefined` and `NaN` are missing samples. Of long rows the labels name the series, or the one column
 * of text.
 */
export function columnSeries(text: string, names: ColumnNames): SeriesRead | null {
  const records = csvRecords(text);
  const header = nextRecord(records);
  const preview: (readonly TraceField[])[] = [];
  const rows = numbered(records, header?.length ?? 0);
  let bad: TraceProblem | null = null;
  while (preview.length < previewRows) {
    const row = rows.next();
    if (row.done === true) break;
    if ('problem' in row.value) {
      bad = { ...row.value.problem, severity: 'error' };
      break;
    }
    preview.push(row.value);
  }
  if (header === null) return null;
  const columns = header.map(({ text: name }) => name.trim());
  const time = timeColumn(columns, preview[0] ?? [], names.time);
  if (time === -1) return null;
  const problems: TraceProblem[] = bad === null ? [] : [bad];
  const isDecimalComma = separatorOf(text).separator === ';';
  const layout = layoutOf(columns, preview, { time, value: names.value, isDecimalComma });
  if ('code' in layout) {
    problems.push({ ...placeOf(header[0]), ...layout, severity: 'error' });
    return { series: [], time: columns[time] ?? null, problems };
  }
  const reader = new RowReader(layout, names.zone, problems);
  for (const row of preview) reader.add(row);
  if (bad === null)
    for (const row of rows) {
      if ('problem' in row) problems.push({ ...row.problem, severity: 'error' });
      else reader.add(row);
      if (problems.length >= toldMax) break;
    }
  return { series: reader.series(), time: columns[time] ?? null, problems };
}

/** Which columns are read. */
interface Layout {
  readonly time: number;
  /** Whether 1,5 is one and a half: so where semicolons separate the fields. */
  readonly isDecimalComma: boolean;
  /** Columns of values with their names. */
  readonly values: readonly (readonly [column: number, name: string])[];
  /** Columns that name the series of a row; empty: each column of values is a series. */
  readonly labels: readonly (readonly [column: number, name: string])[];
}

/** The columns that are read, or why that is not clear. */
function layoutOf(
  columns: readonly string[],
  preview: readonly (readonly TraceField[])[],
  { time, value, isDecimalComma }: Pick<Layout, 'time' | 'isDecimalComma'> & { readonly value: string | undefined },
): Layout | Pick<TraceProblem, 'code' | 'message'> {
  const others = columns.flatMap((name, index) =>
    index === time ? [] : [[index, name || `column ${index + 1}`] as const],
  );
  // A stray word among numbers is a mistake of its own.
  const isText = ([column]: readonly [number, string]): boolean => {
    const written = preview.map((row) => row[column]?.text ?? '').filter((text) => !isAbsent(text));
    return written.filter((text) => sampleOf(text, isDecimalComma) === null).length * 2 > written.length;
  };
  const labels = others.filter((column) => isText(column));
  const numbers = others.filter((column) => !isText(column));
  if (value !== undefined) {
    const named = others.filter(([, name]) => name === value);
    const guess = nearest(
      value,
      others.map(([, name]) => name),
    );
    const message = `expected a column '${value}', found ${listed(columns)}${guess === null ? '' : `: did you mean '${guess}'?`}`;
    if (named.length === 0) return { code: 'unknown-column', message };
    return { time, isDecimalComma, values: named, labels: labels.filter(([, name]) => name !== value) };
  }
  const unclear = (message: string) => ({ code: 'unclear-columns', message });
  if (numbers.length === 0) return unclear(`expected a column of numbers, found ${listed(columns)}`);
  const [named, another] = numbers.filter(([, name]) => /^value$/i.test(name));
  // Beside a column of this name numbers such as the status of a response are labels.
  if (labels.length > 0 && named !== undefined && another === undefined)
    return { time, isDecimalComma, values: [named], labels: others.filter((column) => column !== named) };
  if (labels.length > 0 && numbers.length > 1)
    return unclear(
      `expected one column of numbers beside the text of ${listed(labels.map(([, name]) => name))}, found ${listed(numbers.map(([, name]) => name))}: name one with value:`,
    );
  return { time, isDecimalComma, values: numbers, labels };
}

/** Adds rows to their series. */
class RowReader {
  readonly #layout: Layout;
  readonly #zone: Zone | null;
  readonly #problems: TraceProblem[];
  readonly #byName = new Map<string, Series>();
  readonly #columns: readonly Series[];

  constructor(layout: Layout, zone: Zone | null, problems: TraceProblem[]) {
    this.#layout = layout;
    this.#zone = zone;
    this.#problems = problems;
    this.#columns = layout.labels.length > 0 ? [] : layout.values.map(([, name]) => emptySeries(name));
  }

  series(): readonly Series[] {
    return this.#layout.labels.length > 0 ? [...this.#byName.values()] : this.#columns;
  }

  add(row: readonly TraceField[]): void {
    const { time, values, isDecimalComma } = this.#layout;
    const stamp = row[time];
    if (stamp === undefined) return;
    const at = instantOf(stamp.text);
    if (at === null) {
      const message = `expected a date and time such as 2026-11-01 14:00:00, found '${clipped(stamp.text, 40)}'`;
      this.#tell(stamp, 'bad-date', `${message}; in Grafana switch off 'Formatted data'`);
      return;
    }
    for (const [index, [column]] of values.entries()) {
      const field = row[column];
      if (field === undefined) continue;
      const series = this.#columns[index] ?? this.#labelled(row);
      if (isAbsent(field.text)) {
        addMissing(series, field.offset);
        continue;
      }
      const sample = sampleOf(field.text, isDecimalComma);
      if (sample === null) {
        this.#tell(field, 'bad-number', `expected a number, found '${clipped(field.text, 40)}'`);
        continue;
      }
      // 0 may stand without the unit of the others.
      if (sample.kind !== null && series.kind === null) series.kind = sample.kind;
      else if (sample.kind !== null && sample.kind !== series.kind)
        this.#tell(
          field,
          'bad-unit',
          `expected ${series.kind ?? 'a number'} as in the rows before, found '${clipped(field.text, 40)}'`,
        );
      series.at.push(this.#zone === null ? at : (instantOf(stamp.text, this.#zone, series.at.at(-1)) ?? at));
      series.values.push(sample.value);
      series.marks.push(field.offset);
    }
  }

  #labelled(row: readonly TraceField[]): Series {
    const { labels } = this.#layout;
    const texts = labels.map(([column]) => row[column]?.text.trim() ?? '');
    const key = texts.join('\u0000');
    const known = this.#byName.get(key);
    if (known !== undefined) return known;
    const only = texts.length === 1 ? texts[0] : undefined;
    const pairs = new Map(labels.map(([, name], index) => [name, texts[index] ?? '']));
    const series =
      only === undefined || only === ''
        ? emptySeries(nameOf(pairs), pairs)
        : emptySeries(only, labelsIn(only).size > 0 ? labelsIn(only) : pairs);
    this.#byName.set(key, series);
    return series;
  }

  #tell(field: TraceField, code: string, message: string): void {
    if (this.#problems.length < toldMax) this.#problems.push({ ...placeOf(field), code, message, severity: 'error' });
  }
}

function timeColumn(columns: readonly string[], first: readonly TraceField[], given: string | undefined): number {
  if (given !== undefined) return columns.indexOf(given);
  const exact = columns.indexOf('time');
  const named = exact === -1 ? columns.findIndex((name) => timeName.test(name)) : exact;
  return named === -1 ? first.findIndex(({ text }) => instantOf(text) !== null) : named;
}

/** Records that are not empty, each with as many fields as the header has. */
function* numbered(records: Generator<TraceField[] | BadRow>, count: number): Generator<TraceField[] | BadRow> {
  for (const record of records) {
    const first = 'problem' in record ? undefined : record[0];
    if ('problem' in record || first === undefined) {
      yield record;
      continue;
    }
    if (record.length === 1 && first.text === '') continue;
    if (record.length === count) yield record;
    else {
      const message = `expected ${count} fields as in the header, found ${record.length}`;
      yield { problem: { ...placeOf(first), code: 'bad-row', message } };
    }
  }
}

/** The header; null where there is none. */
function nextRecord(records: Generator<TraceField[] | BadRow>): TraceField[] | null {
  for (;;) {
    const { value, done } = records.next();
    if (done === true || 'problem' in value) return null;
    if (value.length > 1 || (value[0]?.text ?? '') !== '') return value;
  }
}

function placeOf(field: TraceField | undefined): Pick<TraceProblem, 'line' | 'column' | 'endColumn'> {
  return { line: field?.line ?? 1, column: field?.column ?? 1, endColumn: field?.endColumn ?? 2 };
}

function listed(names: readonly string[]): string {
  const told = names.slice(0, 12).map((name) => `'${clipped(name, 40)}'`);
  return names.length > 12 ? `${told.join(', ')}, ${names.length - 12} more` : told.join(', ');
}
