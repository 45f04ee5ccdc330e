/**
 * What a recording holds, and the `trace:` that reads it without a guess.
 */

import { civilFromInstant, type Duration, day, shortIsoFromInstant, week } from '../../../engine/time.ts';
import type { Zone } from '../../../engine/zone/zone.ts';
import { formatDuration } from '../../../rules/duration.ts';
import type { TraceProblem } from '../../text/problem.ts';
import type { TraceRow } from '../demand/trace.ts';
import { listed, quotedName } from './chosen.ts';
import { type Recording, type RecordingOptions, recordingOf, type SeriesFound, seriesIn } from './recording.ts';

export interface ImportOptions
  extends Partial<Pick<RecordingOptions, 'time' | 'value' | 'series' | 'counter' | 'zone'>> {
  /** The unit as written; undefined: the samples say it, or it is guessed. */
  readonly unit?: string;
  /** What the numbers are for; undefined: sizes are usage, the rest is demand. */
  readonly as?: 'demand' | 'usage';
}

export interface Imported {
  readonly as: 'demand' | 'usage';
  /** The rows in `unit`, or why there are none. */
  readonly recording: Recording;
  readonly unit: string;
  /** Whether the rows are added over time, as sizes a second are. */
  readonly isGrowth: boolean;
  /** The map under `trace:`, in one line. */
  readonly trace: string;
  /** What was found and guessed, a sentence each. */
  readonly says: readonly string[];
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * Reads a recording as `trace:` does, and says what it found.
 *
 * @param file its path as the scenario would write it
 */
export function importedFrom(text: string, file: string, options: ImportOptions): Imported {
  const names = {
    time: options.time,
    value: options.value,
    series: options.series,
    counter: options.counter,
    zone: options.zone ?? null,
  };
  const found = seriesIn(text, { file, ...names });
  const as = options.as ?? (areSizes(found, options.unit) ? 'usage' : 'demand');
  const isGrowth = as === 'usage' && isPerTime(found, options);
  const recording = recordingOf(text, found, {
    file,
    ...names,
    unit: options.unit,
    isAmount: as === 'demand' || isGrowth,
    use: as === 'demand' ? 'requests' : isGrowth ? 'growth' : 'levels',
    gap: 'hold',
    kinds: as === 'demand' ? ['requests', 'requests/s'] : isGrowth ? ['B', 'B/s'] : ['B'],
  });
  const guessed = as === 'usage' ? 'B' : recording.form === null ? 'requests' : 'requests/s';
  const unit = recording.unit ?? options.unit ?? guessed;
  const isGuessed = recording.unit === null && options.unit === undefined;
  return {
    as,
    recording,
    unit,
    isGrowth,
    trace: traceText(file, { recording, unit, isGrowth, as }, options),
    says: recording.rows.length === 0 ? [] : sentences({ recording, unit, isGuessed, as, zone: options.zone ?? null }),
  };
}

/** Whether the numbers are sizes: they or their unit say it, or else the names of all series. */
function areSizes(found: SeriesFound, unit: string | undefined): boolean {
  if (unit !== undefined) return /^([kKMGTP]i?)?(B|bytes?)?(\/|$)/.test(unit) && !unit.startsWith('/');
  const full = found?.series.filter(({ at }) => at.length > 0) ?? [];
  if (full.some(({ kind }) => kind !== null)) return full.some(({ kind }) => kind === 'B' || kind === 'B/s');
  return full.length > 0 && full.every(({ name }) => /bytes|\bdisk|storage/i.test(name));
}

function isPerTime(found: SeriesFound, { unit, counter }: ImportOptions): boolean {
  return counter === true || unit?.includes('/') === true || found?.series.some(({ kind }) => kind === 'B/s') === true;
}

/** Length of a recording. */
export function lengthOf({ rows, step }: Pick<Recording, 'rows' | 'step'>): Duration {
  return (rows.at(-1)?.at ?? 0) - (rows[0]?.at ?? 0) + step;
}

/** What a recording is long enough to repeat: a week, else a day; undefined: neither. */
function cycleOf(recording: Recording): Duration | undefined {
  const length = lengthOf(recording);
  return [week, day].find((one) => length >= one - 2 * recording.step);
}

function traceText(
  file: string,
  { recording, unit, isGrowth, as }: Pick<Imported, 'recording' | 'unit' | 'isGrowth' | 'as'>,
  options: ImportOptions,
): string {
  const { time, form, series, chosen, isCounter } = recording;
  const names = options.series ?? (chosen.length > 1 && chosen.length === series.length ? ['all'] : []);
  const selected = names.length > 0 ? names : series.length > 1 ? chosen.map(({ name }) => name) : [];
  const keys = [`file: ${quotedName(file)}`];
  const column = options.time ?? (form === 'columns' ? time : null);
  if (column !== null && column !== undefined && column !== 'time') keys.push(`time: ${quotedName(column)}`);
  if (options.zone != null) keys.push(`zone: ${options.zone.name}`);
  if (options.value !== undefined) keys.push(`value: ${quotedName(options.value)}`);
  const written = selected.map((name) => (name === 'all' ? name : quotedName(name)));
  if (written.length > 0) keys.push(`series: ${written.length === 1 ? written[0] : `[${written.join(', ')}]`}`);
  if (isCounter) keys.push('counter: true');
  if (!isCounter || as === 'usage') keys.push(`unit: ${isCounter ? unit.replace(/\/s$/, '') : unit}`);
  if (isGrowth) keys.push('integrate: true');
  const cycle = cycleOf(recording);
  const first = recording.rows[0];
  if (as === 'usage' && !isGrowth)
    return first === undefined
      ? `{ ${keys.join(', ')} }`
      : `{ ${[...keys, `from: ${shortIsoFromInstant(first.at)}`].join(', ')} }`;
  if (cycle !== undefined) keys.push(`align: ${cycle === week ? 'weekday' : 'day'}`);
  else if (first !== undefined) keys.push(`from: ${shortIsoFromInstant(first.at)}`);
  return `{ ${[...keys, 'repeat: true'].join(', ')} }`;
}

function sentences({
  recording,
  unit,
  isGuessed,
  as,
  zone,
}: Pick<Imported, 'recording' | 'unit' | 'as'> & {
  readonly isGuessed: boolean;
  readonly zone: Zone | null;
}): string[] {
  const { rows, step, form, time, series, chosen, isCounter, problems } = recording;
  const forms = { prometheus: 'the answer of a range query of Prometheus', columns: 'CSV as Grafana exports it' };
  const count =
    series.length === 1
      ? `one series, ${listed(series)}`
      : `${series.length} series, of which ${chosen.length === series.length ? 'all are' : `${listed(chosen)} ${chosen.length === 1 ? 'is' : 'are'}`} read`;
  const [first, last] = [rows[0], rows.at(-1)];
  const from = first === undefined ? '' : `${weekdayOf(first)} ${shortIsoFromInstant(first.at)}`;
  const until = last === undefined ? '' : `${weekdayOf(last)} ${shortIsoFromInstant(last.at)}`;
  const cycle = cycleOf(recording);
  const guess =
    as === 'demand' && unit === 'requests/s'
      ? `a guess: the file names no unit; if each value counts the requests of its own ${formatDuration(step)}, the unit is requests`
      : 'a guess: the file names no unit';
  const said = isCounter
    ? 'growth of a counter'
    : isGuessed
      ? guess
      : recording.unit === null
        ? 'as given'
        : 'as the values say';
  return [
    form === null ? 'form: plain rows with a stamp and a value' : `form: ${forms[form]} with ${count}`,
    `time: ${from} to ${until}, a value each ${formatDuration(step)}${form === 'columns' ? `, from the column '${time}'; stamps without a zone are read ${zone === null ? 'as UTC: if they are local, name their zone with --zone' : `in ${zone.name}`}` : ''}`,
    `values: ${unit} (${said}); ${measured(rows, step, unit)}`,
    ...problems.map((problem) => spoken(problem)),
    ...(cycle === undefined || first === undefined || as === 'usage'
      ? []
      : [
          `${cycle === week ? 'weekday' : 'time of day'}: the recording begins on ${from}; align: ${cycle === week ? 'weekday' : 'day'} begins it where the run begins, and repeat: true goes on with whole ${cycle === week ? 'weeks' : 'days'}`,
        ]),
  ];
}

function spoken({ line, column, message }: TraceProblem): string {
  return line === 1 && column === 1 ? message : `line ${line}${line === 1 ? `, column ${column}` : ''}: ${message}`;
}

function weekdayOf({ at }: TraceRow): string {
  return weekdays[civilFromInstant(at).weekday] ?? '';
}

/** Mean over time, and the greatest value. */
function measured(rows: readonly TraceRow[], step: Duration, unit: string): string {
  let sum = 0;
  let greatest = 0;
  let length = 0;
  for (const [index, { at, value }] of rows.entries()) {
    const held = (rows[index + 1]?.at ?? at + step) - at;
    sum += value * held;
    length += held;
    if (value > greatest) greatest = value;
  }
  const [divisor, name] = unit === 'B' ? [1e9, ' GB'] : [1, ''];
  const say = (value: number): string => `${Number((value / divisor).toPrecision(3))}${name}`;
  return `${say(sum / Math.max(1, length))} on average, at most ${say(greatest)}`;
}
