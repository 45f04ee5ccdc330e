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
      ? item('expansion-refused', 'expansion refused: quota of expansions used up', true)
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
  'deployment.closed': ({ why }) =>
    item('terminated', why === 'paused' ? 'paused: a secret does not exist' : `removed from the location: ${why}`),
  'deployment.reopened': () => item('scheduled', 'deployed to the location again'),
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
  'demand.turned': null,
  'rollout.started': ({ version }) => item('rollout', `rollout of version ${version} started`),
  'rollout.completed': ({ version }) => item('rollout', `rollout of version ${version} completed`),
  'rollout.stalled': ({ version, waitsFor }) =>
    item('rollout', `rollout of version ${version} stalled: ${waitsFor.length} of its replicas not available`, true),
  'rollout.superseded': ({ version, by }) =>
    item('rollout', `rollout of version ${version} superseded by version ${by}`),
  'rollout.switched': ({ from, to }) =>
    item('rollout', `requests are routed to version ${to} instead of version ${from}`),

  'replica.settled': null,
  'replica.created': ({ version }) => replica('scheduled', `scheduled with version ${version}`),
  'replica.ready': () => replica('ready', 'ready'),
  'replica.available': null,
  'replica.unavailable': null,
  'replica.unready': ({ container }) =>
    container === null
      ? replica('probe-failed', 'replica does not answer', true)
      : replica('probe-failed', `readiness probe of container ${container} failed`, true),
  'replica.unresponsive': ({ container }) =>
    replica('probe-failed', `liveness probe of container ${container} failed: the container is restarted`, true),
  'replica.exited': ({ container }) =>
    replica('terminated', `container ${container} exited and will be restarted`, true),
  'replica.restarted': () => replica('started', 'restarted after an exit'),
  'replica.pullFailed': () => replica('started', 'failed to pull an image', true),
  'replica.lost': ({ why }) => replica('terminated', `lost: ${why}`, true),
  'replica.evicted': () => replica('evicted', 'evicted: ephemeral storage limit exceeded', true),
  'replica.terminating': ({ why }) => replica('terminated', `terminating: ${why}`),
  'replica.gone': () => replica('terminated', 'stopped'),

  'execution.started': () => execution('execution', 'started'),
  'execution.retried': () => execution('execution', 'attempt failed: retried in a new replica', true),
  'execution.restarted': () => execution('execution', 'attempt failed: container restarted', true),
  'execution.succeeded': () => execution('execution', 'ended with status Success'),
  'execution.failed': () => execution('execution', 'ended with status Failure', true),
  'execution.removed': ({ why }) => execution('execution', `ended with status Removed: ${why}`, true),
  'execution.invalid': ({ message }) => execution('execution', `not started: ${message}`, true),
  // Of the item: each tick has another name, and how many were skipped is what matters.
  'execution.skipped': ({ why }) =>
    item('execution', `tick skipped: ${why ?? 'an earlier execution was still Active'}`, true),
  'ticks.passed': ({ why, count }) =>
    item('execution', `${count === 1 ? '1 tick' : `${count} ticks`} started no execution: ${why}`),
  'execution.gone': null,
  'execution.forgotten': null,

  'volume.settled': null,
  'volume.created': () => volume('volume', 'created'),
  'volume.bound': ({ replica: name }) => volume('volume', `bound to replica ${name}`),
  'volume.unused': () => volume('volume', 'unused and kept'),
  'expansion.accepted': ({ toMicroGB }) => volume('volume', `expansion to ${gbText(toMicroGB)} GB accepted`),
  'expansion.refused': ({ retryAt }) =>
    volume(
      'expansion-refused',
      retryAt === null ? 'expansion refused' : 'expansion refused: quota of expansions used up',
      true,
    ),
  'expansion.cleared': null,
  'volume.expanded': ({ fromMicroGB, toMicroGB }) =>
    volume('volume', `expanded from ${gbText(fromMicroGB)} GB to ${gbText(toMicroGB)} GB`),
  'volume.replaced': ({ why, lostBytes }) =>
    volume('volume', `replaced with a new device: ${why}`, typeof lostBytes === 'number' && lostBytes > 0),
  'volume.deleted': () => volume('volume', 'deleted'),
  'volume.billing': null,
  'volume.full': () => volume('volume', 'full', true),
  'volume.relieved': () => volume('volume', 'no longer full'),
  'snapshot.taken': ({ name }) => volume('snapshot', `snapshot ${name} taken`),
  'snapshot.deleted': ({ name }) => volume('snapshot', `snapshot ${name} deleted`),
  'snapshot.expired': ({ name }) => volume('snapshot', `snapshot ${name} expired`),
  'snapshot.refused': ({ message }) => volume('snapshot', `snapshot not taken: ${message}`, true),

  'mount.opened': null,
};

/** The types of all facts. */
export const factTypes = Object.keys(tellers) as readonly FactType[];

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
