/**
 * The fields of a cron expression as bit sets: which values the dialect allows, and which days they mean together. The
 * package cron-parser expands each element.
 */
import { type FieldName, valuesOf } from './cronParser.ts';

/** How weekday 7 and a sixth field are read (`cron.dialect`). */
export type CronDialect = 'kubernetes' | 'sundaySeven' | 'sixFields';

/** Whether both day fields must match, or one is enough (`cron.dayRule`). */
export type CronDayRule = 'kubernetes' | 'stepIsStar' | 'both';

/** The assumptions that decide how an expression is read. */
export interface CronAssumptions {
  readonly 'cron.dialect': CronDialect;
  readonly 'cron.dayRule': CronDayRule;
  /** An IANA name. */
  readonly 'cron.zone': string;
  readonly 'cron.zone.gap': 'skip' | 'after';
  readonly 'cron.zone.overlap': 'twice' | 'once';
}

/** The values that an expression's fields allow. Immutable plain numbers; forks share them. */
export interface CronFields {
  /**
   * Bit n is second n; `High` holds 32 to 59, from its bit 0 on. Only second 0 if the expression has no field of
   * seconds.
   */
  readonly secondsLow: number;
  readonly secondsHigh: number;
  readonly minutesLow: number;
  readonly minutesHigh: number;
  /** Bit n is hour n. */
  readonly hours: number;
  /** Bit n - 1 is day n. */
  readonly daysOfMonth: number;
  /** Bit n is month n; January is 1. */
  readonly months: number;
  /** Bit 0 is Sunday. */
  readonly weekdays: number;
  /** Whether a day must match both day fields, or only one of them. */
  readonly days: 'both' | 'either';
  /** Every day of the year matches. */
  readonly isEveryDay: boolean;
}

/** Why a text is not a valid schedule, in one sentence: what is allowed and what was found. `column` counts from 1. */
export interface ScheduleError {
  readonly error: string;
  readonly column: number;
}

/** A word of the expression and the column at which it begins. */
export interface Word {
  readonly text: string;
  readonly column: number;
}

interface FieldKind {
  /** The name in messages. */
  readonly name: string;
  readonly field: FieldName;
  readonly from: number;
  /** The end of `*` and `a/s`. */
  readonly until: number;
  /** The greatest value allowed in a text. */
  readonly max: number;
  /** Names of the values from `from` on. */
  readonly names: readonly string[];
}

interface FieldSet {
  /** Bit n is value n. */
  readonly low: number;
  /** Bit n is value n + 32. */
  readonly high: number;
  /** Every value, written as `*`, `?` or a list with one of them. */
  readonly isOpen: boolean;
  /** As `isOpen`, but a step over `*` or `?` counts as well. */
  readonly hasStar: boolean;
}

const plain = (field: FieldName, name: string, from: number, until: number): FieldKind => ({
  field,
  name,
  from,
  until,
  max: until,
  names: [],
});
const kinds: readonly FieldKind[] = [
  plain('second', 'second', 0, 59),
  plain('minute', 'minute', 0, 59),
  plain('hour', 'hour', 0, 23),
  plain('dayOfMonth', 'day of month', 1, 31),
  {
    ...plain('month', 'month', 1, 12),
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { ...plain('dayOfWeek', 'weekday', 0, 6), names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];
const secondZero: Word = { text: '0', column: 1 };

/**
 * The bit sets of five words: minute, hour, day of month, month, weekday (CRON-1, `cron.dialect`, `cron.dayRule`).
 *
 * A word is a list of `*`, `?`, `a`, `a-b`, each with an optional step: `a/s` runs from a to the field's end.
 * A step may exceed the field. `sundaySeven` also takes 7 for Sunday; `sixFields` also takes six words, seconds first.
 */
export function parseFields(words: readonly Word[], assumptions: CronAssumptions): CronFields | ScheduleError {
  const sixWords = words.length === 6 && assumptions['cron.dialect'] === 'sixFields' ? words : [secondZero, ...words];
  if (sixWords.length !== 6) return wrongCount(words, assumptions['cron.dialect']);
  const sets: FieldSet[] = [];
  for (const [index, word] of sixWords.entries()) {
    const kind = kinds[index]!;
    const takesSeven = kind.name === 'weekday' && assumptions['cron.dialect'] === 'sundaySeven';
    const set = parseField(takesSeven ? { ...kind, max: 7 } : kind, word);
    if ('error' in set) return set;
    sets.push(set);
  }
  const [dayOfMonth, weekday] = [sets[3]!, sets[5]!];
  const daysOfMonth = dayOfMonth.low >>> 1;
  const weekdays = (weekday.low | (weekday.low >>> 7)) & 0x7f;
  const days = dayRule(dayOfMonth, weekday, assumptions['cron.dayRule']);
  const months = sets[4]!.low;
  return {
    secondsLow: sets[0]!.low,
    secondsHigh: sets[0]!.high,
    minutesLow: sets[1]!.low,
    minutesHigh: sets[1]!.high,
    hours: sets[2]!.low,
    daysOfMonth,
    months,
    weekdays,
    days,
    isEveryDay: months === 0x1ffe && areAllDays(daysOfMonth, weekdays, days),
  };
}

/**
 * Whether one matching day field is enough: only where both restrict.
 *   13 and 5 -> either      1-31 and 1 -> either      every second day and 1 -> either; both with `stepIsStar`
 *   ?  and 5 -> both        1,*  and 1 -> both        13 and 5 with `both` -> both
 */
function dayRule(dayOfMonth: FieldSet, weekday: FieldSet, rule: CronDayRule): 'both' | 'either' {
  if (rule === 'both') return 'both';
  const leavesOpen = (set: FieldSet) => (rule === 'stepIsStar' ? set.hasStar : set.isOpen);
  return leavesOpen(dayOfMonth) || leavesOpen(weekday) ? 'both' : 'either';
}

function areAllDays(daysOfMonth: number, weekdays: number, days: 'both' | 'either'): boolean {
  const hasAllDates = daysOfMonth === 0x7fffffff;
  const hasAllWeekdays = weekdays === 0x7f;
  return days === 'both' ? hasAllDates && hasAllWeekdays : hasAllDates || hasAllWeekdays;
}

function parseField(kind: FieldKind, word: Word): FieldSet | ScheduleError {
  let [low, high, isOpen, hasStar] = [0, 0, false, false];
  let column = word.column;
  for (const text of word.text.split(',')) {
    const element = parseElement(kind, { text, column });
    if ('error' in element) return element;
    for (const value of valuesOf(kind.field, `${element.from}-${element.until}/${element.step}`)) {
      if (value < 32) low |= 1 << value;
      else high |= 1 << (value - 32);
    }
    hasStar ||= element.isStar;
    isOpen ||= element.isStar && element.step === 1;
    column += text.length + 1;
  }
  return { low, high, isOpen, hasStar };
}

interface Element {
  readonly from: number;
  /** Included. */
  readonly until: number;
  readonly step: number;
  readonly isStar: boolean;
}

/** One member of a list: a value, a range or a star, with or without a step. */
function parseElement(kind: FieldKind, word: Word): Element | ScheduleError {
  const [range = '', stepText, ...moreSteps] = word.text.split('/');
  const [fromText = '', untilText, ...moreRanges] = range.split('-');
  if (moreSteps.length > 0) return refused(kind, 'at most one step', word);
  const isStar = fromText === '*' || fromText === '?';
  if (moreRanges.length > 0 || (isStar && untilText !== undefined)) return refused(kind, 'ranges written a-b', word);
  const from = isStar ? kind.from : readValue(kind, fromText);
  if (from === null) return refused(kind, allowedValues(kind), { text: fromText, column: word.column });
  const untilColumn = word.column + fromText.length + 1;
  const until = untilText === undefined ? from : readValue(kind, untilText);
  if (until === null) return refused(kind, allowedValues(kind), { text: untilText ?? '', column: untilColumn });
  if (until < from) return refused(kind, 'ranges from the lower to the higher value', { ...word, text: range });
  const step = stepText === undefined ? 1 : wholeNumber(stepText);
  if (step === null || step === 0)
    return refused(kind, 'a step that is a whole number from 1', {
      text: stepText ?? '',
      column: word.column + range.length + 1,
    });
  const runsToEnd = isStar || (stepText !== undefined && untilText === undefined);
  // A longer step than the field leads to the first value alone.
  const within = Math.min(step, kind.max + 1);
  return { from, until: runsToEnd ? Math.max(from, kind.until) : until, step: within, isStar };
}

function readValue(kind: FieldKind, text: string): number | null {
  const name = kind.names.indexOf(text.toLowerCase());
  if (name >= 0) return kind.from + name;
  const value = wholeNumber(text);
  return value !== null && value >= kind.from && value <= kind.max ? value : null;
}

function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}

function allowedValues(kind: FieldKind): string {
  const names =
    kind.names.length === 0 ? '' : `, ${kind.names[0]!.toUpperCase()} to ${kind.names.at(-1)?.toUpperCase()}`;
  return `*, ?, ${kind.from} to ${kind.max}${names}`;
}

function refused(kind: FieldKind, allowed: string, word: Word): ScheduleError {
  const found = word.text === '' ? 'nothing' : `'${word.text}'`;
  return { error: `the ${kind.name} field allows ${allowed}; found ${found}`, column: word.column };
}

function wrongCount(words: readonly Word[], dialect: CronDialect): ScheduleError {
  const allowed = `5 fields (minute, hour, day of month, month, weekday)${dialect === 'sixFields' ? ', or 6 with seconds first' : ''}`;
  const last = words.at(-1);
  const end = last === undefined ? 1 : last.column + last.text.length;
  return { error: `expected ${allowed}; found ${words.length}`, column: words[5]?.column ?? end };
}
