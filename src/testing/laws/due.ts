/** Laws of what was due: no tick, reading or request vanishes without an entry or a count. */
import type { Entry } from '../../engine/journal.ts';
import { type Instant, isoFromInstant, minute } from '../../engine/time.ts';
import type { Run } from '../../experiment/run.ts';
import { nextTick } from '../../platform/cron/expression.ts';
import { outageOf } from '../../platform/fault/handlers/state.ts';
import { planExpansion } from '../../platform/volume/expansion.ts';
import { hasDevice, readingFromBytes, usedBytesOf } from '../../platform/volume/volume.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import { type VolumeEntity, volumesetAt, type World } from '../../platform/world.ts';
import { beginRun, holds, type Law, skipped } from './law.ts';

/** TYPE-11: what a schedule says happens, or the journal says why not. */
export const noTickVanishes: Law = {
  id: 'noTickVanishes',
  rules: ['TYPE-11'],
  sentence: 'Each tick of a schedule starts an execution, is skipped, or is counted among those of a halt.',
  judge: ({ document, scenario, ended: { run, journal } }) => {
    const steps = document.timeline.map((step) => JSON.stringify(step));
    const isChanged = (workload: string): boolean =>
      steps.some((step) => step.includes('"schedule"') && step.includes(workload));
    const schedules = run.sim.world.entities.filter(
      (one): one is Deployment =>
        one.kind === 'deployment' &&
        one.cron !== null &&
        // After a deletion no tick is due, nor where its location has left the GVC.
        one.closed !== 'deleting' &&
        !isChanged(nameOf(one.subject.name)),
    );
    if (schedules.length === 0) return skipped('no cron workload keeps its schedule during the whole run');
    const included = scenario.assumptions['run.window'] === 'untilIncluded';
    const until = included ? run.now : run.now - 1;
    // A workload that stood before the run has a tick at its very start; one that begins with it has not.
    const { 'cron.runStart.tick': atStart, 'run.start': begin } = scenario.assumptions;
    const fires = atStart === 'fires' && begin !== 'cold';
    const entries = new Map(schedules.map(({ subject }): [string, Entry[]] => [subject.name, []]));
    for (const entry of journal) entries.get(entry.subject.name)?.push(entry);
    for (const deployment of schedules) {
      const own = entries.get(deployment.subject.name) ?? [];
      const since = sinceWhen(
        own,
        fires && deployment.settings.job?.schedule.kind === 'fields' ? scenario.start : null,
      );
      if (since === null) continue;
      const due = ticksBetween(deployment, since, until);
      const told = toldIn(own, deployment);
      if (due !== told)
        return {
          kind: 'broken',
          expected: `${due} ticks of ${deployment.subject.name}`,
          observed: `${told} in its journal`,
        };
    }
    return holds;
  },
};

/** The last part of a name: `shop/workload/report@aws-us-east-1` is `report`. */
function nameOf(subject: string): string {
  return subject.split('@')[0]?.split('/').at(-1) ?? '';
}

/**
 * The instant after which ticks are due to a deployment; null: it was opened several times.
 *
 * @param start the start of the run, where a tick of that very instant counts
 */
function sinceWhen(own: readonly Entry[], start: Instant | null): Instant | null {
  const opened = own.filter(({ type }) => type === 'deployment.opened');
  const [first] = opened;
  if (first === undefined || opened.length > 1) return null;
  return first.at === start ? first.at - 1 : first.at;
}

/** How many ticks come after one instant, up to another one included. */
function ticksBetween({ settings: { job } }: Deployment, after: Instant, until: Instant): number {
  if (job === null) return 0;
  let count = 0;
  for (let at = nextTick(job.schedule, after); at !== null && at <= until; at = nextTick(job.schedule, at)) count += 1;
  return count;
}

/** How many ticks have started, were skipped, passed in a halt, or are kept for a late start. */
function toldIn(own: readonly Entry[], { cron }: Deployment): number {
  const types = ['execution.started', 'execution.invalid', 'execution.skipped'];
  const single = own.filter(({ type, data }) => types.includes(type) && data.slotAt !== null).length;
  // The journal has a halt twice: at its first tick, and when it ends, with the number of all its ticks.
  const halts = new Map<unknown, number>();
  for (const { type, data } of own) if (type === 'ticks.passed') halts.set(data.firstAt, Number(data.count));
  const halt = cron?.halt ?? null;
  if (halt !== null && halt.count > 0) halts.set(halt.firstAt, halt.count);
  const passed = [...halts.values()].reduce((sum, count) => sum + count, 0);
  return single + passed + (cron?.missedAt == null ? 0 : 1);
}

/** VOLAUTO-11: a volume that needs an expansion at one reading has an answer by the next. */
export const noReadingVanishes: Law = {
  id: 'noReadingVanishes',
  rules: ['VOLAUTO-11'],
  sentence: 'A volume that needs an expansion at a reading is expanded, or refused, before the reading after it.',
  judge: ({ document, scenario }) => {
    if (!document.resources.some(({ kind, spec = {} }) => kind === 'volumeset' && 'autoscaling' in spec))
      return skipped('no volume is expanded by itself');
    const { run } = beginRun(scenario);
    const stated = scenario.assumptions['volume.reading.interval'];
    const interval = stated === 'exact' ? minute : stated;
    const open = new Map<string, Instant>();
    for (let at = Math.ceil(run.now / interval) * interval; at < scenario.end; at += interval) {
      run.sim.runUntil(at, { included: true });
      run.settle();
      for (const { entity, name } of volumesIn(run)) {
        if (!isUnanswered(run.sim.world, entity, at)) {
          open.delete(name);
          continue;
        }
        const since = open.get(name);
        const isSteady = since !== undefined && (entity.changed === null || entity.changed.at < since);
        if (isSteady)
          return {
            kind: 'broken',
            expected: `an expansion of ${name}, or a refusal, at ${isoFromInstant(since)} or at the next reading`,
            observed: `none at ${isoFromInstant(at)}`,
          };
        open.set(name, at);
      }
    }
    return holds;
  },
};

function volumesIn({ sim }: Run): { readonly entity: VolumeEntity; readonly name: string }[] {
  const volumes = sim.world.entities.filter((one): one is VolumeEntity => one.kind === 'volume');
  return volumes.map((entity) => ({ entity, name: entity.subject.name }));
}

/** Whether a volume needs an expansion now, and neither works on one nor was refused one. */
function isUnanswered(world: World, { volume, jobs }: VolumeEntity, now: Instant): boolean {
  const set = volumesetAt(world, volume.volumeset);
  const isReadable = hasDevice(volume) && outageOf(world, world.locations[volume.location] ?? '') === null;
  if (!isReadable || volume.standingRefusal !== null) return false;
  const { settings, usage } = set;
  const plan = planExpansion(
    settings,
    {
      commandAtWork: jobs.length > 0,
      capacityMicroGB: volume.capacityMicroGB,
      reading: readingFromBytes(usedBytesOf(volume, usage, settings, now), settings),
      fit: null,
      expansions: volume.expansions,
    },
    now,
  );
  return plan.kind !== 'hold';
}

/** Each request that comes one by one is answered, or is still on its way at the end. */
export const noRequestVanishes: Law = {
  id: 'noRequestVanishes',
  rules: [],
  sentence: 'Each request that arrives is answered, with success or an error, or is on its way at the end of the run.',
  judge: ({ ended: { run, journal } }) => {
    const { activeDemands, sources, calls } = run.sim.world;
    // A demand of a workload brings no request where that has no ready replica, though it counts.
    const single = [...activeDemands.entries()].filter(
      ([, { demand, by }]) => demand.arrivals.kind === 'single' && by === null,
    );
    if (single.length === 0) return skipped('no request comes one by one');
    const seen = new Map<unknown, number>();
    const see = (name: unknown): void => {
      seen.set(name, (seen.get(name) ?? 0) + 1);
    };
    for (const { type, data } of journal) if (type === 'call.ended') see(data.caller);
    for (const { caller } of calls.values()) see(caller.name);
    for (const [index, { demand }] of single) {
      const [arrived, met] = [sources[index]?.count ?? 0, seen.get(demand.name) ?? 0];
      if (arrived !== met)
        return {
          kind: 'broken',
          expected: `${arrived} requests of ${demand.name}, which arrived`,
          observed: `${met} are answered or on their way`,
        };
    }
    return holds;
  },
};
