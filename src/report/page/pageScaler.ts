/**
 * The autoscaler of a deployment, as data of the page: what it aims at, and each decision with its arithmetic.
 */

import type { Instant } from '../../engine/time.ts';

export interface PageScaler {
  /** The deployment, as the journal names it. */
  readonly subject: string;
  /** Its metrics at the end of the run, in their order. */
  readonly metrics: readonly PageMetric[];
  /** In order of time; at most 256, and fewer on a full page: of more, those that change the count most. */
  readonly decisions: readonly PageDecision[];
  /** How many decisions are not among `decisions`. */
  readonly leftOut: number;
}

export interface PageMetric {
  /** `cpu`, `memory`, `rps`, `latency`, `concurrency`, or the name of a trigger. */
  readonly name: string;
  /** `%`, `requests/s`, `ms`, `requests`; '' for a trigger. */
  readonly unit: string;
  /**
   * What decisions measured: `mean`: a value to compare with the target as it is; `sum`: that of all replicas together,
   * to be divided among them first.
   */
  readonly measures: 'mean' | 'sum';
  /** In `unit`, for each replica unless a trigger compares its value as it is. */
  readonly target: number;
  /** Values from `lower` to `upper` change nothing (`hpa.tolerance`); null: there is no tolerance. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Id of the chart that shows it; null: it has none. */
  readonly chart: string | null;
}

export interface PageDecision {
  readonly at: Instant;
  /** Replicas wanted before and after. */
  readonly from: number;
  readonly to: number;
  /** What each metric came to, in its unit; null: it had no value. */
  readonly measured: readonly { readonly metric: string; readonly value: number | null }[];
  /** Its arithmetic, a line for each step: `cpu: ... ceil(4 x 87 % / 60 %) = 6`. */
  readonly formula: readonly string[];
  /** Number of its journal entry; null: no journal was stored. */
  readonly entry: number | null;
}
