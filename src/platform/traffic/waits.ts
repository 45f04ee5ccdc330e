/**
 * The waiting requests of a location over the last minutes, for averages that include them.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { BacklogPoint } from './backlogCourse.ts';

/**
 * The number of waiting requests at an instant, and the sum of waiting times up to it (requests times milliseconds).
 * Less than one request counts as none.
 */
interface WaitPoint {
  readonly at: Instant;
  readonly waiting: number;
  readonly waited: number;
}

/** By instant; empty while nothing waits for long. Mutable. */
export type WaitCourse = WaitPoint[];

/**
 * Records how many requests wait now. Between two instants the number is linear, unless `course` gives more detail.
 * Requests that begin to wait after one evaluation and are answered before the next are not seen.
 */
export function noteWaiting(
  waits: WaitCourse,
  waiting: number,
  now: Instant,
  window: Duration,
  course: readonly BacklogPoint[] = [],
): void {
  const whole = waiting >= 1 ? waiting : 0;
  const before = waits.at(-1);
  if (before?.waiting === 0 && before.at <= now - window) waits.length = 0;
  const wereNone = (waits.at(-1)?.waiting ?? 0) === 0;
  if (whole === 0 && wereNone) return;
  if (course.length === 0 && wereNone) addPoint(waits, 0, now);
  // No point lies before the last recorded one.
  for (const point of course) addPoint(waits, point.waiting, Math.max(point.at, waits.at(-1)?.at ?? point.at));
  if (whole > 0 || course.length === 0) addPoint(waits, whole, now);
  while (waits.length > 1 && waits[1]!.at <= now - window) waits.shift();
}

function addPoint(waits: WaitCourse, waiting: number, at: Instant): void {
  const last = waits.at(-1);
  const gained = last === undefined ? 0 : ((last.waiting + waiting) / 2) * (at - last.at);
  // From none to some it may jump: until then no request waited.
  if (last?.at === at && (last.waiting > 0 || waiting === 0)) waits.pop();
  waits.push({ at, waiting, waited: (last?.waited ?? 0) + gained });
}

/** Whether requests waited within a window that ends now, or still wait. */
export function hasWaited(waits: WaitCourse, now: Instant, window: Duration): boolean {
  const last = waits.at(-1);
  return last !== undefined && (last.waiting > 0 || last.at > now - window);
}

/**
 * Waiting since an instant: how many more requests wait now than then, and the requests times milliseconds. The number
 * that waits now is already recorded.
 */
export function waitedSince(waits: WaitCourse, from: Instant): { readonly more: number; readonly waited: number } {
  const last = waits.at(-1);
  if (last === undefined) return { more: 0, waited: 0 };
  const start = pointAt(waits, from);
  return { more: last.waiting - start.waiting, waited: last.waited - start.waited };
}

/** The most requests that waited at an instant or later, and the waiting since then, as far as recorded. */
export function mostWaitedFrom(
  waits: WaitCourse,
  from: Instant,
): { readonly waiting: number; readonly waited: number } {
  let { waiting } = pointAt(waits, from);
  for (const point of waits) if (point.at > from) waiting = Math.max(waiting, point.waiting);
  return { waiting, waited: waitedSince(waits, from).waited };
}

function pointAt(waits: WaitCourse, at: Instant): WaitPoint {
  let after = waits.length;
  while (after > 0 && waits[after - 1]!.at > at) after -= 1;
  const next = waits[after];
  const before = waits[after - 1];
  if (before === undefined) return { at, waiting: 0, waited: next?.waited ?? 0 };
  if (next === undefined) return { at, waiting: before.waiting, waited: before.waited };
  const share = (at - before.at) / (next.at - before.at);
  const waiting = before.waiting + (next.waiting - before.waiting) * share;
  return { at, waiting, waited: before.waited + ((before.waiting + waiting) / 2) * (at - before.at) };
}
