/**
 * Ticks of a time axis at round UTC times, and their labels.
 */
import {
  civilFromInstant,
  type Duration,
  day,
  hour,
  type Instant,
  instantFromCivil,
  minute,
  second,
} from '../../engine/time.ts';
import { months } from '../words/format.ts';

interface TimeSpan {
  readonly from: Instant;
  readonly until: Instant;
}

const steps: readonly Duration[] = [
  ...[1, 5, 15, 30].map((count) => count * second),
  ...[1, 5, 15, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10].map((count) => count * day),
];
const monthSteps = [1, 2, 3, 6, 12, 60];

/** Round times within a range, its end included; at most `most`. */
export function ticksIn({ from, until }: TimeSpan, most: number): Instant[] {
  const room = (until - from) / Math.max(1, most);
  const step = steps.find((one) => one >= room);
  if (step === undefined) return monthsIn({ from, until }, most);
  const ticks: Instant[] = [];
  for (let at = Math.ceil(from / step) * step; at <= until; at += step) ticks.push(at);
  return ticks;
}

function monthsIn({ from, until }: TimeSpan, most: number): Instant[] {
  const first = civilFromInstant(from);
  const last = civilFromInstant(until);
  const count = (last.year - first.year) * 12 + last.month - first.month;
  const step = monthSteps.find((one) => count / one <= most) ?? 120;
  const ticks: Instant[] = [];
  const start = first.year * 12 + first.month - 1;
  for (let month = Math.ceil(start / step) * step; ; month += step) {
    const at = instantFromCivil(Math.floor(month / 12), (month % 12) + 1, 1);
    if (at > until) return ticks;
    if (at >= from) ticks.push(at);
  }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * The label of a tick: the day at midnight, the year on 1 January, otherwise the time: `14 Nov`, `2027`, `06:00:15`.
 */
export function tickText(at: Instant): string {
  const c = civilFromInstant(at);
  if (at % day !== 0) return clockText(at);
  return c.day === 1 && c.month === 1 ? String(c.year) : `${c.day} ${months[c.month - 1] ?? ''}`;
}

/** `06:00`, with seconds and milliseconds if they are not 0: `06:00:15`, `06:00:15.250`. */
function clockText(at: Instant): string {
  const c = civilFromInstant(at);
  const clock = `${two(c.hour)}:${two(c.minute)}`;
  if (c.millisecond !== 0) return `${clock}:${two(c.second)}.${String(c.millisecond).padStart(3, '0')}`;
  return c.second === 0 ? clock : `${clock}:${two(c.second)}`;
}

/** `Sat 14 Nov 2026` */
export function dayText(at: Instant): string {
  const c = civilFromInstant(at);
  return `${weekdays[c.weekday] ?? ''} ${c.day} ${months[c.month - 1] ?? ''} ${c.year}`;
}

/** `Sat 14 Nov 2026, 03:05 UTC` */
export function whenText(at: Instant): string {
  return `${dayText(at)}, ${clockText(at)} UTC`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
