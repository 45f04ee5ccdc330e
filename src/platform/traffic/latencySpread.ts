/**
 * The distribution of latencies of single requests under a steady load: percentiles of fluid requests are read from it.
 */
import { exp, ln } from '../../engine/math.ts';
import { type LatencyAssumptions, loadOf } from './load.ts';
import { needsOf } from './needs.ts';
import { placeQueue, type Queue } from './places.ts';
import { isProcessorBound, type Serving } from './serving.ts';
import { sharingDelay } from './sharing.ts';
import { type Moments, type SpreadShare, spreadOf, sumSpread } from './spread.ts';
import { meanPower, valueShares } from './valueShares.ts';

/** A shared processor, as an arriving request finds it. */
export interface Sharing {
  /** The share of requests that find it busy. */
  readonly busy: number;
  /** Mean work of a request, in milliseconds. */
  readonly work: number;
  /** Mean remaining work of the request that is found at the processor. */
  readonly left: number;
}

const smallest = 1e-6;

/** The delays of requests under a steady load. */
export interface Delays {
  /** null: no other request shares the processor to a relevant extent. */
  readonly sharing: Sharing | null;
  /** null: no request waits for a place. */
  readonly queue: Queue | null;
  /** Mean added time of a request, over all its tries. */
  readonly longer: number;
}

/**
 * The delays of requests that arrive at random at a steady rate (`fluid.latency`, `fluid.saturation`).
 *
 * @param perSecond of all replicas
 * @param ready 1 or more
 */
export function delaysUnder(
  serving: Serving,
  { perSecond, ready }: { readonly perSecond: number; readonly ready: number },
  assumptions: LatencyAssumptions,
): Delays {
  const { rps, latency } = loadOf(serving, { perSecond, ready, waiting: 0 }, assumptions);
  const longer = serving.duration === 0 ? 1 : latency / serving.duration;
  if (assumptions['fluid.latency'] === 'serviceTime') return { sharing: null, queue: null, longer };
  return {
    sharing: sharingOf(serving, ready, rps, assumptions),
    queue: placeQueue(serving, { perSecond, ready }, rps, assumptions),
    longer,
  };
}

/** If this share of requests waits, a high percentile is one of them. */
const manyWait = 0.01;

/**
 * Whether a waiting time is known better than its order of magnitude: not if durations with infinite variance queue for
 * places.
 */
export function isSpreadKnown({ spread }: Serving, { queue }: Delays): boolean {
  return spread !== 'endless' || queue === null || queue.share < manyWait;
}

/** Delays of one class differ by a few hundredths at most, so one result serves the whole class. */
export function classOfDelays({ sharing, queue }: Delays): string {
  const stretched = sharing === null ? 0 : Math.round(32 * ln(1 + stretchOf(sharing)));
  if (queue === null || queue.share < smallest) return `${stretched}`;
  return `${stretched} ${Math.round(64 * queue.share)} ${Math.round(32 * ln(queue.mean / queue.share))}`;
}

/**
 * The latencies of requests under given delays.
 *
 * A latency is the waiting time for a place, the time of the shared processor, and the rest of the request's duration;
 * before it come earlier tries and the pauses between them. For exponential durations at places the result is right.
 * For a shared processor its mean and variance are right for each length of work (Zwart and Boxma). Otherwise it is as
 * close as the mean (`trustOf`).
 */
export function latencySpread(serving: Serving, { sharing, queue, longer }: Delays): readonly SpreadShare[] {
  return spreadNeeds(serving, (work) => delaysOf(work, sharing, queue), longer);
}

/**
 * The latencies of requests that queue for a place and are served in order (`fluid.overflow`).
 *
 * @param wait in milliseconds, uniform between two values
 */
export function linedSpread(
  serving: Serving,
  ready: number,
  wait: { readonly from: number; readonly to: number },
  assumptions: LatencyAssumptions,
): readonly SpreadShare[] {
  const rps = serving.capacityPerSecond;
  const waited = (wait.from + wait.to) / 2;
  const queue = placeQueue(serving, { perSecond: rps * ready, ready }, rps, assumptions);
  const work = serving.processorTime / serving.tries;
  const sharing = sharingOf(serving, ready, rps, assumptions);
  // All places are taken, so this many requests share a processor that is the limit.
  const places = serving.maxConcurrency ?? 1;
  const isShared = work > 0 && places > 1 && isProcessorBound(serving);
  const shared = isShared
    ? Math.min(places - 1, Math.max(waited / work, sharing === null ? 0 : stretchOf(sharing)))
    : 0;
  const inLine = isShared ? Math.max(0, waited - places * work) : waited;
  // Random arrivals make some requests wait that would not have to; the waiting time of the others hardly changes.
  const share = queue === null ? 0 : queue.share * exp(-waited / (queue.mean / queue.share));
  const delays = (ownWork: number): readonly SpreadShare[] => {
    const extra = inLine + ownWork * shared;
    const half = (wait.to - wait.from) / 2;
    const [from, to] = [Math.max(0, extra - half), extra + half];
    if (isShared || queue === null || share < smallest) return [{ share: 1, from, to, tail: 0 }];
    return [
      { share: 1 - share, from, to, tail: 0 },
      { share, from, to, tail: queue.mean / queue.share },
    ];
  };
  return spreadNeeds(serving, delays, 1);
}

/** Adds delays to the needs of a request, earlier tries included. */
function spreadNeeds(
  serving: Serving,
  delaysOf: (work: number) => readonly SpreadShare[],
  longer: number,
): readonly SpreadShare[] {
  const spread: SpreadShare[] = [];
  for (const need of needsOf(serving)) {
    for (const delay of delaysOf((need.workFrom + need.workTo) / 2)) {
      // The sum of two uniform times gets the width that matches the sum of their variances.
      const [width, other] = [need.to - need.from, delay.to - delay.from];
      const half = Math.sqrt(width * width + other * other) / 2;
      const middle = (need.from + need.to + delay.from + delay.to) / 2;
      for (const { at, share } of serving.endings) {
        const before = at * longer;
        spread.push({
          share: need.share * delay.share * share,
          from: Math.max(0, before + middle - half),
          to: before + middle + half,
          tail: delay.tail,
        });
      }
    }
  }
  return spread;
}

function sharingOf(serving: Serving, ready: number, rps: number, assumptions: LatencyAssumptions): Sharing | null {
  const { processorTime, oneTry, tries } = serving;
  const delay = sharingDelay(serving, ready, rps, assumptions);
  if (delay <= 0 || processorTime === 0) return null;
  // Computed as if the processor were so busy that random arrivals had the same delay.
  const busy = delay / (delay + processorTime);
  const work = processorTime / tries;
  const isExponential = assumptions['fluid.latency'] === 'exponential' || oneTry.cpu === null;
  const square = isExponential ? 2 : meanPower(valueShares(oneTry.cpu), 2);
  return { busy, work, left: (work * square) / 2 };
}

/** The added time of a request, as a multiple of its work. */
function stretchOf({ busy }: Sharing): number {
  return busy / (1 - busy);
}

/**
 * The delay that other requests at a shared processor add to a request with a given amount of work. Mean and variance
 * are exact (M/G/1 processor sharing), except that the remaining work of others is taken as exponential. A request that
 * is always alone has no delay.
 */
function sharedDelay(work: number, sharing: Sharing): readonly SpreadShare[] {
  const { mean, variance } = sharedMoments(work, sharing);
  const { busy } = sharing;
  const alone = (1 - busy) * exp((-busy * work) / sharing.work);
  const cvSquared = ((1 - alone) * (variance + mean * mean)) / (mean * mean) - 1;
  const delayed = spreadOf(mean / (1 - alone), Math.max(0, cvSquared));
  return [
    { share: alone, from: 0, to: 0, tail: 0 },
    ...delayed.map((one) => ({ ...one, share: one.share * (1 - alone) })),
  ];
}

function sharedMoments(work: number, sharing: Sharing): Moments {
  const { busy, left } = sharing;
  const mean = work * stretchOf(sharing);
  const once = (work * (1 - busy)) / left;
  // 2 (x / a - (1 - e^(-a x)) / a^2); for a small a x it is x^2.
  const square = once < 1e-4 ? work * work : (2 * work * work * (once - 1 + exp(-once))) / (once * once);
  return { mean, variance: (busy * square) / ((1 - busy) * (1 - busy)) };
}

/** The delays of a request with a given amount of processor work. */
function delaysOf(work: number, sharing: Sharing | null, queue: Queue | null): readonly SpreadShare[] {
  const isShared = sharing !== null && work > 0;
  const shared = isShared ? sharedDelay(work, sharing) : spreadOf(0, 0);
  if (queue === null || queue.share < smallest) return shared;
  const mean = queue.mean / queue.share;
  const wait = { mean, variance: queue.cvSquared * mean * mean };
  const waited = isShared ? sumSpread(sharedMoments(work, sharing), wait) : spreadOf(mean, queue.cvSquared);
  return [
    ...shared.map((one) => ({ ...one, share: one.share * (1 - queue.share) })),
    ...waited.map((one) => ({ ...one, share: one.share * queue.share })),
  ];
}
