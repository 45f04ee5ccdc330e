/**
 * Reads an answer as people type it, and judges it.
 */
import {
  civilFromInstant,
  day,
  hour,
  type Instant,
  instantFromCivil,
  instantFromIso,
  minute,
  second,
} from '../engine/time.ts';
import { months } from '../report/words/format.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { AnswerValue } from './answerValue.ts';
import type { LessonQuestion, LessonText, Unit } from './lesson.ts';

export type AnswerSide = 'more' | 'less' | 'later' | 'earlier';

export type Judgement =
  | { readonly kind: 'right' }
  /**
   * @property say what helps, if the answer shows a known misunderstanding
   * @property answerIs how the answer differs from it; null: it is no number
   */
  | { readonly kind: 'wrong'; readonly say: LessonText | null; readonly answerIs: AnswerSide | null }
  /** It cannot be read, which is no try. */
  | { readonly kind: 'unread'; readonly message: string };

/** How an answer is typed. The examples answer no question of the course. */
export const answerForms: Readonly<Record<Unit, string>> = {
  instant: 'a time after the start such as 2d5h, or a date such as 5 Nov 16:45',
  ms: 'a duration with its unit, such as 11h 20m, 54s or 3 ms',
  USD: 'an amount such as 7.45 USD',
  GB: 'an amount such as 11.5 GB',
  '%': 'a percentage such as 23 %',
  ratio: 'a share such as 23 %',
  count: 'a number such as 17',
  text: 'a word',
};

/** Judges an answer. @param run its period: `+30m` counts from its start */
export function judgeAnswer(question: LessonQuestion, answer: AnswerValue, given: string, run: RunPeriod): Judgement {
  const text = given.trim();
  if (text === '') return { kind: 'unread', message: 'Type an answer.' };
  if (answer.unit === 'text') return judgeText(question, answer, text);
  const read = readGiven(text, answer.unit, run);
  if (typeof read === 'string') return { kind: 'unread', message: read };
  if (isWithin(read, answer, question.tolerance)) return { kind: 'right' };
  const known = question.wrong.find(({ is }) => {
    const number = readGiven(is, answer.unit, run);
    return typeof number === 'number' && isSame(read, number, answer.unit);
  });
  const sides = answer.unit === 'instant' ? (['earlier', 'later'] as const) : (['less', 'more'] as const);
  return { kind: 'wrong', say: known?.say ?? null, answerIs: sides[read > answer.number ? 0 : 1] };
}

function judgeText({ choices, wrong }: LessonQuestion, answer: AnswerValue, text: string): Judgement {
  // The choices are shown as `a)`.
  const words = text.toLowerCase().replace(/[.)]$/, '');
  const typed =
    choices?.find((one) => Object.values(one.text).some((shown) => shown.toLowerCase() === words))?.id ?? words;
  const known = choices?.map(({ id }) => id.toLowerCase());
  if (known !== undefined && !known.includes(typed))
    return { kind: 'unread', message: `Choose one of ${known.join(', ')}.` };
  if (typed === answer.text.toLowerCase()) return { kind: 'right' };
  const misunderstood = wrong.find(({ is }) => is.toLowerCase() === typed);
  return { kind: 'wrong', say: misunderstood?.say ?? null, answerIs: null };
}

/** Whether a number is close enough to the answer, the bound included. */
function isWithin(given: number, { number, unit }: AnswerValue, tolerance: string | null): boolean {
  const margin = marginOf(number, unit, tolerance);
  // Sums of binary fractions miss their decimals by far less.
  return Math.abs(given - number) <= margin + Math.abs(number) * 1e-9;
}

/** How far an answer may be off, in its unit: as the question says, else as the shown value is rounded. */
function marginOf(number: number, unit: Unit, tolerance: string | null): number {
  if (tolerance !== null) {
    const percent = /^([\d.]+) ?%$/.exec(tolerance);
    if (percent !== null && unit !== '%') return (Number(percent[1]) / 100) * Math.abs(number);
    const read = readGiven(tolerance, unit === 'instant' ? 'ms' : unit, { start: 0, end: 0 });
    if (typeof read === 'number') return read;
  }
  switch (unit) {
    case 'count':
      return Number.isInteger(number) ? 0 : 0.01 * Math.abs(number);
    case 'USD':
      return 0.01;
    case 'ms':
      return number >= 10 * second ? second : number >= second ? 100 : 1;
    case 'instant':
      return second;
    case 'GB':
    case '%':
    case 'ratio':
      return Math.max(0.01, 0.005 * Math.abs(number));
    case 'text':
      return 0;
  }
}

/** Whether two wrong answers are one. */
function isSame(one: number, other: number, unit: Unit): boolean {
  return Math.abs(one - other) <= marginOf(other, unit, null);
}

/**
 * A number in the unit of the answer; a text says what is expected.
 *
 *   68s, 68 s, 1m8s, 1 min 8 s -> 68,000 ms      79 % -> 79      1,234.5 USD -> 1234.5
 *
 * @param run its period: a time of day alone is read only if each occurs once
 */
export function readGiven(text: string, unit: Unit, run: RunPeriod): number | string {
  const read = readAs(text.trim(), unit, run);
  if (read !== null) return read;
  const lack = readNumber(text.trim()) === null ? '' : `${text.trim()} has no unit. `;
  return `${lack}Give ${answerForms[unit]}.`;
}

type RunPeriod = Pick<Scenario, 'start' | 'end'>;

function readAs(text: string, unit: Unit, run: RunPeriod): number | null {
  switch (unit) {
    case 'ms':
      return readTime(text);
    case 'instant':
      return readInstantText(text, run);
    case 'USD':
      return readNumber(text.replace(/\s*(USD|\$|dollars?)\s*/i, ''));
    case 'GB':
      return readNumber(text.replace(/\s*(GB|gigabytes?)$/i, ''));
    case '%':
      return readNumber(text.replace(percentEnd, ''));
    case 'ratio': {
      const number = readNumber(text.replace(percentEnd, ''));
      return number !== null && percentEnd.test(text) ? number / 100 : number;
    }
    case 'count':
    case 'text':
      // People name what they count: "3 replicas".
      return readNumber(text.replace(/\s+[a-z][a-z ]*$/i, ''));
  }
}

const percentEnd = /\s*(%|percent)$/i;

/** `1,234.5`, `1 234`, `12.18`, `-3`; null: it is no number. */
function readNumber(text: string): number | null {
  const plain = text.replace(/(?<=\d)[,' \u00a0](?=\d{3}(\D|$))/g, '').replace(/^\+/, '');
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

const timeUnits: readonly (readonly [names: RegExp, ms: number])[] = [
  [/^(d|days?)$/i, day],
  [/^(h|hours?|hrs?)$/i, hour],
  [/^(m|mins?|minutes?)$/i, minute],
  [/^(s|secs?|seconds?)$/i, second],
  [/^(ms|msecs?|milliseconds?)$/i, 1],
];

/** `1 min 8 s`, `2.5h`, `250 ms`, `-30s`; `0`; null: it has no unit, or is no duration. */
function readTime(text: string): number | null {
  if (/^-?0(\.0*)?$/.test(text)) return 0;
  const sign = text.startsWith('-') ? -1 : 1;
  const parts = text.replace(/^[+-]/, '').replace(/\s*(and|,)\s*/g, ' ');
  if (!/^(\s*\d+(\.\d+)?\s*[a-z]+)+$/i.test(parts)) return null;
  let total = 0;
  for (const [, amount = '', name = ''] of parts.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const unit = timeUnits.find(([names]) => names.test(name));
    if (unit === undefined) return null;
    total += Number(amount) * unit[1];
  }
  return sign * total;
}

/** `+30m34s`, `3 Nov 03:30`, a date with its zone, or a time of day in UTC, if the run has it once. */
function readInstantText(text: string, { start, end }: RunPeriod): Instant | null {
  const iso = instantFromIso(text);
  if (typeof iso === 'number') return iso;
  const { year, month, day: dayOfMonth } = civilFromInstant(start);
  const [, date, name = '', clock] = /^(?:(\d{1,2}) ([a-z]{3})[a-z]* )?(\d{1,2}:\d{2}(?::\d{2})?)$/i.exec(text) ?? [];
  if (clock === undefined) {
    const offset = readTime(text);
    return offset === null ? null : start + offset;
  }
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  const timeOfDay = hours * hour + minutes * minute + seconds * second;
  if (date !== undefined) {
    const index = months.findIndex((one) => one.toLowerCase() === name.toLowerCase());
    const [at = null, next = null] = [year, year + 1].map((one) =>
      index < 0 ? null : instantFromCivil(one, index + 1, Number(date), timeOfDay),
    );
    // A run over the end of a year goes on in the next one.
    return at === null || at >= start ? at : next;
  }
  if (end - start > day) return null;
  const first = instantFromCivil(year, month, dayOfMonth, timeOfDay);
  return first < start ? first + day : first;
}
