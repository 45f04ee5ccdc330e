/**
 * What a loop decides by, as the journal keeps it: the data of `deployment.scaled`. Type aliases, so they are `Value`s.
 */

/**
 * The value of a metric when a count changed, in thousandths of its unit: percent, requests per second, milliseconds,
 * requests in flight. For triggers of keda, by their names: a null value is a failing trigger, a null target asks for
 * no count. `counted`: the replicas that the mean covers, if they are not as many as desired. The surge of a rollout
 * counts; replicas that are not ready may not.
 */
export type Measurement = {
  readonly metric: string;
  readonly valueMilli: number | null;
  readonly targetMilli: number | null;
  readonly counted?: number;
};

/**
 * What a loop sets a count by, besides what it measures. Outside the fingerprint.
 *
 * Of an HPA and of syncs of KEDA: the highest proposal of the scale-down window, the present one included, and how far
 * the rate limits let the count go at once, both ends included. Of a KPA: the ready replicas that its rates count from,
 * how far the rates let the count go, and its averages and panic where there is load to measure.
 */
export type ScaleDecision = ScaleBounds & {
  /** What the metrics propose; null: nothing. */
  readonly proposed: number | null;
  readonly highestRecent?: number;
  /** The scale-down window of an HPA, where it proposes fewer replicas than there are. */
  readonly downWindowMs?: number;
  readonly least?: number;
  readonly most?: number;
  readonly ready?: number;
  readonly panics?: boolean;
  readonly panic?: PanicDecision;
  /** One for each measurement, in their order; absent: the measurements say all. */
  readonly sampled?: readonly (Sampled | null)[];
};

/**
 * What the proposal of a metric is made of, where the mean over the counted replicas does not say it: some are not
 * measured, or the mean is rounded. A trigger of keda with metric type `Value`: the ready replicas. The proposal is
 * `totalMilli` divided by the target, rounded up.
 */
export type Sampled = {
  /** The replicas that it covers; 0: none is measured, and there is no proposal. */
  readonly replicas: number;
  /** The sum over them, as the proposal counts them, in thousandths. */
  readonly totalMilli: number;
  /** Of them: without a measurement, so counted as fully used below the target, and as idle above it. */
  readonly missing?: number;
  /** Of them: not ready for long enough, so counted as idle above the target. */
  readonly unready?: number;
};

/** What decides whether a KPA is in a panic, and what a panic proposes. */
export type PanicDecision = {
  /** The averages over `kpa.window` and over `kpa.panicWindow`, in thousandths. */
  readonly stableMilli: number;
  readonly panicMilli: number;
  /** So many replicas must be needed by the short average for a panic to begin or go on, this number included. */
  readonly from: number;
  /** Until when the panic of earlier ticks lasts, included; in the past: it has ended. null: there is none. */
  readonly untilAt: number | null;
  /** The highest proposal of that panic; 0: there is none. */
  readonly most: number;
};

/** The bounds of a deployment's replicas. */
export type ScaleBounds = {
  readonly minScale: number;
  readonly maxScale: number;
};
