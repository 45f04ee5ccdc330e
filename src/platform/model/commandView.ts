/**
 * What a command would meet: whether it can be done, asked before it is taken.
 */
import type { JsonObject } from '../control/json.ts';
import type { StoredRecord } from '../control/record.ts';
import type { CommandRefusal } from '../control/view.ts';
import { executionName, executionOrdinal } from '../cron/execution.ts';
import { planRunNow } from '../cron/runNow.ts';
import { because } from '../rules/reason.ts';
import { deploymentsOf, replicaAt, type World } from '../world.ts';
import { executionAt } from './execution.ts';
import { nameOfReplica } from './replica.ts';
import { runNowView } from './request.ts';
import { planOnVolume, volumeTarget } from './volumeCommand.ts';

const noReplica = because([], ['api.commandQueue']);

/** Why a command is refused; null: it is taken. */
export function refuseCommand(
  world: World,
  owner: StoredRecord,
  type: string,
  spec: JsonObject,
  now: number,
): CommandRefusal | null {
  if (type === 'runCronWorkload') {
    const plan = planRunNow(runNowView(world, owner.link, String(spec['location'] ?? ''), spec));
    return plan.kind === 'refuse' ? { code: plan.code, message: plan.message, reason: plan.reason } : null;
  }
  if (type === 'stopReplica') return refuseStop(world, owner, spec);
  const target = volumeTarget(world, owner.link, spec);
  if (target === null) return null;
  const plan = planOnVolume(world, target, type, spec, now);
  if (plan.kind !== 'refuse') return null;
  return { code: plan.code === 'INVALID' ? 'COMMAND_REFUSED' : plan.code, message: plan.message, reason: plan.reason };
}

function refuseStop(world: World, owner: StoredRecord, spec: JsonObject): CommandRefusal | null {
  const location = String(spec['location'] ?? '');
  const deployment = deploymentsOf(world, owner.link).find((found) => found.location === location);
  if (deployment === undefined) {
    return { code: 'BAD_REFERENCE', message: `the workload is not deployed in '${location}'`, reason: noReplica };
  }
  const { replica } = spec;
  if (replica === undefined) return null;
  const names = [
    ...deployment.replicas.map((handle) => nameOfReplica(deployment, replicaAt(world, handle))),
    ...(deployment.cron?.active ?? []).map((handle) =>
      executionName(deployment.name, executionOrdinal(executionAt(world, handle))),
    ),
  ];
  if (names.includes(String(replica))) return null;
  return {
    code: 'BAD_REFERENCE',
    message: `there is no replica '${String(replica)}' in ${location}`,
    reason: noReplica,
  };
}
