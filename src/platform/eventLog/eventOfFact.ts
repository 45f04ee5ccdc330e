/**
 * What each fact tells to the event log of a workload or a volume set (`api.events`).
 */
import type { FactData, FactType } from '../facts.ts';
import type { EventCategory, EventFact } from './event.ts';

type Teller<Type extends FactType> = (data: Readonly<FactData[Type]>) => EventFact | null;

/** The event that a fact is, without its place and time; null: it is none. */
export function eventOfFact<Type extends FactType>(type: Type, data: Readonly<FactData[Type]>): EventFact | null {
  const teller: Teller<Type> | null = tellers[type];
  return teller === null ? null : teller(data);
}

/** That the containers of a replica start, which is told beforehand. */
export const containersStart: EventFact = of('replica')('started', 'containers started');

const item = of('item');
const replica = of('replica');
const execution = of('execution');
const volume = of('volume');

/** By type; null: no event, or one that others tell. */
const tellers: { readonly [Type in FactType]: Teller<Type> | null } = {
  'request.accepted': null,
  'request.refused': ({ code }) =>
    code === 'EXPANSION_QUOTA'
      ? item('expansion-refused', 'expansion refused: the quota of expansions is used up', true)
      : null,
  'request.unexpected': null,
  'call.ended': null,
  'record.deleted': null,
  'fault.begun': null,
  'fault.ended': null,
  'fault.missed': null,
  'behaviour.changed': null,
  'logs.declared': null,
  'command.running': null,
  'command.completed': null,
  'command.failed': ({ type, message }) => item(categoryOf(type), `${type} failed: ${message}`, true),
  'command.cancelled': null,

  'deployment.opened': null,
  'deployment.closed': ({ why }) => item('terminated', `the workload leaves the location: ${why}`),
  'deployment.reopened': () => item('scheduled', 'the workload is back in the location'),
  'deployment.scaled': ({ from, to }) => item('scaled', `scaled from ${from} to ${to}`),
  'deployment.bounded': null,
  'deployment.suspended': () => item('suspended', 'suspended'),
  'deployment.resumed': () => item('suspended', 'resumed'),
  'deployment.kept': null,
  'charges.tagged': null,
  'balancer.opened': null,
  'balancer.closed': null,
  'requests.counted': null,
  'health.changed': null,
  'demand.routed': null,
  'demand.scaled': null,
  'rollout.started': ({ version }) => item('rollout', `rollout of version ${version} started`),
  'rollout.completed': ({ version }) => item('rollout', `rollout of version ${version} completed`),
  'rollout.stalled': ({ version, waitsFor }) =>
    item('rollout', `rollout of version ${version} makes no progress: ${waitsFor.length} not available`, true),
  'rollout.superseded': ({ version, by }) =>
    item('rollout', `rollout of version ${version} gives way to version ${by}`),
  'rollout.switched': ({ from, to }) => item('rollout', `requests go to version ${to} in the place of version ${from}`),

  'replica.settled': null,
  'replica.created': ({ version }) => replica('scheduled', `scheduled, version ${version}`),
  'replica.ready': () => replica('ready', 'ready'),
  'replica.available': null,
  'replica.unavailable': null,
  'replica.unready': ({ container }) =>
    container === null
      ? replica('probe-failed', 'does not answer', true)
      : replica('probe-failed', `the readiness probe of container ${container} failed`, true),
  'replica.unresponsive': ({ container }) =>
    replica('probe-failed', `the liveness probe of container ${container} failed: it is ended and started again`, true),
  'replica.exited': ({ container }) =>
    replica('terminated', `container ${container} exited and will be started again`, true),
  'replica.restarted': () => replica('started', 'started again after an exit'),
  'replica.pullFailed': () => replica('started', 'an image could not be pulled', true),
  'replica.lost': ({ why }) => replica('terminated', `lost: ${why}`, true),
  'replica.evicted': () => replica('evicted', 'evicted: more ephemeral storage used than allotted', true),
  'replica.terminating': ({ why }) => replica('terminated', `told to stop: ${why}`),
  'replica.gone': () => replica('terminated', 'stopped'),

  'execution.started': () => execution('execution', 'started'),
  'execution.retried': () => execution('execution', 'failed: a new replica tries again', true),
  'execution.restarted': () => execution('execution', 'failed: its container is started again', true),
  'execution.succeeded': () => execution('execution', 'ended, status Success'),
  'execution.failed': () => execution('execution', 'ended, status Failure', true),
  'execution.removed': ({ why }) => execution('execution', `ended, status Removed: ${why}`, true),
  'execution.invalid': ({ message }) => execution('execution', `not started: ${message}`, true),
  // Of the item: each tick has another name, and how many were skipped is what matters.
  'execution.skipped': ({ why }) =>
    item('execution', `a tick was skipped: ${why ?? 'an execution before it still ran'}`, true),
  'ticks.passed': ({ why, count }) =>
    item('execution', `${count === 1 ? 'a tick' : `${count} ticks`} started nothing: ${why}`),
  'execution.gone': null,
  'execution.forgotten': null,

  'volume.settled': null,
  'volume.created': () => volume('volume', 'created'),
  'volume.bound': ({ replica: name }) => volume('volume', `bound to replica ${name}`),
  'volume.unused': () => volume('volume', 'unused, and kept'),
  'expansion.accepted': ({ toMicroGB }) => volume('volume', `is expanded to ${gbText(toMicroGB)} GB`),
  'expansion.refused': ({ retryAt }) =>
    volume(
      'expansion-refused',
      retryAt === null ? 'expansion refused' : 'expansion refused: the quota of expansions is used up',
      true,
    ),
  'expansion.cleared': null,
  'volume.expanded': ({ fromMicroGB, toMicroGB }) =>
    volume('volume', `expanded from ${gbText(fromMicroGB)} GB to ${gbText(toMicroGB)} GB`),
  'volume.replaced': ({ why, lostBytes }) =>
    volume('volume', `replaced by another device: ${why}`, typeof lostBytes === 'number' && lostBytes > 0),
  'volume.deleted': () => volume('volume', 'deleted'),
  'volume.billing': null,
  'volume.full': () => volume('volume', 'full', true),
  'volume.relieved': () => volume('volume', 'no longer full'),
  'snapshot.taken': ({ name }) => volume('snapshot', `snapshot ${name} taken`),
  'snapshot.deleted': ({ name }) => volume('snapshot', `snapshot ${name} deleted`),
  'snapshot.expired': ({ name }) => volume('snapshot', `snapshot ${name} expired`),
  'snapshot.refused': ({ message }) => volume('snapshot', `no snapshot taken: ${message}`, true),

  'mount.opened': null,
};

function of(part: EventFact['of']): (category: EventCategory, message: string, isTrouble?: boolean) => EventFact {
  return (category, message, isTrouble = false) => ({
    category,
    of: part,
    message,
    status: isTrouble ? 'warning' : 'normal',
  });
}

function categoryOf(command: string): EventCategory {
  if (command === 'runCronWorkload') return 'execution';
  if (command === 'stopReplica') return 'terminated';
  return command.endsWith('Snapshot') ? 'snapshot' : 'volume';
}

/** `12.5`. */
function gbText(microGB: unknown): string {
  return typeof microGB === 'number' ? `${microGB / 1_000_000}` : '?';
}
