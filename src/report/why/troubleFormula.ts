/** Why a replica failed by itself, in numbers: the back-off after an exit, the storage of an evicted replica. */
import type { FactData } from '../../platform/facts.ts';
import { backoffWait, growthSteps } from '../../platform/workload/backoff.ts';
import { parseDuration } from '../../rules/duration.ts';
import { countText, exactDurationText, exactInstantText, shortNumber } from '../words/format.ts';

type Exit = Readonly<FactData['replica.exited']>;
type Eviction = Readonly<FactData['replica.evicted']>;

/** Values of assumptions by name, as a scenario writes them. */
type Values = ReadonlyMap<string, string>;

/**
 * How long a container waits for its restart. Empty for entries of older journals, which do not say it.
 *
 *   exit 4 in a row of container main: it had run for 30s, less than 10m (replica.backoff.reset)
 *   back-off: 10s x 2^3 = 1m 20s (replica.backoff.crashFirst, replica.backoff.crashFactor)
 *   it runs again at 3 Nov 11:05:04: after 1m 20s of back-off and 5s to start
 */
export function exitFormula(data: Exit, at: number, values: Values): readonly string[] {
  const { waitMs, restartAt } = data;
  if (waitMs === undefined) return [];
  return [
    rowText(data, values),
    `back-off: ${backoffText(data, values)}`,
    `it runs again at ${exactInstantText(restartAt)}: after ${exactDurationText(waitMs)} of back-off and ${exactDurationText(restartAt - at - waitMs)} to start`,
  ];
}

/** Which exit it is, and why earlier ones count or not. */
function rowText({ container, inRow, ranMs, restarts }: Exit, values: Values): string {
  const others = restarts > inRow ? `; exit ${restarts} of this replica` : '';
  if (ranMs === undefined) return `the first exit of container ${container}${others}`;
  const reset = `${values.get('replica.backoff.reset') ?? 'its value'} (replica.backoff.reset)`;
  const ran = `it had run for ${exactDurationText(ranMs)}`;
  if (inRow === 1)
    return `${ran}, no less than ${reset}, so that the exits of container ${container} count anew${others}`;
  return `exit ${inRow} in a row of container ${container}: ${ran}, less than ${reset}${others}`;
}

/** `10s x 2^3 = 1m 20s`; only the wait where the values do not make it. */
function backoffText({ inRow, waitMs }: Exit, values: Values): string {
  const wait = exactDurationText(waitMs);
  const durationOf = (name: string): number | null => parseDuration(values.get(name) ?? '');
  const [first, base] = [durationOf('replica.crash.first'), durationOf('replica.backoff.crashFirst')];
  const cap = durationOf('replica.backoff.crashCap');
  const factor = Number(values.get('replica.backoff.crashFactor'));
  if (inRow === 1) return `${wait} after a first exit (replica.crash.first)`;
  if (first === null || base === null || cap === null || !(factor >= 1)) return wait;
  const growth = { first, base, factor };
  const power = `${exactDurationText(base)} x ${shortNumber(factor, 6)}^${growthSteps(inRow, growth)}`;
  const names = 'replica.backoff.crashFirst, replica.backoff.crashFactor';
  if (backoffWait(inRow, { ...growth, cap: Number.POSITIVE_INFINITY }) > cap)
    return `${power}, at most ${exactDurationText(cap)}: ${wait} (${names}, replica.backoff.crashCap)`;
  return `${power} = ${wait} (${names})`;
}

/**
 * How a replica came to use more ephemeral storage than it is allotted. Empty for entries of older journals.
 *
 *   ephemeral storage: 500,000,000 bytes when its containers started at 3 Nov 00:00:00, 600,000,000 bytes added at
 *   once: 1,100,000,000 bytes
 *   allotted: 1,000,000,000 bytes, exceeded from 3 Nov 18:00:00.001 on
 */
export function evictionFormula(data: Eviction): readonly string[] {
  const { allottedBytes, overflowedAt, usedBytes, startedAt, startBytes, addedBytes, growthBytesPerHour } = data;
  if (usedBytes === undefined) return [];
  const parts = [
    `${bytes(startBytes)} when its containers started at ${exactInstantText(startedAt)}`,
    ...(addedBytes > 0 ? [`${bytes(addedBytes)} added at once`] : []),
    ...(growthBytesPerHour > 0 ? [`${bytes(growthBytesPerHour)} more an hour`] : []),
  ];
  return [
    `ephemeral storage: ${parts.join(', ')}: ${bytes(usedBytes)}`,
    `allotted: ${bytes(allottedBytes)}, exceeded from ${exactInstantText(overflowedAt)} on`,
  ];
}

function bytes(amount: number): string {
  return `${countText(Math.round(amount))} bytes`;
}
