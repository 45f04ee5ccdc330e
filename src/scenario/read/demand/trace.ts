/**
 * Parses recorded curves: rows of CSV or NDJSON into stamps and numbers, in order, without duplicates or gaps.
 */

import { type Duration, day, type Instant, instantFromIso, second } from '../../../engine/time.ts';
import { offsetAt, type Zone } from '../../../engine/zone/zone.ts';
import { formatDuration } from '../../../rules/duration.ts';
import { nearest } from '../../../rules/units.ts';
import type { TraceProblem } from '../../text/problem.ts';
import { fieldsOf, isBinary, textRows } from '../../text/traceRows.ts';

/** One row: a number at an instant, and the line it stands on. */
export interface TraceRow {
  readonly at: Instant;
  readonly value: number;
  readonly line: number;
}

export interface TraceOptions {
  readonly file: string;
  /** Names of the columns. */
  readonly time: string;
  readonly value: string;
  /** Whether rows of one stamp are summed (amounts) or averaged (levels). */
  readonly isAmount: boolean;
  /** What the values count as, for messages, because one file may be read as several; absent: they do not say. */
  readonly use?: 'requests' | 'levels' | 'growth';
  /** The time zone of stamps that name none; null or absent: UTC. */
  readonly zone?: Zone | null;
  /** How rows that are missing are made up: like the one before, as 0, or not at all. */
  readonly gap: 'hold' | 'zero' | 'error';
}

export interface TraceRead {
  /**
   * Strictly rising; gaps are filled with rows one step apart (at their two ends for levels). Empty where there is an
   * error.
   */
  readonly rows: readonly TraceRow[];
  /** The usual distance of two rows: their median; a day where there is one row. */
  readonly step: Duration;
  readonly problems: readonly TraceProblem[];
}

/** Other notations of numbers, such as 0x10, are rather what somebody did not mean. */
export const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** At most so many mistakes of single rows or fields are reported one by one. */
export const toldMax = 20;

/**
 * Reads a trace. A stamp is ISO 8601 (UTC where it has no zone) or a number of seconds or milliseconds since 1970.
 * Rows out of order, values that are negative or no number, and columns that are not there are errors; rows of one
 * instant are a warning, and so is a gap (more than one and a half of the usual distance), or an error where `gap` says
 * so.
 */
export function readTraceRows(text: string, options: TraceOptions): TraceRead {
  const problems: TraceProblem[] = [];
  const rows = orderedRows(text, options, problems);
  const failed = problems.some((problem) => problem.severity === 'error');
  if (failed || rows.length === 0) {
    if (!failed)
      problems.push({
        code: 'empty-trace',
        ...atLine(1),
        message: 'expected rows, found none',
        severity: 'error',
      });
    return { rows: [], step: day, problems };
  }
  return settledRows(rows, options, problems);
}

/**
 * Rows in order of time, of which none is negative, as a trace: one row an instant, gaps filled. What was done to them
 * is added to `problems`.
 *
 * @param rows at least one
 */
export function settledRows(
  rows: readonly TraceRow[],
  options: Pick<TraceOptions, 'isAmount' | 'use' | 'gap'>,
  problems: TraceProblem[],
): TraceRead {
  const single = withoutDuplicates(rows, options, problems);
  const [only] = single;
  if (only !== undefined && single.length === 1 && options.isAmount)
    problems.push({
      ...atLine(only.line),
      code: 'single-row',
      message: `expected rows at two or more instants, whose distance is the step of the trace, found one: ${readAs(options)}it holds for ${formatDuration(day)}`,
      severity: 'warning',
    });
  const step = usualStep(single);
  const bridged = withoutGaps(single, step, options, problems);
  return { rows: problems.some((problem) => problem.severity === 'error') ? [] : bridged, step, problems };
}

function orderedRows(text: string, options: TraceOptions, problems: TraceProblem[]): TraceRow[] {
  const rows: TraceRow[] = [];
  if (isBinary(text)) {
    const message = 'expected CSV or NDJSON, found characters that are not text: is this a binary file?';
    problems.push({ ...atLine(1), code: 'not-text', message, severity: 'error' });
    return [];
  }
  let untold = 0;
  const tell = (problem: Omit<TraceProblem, 'severity'>): void => {
    if (problems.length < toldMax) problems.push({ ...problem, severity: 'error' });
    else untold += 1;
  };
  for (const row of textRows(text, options.file, [options.time, options.value])) {
    if ('problem' in row) {
      tell(row.problem);
      continue;
    }
    const [time, value] = [row.fields.get(options.time), row.fields.get(options.value)];
    if (time === undefined || value === undefined) {
      const column = time === undefined ? options.time : options.value;
      // The column that the other one is read from is not meant.
      const others = [...row.fields.keys()].filter((name) => name !== options.time && name !== options.value);
      const guess = nearest(column, others);
      const message = `expected a column '${column}', found ${fieldsOf(row)}${guess === null ? '' : `: did you mean '${guess}'?`}`;
      tell({ ...atLine(row.headerLine), code: 'unknown-column', message });
      // One header stands for all rows: more rows would say the same. A row of JSON stands for itself.
      if (row.headerLine !== row.line) return [];
      continue;
    }
    const at = instantOf(time.text, options.zone ?? null, rows.at(-1)?.at);
    const number = decimal.test(value.text.trim()) ? Number(value.text) : Number.NaN;
    if (at === null) tell({ ...time, code: 'bad-date', message: `expected a date and time, found '${time.text}'` });
    else if (!Number.isFinite(number))
      tell({ ...value, code: 'bad-number', message: `expected a number, found '${value.text}'` });
    else if (number < 0)
      tell({ ...value, code: 'bad-number', message: `expected a number of at least 0, found ${value.text}` });
    else if (rows.length > 0 && at < (rows.at(-1)?.at ?? at))
      tell({
        ...time,
        code: 'wrong-order',
        message: `expected rows in order of time, found ${time.text} after a later one`,
      });
    else rows.push({ at, value: number, line: row.line });
  }
  if (untold > 0)
    problems.push({
      code: 'more-problems',
      ...atLine(1),
      message: `${untold} more rows have errors`,
      severity: 'error',
    });
  return rows;
}

/**
 * The instant of a stamp: ISO 8601, in `zone` where it names none, or seconds or milliseconds since 1970; null: none.
 *
 * @param zone null: UTC
 * @param after the instant of the row before: of an hour that comes twice it tells the second from the first
 */
export function instantOf(text: string, zone: Zone | null = null, after?: Instant): Instant | null {
  const trimmed = text.trim();
  if (/^\d{9,11}$/.test(trimmed)) return Number(trimmed) * second;
  if (/^\d{12,14}$/.test(trimmed)) return Number(trimmed);
  const instant = instantFromIso(trimmed);
  if (typeof instant === 'number') return instant;
  const local = instant === 'noZone' ? instantFromIso(`${trimmed}Z`) : instant;
  if (typeof local !== 'number') return null;
  return zone === null ? local : localInstant(local, zone, after ?? Number.NEGATIVE_INFINITY);
}

/** A local time as an instant; one that the clock leaves out counts on from the time before. */
function localInstant(local: Instant, zone: Zone, after: Instant): Instant {
  const [before, then] = [offsetAt(zone, local - day), offsetAt(zone, local + day)];
  const meant = [Math.max(before, then), Math.min(before, then)]
    .map((offset) => local - offset)
    .filter((at) => at + offsetAt(zone, at) === local);
  return meant.find((at) => at > after) ?? meant.at(-1) ?? local - before;
}

function withoutDuplicates(
  rows: readonly TraceRow[],
  options: Pick<TraceOptions, 'isAmount' | 'use'>,
  problems: TraceProblem[],
): TraceRow[] {
  const single: TraceRow[] = [];
  let first: TraceRow | null = null;
  let instants = 0;
  for (let index = 0; index < rows.length; ) {
    const row = rows[index];
    if (row === undefined) break;
    let sum = 0;
    let count = 0;
    while (rows[index]?.at === row.at) {
      sum += rows[index]?.value ?? 0;
      count += 1;
      index += 1;
    }
    single.push({ ...row, value: options.isAmount ? sum : sum / count });
    if (count === 1) continue;
    instants += 1;
    first ??= rows[index - count + 1] ?? row;
  }
  if (first !== null) {
    const extra = rows.length - single.length;
    const rowsHave = extra === 1 ? 'row has' : 'rows have';
    const where = instants === 1 ? '' : ` (at ${instants} instants)`;
    const message = `${extra} ${rowsHave} the same time as the row before${where}; ${readAs(options)}the values of one instant are ${options.isAmount ? 'summed' : 'averaged'}`;
    problems.push({ ...atLine(first.line), code: 'duplicate-rows', message, severity: 'warning' });
  }
  return single;
}

function readAs({ use }: Pick<TraceOptions, 'use'>): string {
  return use === undefined ? '' : `read as ${use}, `;
}

function atLine(line: number): Pick<TraceProblem, 'line' | 'column' | 'endColumn'> {
  return { line, column: 1, endColumn: 2 };
}

function usualStep(rows: readonly TraceRow[]): Duration {
  const steps = new Float64Array(Math.max(0, rows.length - 1));
  for (let index = 0; index < steps.length; index += 1)
    steps[index] = (rows[index + 1]?.at ?? 0) - (rows[index]?.at ?? 0);
  steps.sort();
  return steps[Math.floor((steps.length - 1) / 2)] ?? day;
}

function withoutGaps(
  rows: readonly TraceRow[],
  step: Duration,
  options: Pick<TraceOptions, 'isAmount' | 'use' | 'gap'>,
  problems: TraceProblem[],
): TraceRow[] {
  const bridged: TraceRow[] = [];
  let longest = { length: 0, line: 1 };
  let count = 0;
  for (const row of rows) {
    const before = bridged.at(-1);
    if (before !== undefined && row.at - before.at > step * 1.5) {
      count += 1;
      if (row.at - before.at > longest.length) longest = { length: row.at - before.at, line: row.line };
      const value = options.gap === 'zero' ? 0 : before.value;
      // Levels need the ends of the gap alone; amounts one row a step, and what is left before the next row carries
      // nothing of its own.
      const first = before.at + step;
      const last = before.at + Math.max(1, Math.floor((row.at - before.at - 1) / step)) * step;
      if (!options.isAmount)
        bridged.push(
          { at: first, value, line: row.line },
          ...(last > first ? [{ at: last, value, line: row.line }] : []),
        );
      else for (let at = first; at <= last; at += step) bridged.push({ at, value, line: row.line });
    }
    bridged.push(row);
  }
  if (count > 0) {
    const severity = options.gap === 'error' ? 'error' : 'warning';
    const bridge = options.gap === 'error' ? '' : `; filled by gap: ${options.gap}`;
    const message = `${count} ${count === 1 ? 'gap' : 'gaps'} between rows that are usually ${formatDuration(step)} apart, the longest of ${formatDuration(longest.length)}${bridge}`;
    problems.push({ ...atLine(longest.line), code: 'trace-gap', message, severity });
  }
  return bridged;
}
