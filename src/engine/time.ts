/**
 * Instants and durations: whole milliseconds, UTC. Dates exist only in text; this is the one place that converts.
 */

/** Whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** Whole milliseconds, 0 or more. */
export type Duration = number;

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
export const week = 7 * day;

/** A date and time of day in UTC, as a calendar shows them. */
export interface Civil {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** 0 is Sunday, 6 is Saturday. */
  readonly weekday: number;
}

/** Days since 1970-01-01 of a civil date (proleptic Gregorian; after Howard Hinnant's `days_from_civil`). */
function daysFromCivil(year: number, month: number, dayOfMonth: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayOfMonth - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** What a calendar shows at an instant, in UTC. */
export function civilFromInstant(instant: Instant): Civil {
  const days = Math.floor(instant / day);
  const rest = instant - days * day;
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
    hour: Math.floor(rest / hour),
    minute: Math.floor((rest % hour) / minute),
    second: Math.floor((rest % minute) / second),
    millisecond: rest % second,
    weekday: (((days + 4) % 7) + 7) % 7,
  };
}

/** The instant of a civil date and time in UTC. */
export function instantFromCivil(year: number, month: number, dayOfMonth: number, timeOfDay: Duration = 0): Instant {
  return daysFromCivil(year, month, dayOfMonth) * day + timeOfDay;
}

/** What was written last: entries and rows that follow each other are often of one instant. */
let written: { readonly instant: Instant; readonly text: string } = { instant: Number.NaN, text: '' };

/** `2026-11-01T00:00:00.000Z`. */
export function isoFromInstant(instant: Instant): string {
  if (instant !== written.instant) written = { instant, text: isoText(instant) };
  return written.text;
}

function isoText(instant: Instant): string {
  const c = civilFromInstant(instant);
  // Made of codes it is one piece of memory. Joined from parts it would be a tree of them, six times as large, and
  // reports keep a great many.
  const text = String.fromCharCode(
    digit(c.year, 1_000),
    digit(c.year, 100),
    digit(c.year, 10),
    digit(c.year, 1),
    dash,
    digit(c.month, 10),
    digit(c.month, 1),
    dash,
    digit(c.day, 10),
    digit(c.day, 1),
    letterT,
    digit(c.hour, 10),
    digit(c.hour, 1),
    colon,
    digit(c.minute, 10),
    digit(c.minute, 1),
    colon,
    digit(c.second, 10),
    digit(c.second, 1),
    dot,
    digit(c.millisecond, 100),
    digit(c.millisecond, 10),
    digit(c.millisecond, 1),
    letterZ,
  );
  return c.year > 9_999 ? `${Math.floor(c.year / 10_000)}${text}` : text;
}

const [zero, dash, letterT, colon, dot, letterZ] = [48, 45, 84, 58, 46, 90];

/** The code of one digit of a whole number: that of the ones (1), the tens (10), ... */
function digit(value: number, place: number): number {
  return zero + (Math.floor(value / place) % 10);
}

/** The same without milliseconds where there are none: `2026-11-01T00:00:00Z`. */
export function shortIsoFromInstant(instant: Instant): string {
  return isoFromInstant(instant).replace('.000Z', 'Z');
}

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|z|[+-]\d{2}:?\d{2})?$/;

/**
 * The instant that an ISO 8601 text names; fractions beyond milliseconds are cut.
 *
 * @returns `noZone` where the text is a date without a zone, `invalid` where it is no date (30 February included)
 */
export function instantFromIso(text: string): Instant | 'invalid' | 'noZone' {
  const match = iso.exec(text);
  if (match === null) return 'invalid';
  const [, year, month, dayOfMonth, hours = '0', minutes = '0', seconds = '0', fraction = '', zone] = match;
  const civil = { year: Number(year), month: Number(month), day: Number(dayOfMonth) };
  const timeOfDay =
    Number(hours) * hour +
    Number(minutes) * minute +
    Number(seconds) * second +
    Number(fraction.padEnd(3, '0').slice(0, 3));
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return 'invalid';
  const local = instantFromCivil(civil.year, civil.month, civil.day, timeOfDay);
  const back = civilFromInstant(local);
  if (back.year !== civil.year || back.month !== civil.month || back.day !== civil.day) return 'invalid';
  if (zone === undefined) return 'noZone';
  if (zone === 'Z' || zone === 'z') return local;
  const [offsetHours, offsetMinutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (offsetHours > 23 || offsetMinutes > 59) return 'invalid';
  const sign = zone.startsWith('-') ? 1 : -1;
  return local + sign * (offsetHours * hour + offsetMinutes * minute);
}

/** The start of the UTC month that holds an instant. */
export function monthStart(instant: Instant): Instant {
  const c = civilFromInstant(instant);
  return instantFromCivil(c.year, c.month, 1);
}

/** The start of the UTC month after the one that holds an instant. */
export function nextMonthStart(instant: Instant): Instant {
  const c = civilFromInstant(instant);
  return c.month === 12 ? instantFromCivil(c.year + 1, 1, 1) : instantFromCivil(c.year, c.month + 1, 1);
}
