/**
 * What requests that come as amounts do not meet in a run, and services struck that nobody asks.
 */
import { isObject, type Json, type Path } from '../platform/control/json.ts';
import { workloadOf } from './crons.ts';
import { isMap } from './load.ts';
import { entriesOf, keyOf, listOf, parsePattern } from './names.ts';
import type { Reading } from './reading.ts';
import { methods } from './request.ts';
import type { TreeMap } from './shape.ts';

const guards = [
  { service: 'authorization', tag: 'externalAuthAddress', name: 'an external authorization', rule: 'TAG-17' },
  { service: 'rateLimit', tag: 'rateLimitAddress', name: 'a rate limit', rule: 'TAG-30' },
] as const;

type Guard = (typeof guards)[number];

interface Context {
  readonly prefix: 'svc' | 'cpln';
  readonly reading: Reading;
}

/**
 * Warns where a workload gets amounts and single requests, as neither meets the other's load; where one that gets amounts has tags that ask an external
 * authorization or a rate limit, as amounts pass both; and where a fault strikes such a service and nobody there asks it.
 */
export function warnOfAmounts(root: TreeMap, { prefix, reading }: Context): void {
  const demands = demandsOf(root);
  const amounts = new Set(demands.flatMap(({ to, isAmount }) => (isAmount ? [to] : [])));
  const guarded = new Map(guards.map((guard) => [guard, guardedBy(root, `${prefix}/${guard.tag}`)]));
  const warn = (path: Path, message: string, hint: string | null, rule: string | null): void =>
    reading.complain(root, path, { code: 'not-simulated', severity: 'warning', rule, message, hint });
  for (const [index, { to, isAmount, path, shown }] of demands.entries()) {
    const before = demands.slice(0, index).filter((one) => one.to === to);
    // Once: at the first that is not as those before it.
    const isFirstOther = before.length > 0 && before.every((one) => one.isAmount !== isAmount);
    if (isFirstOther)
      warn(
        path,
        `${shown} gets amounts and single requests, and neither meets the load of the other: each finds the replicas less busy than they are`,
        "give all of its demand the same 'arrivals'",
        null,
      );
    if (!isAmount || before.some((one) => one.isAmount)) continue;
    for (const [{ name, rule }, workloads] of guarded)
      if (workloads.has(to))
        warn(
          path,
          `the tags of ${shown} ask ${name}, which amounts do not meet: all of them pass at once`,
          single,
          rule,
        );
  }
  for (const { path, to, shown, guard } of strikesOf(root)) {
    const isAsked = guarded.get(guard)?.has(to) === true;
    if (isAsked && !amounts.has(to)) continue;
    const tag = `${prefix}/${guard.tag}`;
    if (isAsked)
      warn(
        path,
        `amounts do not meet ${guard.name}: those that come to ${shown} feel nothing of this`,
        single,
        guard.rule,
      );
    else
      reading.complain(root, path, {
        code: 'no-effect',
        severity: 'warning',
        rule: guard.rule,
        message: `no tag '${tag}' of ${shown} asks ${guard.name}: this changes nothing`,
      });
  }
}

const single = "single requests do: 'arrivals: poisson'";

interface Asked {
  /** `shop/workload/api`. */
  readonly to: string;
  readonly isAmount: boolean;
  readonly path: Path;
  /** As it is written. */
  readonly shown: string;
}

function demandsOf(root: TreeMap): readonly Asked[] {
  return listOf(root.demand).flatMap((entry, index): Asked[] => {
    const to = isMap(entry) ? workloadKey(entry.to) : null;
    if (!isMap(entry) || to === null) return [];
    const isAmount = entry.arrivals === undefined || entry.arrivals === 'fluid';
    return [{ to, isAmount, path: ['demand', index, 'to'], shown: String(entry.to) }];
  });
}

/** Workloads that have a tag at the start, or get it by a request of the timeline. */
function guardedBy(root: TreeMap, tag: string): ReadonlySet<string> {
  const isSet = (body: unknown): boolean => {
    const tags = isObject(body as Json) ? (body as { readonly tags?: Json }).tags : undefined;
    const value = isObject(tags) ? tags[tag] : undefined;
    return value !== undefined && value !== null && value !== '';
  };
  const found = listOf(root.resources).flatMap((entry) =>
    isMap(entry) && entry.kind === 'workload' && isSet(entry)
      ? [`${String(entry.gvc)}/workload/${String(entry.name)}`]
      : [],
  );
  for (const entry of listOf(root.timeline)) {
    if (!isMap(entry) || !isSet(entry.with)) continue;
    for (const method of Object.keys(methods)) {
      const asked = entry[method];
      const workload = typeof asked === 'string' ? workloadOf(asked, entry.with) : null;
      if (workload !== null) found.push(workload.replace('/', '/workload/'));
    }
  }
  return new Set(found);
}

interface Strike {
  readonly path: Path;
  readonly to: string;
  readonly shown: string;
  readonly guard: Guard;
}

/** Faults of an authorization or a rate limit. */
function strikesOf(root: TreeMap): readonly Strike[] {
  return listOf(root.timeline).flatMap((entry, index): Strike[] =>
    entriesOf(isMap(entry) ? entry.fault : undefined).flatMap(([name, details]) => {
      const to = isMap(details) ? workloadKey(details.of) : null;
      const guard = isMap(details) ? guards.find(({ service }) => service === details.service) : undefined;
      if (!isMap(details) || to === null || guard === undefined) return [];
      return [{ path: ['timeline', index, 'fault', name, 'service'], to, shown: String(details.of), guard }];
    }),
  );
}

function workloadKey(text: unknown): string | null {
  const pattern = typeof text === 'string' ? parsePattern(text) : null;
  return pattern === null ? null : keyOf({ ...pattern, kind: 'workload' });
}
