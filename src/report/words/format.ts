/**
 * Numbers, amounts and times for people's eyes, the same in every locale.
 */
import {
  civilFromInstant,
  type Duration,
  day,
  hour,
  type Instant,
  instantFromIso,
  minute,
  second,
} from '../../engine/time.ts';
import { compare, type Decimal, formatDecimal, rounded } from '../../platform/metering/decimal.ts';

/** Whole part in groups of three: `1,234,567`. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * An amount of money with at least two decimals, and none beyond them that is a zero at the end: `1,234.50`, `0.0125`.
 */
export function moneyText(value: Decimal, decimals = 2): string {
  const [whole = '0', fraction = ''] = formatDecimal(rounded(value, decimals, 'half-up')).split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  return `${sign}${grouped(whole.replace('-', ''))}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/**
 * An amount of money as `moneyText` has it, with so many decimals that it is to another as it truly is.
 *   37.2438 beside 37.30 -> `37.24`, beside 37.24 -> `37.244`
 */
export function moneyTextBeside(value: Decimal, other: Decimal): string {
  const order = compare(value, other);
  let decimals = 2;
  while (decimals < value.scale && compare(rounded(value, decimals, 'half-up'), other) !== order) decimals += 1;
  return moneyText(value, decimals);
}

/** All digits of a decimal, those of its whole part in groups of three: `1,234.0625`. */
export function groupedDecimal(text: string): string {
  const [whole = '0', fraction] = text.split('.');
  return `${grouped(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** A count: `43,218`. */
export function countText(value: number): string {
  return grouped(String(value));
}

/** A count of something: `1 execution`, `1,200 executions`. */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A number with at most so many decimals, none of them a zero at the end: `3.9`, `80.02`, `1,200`.
 */
export function shortNumber(value: number, decimals = 1): string {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const short = fraction.replace(/0+$/, '');
  const sign = value < 0 && (whole !== '0' || short !== '') ? '-' : '';
  return `${sign}${grouped(whole)}${short === '' ? '' : `.${short}`}`;
}

/**
 * A part of a whole in hundredths, never said to be nothing or all of it where it is not.
 *   1 of 3 -> `33.3 %`, 1 of 5,000 -> `<0.1 %`, 4,999 of 5,000 -> `>99.9 %`
 */
export function partText(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  if (percent > 0 && isSmallPart(part, whole)) return '<0.1 %';
  if (percent > 99.9 && percent < 100) return '>99.9 %';
  return `${shortNumber(percent)} %`;
}

/** Whether a part is under a thousandth of its whole, so that nobody has to be alarmed. */
export function isSmallPart(part: number, whole: number): boolean {
  return part * 1_000 < whole;
}

const units: readonly (readonly [Duration, string])[] = [
  [day, 'd'],
  [hour, 'h'],
  [minute, 'm'],
  [second, 's'],
];

/**
 * A duration in its two greatest units, cut: `2h 30m`, `45s`, `250ms`, `30d`.
 */
export function durationText(duration: Duration): string {
  if (duration < second) return `${Math.round(duration)}ms`;
  const first = units.findIndex(([unit]) => duration >= unit);
  const [unit, name] = units[first] ?? [second, 's'];
  const whole = Math.floor(duration / unit);
  const next = units[first + 1];
  if (next === undefined) {
    const rest = duration - whole * unit;
    return rest === 0 || whole >= 10 ? `${whole}${name}` : `${shortNumber(duration / unit)}${name}`;
  }
  const rest = Math.floor((duration - whole * unit) / next[0]);
  return rest === 0 ? `${whole}${name}` : `${whole}${name} ${rest}${next[1]}`;
}

/** A duration with nothing cut, to a thousandth: `1d 2h 3m 4.5s`, `250ms`, `0.2ms`, `0s`. */
export function exactDurationText(duration: Duration): string {
  if (duration === 0) return '0s';
  if (duration < second) return `${shortNumber(duration, 3)}ms`;
  let rest = duration;
  const parts: string[] = [];
  for (const [unit, name] of units) {
    const whole = unit === second ? rest / second : Math.floor(rest / unit);
    if (whole > 0) parts.push(`${shortNumber(whole, 3)}${name}`);
    rest -= whole * unit;
  }
  return parts.join(' ');
}

/** Names of months, January first. */
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `5 Nov 16:01` */
export function instantText(instant: Instant): string {
  const { month, day: dayOfMonth } = civilFromInstant(instant);
  return `${dayOfMonth} ${months[month - 1] ?? ''} ${clock(instant)}`;
}

/** `5 Nov 16:01:34`, and `5 Nov 16:01:34.125` where it is no whole second. */
export function exactInstantText(instant: Instant): string {
  const rest = instant - Math.floor(instant / minute) * minute;
  const [seconds = 0, ms = 0] = [Math.floor(rest / second), rest % second];
  const fraction = ms === 0 ? '' : `.${String(Math.floor(ms)).padStart(3, '0')}`;
  return `${instantText(instant)}:${String(seconds).padStart(2, '0')}${fraction}`;
}

/** `5 Nov 16:01`, and with its seconds where these are not 0: `5 Nov 16:01:34`. */
export function preciseInstantText(instant: Instant): string {
  return instant % minute === 0 ? instantText(instant) : exactInstantText(instant);
}

/** The same of an instant in ISO 8601. Throws if it is none. */
export function exactIsoText(iso: string): string {
  const instant = instantFromIso(iso);
  if (typeof instant !== 'number') throw new Error(`${iso} is no instant`);
  return exactInstantText(instant);
}

/**
 * A stretch of time as a reader's calendar has it.
 *   1 Nov 2026 to 1 Dec 2026    1 Nov 2026, 00:00 to 02:00    1 Nov 2026 06:00 to 3 Nov 2026 00:00
 */
export function stretchText(from: Instant, until: Instant): string {
  const isWhole = from % day === 0 && until % day === 0;
  const date = (instant: Instant): string => {
    const { year, month, day: dayOfMonth } = civilFromInstant(instant);
    return `${dayOfMonth} ${months[month - 1] ?? ''} ${year}`;
  };
  if (isWhole) return `${date(from)} to ${date(until)}`;
  if (date(from) === date(until)) return `${date(from)}, ${clock(from)} to ${clock(until)}`;
  return `${date(from)} ${clock(from)} to ${date(until)} ${clock(until)}`;
}

function clock(instant: Instant): string {
  const { hour: hours, minute: minutes } = civilFromInstant(instant);
  return `${two(hours)}:${two(minutes)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
