/**
 * The answer of a question, taken from the unmodified run.
 */
import { metrics } from '../platform/expectation.ts';
import { exactDurationText, exactInstantText, groupedDecimal, shortNumber } from '../report/words/format.ts';
import type { LessonAnswer, Unit } from './lesson.ts';
import { entriesFor, entryFor, fieldOf, type LessonRun, lessonRun } from './lessonRun.ts';

/** A value with its unit: a number, or a text (a choice, a name). */
export interface AnswerValue {
  readonly unit: Unit;
  /** ms since the epoch of an instant, ms of a duration; NaN of a text. */
  readonly number: number;
  /** As it is shown: `1m 8s`, `12.18 USD`, `3`. */
  readonly text: string;
  /** The journal entry that it comes from; null: none alone. */
  readonly entry: number | null;
}

/** The unit of an answer: that of a field is in its name, `Ms` or `MicroGB`. What holds a text has `text` instead. */
export function unitOf(answer: LessonAnswer): Unit {
  switch (answer.kind) {
    case 'entry':
      return answer.field === null ? 'instant' : unitOfName(answer.field);
    case 'count':
      return 'count';
    case 'metric':
      return metricUnits[metrics[answer.measured.metric].unit];
    case 'minus': {
      const unit = unitOf(answer.from);
      return unit === 'instant' ? 'ms' : unit;
    }
    case 'report':
      return answer.unit ?? unitOfName(stepsOf(answer.path).at(-1) ?? '');
    case 'choice':
      return 'text';
  }
}

/** The answer; a text says why the run has none. */
export function answerValue(answer: LessonAnswer, run: LessonRun): AnswerValue | string {
  switch (answer.kind) {
    case 'entry': {
      const entry = entryFor(run, answer.query);
      if (entry === null) return `the run has no such entry: ${answer.query.event.name}`;
      if (answer.field === null) return asValue(entry.at, 'instant', run, entry.seq);
      const value = fieldOf(entry, answer.field);
      if (value === undefined) {
        const known = Object.keys(entry.data).join(', ');
        return `${answer.query.event.name} has no field '${answer.field}'; it has ${known === '' ? 'none' : known}`;
      }
      return fieldValue(answer.field, value, run, entry.seq);
    }
    case 'count':
      return asValue(entriesFor(run, answer.query).length, 'count', run);
    case 'metric': {
      const { measured, expectation } = run.resultOf(answer.measured);
      if (measured === null) return `the run has nothing that ${expectation.metric} measures`;
      return asValue(Number(measured), unitOf(answer), run);
    }
    case 'minus': {
      const [from, less] = [answerValue(answer.from, run), answerValue(answer.less, run)];
      if (typeof from === 'string') return from;
      if (typeof less === 'string') return less;
      return asValue(from.number - less.number, unitOf(answer), run, from.entry);
    }
    case 'report': {
      const value = valueAtPath(run.report[answer.report], answer.path);
      if (value === undefined || value === null || typeof value === 'object')
        return `${answer.report}.json has no value at ${answer.path}`;
      const key = stepsOf(answer.path).at(-1) ?? '';
      if (answer.unit !== null) return asValue(Number(value), answer.unit, run);
      return fieldValue(key, value, run, null);
    }
    case 'choice': {
      const { changed } = answer;
      const proof = (changed === null ? run : lessonRun(changed, [answer.proof])).resultOf(answer.proof);
      if (!proof.pass) return `the run does not prove the choice: ${proof.message}`;
      return { unit: 'text', number: Number.NaN, text: answer.choice, entry: null };
    }
  }
}

const metricUnits = { money: 'USD', count: 'count', GB: 'GB', percent: '%', duration: 'ms' } as const;

/** A value by the ending of its name, as the journal and the reports name their fields. */
function fieldValue(name: string, value: unknown, run: LessonRun, entry: number | null): AnswerValue {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) return { unit: 'text', number, text: String(value), entry };
  return asValue(number * factorOfName(name, run), unitOfName(name), run, entry);
}

function factorOfName(name: string, { scenario }: LessonRun): number {
  if (/MicroGB$/.test(name)) return 1e-6;
  return /Bytes$/.test(name) ? 1 / scenario.assumptions['unit.gb'] : 1;
}

function unitOfName(name: string): Unit {
  if (/Ms$/.test(name)) return 'ms';
  if (/(^|[a-z])(At|From|Until)$|^(at|from|until)$/.test(name)) return 'instant';
  if (/(MicroGB|Bytes|GB)$/.test(name)) return 'GB';
  if (/(Percentage|Percent)$/.test(name)) return '%';
  if (/^(total|cost|payable|amount)/i.test(name)) return 'USD';
  return 'count';
}

function asValue(number: number, unit: Unit, run: LessonRun, entry: number | null = null): AnswerValue {
  return { unit, number, text: shownValue(number, unit, run), entry };
}

/** A number as people read it: durations with their units, instants as a date and the time since the start. */
function shownValue(number: number, unit: Unit, { scenario, report }: Pick<LessonRun, 'scenario' | 'report'>): string {
  switch (unit) {
    case 'instant':
      return `${exactInstantText(number)} (+${exactDurationText(number - scenario.start)})`;
    case 'ms':
      return number < 0 ? `-${exactDurationText(-number)}` : exactDurationText(number);
    case 'USD':
      return `${groupedDecimal(number.toFixed(Math.abs(number) < 0.1 ? 4 : 2))} ${report.bill.currency}`;
    case 'GB':
      return `${shortNumber(number, 4)} GB`;
    case '%':
      return `${shortNumber(number, 3)} %`;
    case 'ratio':
      return `${shortNumber(number * 100, 3)} %`;
    case 'count':
    case 'text':
      return shortNumber(number, 4);
  }
}

/** The steps of a path: `workloads[name=web].replicas.peak` -> workloads, name=web, replicas, peak. */
function stepsOf(path: string): readonly string[] {
  return [...path.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map(([whole, inner]) => inner ?? whole);
}

/** A step into a list is an index, or `key=value` of one of its entries. */
function valueAtPath(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const [key = '', wanted] = step.split('=');
    value =
      Array.isArray(value) && wanted !== undefined
        ? value.find((one) => typeof one === 'object' && one !== null && String(one[key]) === wanted)
        : (value as { readonly [key: string]: unknown })[step];
  }
  return value;
}
