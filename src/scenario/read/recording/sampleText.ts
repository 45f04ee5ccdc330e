/**
 * Numbers with units as dashboards print them: `1.2 K`, `120 req/s`, `3.4 GiB`, `15%`.
 */

import { decimal } from '../demand/trace.ts';

/** What a number counts. */
export type SampleKind = 'requests' | 'requests/s' | 'B' | 'B/s' | 'a percentage' | 'a duration' | 'something else';

/** A number in its kind's unit: requests, requests a second, bytes, bytes a second. */
export interface Sample {
  readonly value: number;
  readonly kind: SampleKind | null;
}

const thousands: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  Mil: 1e6,
  G: 1e9,
  B: 1e9,
  Bil: 1e9,
  T: 1e12,
  Tri: 1e12,
};
const prefixes: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 1_024,
  ki: 1_024,
  Mi: 1_048_576,
  Gi: 1_073_741_824,
  Ti: 1_099_511_627_776,
  Pi: 1_125_899_906_842_624,
};
const secondsOf: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3_600,
  hour: 3_600,
  d: 86_400,
  day: 86_400,
};

const absent = /^(|undefined|null|none|nan|n\/a|-|no data|[+-]?inf(inity)?|[+-]?∞)$/i;
const number = /^([+-]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i;

/** Whether a text stands for no number: empty, `null`, `undefined`, `NaN`, infinite. */
export function isAbsent(text: string): boolean {
  return absent.test(text.trim());
}

/**
 * The number of a text; null where it is none.
 *
 *   1.2 K -> 1200     120 req/s -> 120 requests/s     3 MiB -> 3145728 B     15% -> 15, a percentage
 *   1,234.5 -> 1234.5, with `isDecimalComma` 1,5 -> 1.5
 */
export function sampleOf(text: string, isDecimalComma: boolean): Sample | null {
  const trimmed = text.trim();
  if (decimal.test(trimmed)) return { value: Number(trimmed), kind: null };
  const [, digits = '', unit = ''] = number.exec(trimmed) ?? [];
  const isGrouped = /^[+-]?\d{1,3}(,\d{3})+(\.|$|e)/i.test(digits);
  const plain = isDecimalComma ? digits.replace(',', '.') : isGrouped ? digits.replaceAll(',', '') : digits;
  if (!decimal.test(plain)) return null;
  const { factor, kind } = unitOf(unit.trim());
  return { value: Number(plain) * factor, kind };
}

function unitOf(unit: string): { readonly factor: number; readonly kind: SampleKind | null } {
  if (unit === '%') return { factor: 1, kind: 'a percentage' };
  const size = /^([kKMGTP]?i?)(B|bytes?|b|bits?)(?: ?(?:\/ ?|p)(s|sec|second))?$/.exec(unit);
  const prefix = prefixes[size?.[1] ?? ''];
  if (size !== null && prefix !== undefined)
    return {
      factor: size[2]?.startsWith('b') && !size[2].startsWith('by') ? prefix / 8 : prefix,
      kind: size[3] === undefined ? 'B' : 'B/s',
    };
  const [, scale = '', counted] = /^(Mil|Bil|Tri|[kKMGBT])?(?:(?:^|\s+|(?<=[KMBTkG]))(\S.*))?$/.exec(unit) ?? [];
  const times = thousands[scale];
  if (times !== undefined && counted === undefined) return { factor: times, kind: null };
  const count =
    /^(?:(?:reqs?|requests?|ops|io|c|rd|wr|hits|events?|calls?)? ?\/ ?([a-z]+)|(?:[rqcow]|io|req)p([smhd]))$/i.exec(
      counted ?? '',
    );
  const seconds = secondsOf[count?.[1] ?? count?.[2]?.toLowerCase() ?? ''];
  if (times !== undefined && seconds !== undefined) return { factor: times / seconds, kind: 'requests/s' };
  if (times !== undefined && /^(reqs?|requests?|calls?|hits)$/i.test(counted ?? ''))
    return { factor: times, kind: 'requests' };
  return {
    factor: 1,
    kind: /^(ns|µs|us|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)$/.test(unit)
      ? 'a duration'
      : 'something else',
  };
}
