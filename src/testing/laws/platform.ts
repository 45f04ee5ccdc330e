/** Laws of the platform's rules that need the scenario beside the journal: policies of schedules, time of requests. */
import type { Entry } from '../../engine/journal.ts';
import { isoFromInstant } from '../../engine/time.ts';
import { deploymentAt, type World } from '../../platform/world.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { ScenarioDocument } from '../document.ts';
import { checkInvariants, invariants } from '../invariants/all.ts';
import { Fleets, type RolloutOptionsBounds } from '../invariants/fleets.ts';
import { type Invariant, itemOf, violationText } from '../invariants/invariant.ts';
import { beginRun, holds, type Law, skipped, type Verdict } from './law.ts';

/** An invariant as a law: it is checked on the journal of the scenario's run. */
export function lawOfInvariant(invariant: Invariant): Law {
  const { id, rules, sentence } = invariant;
  return {
    id,
    rules,
    sentence,
    judge: ({ scenario, ended }) => {
      const [found] = checkInvariants(ended.journal, scenario.assumptions, [invariant]);
      if (found === undefined || found.skipped !== null) return skipped(found?.skipped ?? 'it was not checked');
      const [first] = found.violations;
      return first === undefined ? holds : { kind: 'broken', expected: sentence, observed: violationText(first) };
    },
  };
}

/** All invariants as laws. */
export const invariantLaws: readonly Law[] = invariants.map(lawOfInvariant);

/** ROLL-5, ROLL-7: a standard workload keeps the bounds of its rollout options, whatever happens to it. */
export const rolloutWithinOptions: Law = {
  id: 'rolloutWithinOptions',
  rules: ['ROLL-4', 'ROLL-5', 'ROLL-6', 'ROLL-7'],
  sentence:
    'A standard workload never has more than its desired replicas and `maxSurgeReplicas`, and no decision takes it below the desired replicas less `maxUnavailableReplicas`.',
  judge: ({ document, scenario, ended }) => {
    const {
      'rollout.rounding': rounding,
      'rollout.bothZero': bothZero,
      'reschedule.mode': rescheduling,
    } = scenario.assumptions;
    if (rounding !== 'surgeUpUnavailableDown' || bothZero !== 'unavailableOne')
      return skipped('other readings round the bounds');
    if (rescheduling === 'evictWithinU') return skipped('replicas are rescheduled beyond the bounds');
    const options = boundedWorkloads(document, scenario.assumptions);
    if (options.size === 0) return skipped('no standard workload keeps its rollout options during the whole run');
    const isBounded = ({ subject }: Entry): boolean => options.has(workloadOf(subject.name));
    const fleets = new Fleets((deployment) => options.get(workloadOf(deployment)) ?? null);
    for (const entry of ended.journal) if (isBounded(entry)) fleets.hear(entry);
    fleets.look();
    const [first] = fleets.breaches;
    if (first === undefined) return holds;
    return { kind: 'broken', expected: 'the bounds of rolloutOptions', observed: violationText(first) };
  },
};

/** The workload of a deployment, both as subjects of entries are named. */
function workloadOf(deployment: string): string {
  return deployment.split('@')[0] ?? '';
}

/** Rollout options of standard workloads, by the names of their subjects, that the timeline does not change. */
function boundedWorkloads(
  { resources, timeline }: ScenarioDocument,
  { 'rollout.surge.default': ofSurge, 'rollout.unavailable.default': ofUnavailable }: Assumptions,
): ReadonlyMap<string, RolloutOptionsBounds> {
  const changes = timeline
    .map((step) => JSON.stringify(step))
    .filter((text) => /maxSurgeReplicas|maxUnavailableReplicas|"put"/.test(text) && !/"post"/.test(text));
  return new Map(
    resources.flatMap(({ kind, gvc, name, spec = {} }) => {
      const { type, rolloutOptions = {} } = spec as {
        readonly type?: string;
        readonly rolloutOptions?: { readonly maxSurgeReplicas?: unknown; readonly maxUnavailableReplicas?: unknown };
      };
      const { maxSurgeReplicas: surge = ofSurge, maxUnavailableReplicas: unavailable = ofUnavailable } = rolloutOptions;
      const isKnown = [surge, unavailable].every((one) => typeof one === 'number' || /^\d+%$/.test(String(one)));
      const isChanged = changes.some((text) => text.includes(`/workload/${name}"`));
      if (kind !== 'workload' || type !== 'standard' || !isKnown || isChanged) return [];
      return [[`${gvc}/workload/${name}`, { surge, unavailable } as RolloutOptionsBounds]];
    }),
  );
}

/** CRON-3: with `Forbid`, scheduled executions of a deployment never overlap. */
export const forbidNeverOverlaps: Law = {
  id: 'forbidNeverOverlaps',
  rules: ['CRON-3'],
  sentence:
    'With `concurrencyPolicy: Forbid`, two scheduled executions of a workload never run at the same time in one location.',
  judge: ({ document, ended }) => {
    const names = forbiddingWorkloads(document);
    if (names.size === 0) return skipped('no cron workload has `Forbid` during the whole run');
    return overlapIn(ended.journal, names);
  },
};

/** Names of cron workloads with `Forbid`, as subjects of entries begin, whose policy the timeline does not change. */
function forbiddingWorkloads({ resources, timeline }: ScenarioDocument): ReadonlySet<string> {
  const changes = timeline.map((step) => JSON.stringify(step)).filter((text) => /"(?:Allow|Replace)"/.test(text));
  const names = resources.flatMap(({ kind, gvc, name, spec = {} }) => {
    const { type, job } = spec as { readonly type?: string; readonly job?: { readonly concurrencyPolicy?: string } };
    if (kind !== 'workload' || type !== 'cron' || (job?.concurrencyPolicy ?? 'Forbid') !== 'Forbid') return [];
    const isChanged = changes.some((text) => text.includes(`/workload/${name}"`) || text.includes(`"name":"${name}"`));
    return isChanged ? [] : [`${gvc}/workload/${name}`];
  });
  return new Set(names);
}

function overlapIn(journal: readonly Entry[], names: ReadonlySet<string>): Verdict {
  const running = new Map<string, Entry>();
  for (const entry of journal) {
    const { type, subject, at, data } = entry;
    if (!names.has(workloadOf(subject.name))) continue;
    const other = running.get(subject.name);
    if (type === 'execution.started' && data.slotAt !== null) {
      if (other !== undefined)
        return {
          kind: 'broken',
          expected: `no execution of ${subject.name} starts before execution ${other.ordinal} ends`,
          observed: `entry ${entry.seq}: execution ${entry.ordinal} starts at ${isoFromInstant(at)}`,
        };
      running.set(subject.name, entry);
    }
    const isEnd = ['execution.succeeded', 'execution.failed', 'execution.removed', 'execution.invalid'].includes(type);
    if (isEnd && other !== undefined && itemOf(entry) === itemOf(other)) running.delete(subject.name);
  }
  return holds;
}

/** Little's law, exactly: time that requests spend at a deployment, counted in two ways. */
export const littlesLaw: Law = {
  id: 'littlesLaw',
  rules: [],
  sentence: 'The time that requests spend at a deployment is the sum of their latencies.',
  judge: ({ document, scenario }) => {
    const isSingle = (document.demand ?? []).some((one) => 'arrivals' in one && one.arrivals !== 'fluid');
    if (!isSingle) return skipped('no request comes one by one');
    if (scenario.timeline.some(({ action }) => action.kind === 'probe'))
      return skipped('the timeline sends test requests');
    const { run, journal } = beginRun(scenario);
    const present = new Map<string, number>();
    const add = (name: string, time: number): void => {
      present.set(name, (present.get(name) ?? 0) + time);
    };
    let [since, inside, known]: [number, readonly string[], number] = [run.now, [], 0];
    while (run.advance(1) === 'more') {
      for (const name of inside) add(name, run.now - since);
      since = run.now;
      inside = requestsIn(run.sim.world).map(({ name }) => name);
      known = journal.length;
    }
    // The last step handles an event and then goes on to the end: a request that it ended was not there until then.
    for (const { name, arrivedAt } of requestsIn(run.sim.world)) add(name, run.now - Math.max(arrivedAt, since));
    for (const { type, subject, at, data } of journal.slice(known))
      if (type === 'call.ended') add(subject.name, Math.min(at - since, Number(data.latencyMs)));
    const latencies = new Map<string, number>();
    const spend = (name: string, time: number): void => {
      latencies.set(name, (latencies.get(name) ?? 0) + time);
    };
    for (const { type, subject, data } of journal)
      if (type === 'call.ended') spend(subject.name, Number(data.latencyMs));
    for (const { name, arrivedAt } of requestsIn(run.sim.world)) spend(name, run.now - arrivedAt);
    for (const [name, latency] of latencies)
      if (latency !== (present.get(name) ?? 0))
        return {
          kind: 'broken',
          expected: `${name}: ${latency} ms, the sum of latencies`,
          observed: `${name}: ${present.get(name) ?? 0} ms spent there`,
        };
    return holds;
  },
};

function requestsIn(world: World): { readonly name: string; readonly arrivedAt: number }[] {
  return [...world.calls.values()].map(({ deployment, arrivedAt }) => ({
    name: deploymentAt(world, deployment).subject.name,
    arrivedAt,
  }));
}
