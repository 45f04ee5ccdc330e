/**
 * The planner of a replica's start: when it is placed, has its volumes and image, and runs.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';

/** The durations of one ext4 or xfs volume before its replica can start. */
export interface VolumeSteps {
  /** Creation of a new volume, or detachment of one that another node had, and which of them it is. */
  readonly prepare: Duration;
  readonly by: 'create' | 'detach';
  readonly attach: Duration;
}

/**
 * How long a replica still waits for the detachment of its volume, which began when the volume was released
 * (`volume.detach.elapsed`).
 *
 *   whole 30 s, released  0 s ago -> 30 s
 *   whole 30 s, released 20 s ago -> 10 s
 *   whole 30 s, released  1 h ago ->  0 s; chargedAgain -> 30 s
 */
export function planDetachment(
  { whole, elapsed }: { readonly whole: Duration; readonly elapsed: Duration },
  assumptions: Pick<Assumptions, 'volume.detach.elapsed'>,
): Duration {
  return assumptions['volume.detach.elapsed'] === 'counted' ? Math.max(0, whole - elapsed) : whole;
}

/** Durations of one replica's start, already drawn. */
export interface StartView {
  readonly createdAt: Instant;
  readonly schedule: Duration;
  /**
   * Volumes that only this replica mounts; empty without volumes. Shared volumes are not listed, because they are
   * available at once.
   */
  readonly volumes: readonly VolumeSteps[];
  readonly pull: Duration;
  /** Start time of the slowest container; all containers start at the same time. */
  readonly start: Duration;
}

export interface StartInstants {
  /** Placed: its resources are reserved from this instant. */
  readonly placedAt: Instant;
  /** Its slowest volume is there to be attached; null: it has none. */
  readonly prepared: { readonly at: Instant; readonly by: VolumeSteps['by'] } | null;
  readonly mountedAt: Instant;
  readonly pulledAt: Instant;
  /** Containers run. */
  readonly startedAt: Instant;
}

/**
 * Computes the instants of a new replica's start (`replica.schedule.duration`, `volume.duration.*`,
 * `replica.pull.duration`, `replica.start.duration`).
 *
 * Volumes are prepared in parallel: the slowest counts. With the default durations, from creation to running:
 *   no volume                  1 + 8 + 5            -> 14 s
 *   new volume                 1 + 20 + 15 + 8 + 5  -> 49 s
 *   volume just released       1 + 30 + 15 + 8 + 5  -> 59 s
 *   volume released long ago   1 +  0 + 15 + 8 + 5  -> 29 s
 */
export function planStart(view: StartView): StartInstants {
  const placedAt = view.createdAt + view.schedule;
  let slowest: VolumeSteps | null = null;
  for (const volume of view.volumes)
    if (slowest === null || volume.prepare + volume.attach > slowest.prepare + slowest.attach) slowest = volume;
  const mountedAt = placedAt + (slowest === null ? 0 : slowest.prepare + slowest.attach);
  const prepared = slowest === null ? null : { at: placedAt + slowest.prepare, by: slowest.by };
  const pulledAt = mountedAt + view.pull;
  return { placedAt, prepared, mountedAt, pulledAt, startedAt: pulledAt + view.start };
}

const assumed = {
  own: because([], ['replica.schedule.duration', 'replica.start.duration']),
  ownAttached: because([], ['replica.schedule.duration', 'volume.duration.attach', 'replica.start.duration']),
  pulled: because([], ['replica.schedule.duration', 'replica.pull.duration', 'replica.start.duration']),
  pulledAttached: because(
    [],
    ['replica.schedule.duration', 'volume.duration.attach', 'replica.pull.duration', 'replica.start.duration'],
  ),
  atHand: because([], ['replica.schedule.duration', 'replica.pull.cache', 'replica.start.duration']),
  atHandAttached: because(
    [],
    ['replica.schedule.duration', 'volume.duration.attach', 'replica.pull.cache', 'replica.start.duration'],
  ),
} as const;

/**
 * The assumptions that say how long the steps of a start take; always the same reason for the same answer.
 *
 * @param isAtHand its images need not be pulled (`replica.pull.cache`)
 * @param pulls its workload does not state how long that takes
 * @param attaches it has volumes of its own
 */
export function stepsAssumed({
  pulls,
  isAtHand,
  attaches,
}: {
  readonly pulls: boolean;
  readonly isAtHand: boolean;
  readonly attaches: boolean;
}): Reason {
  if (isAtHand) return attaches ? assumed.atHandAttached : assumed.atHand;
  if (pulls) return attaches ? assumed.pulledAttached : assumed.pulled;
  return attaches ? assumed.ownAttached : assumed.own;
}

/**
 * When a replica whose container has exited runs again: it restarts in place with its image and volumes, so only the
 * start step repeats.
 *
 *   exit at 0, wait 10 s, start 5 s -> 15 s
 */
export function planRestart(view: { exitedAt: Instant; wait: Duration; start: Duration }): Instant {
  return view.exitedAt + view.wait + view.start;
}
