/**
 * Findings about requests that were not served: one for each workload with rate-based demand, and one for each workload
 * and status with individual requests.
 */

import { grouped } from '../../engine/grouped.ts';
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import type { Undiscovery } from '../../platform/traffic/discovery.ts';
import type { World } from '../../platform/world.ts';
import type { Loads } from '../capacity/capacityLoad.ts';
import { type CallFailures, failedByReplica } from '../fold/callChronicle.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { LossCause, Losses } from '../load/losses.ts';
import { isSmallPart, partText, shortNumber } from '../words/format.ts';
import { deploymentsByName, workloadPath } from './changePath.ts';
import type { ReportFinding } from './reportFinding.ts';

/**
 * What happened to unserved requests, by the assumption that decided it; `unrouted`: they reached no location,
 * because none answered. Those that timed out have a finding of their own (`timeoutFindings`).
 */
const fates: {
  readonly [Cause in Exclude<LossCause, 'timeout.from'> | Undiscovery | 'unrouted' | 'secret.missing']: string;
} = {
  unrouted: 'found no location that serves them',
  'secret.missing': 'came while it was paused because of a secret',
  'discovery.duration': 'came from locations that had not yet found the ones that answered',
  'discovery.resume': 'came from locations that find a resumed one no more',
  'traffic.route.location': 'were waiting in a location that stopped serving',
  'coldStart.hold': 'waited too long for a replica to start',
  'fluid.overflow': 'exceeded the capacity of the replicas',
  'traffic.queue': 'found the queue full',
  failure: 'got an error response',
};

/**
 * For each workload with rate-based demand: how many requests were lost, failed or found no location, with the
 * assumption that decided most of them.
 */
export function loadFindings({ demand, loads, firstUnrouted, undiscovered }: Loads, world: World): ReportFinding[] {
  const paused = neverOpened(world);
  const byWorkload = grouped(loads, ([{ place }]) => `${place.gvc}/workload/${place.name}`);
  return demand.flatMap(({ gvc, name, offered, unrouted }): ReportFinding[] => {
    const subject = `${gvc}/workload/${name}`;
    const all = (byWorkload.get(subject) ?? []).map(([, { losses }]) => losses);
    const counts = new Map<keyof typeof fates, number>(undiscovered.get(subject));
    const unfound = [...counts.values()].reduce((sum, requests) => sum + requests, 0);
    counts.set(paused.has(subject) ? 'secret.missing' : 'unrouted', Number(unrouted) - unfound);
    for (const { byCause, late } of all)
      for (const [cause, requests] of byCause) {
        if (cause === 'timeout.from') continue;
        counts.set(cause, (counts.get(cause) ?? 0) + requests - (cause === 'failure' ? late : 0));
      }
    const parts = [...counts].filter(([, requests]) => isSome(requests)).sort(([, a], [, b]) => b - a);
    const [most] = parts;
    if (most === undefined) return [];
    const total = parts.reduce((sum, [, requests]) => sum + requests, 0);
    const found = parts.map(([cause, requests]) => `${parts.length === 1 ? '' : `${count(requests)} `}${fates[cause]}`);
    return [
      {
        severity:
          parts.every(([cause]) => cause === 'failure') || isSmallPart(total, Number(offered)) ? 'warning' : 'error',
        kind: 'load-failed',
        subject,
        message: messageOf({ bad: total, all: Number(offered) }, parts.length === 1 ? null : 'were not served', found),
        at: earliest([firstUnrouted.get(subject) ?? null, ...all.map(firstOtherLoss)]),
        rule: ruleOfCause(most[0]),
      },
    ];
  });
}

/** Workloads that are paused in all their locations at the end. */
function neverOpened(world: World): ReadonlySet<string> {
  const all = grouped([...deploymentsByName(world).values()], workloadPath);
  return new Set([...all].flatMap(([path, of]) => (of.every(({ closed }) => closed === 'paused') ? [path] : [])));
}

/** The first whole request that came to nothing otherwise than by a timeout in the queue. */
function firstOtherLoss({ from, fromByCause }: Losses): Instant | null {
  const known = [...fromByCause].flatMap(([cause, at]) => (cause === 'timeout.from' ? [] : [at]));
  return known.length > 0 ? Math.min(...known) : fromByCause.has('timeout.from') ? null : from;
}

/** Whether the amount rounds to at least one request, as tables round it. */
export function isSome(requests: number): boolean {
  return requests >= 0.5;
}

function ruleOfCause(cause: keyof typeof fates): string | null {
  if (cause === 'failure') return null;
  return cause === 'unrouted' ? 'traffic.route.location' : cause;
}

/**
 * For each workload and status: how many individual requests failed with it, with the rule that decided most of them.
 * Requests that a probe sends do not count, nor those that timed out.
 */
export function callFindings({ deployments, stray }: Chronicle): ReportFinding[] {
  const all = [
    ...[...deployments.values()].map(({ place, calls }) => [`${place.gvc}/workload/${place.name}`, calls] as const),
    ...stray,
  ];
  return [...grouped(all, ([workload]) => workload)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([workload, of]) => {
      const failures = of.flatMap(([, { failuresAsked }]) => failuresAsked).filter((one) => !isTimeout(one));
      const asked = of.reduce((sum, [, calls]) => sum + calls.asked, 0);
      const isSmall = isSmallPart(
        failures.reduce((sum, one) => sum + one.count, 0),
        asked,
      );
      return sums(failures.map(({ status, count: requests }) => [status, requests])).map(
        ([status, bad]): ReportFinding => {
          const same = failures.filter((one) => one.status === status);
          const [most] = sums(same.map(({ rule, count: requests }) => [rule, requests]));
          const isOwn = status < 500 || same.every(({ rule }) => failedByReplica.includes(rule));
          return {
            severity: isOwn || isSmall ? 'warning' : 'error',
            kind: 'calls-failed',
            subject: workload,
            message: messageOf({ bad, all: asked }, 'failed', [`with ${status}`]),
            at: earliest(same.map(({ from }) => from)),
            rule: most === undefined || most[0] === '' ? null : most[0],
          };
        },
      );
    });
}

/** Whether single requests took longer than their timeout. */
export function isTimeout({ rule }: Pick<CallFailures, 'rule'>): boolean {
  return rule === 'WL-19' || rule === 'TAG-12';
}

/** What belongs to each key together, the most first. */
function sums<Key>(pairs: readonly (readonly [Key, number])[]): readonly (readonly [Key, number])[] {
  const totals = new Map<Key, number>();
  for (const [key, value] of pairs) totals.set(key, (totals.get(key) ?? 0) + value);
  return [...totals].sort(([, a], [, b]) => b - a);
}

/**
 * `12 of 400 requests (3 %) were not served: 10 found the queue full, 2 timed out in the queue`; `12 of 400 requests (3
 * %) found the queue full`.
 */
export function messageOf(
  { bad, all }: { readonly bad: number; readonly all: number },
  verb: string | null,
  found: readonly string[],
): string {
  const head = `${count(bad)} of ${count(all)} request${count(all) === '1' ? '' : 's'} (${partText(bad, all)})`;
  if (verb === null) return `${head} ${found.join(', ')}`;
  return `${head} ${verb}${found.length === 1 ? ' ' : ': '}${found.join(', ')}`;
}

function count(requests: number): string {
  return shortNumber(requests, 0);
}

export function earliest(instants: readonly (Instant | null)[]): string | null {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : isoFromInstant(Math.min(...known));
}
