/**
 * Warnings about parts of a scenario that requests as amounts never meet in a run.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { scalarText } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { entriesOf, keyOf, listOf, type NamedResource, parsePattern } from './names.ts';
import { asksService, type Service } from './services.ts';

interface Guard {
  readonly service: Service;
  readonly name: string;
  readonly rule: string;
}

const guards: readonly Guard[] = [
  { service: 'authorization', name: 'external authorization', rule: 'TAG-17' },
  { service: 'rateLimit', name: 'a rate limiter', rule: 'TAG-30' },
];

/**
 * Warns where a workload gets amounts and single requests, as neither meets the other's load; and where one that gets
 * amounts has tags that ask an external authorization or a rate limit, or such a service is struck, as amounts pass
 * both. Warns of probes of such a workload, which meet nothing of its load.
 */
export function warnOfAmounts(root: TreeMap, reading: ScenarioReading): void {
  const demands = demandsOf(root);
  const warn = (path: Path, message: string, hint: string, rule: string | null): void =>
    reading.complain(root, path, { code: 'not-simulated', severity: 'warning', rule, message, hint });
  const kindsSeen = new Map<string, Set<boolean>>();
  for (const { workload, isAmount, path, shown } of demands) {
    const seen = kindsSeen.get(keyOf(workload)) ?? new Set();
    const isFirstOfKind = !seen.has(isAmount);
    kindsSeen.set(keyOf(workload), seen.add(isAmount));
    // Once: at the first that is not as those before it.
    if (isFirstOfKind && seen.size > 1) {
      const message = `${shown} gets both rate-based and single requests. The simulation of each ignores the load of the other, so the replicas seem less busy than they are`;
      warn(path, message, "write the same 'arrivals' for all of its demand", null);
    }
    if (!isAmount || !isFirstOfKind) continue;
    for (const { service, name, rule } of guards) {
      const message = `the tags of ${shown} set ${name}, but rate-based requests are not checked by it: all of them pass at once`;
      if (asksService(root, workload, service)) warn(path, message, single, rule);
    }
  }
  const amounts = new Set(demands.flatMap(({ workload, isAmount }) => (isAmount ? [keyOf(workload)] : [])));
  for (const { path, workload, shown, guard } of strikesOf(root)) {
    const message = `rate-based requests to ${shown} are not checked by ${guard.name}, so this fault does not affect them`;
    if (amounts.has(keyOf(workload)) && asksService(root, workload, guard.service))
      warn(path, message, single, guard.rule);
  }
  for (const { path, workload, shown } of probesOf(root)) {
    const message = `${shown} gets rate-based requests. Their load does not affect a probe: it is answered as if there were none`;
    // Once, at the first of a workload.
    if (amounts.delete(keyOf(workload))) warn(path, message, single, null);
  }
}

const single = "use single requests: 'arrivals: poisson'";

/** Where a workload is named, and as what. */
interface Place {
  readonly workload: NamedResource;
  readonly path: Path;
  readonly shown: string;
}

/** The demands of the file, each with whom it is for and whether it comes as an amount. */
export function demandsOf(root: TreeMap): readonly (Place & { readonly isAmount: boolean })[] {
  return listOf(root.demand).flatMap((entry, index) => {
    const workload = isMap(entry) ? workloadOf(entry.to) : null;
    if (!isMap(entry) || workload === null) return [];
    const isAmount = entry.arrivals === undefined || entry.arrivals === 'fluid';
    return [{ workload, isAmount, path: ['demand', index, 'to'], shown: scalarText(entry.to) }];
  });
}

/** Faults of an authorization or a rate limit. */
function strikesOf(root: TreeMap): readonly (Place & { readonly guard: Guard })[] {
  return listOf(root.timeline).flatMap((entry, index) =>
    entriesOf(isMap(entry) ? entry.fault : undefined).flatMap(([name, details]) => {
      const workload = isMap(details) ? workloadOf(details.of) : null;
      const guard = isMap(details) ? guards.find(({ service }) => service === details.service) : undefined;
      if (!isMap(details) || workload === null || guard === undefined) return [];
      return [{ workload, path: ['timeline', index, 'fault', name, 'service'], shown: scalarText(details.of), guard }];
    }),
  );
}

/** Probes that say whom they are for; for whom a host stands is known in the run alone. */
function probesOf(root: TreeMap): readonly Place[] {
  return listOf(root.timeline).flatMap((entry, index) => {
    const to = isMap(entry) && isMap(entry.probe) ? entry.probe.to : undefined;
    const workload = workloadOf(to);
    return workload === null ? [] : [{ workload, path: ['timeline', index, 'probe', 'to'], shown: scalarText(to) }];
  });
}

function workloadOf(text: unknown): NamedResource | null {
  const pattern = typeof text === 'string' ? parsePattern(text) : null;
  return pattern === null ? null : { ...pattern, kind: 'workload' };
}
