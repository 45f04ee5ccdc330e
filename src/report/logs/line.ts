/** One line of a workload's logs, and the labels by which queries find it. */
import type { Instant } from '../../engine/time.ts';

/** In the order in which they are shown and listed (LOG-3, LOG-4). */
export const labelNames = [
  'gvc',
  'workload',
  'container',
  'location',
  'provider',
  'replica',
  'stream',
  'version',
] as const;

export type LabelName = (typeof labelNames)[number];

/** Each label has a value; '' stands for none, as in a line that is about a whole replica. */
export type Labels = { readonly [Name in LabelName]: string };

export interface LogLine {
  readonly at: Instant;
  /**
   * Nanoseconds since the epoch: the instant and a running number within its millisecond, so that no two lines share
   * one.
   */
  readonly stamp: string;
  readonly labels: Labels;
  readonly text: string;
}

export function isLabelName(text: string): text is LabelName {
  return (labelNames as readonly string[]).includes(text);
}
