/**
 * The period of `@every`: a sum of amounts of time, in the form that Go writes durations.
 */
import type { Duration } from '../../engine/time.ts';

const nanoseconds: Readonly<Record<string, bigint>> = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1_000n,
  ns: 1n,
};
const part = /(\d+\.?\d*|\.\d+)(ms|us|ns|[hms])/y;
/** What 63 bits of nanoseconds hold; some 292 years. */
const greatest = 9_223_372_036_854_775_807n;

/**
 * The period that a text names, cut to whole seconds and at least 1 s; null where it names none (CRON-1,
 * `cron.dialect`).
 *
 * One or more decimal numbers, each with its unit, in any order: `1h30m`, `1.5h`, `90m` are the same.
 *   1s999ms -> 1 s     500ms -> 1 s     0.1h -> 6 min     1h30 -> null     -5m -> null
 */
export function parsePeriod(text: string): Duration | null {
  let total = 0n;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (match === null) return null;
    const [, amount = '', unit = ''] = match;
    const [whole = '', fraction = ''] = amount.split('.');
    const scale = BigInt(`1${'0'.repeat(fraction.length)}`);
    total += (BigInt(whole + fraction) * (nanoseconds[unit] ?? 0n)) / scale;
  }
  if (text === '' || total > greatest) return null;
  return Math.max(1, Number(total / 1_000_000_000n)) * 1_000;
}
