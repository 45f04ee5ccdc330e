/**
 * Requests to the API, in virtual time: the control plane answers, then the simulation carries out the change.
 */

import type { Reason } from '../../../engine/journal.ts';
import { type Instant, minute } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { executionName, executionOrdinal } from '../../cron/execution.ts';
import { removeExecution } from '../../cron/handlers/ending.ts';
import { executionAt, startExecution } from '../../cron/handlers/execution.ts';
import { planRunNow } from '../../cron/runNow.ts';
import type { FactData } from '../../facts.ts';
import { throttleOf } from '../../fault/handlers/state.ts';
import { catchUpDeferredFor } from '../../handlers/deferred.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { workOnVolume } from '../../volume/handlers/volumeCommand.ts';
import { reconcileVolumeset } from '../../volume/handlers/volumeset.ts';
import { nameOfReplica } from '../../workload/deployment.ts';
import { forgetWorkload, reconcileWorkload } from '../../workload/handlers/deployment.ts';
import { followSecret } from '../../workload/handlers/healing.ts';
import { noteReturn, terminateReplica } from '../../workload/handlers/terminateReplica.ts';
import { deploymentsOf, nameOfLink, replicaAt, subjectOf } from '../../world.ts';
import { statedBy } from '../access/caller.ts';
import { numberAt, textAt } from '../document/json.ts';
import type { CommandRecord } from '../records/state.ts';
import type { ReadLogs } from '../records/view.ts';
import { handle } from '../requests/handle.ts';
import type { ApiRequest, ApiResponse, RecordChange } from '../requests/request.ts';
import { beginCommand, endCommand } from './command.ts';
import { runNowView } from './commandView.ts';
import { deleteVolumeset, finishGvc, noteDeleted } from './deletion.ts';
import { propagate } from './propagation.ts';
import { platformView } from './view.ts';

const stopped = because([], ['api.commandQueue']);
/** The API takes no change from outside now; clients may ask again. */
const throttled = because([], ['api.throttle.retry', 'api.quotaStatus']);
const tooMany = because([], ['api.rateLimit', 'api.throttle.retry', 'api.quotaStatus']);

/**
 * Answers a request now and begins what it sets going. What can change nothing leaves no trace where somebody has the
 * answer: reads, refused ones too, paths outside of the org, and bodies that are no JSON. Where nobody reads it (a
 * timeline), the journal has the refusal.
 *
 * @param cause journal number of what the platform asks for; null: somebody outside asks
 * @param reader who reads the answer: the caller, or the expectation of a timeline; null: nobody, so that it may have
 * its status alone
 * @param readLogs of a session
 */
export function performRequest(
  sim: Sim,
  request: ApiRequest,
  cause: number | null = null,
  reader: 'caller' | 'expectation' | null = cause === null ? 'caller' : null,
  readLogs?: ReadLogs,
): ApiResponse {
  catchUpDeferredFor(sim, request.path);
  const throttle = cause === null ? throttleNow(sim) : null;
  const { control } = sim.world;
  const view = platformView(sim.world, sim.now);
  const asked = askedBy(request, statedBy(control, request, view));
  const isPlain = readLogs === undefined && throttle === null;
  const platform = isPlain
    ? view
    : {
        ...view,
        ...(readLogs === undefined ? {} : { readLogs }),
        ...(throttle === null ? {} : { throttle: throttle.reason }),
      };
  const outcome = handle(control, request, sim.now, platform, reader !== null);
  const { response, refusal, reason, changes, command } = outcome;
  const isRead = reader === 'caller';
  if (isIdle(request) && (refusal === null || isRead)) return response;
  if (isRead && refusal?.code === 'BAD_JSON') return response;
  if (cause === null) countWrite(sim);
  const about = { subject: subjectOf(nameOfLink(request.path)), reason, cause };
  if (refusal !== null) {
    const why = refusal.code === 'THROTTLED' ? { ...about, cause: throttle?.cause ?? null } : about;
    note(sim, 'request.refused', why, { ...asked, status: response.status, ...refusal });
    return response;
  }
  const seq = note(sim, 'request.accepted', about, { ...asked, status: response.status, changes: changes.length });
  for (const change of changes) followChange(sim, change, seq);
  if (command !== null) performCommand(sim, command, seq);
  return response;
}

/**
 * Why the API takes no change from outside now: a fault keeps it from that, or this minute has had as many as it may
 * (`api.rateLimit`); null: it does.
 */
function throttleNow({ world, now }: Sim): { readonly reason: Reason; readonly cause: number | null } | null {
  const fault = throttleOf(world);
  if (fault !== null) return { reason: throttled, cause: fault.cause };
  const most = world.assumptions['api.rateLimit'];
  const { writes } = world;
  const isOver = most !== 'none' && writes.minute === minuteOf(now) && writes.count >= most;
  return isOver ? { reason: tooMany, cause: null } : null;
}

/** What leaves a trace counts, so that a session counts the same when it is played again. */
function countWrite({ world: { writes }, now }: Sim): void {
  const current = minuteOf(now);
  writes.count = writes.minute === current ? writes.count + 1 : 1;
  writes.minute = current;
}

function minuteOf(at: Instant): number {
  return Math.floor(at / minute);
}

/** What the journal says of every request; who asked only where that was said. */
function askedBy({ method, path }: ApiRequest, as: string | undefined): Asked {
  return as === undefined ? { method, path } : { method, path, as };
}

type Asked = Pick<FactData['request.accepted'], 'method' | 'path' | 'as'>;

const writes: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Whether a request can change nothing, whatever it says: it reads, or its path is not of an org. */
function isIdle({ method, path }: ApiRequest): boolean {
  if (!writes.includes(method) || path.endsWith('/-query')) return true;
  return !path.startsWith('/org/') && path !== '/org';
}

/** Makes a change of a record real: whatever stands for it, or depends on it, is planned anew. */
function followChange(sim: Sim, { what, link, before, after }: RecordChange, cause: number): void {
  const record = after ?? before;
  if (record === null) return;
  const { world } = sim;
  const { control } = world;
  if (what === 'deleted') noteDeleted(sim, link, cause);
  switch (record.kind) {
    case 'workload':
      if (what === 'deleted') forgetWorkload(sim, link, cause);
      else propagate(sim, { link, cause });
      break;
    case 'volumeset':
      if (what === 'deleting' || what === 'deleted') deleteVolumeset(sim, link, cause);
      else reconcileVolumeset(sim, link, cause);
      break;
    case 'gvc':
      if (before !== null && world.assumptions['env.changed'] === 'keptFromStart')
        world.formerGvcs.set(link, [...(world.formerGvcs.get(link) ?? []), { until: sim.now, spec: before.spec }]);
      for (const one of [...control.records.values()])
        if (one.gvc === record.name) reconcile(sim, one.kind, one.link, cause);
      if (what === 'deleting') finishGvc(sim, record.name, cause);
      break;
    case 'secret':
      if (before === null) followSecret(sim, cause);
      break;
    case 'org':
    case 'location':
      for (const one of [...control.records.values()]) reconcile(sim, one.kind, one.link, cause);
      break;
  }
}

function reconcile(sim: Sim, kind: string, link: string, cause: number): void {
  if (kind === 'workload') reconcileWorkload(sim, link, cause);
  if (kind === 'volumeset') reconcileVolumeset(sim, link, cause);
}

function performCommand(sim: Sim, command: CommandRecord, cause: number): void {
  const location = textAt(command.spec, 'location') ?? '';
  if (command.type === 'runCronWorkload') runNow(sim, command, location, cause);
  else if (command.type === 'stopReplica') stopReplicas(sim, command, location, cause);
  else workOnVolume(sim, command, cause);
}

function runNow(sim: Sim, command: CommandRecord, location: string, cause: number): void {
  const plan = planRunNow(runNowView(sim.world, command.owner, location, command.spec));
  const deployment = deploymentsOf(sim.world, command.owner).find((found) => found.location === location);
  if (plan.kind !== 'act' || deployment === undefined)
    throw new Error(`command ${command.id} was accepted, but its planner refuses it now`);
  const limit = numberAt(command.spec, 'activeDeadlineSeconds');
  for (const { containers } of plan.actions) {
    startExecution(sim, deployment, {
      slot: -1,
      slotAt: null,
      command: command.id,
      containers,
      reason: plan.reason,
      cause,
      ...(limit === undefined ? {} : { activeDeadline: limit * 1_000 }),
    });
  }
}

/** Replicas end as they do in a scale-down, and a pass replaces them; executions are Removed. */
function stopReplicas(sim: Sim, command: CommandRecord, location: string, cause: number): void {
  beginCommand(sim, command.id, cause);
  const name = textAt(command.spec, 'replica');
  for (const deployment of deploymentsOf(sim.world, command.owner)) {
    if (deployment.location !== location) continue;
    for (const handle of deployment.replicas) {
      const replica = replicaAt(sim.world, handle);
      if (replica.phase === 'terminating' || (name !== undefined && name !== nameOfReplica(deployment, replica)))
        continue;
      terminateReplica(sim, deployment, replica, { reason: stopped, why: 'stopped by command', cause });
      noteReturn(deployment, replica);
    }
    for (const handle of deployment.cron?.active.slice() ?? []) {
      const execution = executionAt(sim.world, handle);
      if (name !== undefined && name !== executionName(deployment.name, executionOrdinal(execution))) continue;
      removeExecution(sim, deployment, execution, { reason: stopped, why: 'stopped by command', cause });
    }
  }
  endCommand(sim, command.id, 'completed', null, cause);
}
