/**
 * Counts in the journal of a run what happens while something else is under way.
 */
import type { Entry } from '../../src/engine/journal.ts';
import { deploymentsOf, type World } from '../../src/platform/world.ts';

const kinds = [
  'a newer version during a rollout',
  'an expansion during a rollout',
  'a crash during a rollout',
  'a scaling during a rollout',
  'a suspension with executions running',
  'a deletion during an expansion',
  'a replacement of a running execution',
  'a refused expansion',
  'a removal at a deadline',
  'a location that closes and reopens',
] as const;

export type Overlap = (typeof kinds)[number];
export type Overlaps = Record<Overlap, number>;

export function noOverlaps(): Overlaps {
  return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Overlaps;
}

/** Hears one run. */
export class OverlapCounter {
  private readonly counts: Overlaps;
  /** Deployments with a rollout under way, volumes with an expansion under way, by their subjects' names. */
  private readonly rolling = new Set<string>();
  private readonly growing = new Set<string>();
  private readonly suspended = new Set<string>();
  /** Deployments whose location is disabled, or has left the GVC. */
  private readonly closed = new Set<string>();

  constructor(counts: Overlaps) {
    this.counts = counts;
  }

  /** @param world as it is when the entry is noted, null before it stands */
  hear({ type, subject: { name }, data }: Entry, world: World | null): void {
    if (world !== null) this.lookForSuspensions(world);
    switch (type) {
      case 'rollout.started':
        this.rolling.add(name);
        break;
      case 'rollout.completed':
        this.rolling.delete(name);
        break;
      case 'rollout.superseded':
        this.counts['a newer version during a rollout'] += 1;
        break;
      case 'replica.exited':
        if (this.rolling.has(name)) this.counts['a crash during a rollout'] += 1;
        break;
      case 'deployment.scaled':
        if (this.rolling.has(name)) this.counts['a scaling during a rollout'] += 1;
        break;
      case 'deployment.closed':
        this.rolling.delete(name);
        if (data.why === 'disabled') this.closed.add(name);
        if (data.why === 'deleting' && [...this.growing].some((volume) => volume.startsWith(volumesOf(name))))
          this.counts['a deletion during an expansion'] += 1;
        break;
      case 'deployment.opened':
      case 'deployment.reopened':
        if (this.closed.delete(name)) this.counts['a location that closes and reopens'] += 1;
        break;
      case 'expansion.accepted':
        this.growing.add(name);
        if ([...this.rolling].some((deployment) => name.startsWith(volumesOf(deployment))))
          this.counts['an expansion during a rollout'] += 1;
        break;
      case 'expansion.refused':
        this.counts['a refused expansion'] += 1;
        break;
      case 'volume.expanded':
      case 'volume.deleted':
        this.growing.delete(name);
        break;
      case 'execution.removed':
        if (data.why === 'replaced') this.counts['a replacement of a running execution'] += 1;
        if (data.why === 'deadline') this.counts['a removal at a deadline'] += 1;
    }
  }

  private lookForSuspensions(world: World): void {
    for (const link of world.deployments.keys()) {
      for (const { cron, subject, settings, options } of deploymentsOf(world, link)) {
        if (cron === null) continue;
        const isSuspended = settings.job?.suspend === true || options.suspend;
        if (isSuspended && !this.suspended.has(subject.name) && cron.active.length > 0)
          this.counts['a suspension with executions running'] += 1;
        if (isSuspended) this.suspended.add(subject.name);
        else this.suspended.delete(subject.name);
      }
    }
  }
}

/**
 * What the names of the volumes begin with that a deployment mounts: `ash/workload/db@here` has
 * `ash/volumeset/db-disk@here/`.
 */
function volumesOf(deployment: string): string {
  const [, gvc = '', name = '', location = ''] = /^(.*)\/workload\/(.*)@(.*)$/.exec(deployment) ?? [];
  return `${gvc}/volumeset/${name}-disk@${location}/`;
}
