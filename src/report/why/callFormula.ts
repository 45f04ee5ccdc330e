/** How the latency of a request came about: where it waited, and what each try returned. */
import type { CallTry, FactData } from '../../platform/facts.ts';
import { exactDurationText } from '../words/format.ts';

/**
 * One line for each try and each pause, and the sum; empty for a request that nothing is known of but its answer.
 *
 *   try 1: 0s until replica eager-0 had room, 800ms there, where it needs 300ms alone: 503
 *   pause: 25ms
 *   try 2: 1.2s until replica eager-0 had room, 2.975s there: no answer
 *   in all 5s: 504
 */
export function callFormula(data: Readonly<FactData['call.ended']>): readonly string[] {
  const { each, latencyMs, status, tries } = data;
  if (each === undefined && tries > 1) return [];
  const known = each ?? onlyTry(data);
  const lines: string[] = [];
  let at = 0;
  for (const [index, one] of known.entries()) {
    lines.push(tryText(index + 1, one, one.fromMs - at));
    at = one.fromMs + one.tookMs;
    const pause = Math.min(one.pauseMs, latencyMs - at);
    if (pause > 0) lines.push(`pause: ${exactDurationText(pause)}`);
    at += pause;
  }
  if (latencyMs > at) lines.push(`${exactDurationText(latencyMs - at)} without a replica that had room`);
  return [...lines, `in all ${exactDurationText(latencyMs)}: ${status}`];
}

function tryText(number: number, { tookMs, neededMs, replica, status }: CallTry, waitedMs: number): string {
  const answer = status === 0 ? 'no answer' : String(status);
  const shared = tookMs > neededMs ? `, where it needs ${exactDurationText(neededMs)} alone` : '';
  return `try ${number}: ${exactDurationText(waitedMs)} until replica ${replica} had room, ${exactDurationText(tookMs)} there${shared}: ${answer}`;
}

/** The one try of a request that was not tried again; none if no replica got it. */
function onlyTry({
  tries,
  latencyMs,
  waitedMs,
  replica,
  status,
}: Readonly<FactData['call.ended']>): readonly CallTry[] {
  if (tries === 0 || replica === null) return [];
  return [
    { fromMs: waitedMs, tookMs: latencyMs - waitedMs, neededMs: latencyMs - waitedMs, replica, status, pauseMs: 0 },
  ];
}
