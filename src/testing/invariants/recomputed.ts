/** Invariants of decisions that a measurement makes: each recomputes from the numbers of its own entry. */
import type { Entry } from '../../engine/journal.ts';
import type { Measurement, PanicDecision, ScaleDecision } from '../../platform/autoscaling/decision.ts';
import type { FactData } from '../../platform/facts.ts';
import { type Invariant, type Violation, violationAt } from './invariant.ts';

/** VOLAUTO-12, VOLAUTO-16, VOLAUTO-17: the capacity follows from the figures of the decision. */
export const expansionsRecompute: Invariant = {
  id: 'expansionsRecompute',
  rules: ['VOLAUTO-12', 'VOLAUTO-16', 'VOLAUTO-17'],
  sentence:
    'An automatic expansion goes to the larger of its targets, cut to the cap: what is used, or projected, times `scalingFactor`, over the share that may be used.',
  under: { 'volume.reactive.rounding': ['none'] },
  check: (entries) =>
    entries.flatMap((entry): Violation[] => {
      const { data, type } = entry;
      if (type !== 'expansion.accepted' || typeof data.capGB !== 'number') return [];
      const { capGB, predictiveTargetGB: predictive, reactiveTargetGB: reactive } = data;
      const targets = [reactive, predictive].filter((one) => typeof one === 'number');
      const wanted = targets.length === 0 ? capGB : Math.min(capGB, Math.max(...targets));
      const usable = 1 - Number(data.minFreePercentage) / 100;
      const reactiveMade = (Number(data.usedGB) * Number(data.scalingFactor)) / usable;
      const predictiveMade = (Number(data.projectedGB) * Number(data.predictiveFactor)) / usable;
      return [
        ...differing(entry, { told: Number(data.toMicroGB) / 1e6, made: wanted }),
        ...(typeof reactive === 'number' ? differing(entry, { told: reactive, made: reactiveMade }) : []),
        // The predictive target is a whole number of GB.
        ...(typeof predictive === 'number' ? differing(entry, { told: predictive, made: predictiveMade }, 1) : []),
      ];
    }),
};

/** @param above how many GB the entry may state beyond the amount that its numbers give */
function differing(
  entry: Entry,
  { told, made }: { readonly told: number; readonly made: number },
  above = 0,
): readonly Violation[] {
  // Capacities are whole 1e-6 GB.
  const near = 2e-6 + 1e-9 * made;
  if (told >= made - near && told <= made + above + near) return [];
  return [violationAt(entry, `its numbers make ${made} GB, but it tells ${told} GB`)];
}

type Scaled = FactData['deployment.scaled'];

/** WL-18: a count follows from what was measured, the window, the rate limits and the bounds. */
export const scalingRecomputes: Invariant = {
  id: 'scalingRecomputes',
  rules: ['WL-18'],
  sentence: 'The desired replicas that a loop sets follow from the numbers in its entry.',
  under: { 'hpa.tolerance': ['0.1', 0.1] },
  check: (entries) =>
    entries.flatMap((entry): Violation[] => {
      const { measured = [], decided, to, from } = entry.data as Scaled;
      if (entry.type !== 'deployment.scaled' || decided === undefined || isOutside(from, decided)) return [];
      const proposed =
        decided.ready === undefined
          ? proposedBySync(measured, decided, from)
          : proposedByTick(measured, decided, entry);
      if (proposed !== undefined && proposed !== decided.proposed)
        return [violationAt(entry, `its numbers propose ${proposed}, but ${decided.proposed} is proposed`)];
      // Whether no request came for long, or one came while none was wanted, is not a measurement.
      if (decided.ready !== undefined && (to === 0 || from === 0)) return [];
      const count = limited(decided, from);
      return count === to ? [] : [violationAt(entry, `its numbers make ${count}, but ${to} are set`)];
    }),
};

/** A count outside of its bounds returns to them, whatever was measured. */
function isOutside(from: number, { minScale, maxScale, ready }: ScaleDecision): boolean {
  return ready === undefined && (from < minScale || from > maxScale);
}

/** The proposal within the window, the rate limits and the bounds. */
function limited({ proposed, highestRecent, least, most, minScale, maxScale, ready }: ScaleDecision, from: number) {
  if (proposed === null) return from;
  // The rates of a KPA are in its proposal, and one replica stays until the delay has passed.
  if (ready !== undefined) return clamp(proposed, Math.max(minScale, 1), maxScale);
  const held = proposed < from ? Math.min(from, Math.max(proposed, highestRecent ?? 0)) : proposed;
  return clamp(clamp(held, least ?? held, most ?? held), minScale, maxScale);
}

/** What the metrics of a sync propose; undefined: a trigger fails, and the entry does not say what takes its place. */
function proposedBySync(
  measured: readonly Measurement[],
  { sampled = [] }: ScaleDecision,
  from: number,
): number | undefined {
  const proposals = measured.map(({ metric, valueMilli, targetMilli, counted = from }, index) => {
    if (valueMilli === null || targetMilli === null) return undefined;
    const isMean = perReplica.has(metric);
    const one = sampled[index] ?? { replicas: counted, totalMilli: isMean ? counted * valueMilli : valueMilli };
    // The sum that would be exactly on target: of a trigger that counts what comes to all, that of the present count.
    const onTarget = (isMean ? one.replicas : from) * targetMilli;
    const isValue = !isMean && sampled[index] != null;
    if (isMean && one.replicas === 0) return undefined;
    const [sum, even] = isValue ? [valueMilli, targetMilli] : [one.totalMilli, onTarget];
    if (10 * Math.abs(sum - even) <= even) return from;
    const count = Math.ceil(one.totalMilli / targetMilli);
    const absent = (one.missing ?? 0) + (one.unready ?? 0);
    if (!isMean || absent === 0) return count;
    if (sum > even !== valueMilli > targetMilli) return from;
    return valueMilli > targetMilli ? Math.max(count, from) : Math.min(count, from);
  });
  const known = proposals.filter((one) => one !== undefined);
  return known.length === 0 || known.length < proposals.length ? undefined : Math.max(...known);
}

/** Metrics that are means over replicas; triggers of KEDA have other names. */
const perReplica: ReadonlySet<string> = new Set(['cpu', 'memory', 'rps', 'latency']);

/** What the averages of a KPA propose; undefined: it goes to zero, or came from there. */
function proposedByTick([first]: readonly Measurement[], decided: ScaleDecision, { at }: Entry): number | undefined {
  const { panic, panics = false, least = 0, most = Number.POSITIVE_INFINITY, proposed } = decided;
  if (panic === undefined || first?.targetMilli == null || proposed === 0) return undefined;
  const target = first.targetMilli;
  const within = (milli: number): number => clamp(Math.ceil(milli / target), least, most);
  if (panics !== isPanic(panic, target, at)) return Number.NaN;
  return panics ? Math.max(within(panic.stableMilli), within(panic.panicMilli), panic.most) : within(panic.stableMilli);
}

/** Whether the short average needs enough replicas for a panic, or an earlier one lasts. */
function isPanic({ panicMilli, from, untilAt }: PanicDecision, target: number, at: number): boolean {
  return Math.ceil(panicMilli / target) >= from || (untilAt !== null && untilAt >= at);
}

function clamp(count: number, least: number, most: number): number {
  return Math.min(Math.max(count, least), most);
}
