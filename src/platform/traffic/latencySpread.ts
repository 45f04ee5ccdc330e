/**
 * How the latencies of single requests spread, under a load that lasts: what percentiles of amounts are read from.
 */
import { exp, ln } from '../../engine/math.ts';
import { type LatencyAssumptions, loadOf } from './load.ts';
import { needsOf } from './needs.ts';
import { placeQueue, type Queue } from './places.ts';
import { isProcessorBound, type Serving } from './serving.ts';
import { sharingDelay } from './sharing.ts';
import { type Moments, type SpreadShare, spreadOf, sumSpread } from './spread.ts';
import { meanPower, valueShares } from './valueShares.ts';

/** A shared processor, as a request that comes finds it. */
export interface Sharing {
  /** The share of requests that find it at work. */
  readonly busy: number;
  /** Mean work of a request, in milliseconds. */
  readonly work: number;
  /** Mean of what is left of a request's work, where one is found at work. */
  readonly left: number;
}

const smallest = 1e-6;

/** What delays requests under a load that lasts. */
export interface Delays {
  /** null: they share their processors with nobody that counts. */
  readonly sharing: Sharing | null;
  /** null: nobody waits for a place. */
  readonly queue: Queue | null;
  /** How much longer a request takes in the mean, all its tries together. */
  readonly longer: number;
}

/**
 * What delays requests that come at random, at a rate that lasts (`fluid.latency`, `fluid.saturation`).
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

/** So many of a hundred wait that a high percentile is one of them. */
const manyWait = 0.01;

/**
 * Whether more is known of a wait than its order of magnitude: not where durations that have no end of variance wait
 * for each other's places.
 */
export function isSpreadKnown({ spread }: Serving, { queue }: Delays): boolean {
  return spread !== 'endless' || queue === null || queue.share < manyWait;
}

/** Delays of one class differ by a few hundredths at most: worked out once, they stand for each other. */
export function classOfDelays({ sharing, queue }: Delays): string {
  const stretched = sharing === null ? 0 : Math.round(32 * ln(1 + stretchOf(sharing)));
  if (queue === null || queue.share < smallest) return `${stretched}`;
  return `${stretched} ${Math.round(64 * queue.share)} ${Math.round(32 * ln(queue.mean / queue.share))}`;
}

/**
 * The latencies of requests under such delays.
 *
 * Each is the wait for a place, the time that the processor takes while it is shared, and what else the request does;
 * tries before the last, and the pauses between them, come before that. Right for exponential durations at places, and
 * for a processor that is shared, in mean and variance for each length of work (Zwart and Boxma); else as near as the
 * mean (`trustOf`).
 */
export function latencySpread(serving: Serving, { sharing, queue, longer }: Delays): readonly SpreadShare[] {
  return spreadNeeds(serving, (work) => delaysOf(work, sharing, queue), longer);
}

/**
 * The latencies of requests that stand in line for a place as long as others leave it, each in its turn
 * (`fluid.overflow`).
 *
 * @param wait in milliseconds, from one to another, evenly
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
  // All places are taken, so that a processor that is what limits replicas is shared by so many.
  const places = serving.maxConcurrency ?? 1;
  const isShared = work > 0 && places > 1 && isProcessorBound(serving);
  const shared = isShared
    ? Math.min(places - 1, Math.max(waited / work, sharing === null ? 0 : stretchOf(sharing)))
    : 0;
  const inLine = isShared ? Math.max(0, waited - places * work) : waited;
  // Chance makes some wait where none would have to; of those that have to it hardly changes anything.
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

/** What becomes of a request's needs by what delays it, tries before the last included. */
function spreadNeeds(
  serving: Serving,
  delaysOf: (work: number) => readonly SpreadShare[],
  longer: number,
): readonly SpreadShare[] {
  const spread: SpreadShare[] = [];
  for (const need of needsOf(serving)) {
    for (const delay of delaysOf((need.workFrom + need.workTo) / 2)) {
      // Two even times together are as far apart as their variances are.
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
  // As if the processor were so busy that requests that come at random were delayed as much.
  const busy = delay / (delay + processorTime);
  const work = processorTime / tries;
  const isExponential = assumptions['fluid.latency'] === 'exponential' || oneTry.cpu === null;
  const square = isExponential ? 2 : meanPower(valueShares(oneTry.cpu), 2);
  return { busy, work, left: (work * square) / 2 };
}

/** How much longer a request takes, as a multiple of its work. */
function stretchOf({ busy }: Sharing): number {
  return busy / (1 - busy);
}

/**
 * What the others at a shared processor add to a request that needs so much of it: its mean and its variance are exact
 * (M/G/1 processor sharing), but that what others have left is taken as exponential; a request that is alone all the
 * time is not delayed.
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
  // 2 (x / a - (1 - e^(-a x)) / a^2), with a x so small that it is x^2.
  const square = once < 1e-4 ? work * work : (2 * work * work * (once - 1 + exp(-once))) / (once * once);
  return { mean, variance: (busy * square) / ((1 - busy) * (1 - busy)) };
}

/** What delays a request that needs so much of the processor. */
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
