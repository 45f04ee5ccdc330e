/**
 * Ticks of serverless workloads in a panic: what is remembered of them.
 */
import { type Instant, second } from '../../../engine/time.ts';
import { inflowBetween } from '../../traffic/inflow.ts';
import { mostWaitedFrom } from '../../traffic/waits.ts';
import { isOverThreshold } from '../../workload/autoscaling/kpa.ts';
import type { Watched } from './calm.ts';

/** Whether no panic surely begins at the ticks of a stretch in which hardly anything comes. */
export function surelyBeginsNoPanic(watched: Watched, from: Instant, until: Instant): boolean {
  const { deployment, settings, ready } = watched;
  const { inflow, lobby } = deployment;
  const seenFrom = Math.max(from - settings.panicWindow, inflow.since);
  if (lobby !== null && (lobby.gauge.emptySince ?? from) > seenFrom - second) return false;
  const mostPerSecond = (inflowBetween(inflow, seenFrom, until) * 1_000) / (from - seenFrom);
  return !isOverThreshold(settings, ready, { panicMilli: greatestMilli(watched, mostPerSecond, seenFrom, from) });
}

/**
 * An average over what came at this rate at most, and what waited since before, in thousandths.
 *
 * @param seenFrom where the first and shortest of the windows begins, which ends at `from`: later ones see less of what waited
 */
function greatestMilli(
  { deployment, settings, perRps }: Watched,
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
