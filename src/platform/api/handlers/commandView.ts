/**
 * Whether a command can be done: the API asks this before it accepts the command.
 */

import { because } from '../../../rules/reason.ts';
import { executionName, executionOrdinal } from '../../cron/execution.ts';
import { executionAt } from '../../cron/handlers/execution.ts';
import { suspendedBy } from '../../cron/handlers/halt.ts';
import { type ContainerOverride, planRunNow, type RunNowView } from '../../cron/runNow.ts';
import { locationsOf, settingsOfWorkload } from '../../handlers/settings.ts';
import { planOnVolume, volumeTarget } from '../../volume/handlers/volumeCommandPlan.ts';
import { nameOfReplica, newestRevision } from '../../workload/deployment.ts';
import { deploymentsOf, replicaAt, type World } from '../../world.ts';
import { isList, type JsonObject, objectsAt, textAt } from '../document/json.ts';
import { parseCpuMillicores, parseMemoryBytes } from '../document/quantity.ts';
import type { StoredRecord } from '../records/record.ts';
import type { CommandRefusal } from '../records/view.ts';
import { shown } from '../requests/breach.ts';
import { envVariables } from '../settings/workloadSettings.ts';

const queued = because([], ['api.commandQueue']);
const linked = because([], ['api.links']);

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
  if (world.assumptions['api.commandQueue'] === 'refuseSecond' && (target.entity?.jobs.length ?? 0) > 0) {
    return { code: 'COMMAND_REFUSED', message: 'another command on this volume is still running', reason: queued };
  }
  const plan = planOnVolume(world, target, type, spec, now);
  if (plan.kind !== 'refuse') return null;
  return { code: plan.code === 'INVALID' ? 'COMMAND_REFUSED' : plan.code, message: plan.message, reason: plan.reason };
}

function refuseStop(world: World, owner: StoredRecord, spec: JsonObject): CommandRefusal | null {
  const location = String(spec['location'] ?? '');
  const deployment = deploymentsOf(world, owner.link).find((found) => found.location === location);
  if (deployment === undefined) {
    return { code: 'BAD_REFERENCE', message: `the workload is not deployed in '${location}'`, reason: linked };
  }
  const { replica } = spec;
  if (replica === undefined) return null;
  const names = [
    ...deployment.replicas.map((handle) => nameOfReplica(deployment, replicaAt(world, handle))),
    ...(deployment.cron?.active ?? []).map((handle) =>
      executionName(deployment.name, executionOrdinal(executionAt(world, handle))),
    ),
  ];
  if (typeof replica === 'string' && names.includes(replica)) return null;
  return {
    code: 'BAD_REFERENCE',
    message:
      typeof replica === 'string'
        ? `there is no replica '${replica}' in ${location}`
        : `replica must be the name of a replica; found ${shown(replica)}`,
    reason: linked,
  };
}

/** What a run-now command meets; for a workload that is no cron workload too. */
export function runNowView(world: World, link: string, location: string, spec: JsonObject): RunNowView {
  const deployment = deploymentsOf(world, link).find((found) => found.location === location);
  const record = world.control.records.get(link);
  return {
    type: record === undefined ? 'cron' : settingsOfWorkload(world, record).type,
    location,
    locations: record?.gvc == null ? [] : locationsOf(world, record.gvc),
    closed: deployment?.closed ?? 'disabled',
    suspendedBy: deployment === undefined ? null : suspendedBy(deployment),
    containers: deployment === undefined ? [] : newestRevision(deployment).settings.containers,
    overrides: objectsAt(spec, 'containerOverrides').map(overrideFrom),
    assumptions: world.assumptions,
  };
}

function overrideFrom(entry: JsonObject): ContainerOverride {
  const amount = (field: string, parse: typeof parseCpuMillicores): number | undefined => {
    const text = textAt(entry, field);
    const value = text === undefined ? undefined : parse(text);
    return typeof value === 'number' ? value : undefined;
  };
  const cpuMillicores = amount('cpu', parseCpuMillicores);
  const memoryBytes = amount('memory', parseMemoryBytes);
  const image = textAt(entry, 'image');
  return {
    name: textAt(entry, 'name') ?? '',
    ...(image === undefined ? {} : { image }),
    ...(cpuMillicores === undefined ? {} : { cpuMillicores }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(isList(entry['env']) ? { env: envVariables(entry) } : {}),
  };
}
