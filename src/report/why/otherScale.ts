/**
 * Which count another value of an assumption would have set, by the formulas of the loops themselves.
 */
import { aimOf, largest } from '../../platform/autoscaling/hpa.ts';
import { kpaReach, withinScale } from '../../platform/autoscaling/kpa.ts';
import { proposeByMetric } from '../../platform/autoscaling/metric.ts';
import { bandAround, ratioFromDecimal, timesUp } from '../../platform/autoscaling/ratio.ts';
import { parseDuration } from '../../rules/duration.ts';
import { countOf } from '../words/format.ts';
import type { Assumed } from './assumed.ts';
import type { ScaledData } from './scaleFormula.ts';

/** What the count would have been; null: the entry does not say it. */
export function scaledWith(data: ScaledData, assumed: Assumed): string | null {
  const count = data.decided?.panic === undefined ? countOfSync(data, assumed) : countOfTick(data, assumed);
  if (count === null) return null;
  const { from, to } = data;
  if (count === to) return `the same count, ${to}`;
  if (count === from) return `no change: the count would have stayed at ${from}`;
  return `${countOf(count, 'replica')} instead of ${to}`;
}

/** An HPA: what it measured says which proposal another tolerance makes; and without a window, the proposal counts. */
function countOfSync({ from, measured = [], decided }: ScaledData, { name, value, present }: Assumed): number | null {
  if (decided === undefined) return null;
  const { proposed, highestRecent = 0, least, most } = decided;
  if (proposed === null || least === undefined || most === undefined) return null;
  const proposedWith = (tolerance: string): number | null => {
    const tolerated = bandAround(Number(tolerance));
    const proposals = measured.map(({ metric, valueMilli, targetMilli, counted = from }) => {
      if (valueMilli === null || targetMilli === null || !perReplica.has(metric)) return null;
      const sample = { of: 'average', counted, totalMilli: counted * valueMilli, unready: 0, missing: 0 } as const;
      return proposeByMetric({ targetMilli }, tolerated, from, sample);
    });
    return proposals.includes(null) ? null : largest(proposals, from);
  };
  const aim = (newest: number, highest: number): number =>
    aimOf(decided, { current: from, reach: { least, most } }, newest, highest).to;
  if (name === 'hpa.tolerance') {
    // Replicas that were not ready enter in a way that the entry does not say: then its formula is not the whole one.
    if (proposedWith(present) !== proposed) return null;
    const other = proposedWith(value);
    return other === null ? null : aim(other, Math.max(highestRecent, other));
  }
  if (name === 'hpa.down.window') {
    if (parseDuration(value) === 0) return aim(proposed, proposed);
    const [shorter, whole] = [parseDuration(value), decided.downWindowMs ?? parseDuration(present)];
    const isShorter = shorter !== null && whole !== null && shorter < whole;
    return isShorter && highestRecent <= proposed ? aim(proposed, proposed) : null;
  }
  return null;
}

/** Metrics of an HPA: means over replicas. */
const perReplica: ReadonlySet<string> = new Set(['cpu', 'memory', 'rps', 'latency']);

/** A KPA: its averages say what other rates and another threshold propose. */
function countOfTick({ measured = [], decided, to }: ScaledData, { name, value }: Assumed): number | null {
  const targetMilli = measured[0]?.targetMilli ?? null;
  if (decided?.panic === undefined || targetMilli === null || to === 0) return null;
  const { ready = 0, panics = false, panic } = decided;
  const present = { least: decided.least ?? 0, most: decided.most ?? Number.POSITIVE_INFINITY };
  const proposal = (reach: typeof present, isPanic: boolean): number => {
    const stable = needed(panic.stableMilli, targetMilli, reach);
    return isPanic ? Math.max(stable, needed(panic.panicMilli, targetMilli, reach), panic.most) : stable;
  };
  const count = (reach: typeof present, isPanic: boolean): number => withinScale(decided, proposal(reach, isPanic));
  const rate = Number(value);
  if (!(rate > 0)) return null;
  const ratio = ratioFromDecimal(rate);
  const remaining = { part: ratio.whole, whole: ratio.part };
  const growth = ratio;
  if (name === 'kpa.upRate') return count({ ...present, most: kpaReach({ remaining, growth }, ready).most }, panics);
  if (name === 'kpa.downRate')
    return count({ ...present, least: kpaReach({ remaining, growth }, ready).least }, panics);
  // Earlier ticks may have begun a panic with another threshold, or none: only a first one is decided here.
  if (name !== 'kpa.panicThreshold' || panic.untilAt !== null) return null;
  const from = timesUp(Math.max(1, ready), ratio);
  return count(present, timesUp(panic.panicMilli, { part: 1, whole: targetMilli }) >= from);
}

function needed(
  milli: number,
  targetMilli: number,
  { least, most }: { readonly least: number; readonly most: number },
) {
  return Math.min(Math.max(timesUp(milli, { part: 1, whole: targetMilli }), least), most);
}
