/**
 * Which interesting situations a run reached: generators are judged by how often they get there.
 */
import type { Entry } from '../engine/journal.ts';
import type { Instant } from '../engine/time.ts';

/** The situations that are counted, each with what makes it one. */
export const corners = {
  expansionRefused: 'an expansion is refused at the limit of four in 24 hours (LIMIT-1)',
  expandedAfterRefusal: 'an expansion is accepted after one was refused at that limit',
  forbidSkip: 'a tick is skipped because an execution still runs (CRON-3)',
  executionReplaced: 'a running execution is replaced by the next one (CRON-4)',
  executionAtDeadline: 'an execution is removed at its deadline (CRON-10)',
  rolloutSuperseded: 'a newer version replaces another in the middle of its rollout',
  rolloutStalled: 'a rollout makes no progress for longer than its deadline',
  crashInRollout: 'a replica exits during a rollout',
  scaledUpInRollout: 'the desired replicas rise during a rollout',
  expansionInRollout: 'a volume is expanded during a rollout of its workload',
  faultInExpansion: 'a fault begins while a volume is expanded',
  deletedInExpansion: 'a workload is deleted while a volume of it is expanded',
  suspendedMidway: 'a deployment is suspended during a rollout, or its schedule while an execution runs',
  readyAsGone: 'a replica becomes ready at the instant at which another one is gone',
  closedAndReopened: 'a location is disabled and enabled again',
  eviction: 'a replica is evicted for its ephemeral storage (EPH-3)',
  volumeFull: 'a volume is full',
  snapshotExpired: 'a snapshot expires (SNAP-4)',
  scaledByLoad: 'a measured load changes the desired replicas',
  scaledByTwoMetrics: 'two measured loads change the desired replicas',
  requestHeld: 'a request finds no ready replica and is held',
  requestRetried: 'a request is tried again',
} as const;

export type Corner = keyof typeof corners;

/** How often each situation was reached. */
export type ReachedCorners = Readonly<Record<Corner, number>>;

/** Counts the situations that the entries of one run reached, in the order in which its sink received them. */
export function reached(entries: readonly Entry[]): ReachedCorners {
  const counter = new CornerCounter();
  for (const entry of entries) counter.hear(entry);
  return counter.counts;
}

/** Counts from several runs together. */
export function reachedInAll(all: readonly ReachedCorners[]): ReachedCorners {
  const names = Object.keys(corners) as Corner[];
  const sum = (name: Corner): number => all.reduce((total, counts) => total + counts[name], 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<Corner, number>;
}

class CornerCounter {
  readonly counts = Object.fromEntries(Object.keys(corners).map((name) => [name, 0])) as Record<Corner, number>;
  /** Deployments with a rollout under way, and volumes with an expansion under way, by the names of their subjects. */
  private readonly rolling = new Set<string>();
  private readonly growing = new Set<string>();
  /** Volumes whose last decision was a refusal at the limit. */
  private readonly refused = new Set<string>();
  /** The last instant at which a replica of each deployment became ready or was gone. */
  private readonly readyAt = new Map<string, Instant>();
  private readonly goneAt = new Map<string, Instant>();
  /** Running executions of each deployment. */
  private readonly running = new Map<string, number>();
  /** Deployments whose location is disabled, or has left the GVC. */
  private readonly closed = new Set<string>();

  hear({ at, type, subject: { name }, data, reason }: Entry): void {
    switch (type) {
      case 'rollout.started':
        this.rolling.add(name);
        break;
      case 'rollout.completed':
        this.rolling.delete(name);
        break;
      case 'rollout.superseded':
        this.counts.rolloutSuperseded += 1;
        break;
      case 'rollout.stalled':
        this.counts.rolloutStalled += 1;
        break;
      case 'replica.exited':
        if (this.rolling.has(name)) this.counts.crashInRollout += 1;
        break;
      case 'replica.ready':
        if (this.goneAt.get(name) === at) this.counts.readyAsGone += 1;
        this.readyAt.set(name, at);
        break;
      case 'replica.gone':
        if (this.readyAt.get(name) === at) this.counts.readyAsGone += 1;
        this.goneAt.set(name, at);
        break;
      case 'replica.evicted':
        this.counts.eviction += 1;
        break;
      case 'deployment.scaled':
        if (this.rolling.has(name) && Number(data.to) > Number(data.from)) this.counts.scaledUpInRollout += 1;
        if (data.measured !== undefined) this.counts.scaledByLoad += 1;
        if (Array.isArray(data.measured) && data.measured.length > 1) this.counts.scaledByTwoMetrics += 1;
        break;
      case 'deployment.suspended':
        if (this.rolling.has(name)) this.counts.suspendedMidway += 1;
        break;
      case 'deployment.closed':
        this.rolling.delete(name);
        if (data.why === 'disabled') this.closed.add(name);
        if (data.why === 'deleting' && [...this.growing].some((volume) => volume.startsWith(volumesOf(name))))
          this.counts.deletedInExpansion += 1;
        break;
      case 'deployment.opened':
      case 'deployment.reopened':
        if (this.closed.delete(name)) this.counts.closedAndReopened += 1;
        break;
      case 'fault.begun':
        if (this.growing.size > 0) this.counts.faultInExpansion += 1;
        break;
      case 'expansion.accepted':
        this.growing.add(name);
        if (this.refused.delete(name)) this.counts.expandedAfterRefusal += 1;
        if ([...this.rolling].some((deployment) => name.startsWith(volumesOf(deployment))))
          this.counts.expansionInRollout += 1;
        break;
      case 'expansion.refused':
        if (!reason.rules.includes('LIMIT-1')) break;
        this.counts.expansionRefused += 1;
        this.refused.add(name);
        break;
      case 'volume.expanded':
      case 'volume.deleted':
        this.growing.delete(name);
        break;
      case 'volume.full':
        this.counts.volumeFull += 1;
        break;
      case 'snapshot.expired':
        this.counts.snapshotExpired += 1;
        break;
      case 'call.ended':
        if (data.held === true) this.counts.requestHeld += 1;
        if (Number(data.tries) > 1) this.counts.requestRetried += 1;
        break;
      default:
        this.hearSchedule(type, name, data);
    }
  }

  private hearSchedule(type: string, name: string, data: Entry['data']): void {
    const running = this.running.get(name) ?? 0;
    switch (type) {
      case 'execution.started':
        this.running.set(name, running + 1);
        break;
      case 'execution.skipped':
        this.counts.forbidSkip += 1;
        break;
      case 'ticks.passed':
        if ((data.why === 'job' || data.why === 'defaultOptions') && running > 0) this.counts.suspendedMidway += 1;
        break;
      case 'execution.removed':
        if (data.why === 'replaced') this.counts.executionReplaced += 1;
        if (data.why === 'deadline') this.counts.executionAtDeadline += 1;
        this.running.set(name, running - 1);
        break;
      case 'execution.succeeded':
      case 'execution.failed':
        this.running.set(name, running - 1);
    }
  }
}

/**
 * What the names of the volumes begin with that a generated deployment mounts: `ash/workload/db@here` has
 * `ash/volumeset/db-disk@here/`.
 */
function volumesOf(deployment: string): string {
  const [, gvc = '', name = '', location = ''] = /^(.*)\/workload\/(.*)@(.*)$/.exec(deployment) ?? [];
  return `${gvc}/volumeset/${name}-disk@${location}/`;
}
