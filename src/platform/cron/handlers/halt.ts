/**
 * Halted schedules, which start nothing because they are suspended or their location is closed, and the ticks that pass
 * meanwhile.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { note, type Sim } from '../../handlers/note.ts';
import type { Deployment, Halt } from '../../workload/deployment.ts';
import type { SuspendedBy } from '../tick.ts';
import { cronOf } from './state.ts';

/** Which field keeps a cron workload's schedule from starting anything. */
export function suspendedBy({ settings, options }: Deployment): SuspendedBy {
  if (settings.job?.suspend === true) return 'job';
  return options.suspend ? 'defaultOptions' : null;
}

const ends = because(['TYPE-11']);

/**
 * Begins a halt, or ends it and reports how many ticks have passed. To be called after every change that may halt a
 * schedule or end its halt.
 */
export function followHalt(sim: Sim, deployment: Deployment): void {
  const cron = cronOf(deployment);
  const { halt } = cron;
  const by = deployment.closed !== 'none' ? deployment.closed : suspendedBy(deployment);
  if (by === (halt?.by ?? null)) return;
  if (halt !== null && halt.count > 1) tell(sim, deployment, halt, ends);
  cron.halt = by === null ? null : { by, cause: deployment.cause, count: 0, firstAt: 0, toldBy: 0 };
}

/** Passes a tick of a halted schedule, which starts nothing: the first one is journalled, the others are counted. */
export function passTick(sim: Sim, deployment: Deployment, slotAt: Instant, reason: Reason): void {
  const cron = cronOf(deployment);
  const { halt } = cron;
  if (halt === null) throw new Error(`${deployment.subject.name} is not halted`);
  const count = halt.count + 1;
  cron.halt = { ...halt, count };
  if (count > 1) return;
  const first = { ...halt, count, firstAt: slotAt };
  cron.halt = { ...first, toldBy: tell(sim, deployment, first, reason) };
}

function tell(sim: Sim, { subject }: Deployment, { by, cause, count, firstAt, toldBy }: Halt, reason: Reason): number {
  const about = { subject, reason, cause: toldBy === 0 ? cause : toldBy };
  return note(sim, 'ticks.passed', about, { why: by, count, firstAt });
}
