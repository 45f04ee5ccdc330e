/**
 * The end of a schedule in a closed deployment: executions are removed, and a tick that was kept for later is dropped.
 */
import { because } from '../../../rules/reason.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { loseLeaving, removeExecution } from './ending.ts';
import { executionAt } from './execution.ts';
import { followHalt } from './halt.ts';
import { dropMissed } from './missedTick.ts';
import { voidTick } from './pending.ts';
import { cronOf } from './state.ts';

const closing = because(['CRON-12']);
const lost = because(['CRON-12'], ['fault.outage.replicas']);

/** Removes every execution of a closed deployment (CRON-12); after a deletion no further tick comes. */
export function endSchedule(sim: Sim, deployment: Deployment): void {
  const cron = cronOf(deployment);
  if (deployment.closed === 'deleting') voidTick(sim, deployment);
  const isLost = deployment.closed === 'outage';
  const { cause, closed: why } = deployment;
  const ground = { reason: isLost ? lost : closing, cause };
  dropMissed(sim, deployment, ground, why);
  followHalt(sim, deployment);
  for (const handle of isLost ? cron.leaving.slice() : []) loseLeaving(sim, deployment, executionAt(sim.world, handle));
  for (const handle of cron.active.slice())
    removeExecution(sim, deployment, executionAt(sim.world, handle), { ...ground, why, isLost });
}
