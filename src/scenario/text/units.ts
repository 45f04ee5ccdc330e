/**
 * Quantities as scenario files write them: sizes, rates, percentages, cpu. Every number has its unit.
 */

import { hour } from '../../engine/time.ts';
import { parseCpuMillicores, parseMemoryBytes } from '../../platform/api/document/quantity.ts';
import { longestDuration, parseDuration } from '../../rules/duration.ts';

const decimal = /^([+-]?)(\d+(?:\.\d+)?|\.\d+) ?([A-Za-z%]+)$/;
const bytesOf: Readonly<Record<string, bigint>> = {
  B: 1n,
  byte: 1n,
  bytes: 1n,
  kB: 1_000n,
  KB: 1_000n,
  MB: 1_000_000n,
  KiB: 2n ** 10n,
  MiB: 2n ** 20n,
  GiB: 2n ** 30n,
  TiB: 2n ** 40n,
};

/**
 * Bytes that a size names, rounded to the nearest whole one; null where it names none.
 *
 * `B` (also `bytes`) `KB MB GB TB` count in thousands (a GB has `gbBytes`, a TB a thousand of them: `unit.gb`), the
 * rest are quantities as in manifests: `220Mi` `1Gi`. A bare number is no size, and a negative one only where `signed`.
 *   8GB -> 8e9     1.5GB -> 1.5e9     220Mi -> 230686720     8 -> null     -5GB, signed -> -5e9
 */
export function parseSize(text: unknown, gbBytes: number, signed = false): number | null {
  if (typeof text !== 'string' || text.length > 40) return null;
  const match = decimal.exec(text);
  if (match === null) return null;
  const [, sign = '', digits = '', unit = ''] = match;
  if (sign === '-' && !signed) return null;
  const size = bytesOfUnit(unit, gbBytes);
  const bytes = size === null ? quantityBytes(digits + unit) : timesWhole(digits, size);
  if (bytes === null || bytes > Number.MAX_SAFE_INTEGER) return null;
  return sign === '-' && bytes !== 0 ? -bytes : bytes;
}

/** Bytes of one unit, of those with a B; null for the rest. */
export function bytesOfUnit(unit: string, gbBytes: number): bigint | null {
  if (unit === 'GB') return BigInt(gbBytes);
  if (unit === 'TB') return BigInt(gbBytes) * 1_000n;
  return Object.hasOwn(bytesOf, unit) ? (bytesOf[unit] ?? null) : null;
}

function quantityBytes(text: string): number | null {
  // Lower-case suffixes of quantities (m, u, n, k) are thousandths of a byte and the like: nobody means them in a size.
  if (!/[KMGTPE]i?$/.test(text)) return null;
  const bytes = parseMemoryBytes(text);
  return typeof bytes === 'number' ? bytes : null;
}

/** A decimal text times a whole number, rounded half up, without passing through a fraction. */
function timesWhole(digits: string, factor: bigint): number {
  const [whole = '', fraction = ''] = digits.split('.');
  const scale = 10n ** BigInt(fraction.length);
  return Number((BigInt(whole + fraction) * factor * 2n + scale) / (scale * 2n));
}

/**
 * Bytes per hour that a rate of size names: `1.5GB/d` -> 62500000; null where it names none. May be negative where
 * `signed`.
 */
export function parseSizeRate(text: unknown, gbBytes: number, signed = false): number | null {
  const parts = perTime(text);
  if (parts === null) return null;
  const bytes = parseSize(parts.amount, gbBytes, signed);
  return bytes === null ? null : (bytes * hour) / parts.period;
}

/**
 * Bytes per hour of a flow that is counted in whole bytes, rounded down: of the doubles about the rate one that is not
 * below it. So what a whole period brings is counted to the byte, where the nearest double may lie below and lose one
 * (BILL-3).
 *
 *   1GB/d -> 41666666.66666667: 1e9 bytes after a day, where 41666666.666666664 would give 999,999,999
 */
export function parseFlow(text: unknown, gbBytes: number): number | null {
  const parts = perTime(text);
  const perHour = parseSizeRate(text, gbBytes);
  const bytes = parts === null ? null : parseSize(parts.amount, gbBytes);
  if (parts === null || perHour === null || bytes === null) return null;
  const whole = BigInt(bytes) * BigInt(hour);
  let rate = perHour;
  while (isBelow(rate, whole, BigInt(parts.period))) rate = nextAbove(rate);
  return rate;
}

/** Whether a number is less than a quotient of whole numbers, exactly. */
function isBelow(value: number, dividend: bigint, divisor: bigint): boolean {
  let scale = 1;
  while (!Number.isInteger(value * scale)) scale *= 2;
  return BigInt(value * scale) * divisor < dividend * BigInt(scale);
}

/** The next double, of a number above 0. */
function nextAbove(value: number): number {
  let step = (value * Number.EPSILON) / 2;
  while (value + step === value) step *= 2;
  return value + step;
}

/**
 * Events per millisecond times a thousand, that is per second: `40/s` -> 40, `3/m` -> 0.05, `300/5m` -> 1; null where
 * it names none.
 */
export function parseRate(text: unknown): number | null {
  const parts = perTime(text);
  if (parts === null || !/^(\d+(\.\d+)?|\.\d+)$/.test(parts.amount)) return null;
  return (Number(parts.amount) * 1_000) / parts.period;
}

/**
 * Growth that compounds: `3%/week` -> a factor of 1.03 each week; null where it names none, or shrinks by all there is.
 */
export function parseCompound(text: unknown): { readonly factor: number; readonly period: number } | null {
  const parts = perTime(text);
  if (parts === null) return null;
  const match = /^([+-]?)(\d+(?:\.\d+)?) ?%$/.exec(parts.amount);
  if (match === null) return null;
  const share = Number(match[2]) / 100;
  const factor = match[1] === '-' ? 1 - share : 1 + share;
  return factor > 0 ? { factor, period: parts.period } : null;
}

/** What stands before and after the slash; the time may leave out its 1: `/d` is `/1d`. */
function perTime(text: unknown): { readonly amount: string; readonly period: number } | null {
  if (typeof text !== 'string') return null;
  const match = /^([^/]+?) ?\/ ?([^/]+)$/.exec(text);
  if (match === null) return null;
  const [, amount = '', time = ''] = match;
  const period = parseDuration(/^\d/.test(time) ? time : `1${time}`);
  return period === null || period === 0 ? null : { amount, period };
}

/** The share, 0 to 1, that a percentage names: `2%` -> 0.02; null where it names none, or more than all. */
export function parseShare(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  const match = /^(\d+(?:\.\d+)?) ?%$/.exec(text);
  if (match === null) return null;
  const share = Number(match[1]) / 100;
  return share <= 1 ? share : null;
}

/** Millicores that an amount of cpu names: `250m` -> 250, `1.5` -> 1500; null where it names none. */
export function parseCpu(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  const millicores = parseCpuMillicores(text);
  return typeof millicores === 'number' ? millicores : null;
}

/**
 * A duration as platform and scenario write it; null for everything else, numbers too, and for one that is too long
 * (`quantityHint`).
 */
export function readDuration(value: unknown): number | null {
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  return duration !== null && duration <= longestDuration ? duration : null;
}
