/**
 * Round lengths of stretches of time.
 */
import { type Duration, day, hour, minute, second } from '../../engine/time.ts';
import type { TimeFrame } from './columns.ts';

/** Each is a multiple of the one before. */
export const roundWidths: readonly Duration[] = [
  ...[1, 5, 15, 30].map((count) => count * second),
  ...[1, 5, 15, 30].map((count) => count * minute),
  ...[1, 2, 6, 12].map((count) => count * hour),
  ...[1, 5, 30, 90, 360].map((count) => count * day),
];

/** So long are stretches of which so many cover a run at most, the first beginning with it. */
export function widthFor({ start, end }: TimeFrame, most: number): Duration {
  return roundWidths.find((width) => end - start <= width * most) ?? Math.ceil((end - start) / most);
}
