/**
 * Reads an answer as people type it, and judges it.
 */
import { day, hour, type Instant, instantFromIso, minute, second } from '../engine/time.ts';
import type { AnswerValue } from './answerValue.ts';
import type { LessonQuestion, LessonText, Unit } from './lesson.ts';

export type Judgement =
  | { readonly kind: 'right' }
  /**
   * @property say what helps, if the answer shows a known misunderstanding
   * @property than on which side of the answer it is; null: it is no number
   */
  | { readonly kind: 'wrong'; readonly say: LessonText | null; readonly than: 'more' | 'less' | null }
  /** It cannot be read, which is no try. */
  | { readonly kind: 'unread'; readonly message: string };

/** How an answer is typed. The examples answer no question of the course. */
export const answerForms: Readonly<Record<Unit, string>> = {
  instant: 'a time after the start such as 2d5h, or of the day such as 16:45',
  ms: 'a duration with its unit, such as 11h 20m, 54s or 3 ms',
  USD: 'an amount such as 7.45 USD',
  GB: 'an amount such as 11.5 GB',
  '%': 'a percentage such as 23 %',
  ratio: 'a share such as 23 %',
  count: 'a number such as 17',
  text: 'a word',
};

/** Judges an answer. @param start of the run, from which `+30m` counts */
export function judgeAnswer(question: LessonQuestion, answer: AnswerValue, given: string, start: Instant): Judgement {
  const text = given.trim();
  if (text === '') return { kind: 'unread', message: 'Type an answer.' };
  if (answer.unit === 'text') return judgeText(question, answer, text);
  const read = readGiven(text, answer.unit, { start, near: answer.number });
  if (typeof read === 'string') return { kind: 'unread', message: read };
  if (isWithin(read, answer, question.tolerance)) return { kind: 'right' };
  const known = question.wrong.find(({ is }) => {
    const number = readGiven(is, answer.unit, { start, near: answer.number });
    return typeof number === 'number' && isSame(read, number, answer.unit);
  });
  return { kind: 'wrong', say: known?.say ?? null, than: read > answer.number ? 'more' : 'less' };
}

function judgeText({ choices, wrong }: LessonQuestion, answer: AnswerValue, text: string): Judgement {
  const typed = text.toLowerCase();
  const known = choices?.map(({ id }) => id.toLowerCase());
  if (known !== undefined && !known.includes(typed))
    return { kind: 'unread', message: `Choose one of ${known.join(', ')}.` };
  if (typed === answer.text.toLowerCase()) return { kind: 'right' };
  const misunderstood = wrong.find(({ is }) => is.toLowerCase() === typed);
  return { kind: 'wrong', say: misunderstood?.say ?? null, than: null };
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
    const read = readGiven(tolerance, unit === 'instant' ? 'ms' : unit, { start: 0, near: number });
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
 * @param near the answer: a time of day means the one nearest to it
 */
export function readGiven(text: string, unit: Unit, around: GivenAround): number | string {
  return readAs(text.trim(), unit, around) ?? `Give ${answerForms[unit]}.`;
}

interface GivenAround {
  readonly start: Instant;
  readonly near: number;
}

function readAs(text: string, unit: Unit, { start, near }: GivenAround): number | null {
  switch (unit) {
    case 'ms':
      return readTime(text);
    case 'instant':
      return readInstantText(text, start, near);
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

/** `+30m34s`, a date with its zone, or a time of day in UTC: then of the day on which it is nearest to the answer. */
function readInstantText(text: string, start: Instant, near: Instant): Instant | null {
  const iso = instantFromIso(text);
  if (typeof iso === 'number') return iso;
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(text) ?? [];
  if (hours !== undefined && minutes !== undefined) {
    const timeOfDay = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * second;
    const midnight = Math.floor(near / day) * day;
    const options = [midnight - day, midnight, midnight + day].map((one) => one + timeOfDay);
    return options.reduce((best, one) => (Math.abs(one - near) < Math.abs(best - near) ? one : best));
  }
  const offset = readTime(text);
  return offset === null ? null : start + offset;
}
