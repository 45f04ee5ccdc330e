/**
 * How a loop came to a count, in numbers: what each metric proposes, then the window, the rate limits and the bounds.
 */
import type { FactData, Measurement, ScaleDecision } from '../../platform/facts.ts';
import { countOf, shortNumber } from '../words/format.ts';

type Scaled = Readonly<FactData['deployment.scaled']>;

const units: { readonly [metric: string]: string } = {
  cpu: ' %',
  memory: ' %',
  rps: '/s',
  latency: ' ms',
  concurrency: '',
};

/** One line a step; empty where no loop has set the count. */
export function scaleFormula({ from, to, measured = [], decided }: Scaled): readonly string[] {
  const proposals = measured.map((one) => proposalLine(one, from, decided));
  return decided === undefined ? proposals : [...proposals, ...limitLines(decided, from, to)];
}

/**
 * `cpu: 20 counted replicas, 60 % each on average, target 70 %: ceil(20 x 60 % / 70 %) = 18`. A KPA and the triggers of
 * KEDA measure what comes to all replicas. A formula that does not make the proposal is left out: then replicas are not
 * ready, or another metric decides.
 */
function proposalLine(measurement: Measurement, from: number, decided: ScaleDecision | undefined): string {
  const { metric, valueMilli, targetMilli, counted = from } = measurement;
  const unit = units[metric];
  const amount = (milli: number): string => `${shortNumber(milli / 1_000, 3)}${unit ?? ''}`;
  if (valueMilli === null) return `${metric}: no value`;
  const value = amount(valueMilli);
  if (targetMilli === null) return `${metric}: ${value}, without a target`;
  const target = amount(targetMilli);
  const isProposed = (count: number): boolean => decided === undefined || count === decided.proposed;
  if (unit === undefined || decided?.ready !== undefined) {
    const count = Math.ceil(valueMilli / targetMilli);
    return `${metric}: ${value} in all, target ${target} a replica${isProposed(count) ? `: ceil(${value} / ${target}) = ${count}` : ''}`;
  }
  const count = Math.ceil((counted * valueMilli) / targetMilli);
  const of = `${countOf(counted, 'counted replica')}, ${value} each on average, target ${target}`;
  return `${metric}: ${of}${isProposed(count) ? `: ceil(${counted} x ${value} / ${target}) = ${count}` : ''}`;
}

/** The steps from the proposal to the count: only those that changed it. */
function limitLines(decided: ScaleDecision, from: number, to: number): readonly string[] {
  const { proposed, highestRecent, least, most, minScale, maxScale, ready, panics } = decided;
  const lines: string[] = [];
  if (proposed === null) lines.push('no metric proposes a count');
  else
    lines.push(
      `proposed: ${proposed}${panics === true ? ', in a panic' : ''}${ready === undefined ? '' : ` (${countOf(ready, 'ready replica')})`}`,
    );
  if (ready !== undefined && to === 0) return [...lines, 'no request has come for scaleToZeroDelay, nor waits: 0'];
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
