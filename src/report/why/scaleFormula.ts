/**
 * How a loop came to a count, in numbers: what each metric proposes, then the window, the rate limits and the bounds.
 */

import type { Measurement, PanicDecision, Sampled, ScaleDecision } from '../../platform/autoscaling/decision.ts';
import type { FactData } from '../../platform/facts.ts';
import { countOf, countText, exactDurationText, exactInstantText, shortNumber } from '../words/format.ts';

/** The data of an entry that tells a change of a count. */
export type ScaledData = Readonly<FactData['deployment.scaled']>;

const units: { readonly [metric: string]: string } = {
  cpu: ' %',
  memory: ' %',
  rps: '/s',
  latency: ' ms',
  concurrency: '',
};

/**
 * One line a step; empty where no loop has set the count.
 *
 * @param at when the count changed
 */
export function scaleFormula({ from, to, measured = [], decided }: ScaledData, at: number): readonly string[] {
  const [first] = measured;
  if (decided?.panic !== undefined && first?.targetMilli != null)
    return [
      ...averageLines(first.metric, first.targetMilli, decided, decided.panic, at),
      ...boundLines(decided, from, to),
    ];
  const proposals = measured.map((one, index) =>
    proposalLine(one, { from, decided, sampled: decided?.sampled?.[index] ?? null }),
  );
  return decided === undefined ? proposals : [...proposals, ...limitLines(decided, from, to)];
}

/**
 * How long the scale-down window of an HPA had held the count up before it fell; null: it did not decide.
 *
 * @param window the value of `hpa.down.window`
 */
export function heldText({ from, to, decided }: ScaledData, window: string): string | null {
  if (decided?.highestRecent === undefined || decided.proposed === null || to >= from) return null;
  const { downWindowMs, highestRecent } = decided;
  const length = downWindowMs === undefined ? window : exactDurationText(downWindowMs);
  const name = window === 'scaleToZeroDelay' ? 'scaleToZeroDelay, by hpa.down.window' : 'hpa.down.window';
  const highest = Math.max(to, highestRecent);
  return `the scale-down window held ${from} up until nothing above ${highest} had been proposed for ${length} (${name})`;
}

/** What the line of a metric needs besides its measurement: the count before, and what decided. */
interface Told {
  readonly from: number;
  readonly decided: ScaleDecision | undefined;
  readonly sampled: Sampled | null;
}

/**
 * `cpu: 20 counted replicas, 60 % each on average, target 70 %: ceil(20 x 60 % / 70 %) = 18`. The triggers of KEDA
 * measure what comes to all replicas. A formula that does not make the proposal is left out: then the value is so near
 * to its target that it changes nothing, or another metric decides.
 */
function proposalLine(measurement: Measurement, told: Told): string {
  const { metric, valueMilli, targetMilli } = measurement;
  const unit = units[metric];
  if (valueMilli === null) return `${metric}: no value`;
  const value = amountText(valueMilli, unit);
  if (targetMilli === null) return `${metric}: ${value}, without a target`;
  const target = amountText(targetMilli, unit);
  const { decided, sampled } = told;
  const formulaOf = (totalMilli: number, text: string): string => {
    const count = Math.ceil(totalMilli / targetMilli);
    const isProposed = decided === undefined || count === decided.proposed;
    return isProposed ? `: ceil(${text} / ${target}) = ${count}` : '';
  };
  if (unit !== undefined && decided?.ready === undefined) return perReplicaLine(measurement, target, told, formulaOf);
  if (sampled === null)
    return `${metric}: ${value} in all, target ${target} a replica${formulaOf(valueMilli, `${value}`)}`;
  const ready = `${countOf(sampled.replicas, 'ready replica')}, ${value} each`;
  return `${metric}: ${ready}, target ${target}${formulaOf(sampled.totalMilli, `${sampled.replicas} x ${value}`)}`;
}

/** A mean over replicas, and how those without a measurement enter. */
function perReplicaLine(
  { metric, valueMilli, counted: stated }: Measurement,
  target: string,
  { from, sampled }: Told,
  formulaOf: (totalMilli: number, text: string) => string,
): string {
  const [mean, counted] = [valueMilli ?? 0, stated ?? from];
  const unit = units[metric];
  const value = amountText(mean, unit);
  if (sampled?.replicas === 0) return `${metric}: no replica is measured, target ${target}`;
  const of = `${metric}: ${countOf(counted, 'counted replica')}, ${value} each on average, target ${target}`;
  if (sampled === null) return `${of}${formulaOf(counted * mean, `${counted} x ${value}`)}`;
  const { replicas, totalMilli, missing = 0, unready = 0 } = sampled;
  const total = amountText(totalMilli, unit);
  const absent = [
    ...(missing > 0 ? [`${missing} without a measurement`] : []),
    ...(unready > 0 ? [`${unready} not ready for long enough`] : []),
  ].join(' and ');
  const together = absent === '' ? `${total} in all` : `with ${absent}, ${total} in all ${replicas}`;
  return `${of}; ${together}${formulaOf(totalMilli, total)}`;
}

function amountText(milli: number, unit = ''): string {
  return `${shortNumber(milli / 1_000, 3)}${unit}`;
}

/** The steps from the proposal to the count: only those that changed it. */
function limitLines(decided: ScaleDecision, from: number, to: number): readonly string[] {
  const { proposed, highestRecent, least, most, minScale, maxScale, ready } = decided;
  const lines: string[] = [];
  if (proposed === null) lines.push(unproposedLine(decided, from));
  else lines.push(`proposed: ${proposed}${ready === undefined ? '' : ` (${countOf(ready, 'ready replica')})`}`);
  if (ready !== undefined && to === 0) return [...lines, idleLine];
  let count = proposed ?? from;
  if (count < from && highestRecent !== undefined && highestRecent > count) {
    count = Math.min(from, highestRecent);
    lines.push(`held up by the scale-down window, whose highest proposal is ${highestRecent}: ${count}`);
  }
  if (least !== undefined && most !== undefined && (count < least || count > most)) {
    count = Math.min(Math.max(count, least), most);
    lines.push(`the rate limits allow ${least} to ${most} at once: ${count}`);
  }
  if (count < minScale || count > maxScale) {
    count = Math.min(Math.max(count, minScale), maxScale);
    lines.push(`within minScale ${minScale} and maxScale ${maxScale}: ${count}`);
  }
  if (count !== to) lines.push(`set: ${to}`);
  return lines;
}

/** A count outside of its bounds returns to them before any metric is asked. */
function unproposedLine({ minScale, maxScale }: ScaleDecision, from: number): string {
  if (from >= minScale && from <= maxScale) return 'no metric proposes a count';
  return `${from} is outside of minScale ${minScale} and maxScale ${maxScale}, which decide before the metrics do`;
}

const idleLine = 'no request has come for scaleToZeroDelay, nor waits: 0';

/** The two averages of a KPA, what each needs within the rates, and whether there is a panic. */
function averageLines(
  metric: string,
  targetMilli: number,
  { proposed, ready = 0, least = 0, most = Number.POSITIVE_INFINITY, panics = false }: ScaleDecision,
  panic: PanicDecision,
  at: number,
): readonly string[] {
  const unit = units[metric];
  const target = amountText(targetMilli, unit);
  const needed = (milli: number): number => Math.ceil(milli / targetMilli);
  const need = (name: string, milli: number): string => {
    const count = needed(milli);
    const within = Math.min(Math.max(count, least), most);
    const limit =
      within === count
        ? ''
        : `, but with ${countOf(ready, 'ready replica')} ${within > count ? `kpa.downRate keeps at least ${least}` : `kpa.upRate allows at most ${countText(most)}`}: ${within}`;
    const value = amountText(milli, unit);
    return `${metric}, ${name}: ${value}, target ${target} a replica: ceil(${value} / ${target}) = ${count}${limit}`;
  };
  const short = panics || panic.untilAt !== null ? [need('average of kpa.panicWindow', panic.panicMilli)] : [];
  return [
    need('average of kpa.window', panic.stableMilli),
    ...short,
    ...panicLines({ panics, ready, short: needed(panic.panicMilli) }, panic, at),
    `proposed: ${proposed ?? 'nothing'}`,
  ];
}

/** Whether a panic begins, goes on or has ended, and by which numbers; empty if none is known. */
function panicLines(
  { panics, ready, short }: { readonly panics: boolean; readonly ready: number; readonly short: number },
  { from, untilAt, most }: PanicDecision,
  at: number,
): readonly string[] {
  if (!panics) {
    if (untilAt === null) return [];
    return [`the panic has ended: it lasted until ${exactInstantText(untilAt)}, for kpa.window after its last reason`];
  }
  const reached = `the short average needs ${countOf(short, 'replica')}, and ${from} are enough for a panic (kpa.panicThreshold, ${countOf(ready, 'ready replica')})`;
  if (untilAt === null || untilAt < at) return [`a panic begins: ${reached}`];
  return [
    short >= from
      ? `the panic goes on: ${reached}`
      : `the panic goes on until ${exactInstantText(untilAt)}, for kpa.window after its last reason`,
    ...(most > 0 ? [`a panic removes no replicas: it has proposed ${most} before`] : []),
  ];
}

function boundLines({ proposed, minScale, maxScale }: ScaleDecision, from: number, to: number): readonly string[] {
  if (proposed === null || proposed === to) return [];
  if (to === 0) return [idleLine];
  if (from === 0 && proposed === 0) return [`a request came while no replica was desired: ${to}`];
  return [`within minScale ${minScale} and maxScale ${maxScale}: ${to}`];
}
