/**
 * Ticks of serverless workloads in a panic: until when they change nothing and need not be remembered.
 */
import { firstDoubtful } from '../../../engine/lookAhead.ts';
import { type Duration, type Instant, second } from '../../../engine/time.ts';
import { inflowBetween, inflowBounds, inflowStaysBelow } from '../../traffic/inflow.ts';
import { mostWaitedFrom } from '../../traffic/waits.ts';
import { isOverThreshold, type Panic, panicStaysAt } from '../kpa.ts';
import { isSurelyBusy, type KpaWatch } from './steadyAhead.ts';

/** A panic that is remembered. */
type Begun = Panic & { readonly since: Instant };

/** Whether a stretch can be judged by the most that it may bring: a panic is remembered, and nothing waits any more. */
export function isPanicked({ deployment, ready }: KpaWatch, panic: Readonly<Panic>): panic is Begun {
  return panic.since !== null && deployment.inflow.waiting === 0 && ready > 0;
}

/**
 * The next tick that may change something, after one in a panic (`isPanicked`): at the latest the first that is not in
 * it.
 */
export function nextTickInPanic(watched: KpaWatch, { since, most }: Begun, now: Instant): Instant {
  const { settings } = watched;
  const limit = since + settings.window + 1;
  const stays = (from: Instant, until: Instant): boolean => surelyStays(watched, most, from, until);
  return firstDoubtful(settings.tick, now, limit, stays, limit);
}

/**
 * Whether at every tick of a stretch the count and what is remembered surely stay: the planner is asked at the greatest
 * load.
 */
function surelyStays(watched: KpaWatch, most: number, from: Instant, until: Instant): boolean {
  const { deployment, settings, ready, capacityPerSecond } = watched;
  if (settings.minScale === 0 && !isSurelyBusy(watched, from, until)) return false;
  // Since the tick before, up to which that is known.
  if (!inflowStaysBelow(deployment.inflow, capacityPerSecond, from - settings.tick, until)) return false;
  return panicStaysAt(
    settings,
    { ready, current: deployment.desired, most },
    {
      stableMilli: greatestIn(watched, settings.window, from, until),
      panicMilli: greatestIn(watched, settings.panicWindow, from, until),
    },
  );
}

/** Whether no panic surely begins at the ticks of a stretch in which hardly anything comes. */
export function surelyBeginsNoPanic(watched: KpaWatch, from: Instant, until: Instant): boolean {
  const { deployment, settings, ready } = watched;
  const { inflow, waitingLine } = deployment;
  const seenFrom = Math.max(from - settings.panicWindow, inflow.since);
  if (waitingLine !== null && (waitingLine.gauge.emptySince ?? from) > seenFrom - second) return false;
  const mostPerSecond = (inflowBetween(inflow, seenFrom, until) * 1_000) / (from - seenFrom);
  return !isOverThreshold(settings, ready, { panicMilli: greatestMilli(watched, mostPerSecond, seenFrom, from) });
}

/** At most what the average over a span says at the ticks of a stretch, while nothing begins to wait. */
function greatestIn(watched: KpaWatch, span: Duration, from: Instant, until: Instant): number {
  const { inflow } = watched.deployment;
  const seenFrom = Math.max(from - span, inflow.since);
  return greatestMilli(watched, inflowBounds(inflow, seenFrom, until).greatest, seenFrom, from);
}

/**
 * An average over what came at this rate at most, and what waited since before, in thousandths.
 *
 * @param seenFrom where the first and shortest of the windows begins, which ends at `from`: later ones see less of what
 * waited
 */
function greatestMilli(
  { deployment, settings, perRps }: KpaWatch,
  mostPerSecond: number,
  seenFrom: Instant,
  from: Instant,
): number {
  if (settings.metric === 'rps') return Math.round(1_000 * mostPerSecond * (1 + 1e-9));
  // What waited when a window begins, and is answered within, is in flight there, too.
  const { waiting, waited } = mostWaitedFrom(deployment.inflow.waits, seenFrom);
  const late = (waiting * 1_000 * perRps + waited) / (from - seenFrom);
  return Math.round(1_000 * (mostPerSecond * perRps + late) * (1 + 1e-9));
}
