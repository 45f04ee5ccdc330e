import { type Distribution, draw } from '../../engine/distribution.ts';
import type { Reason, Subject } from '../../engine/journal.ts';
import type { DrawItem } from '../../engine/random.ts';
import type { Simulation } from '../../engine/simulation.ts';
import type { Duration } from '../../engine/time.ts';
import type { Facts } from '../../engine/value.ts';
import { longestDuration } from '../../rules/duration.ts';
import { foldEvent } from '../eventLog/eventLog.ts';
import type { FactData, FactType } from '../facts.ts';
import type { Deployment } from '../workload/deployment.ts';
import type { World } from '../world.ts';

export type Sim = Simulation<World>;

/** The subject of an entry and its reason; the rest of the entry is its type and data. */
export interface About {
  readonly subject: Subject;
  readonly ordinal?: number | string | null;
  readonly reason: Reason;
  /**
   * Journal number of the entry that led to it; null, or 0 in the records of the world: it begins with the run, or
   * comes from outside.
   */
  readonly cause: number | null;
}

/**
 * Writes a fact down, now; its number is the cause of what follows from it.
 *
 * @param facts what the fingerprint covers, where data also tells why
 */
export function note<Type extends FactType>(
  sim: Sim,
  type: Type,
  about: About,
  data: FactData[Type],
  facts: Partial<FactData[Type]> = data,
): number {
  const { subject, ordinal = null, reason } = about;
  const cause = about.cause === 0 ? null : about.cause;
  const seq = sim.journal.note(sim.now, { type, subject, ordinal, reason, cause, data }, facts as Facts);
  const { eventLog } = sim.world;
  if (eventLog !== null) foldEvent(eventLog, { seq, at: sim.now, type, subject, ordinal, data });
  return seq;
}

/** Whether anybody gets what the data of an entry tells beside the facts of the fingerprint. */
export function isHeard({ journal, world }: Sim): boolean {
  return journal.isHeard || world.eventLog !== null;
}

/** A tail may have no end, and what it ends at must still be an instant. */
export function lasting(drawn: number): Duration {
  return Math.min(longestDuration, Math.max(0, Math.round(drawn)));
}

/** One draw about something, in whole milliseconds of 0 or more. */
export function drawDuration(sim: Sim, distribution: Distribution, of: DrawItem, purpose: string): Duration {
  return lasting(
    distribution.kind === 'constant' ? distribution.value : draw(distribution, sim.streams.keyFor(of, purpose)),
  );
}

/** How long containers take to start, and how much of that the workload's behaviour adds to the platform's share. */
export function drawStart(
  sim: Sim,
  { behaviour }: Deployment,
  of: DrawItem,
): { readonly whole: Duration; readonly added: Duration } {
  const added = behaviour.start === undefined ? 0 : drawDuration(sim, behaviour.start, of, 'start.extra');
  return { whole: drawDuration(sim, sim.world.assumptions['replica.start.duration'], of, 'start') + added, added };
}
