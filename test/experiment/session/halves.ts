/**
 * What reports on two stretches of a run, one after the other, must come to together.
 */
import { expect } from 'vitest';
import { finished } from '../../../src/engine/slices.ts';
import { hour, type Instant } from '../../../src/engine/time.ts';
import { capacityOfSession, type ReportRange } from '../../../src/experiment/session/replay.ts';
import type { Session } from '../../../src/experiment/session/session.ts';
import type { Capacity } from '../../../src/report/capacity/capacity.ts';

/** What rounding of money to a millionth may come to over a few parts. */
const roundedAway = 5e-6;

/** Expects the halves of a session, parted at the hour that comes after so much of its time, to come to the whole. */
export function expectHalves(session: Session, share: number): void {
  const [at, end] = [seamOf(session, share), session.now + 1];
  const [whole, before, after] = [{ to: end }, { to: at }, { from: at, to: end }].map((stretch) =>
    reported(session, stretch),
  );
  if (whole === undefined || before === undefined || after === undefined) throw new Error('three reports');
  const [sums, first, second] = [whole, before, after].map(sumsOf);
  for (const key of new Set([...(sums?.keys() ?? []), ...(first?.keys() ?? []), ...(second?.keys() ?? [])])) {
    const [all, sum] = [sums?.get(key) ?? 0, (first?.get(key) ?? 0) + (second?.get(key) ?? 0)];
    expect(Math.abs(sum - all), `${key}: ${sum} of two halves, ${all} of the whole`).toBeLessThanOrEqual(
      roundedAway * Math.max(1, Math.abs(all)),
    );
  }
  const [peaks, firstPeaks, secondPeaks] = [whole, before, after].map(peaksOf);
  for (const [key, peak] of peaks ?? [])
    expect(Math.max(firstPeaks?.get(key) ?? -Infinity, secondPeaks?.get(key) ?? -Infinity), key).toBe(peak);
}

/** Whether there is an hour within it. */
export function hasHalves(session: Session, share: number): boolean {
  const at = seamOf(session, share);
  return at > session.origin.scenario.start && at <= session.now;
}

function seamOf({ origin: { scenario }, now }: Session, share: number): Instant {
  return Math.ceil((scenario.start + share * (now + 1 - scenario.start)) / hour) * hour;
}

/** The capacity report of a stretch, which must be one that happened. */
export function reported(session: Session, stretch: ReportRange): Capacity {
  const capacity = finished(capacityOfSession(session, stretch));
  if ('refused' in capacity) throw new Error(capacity.refused);
  return capacity;
}

/** The greatest of each, by name; of least ones the negative. */
function peaksOf({ workloads, volumes, limits, cron }: Capacity): Map<string, number> {
  const peaks = new Map<string, number>();
  const add = (name: string, value: number | string | null | undefined): void => {
    if (value !== null && value !== undefined) peaks.set(name, Number(value));
  };
  for (const one of workloads) {
    const name = `${one.gvc}/${one.name}@${one.location}`;
    add(`${name} replicas`, one.replicas?.max);
    add(`${name} desired`, one.desired?.max);
    add(`${name} ready`, one.ready?.max);
    add(`${name} least ready`, one.ready === null ? null : -one.ready.min);
    add(`${name} latency`, one.calls?.latencyMs.max);
  }
  for (const { gvc, set, location, index, lowestFreePct } of volumes)
    add(`${gvc}/${set}@${location}/${index} least free`, lowestFreePct === null ? null : -Number(lowestFreePct));
  for (const { limit, target, location, bound, peak } of limits) add(`${limit} ${target}@${location} ${bound}`, peak);
  for (const { gvc, name, location, longestMs } of cron) add(`${gvc}/${name}@${location} longest`, longestMs);
  return peaks;
}

/** Amounts that add up, by name. */
function sumsOf(capacity: Capacity): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (name: string, value: number | string | null | undefined): void => {
    if (value !== null && value !== undefined) sums.set(name, (sums.get(name) ?? 0) + Number(value));
  };
  for (const one of capacity.workloads) {
    const name = `${one.gvc}/${one.name}@${one.location}`;
    const { time, cpu, memory, load, calls, cost, restarts, evictions, scaleOuts, coldStarts, saturation } = one;
    add(`${name} counted`, time.countedMs);
    for (const [of, reserve] of Object.entries({ cpu, memory })) {
      add(`${name} ${of} reserved`, reserve.reserved);
      add(`${name} ${of} used`, reserve.used);
      add(`${name} ${of} cost`, reserve.cost);
      add(`${name} ${of} over`, reserve.waste?.over);
    }
    add(`${name} cost`, cost);
    for (const [cause, part] of Object.entries(one.costByCause)) add(`${name} ${joined(cause)}`, part);
    add(`${name} restarts`, restarts);
    add(`${name} evictions`, evictions);
    add(`${name} scale-outs`, scaleOuts.count);
    add(`${name} cold starts`, coldStarts.count);
    for (const { limit, value, ms } of saturation) add(`${name} at ${limit} ${value}`, ms);
    for (const { container, cpuCoreSeconds, egressGB } of one.containers) {
      add(`${name} ${container} cpu`, cpuCoreSeconds);
      add(`${name} ${container} egress`, egressGB);
    }
    if (load !== null) {
      for (const of of ['served', 'succeeded', 'lost', 'failed', 'retries'] as const)
        add(`${name} load ${of}`, load.requests[of]);
      // What waits at the end of the first half has been asked in both.
      add(`${name} load offered`, Number(load.requests.offered) - Number(load.requests.waiting));
      add(`demand ${one.gvc}/${one.name} offered`, -Number(load.requests.waiting));
      add(`${name} load held`, load.heldMs);
      add(`${name} load answered time`, load.latencyMs?.countedMs);
    }
    if (calls !== null)
      for (const of of ['total', 'succeeded', 'failed', 'held', 'retries'] as const)
        add(`${name} calls ${of}`, calls[of]);
  }
  for (const one of capacity.volumes) {
    const name = `${one.gvc}/${one.set}@${one.location}/${one.index}`;
    for (const of of ['expansions', 'expansionsRefused', 'blockedMs', 'atMaxMs', 'fullMs', 'cost'] as const)
      add(`${name} ${of}`, one[of]);
    for (const { limit, ms } of one.saturation) add(`${name} at ${limit}`, ms);
  }
  for (const one of capacity.cron) {
    const name = `cron ${one.gvc}/${one.name}@${one.location}`;
    for (const of of [
      'started',
      'succeeded',
      'failed',
      'removed',
      'invalid',
      'skipped',
      'late',
      'retries',
      'deadlineHits',
    ] as const)
      add(`${name} ${of}`, one[of]);
    add(`${name} overlap`, one.overlap.ms);
  }
  for (const one of capacity.rollouts) {
    const name = `rollouts ${one.gvc}/${one.name}@${one.location}`;
    for (const of of [
      'started',
      'completed',
      'superseded',
      'stalled',
      'switched',
      'surgeReplicaHours',
      'heldBackMs',
    ] as const)
      add(`${name} ${of}`, one[of]);
    for (const [step, ms] of Object.entries(one.waits)) add(`${name} ${step}`, ms);
  }
  for (const one of capacity.demand) {
    const name = `demand ${one.gvc}/${one.name}`;
    for (const of of ['served', 'succeeded', 'failed', 'unrouted', 'unroutedMs'] as const)
      add(`${name} ${of}`, one[of]);
    if (one.arrivals === 'fluid') add(`${name} offered`, one.offered);
  }
  for (const { name, breach } of capacity.objectives) add(`objective ${name}`, breach?.ms);
  // What is wasted is known of each half as things were at its end.
  const { waste, wasteCpu, wasteMemory, useUnknown, ...causes } = capacity.cost;
  for (const [cause, cost] of Object.entries(causes)) add(`cost ${joined(cause)}`, cost);
  return sums;
}

/** Reserves are split by the time of replicas, whatever each reserved then: only what they come to adds up. */
function joined(cause: string): string {
  return ['baseline', 'scaleOut', 'surge'].includes(cause) ? 'replicas' : cause;
}
