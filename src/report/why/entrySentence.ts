/**
 * Journal entries as sentences: who did what, in the words of the platform.
 */

import type { FactData, FactType } from '../../platform/facts.ts';
import { gbFromMicroGB } from '../../platform/volume/capacity.ts';
import { countOf, countText, durationText, instantText, preciseInstantText, shortNumber } from '../words/format.ts';
import { routedSentence } from './routedSentence.ts';

/** What an entry is about, in words: `replica 7 of shop/web at aws-us-east-1`. */
export interface SubjectWords {
  /** `shop/web`, `shop/volumeset/data`, or what else the journal calls it. */
  readonly name: string;
  readonly location: string | null;
  /** Ordinal of a replica, index of a volume, slot or command of an execution. */
  readonly part: string | null;
}

/** Reads the subject of a journal line: `shop/workload/web@aws-us-east-1/7`. */
export function subjectWords(subject: string): SubjectWords {
  const [, head = subject, location = null, part = null] = /^([^@]+)@([^/]+)(?:\/(.+))?$/.exec(subject) ?? [];
  return { name: head.replace('/workload/', '/'), location, part };
}

type Teller<Type extends FactType> = (data: Readonly<FactData[Type]>, of: SubjectWords) => string;

/**
 * The sentence of an entry, without its instant and without a full stop.
 *
 *   replica.gone, shop/workload/web@aws-us-east-1/7 -> replica 7 of shop/web at aws-us-east-1 was gone
 */
export function entrySentence(entry: {
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly [key: string]: unknown };
}): string {
  const { type, subject, data } = entry;
  const teller = (tellers as { readonly [type: string]: Teller<never> | undefined })[type];
  const of = subjectWords(subject);
  return teller === undefined ? `${type} of ${whole(of)}` : teller(data as never, of);
}

const at = ({ location }: SubjectWords): string => (location === null ? '' : ` at ${location}`);
const whole = (of: SubjectWords): string => `${of.name}${at(of)}`;
const replicaOf = (of: SubjectWords): string => `replica ${of.part} of ${whole(of)}`;
const volumeOf = (of: SubjectWords): string => `volume ${of.part} of ${whole(of)}`;
const executionOf = (of: SubjectWords): string => `an execution of ${whole(of)}`;
const gb = (microGB: number): string => `${shortNumber(gbFromMicroGB(microGB), 6)} GB`;

/** The figures of an expansion are named where it is decided (`expansionText.ts`); here is what was decided. */
function targetText({ toMicroGB }: { readonly toMicroGB?: unknown }): string {
  return typeof toMicroGB === 'number' ? ` to ${gb(toMicroGB)}` : '';
}

const tellers: { readonly [Type in FactType]: Teller<Type> } = {
  'request.accepted': ({ method, path, as }) =>
    `the API accepted ${method} ${path}${as === undefined ? '' : ` by ${as}`}`,
  'request.refused': ({ method, path, status, message }) => `the API refused ${method} ${path} (${status}): ${message}`,
  'request.unexpected': ({ path, status, expected }) =>
    `the API answered the request to ${path} with ${status} instead of ${expected}`,
  'call.ended': ({ status, latencyMs, tries }, of) =>
    `a request of ${whole(of)} ended with ${status} after ${durationText(latencyMs)}${tries > 1 ? ` and ${countOf(tries, 'try').replace('trys', 'tries')}` : ''}`,
  'record.deleted': (_, of) => `${of.name} was deleted`,
  'fault.begun': ({ fault, endsAt }) =>
    `the fault ${fault} began${endsAt === null ? '' : `, until ${preciseInstantText(endsAt)}`}`,
  'fault.ended': ({ fault }) => `the fault ${fault} ended`,
  'fault.missed': ({ fault, message }) => `the fault ${fault} found no target: ${message}`,
  'behaviour.changed': (_, of) => `the timeline changed the behaviour of ${whole(of)}`,
  'logs.declared': (_, of) => `the containers of ${whole(of)} write other log lines from here on`,
  'command.running': ({ type }, of) => `the command ${type} of ${of.name} began`,
  'command.completed': ({ type }, of) => `the command ${type} of ${of.name} was completed`,
  'command.failed': ({ type, message }, of) => `the command ${type} of ${of.name} failed: ${message}`,
  'command.cancelled': ({ type }, of) => `the command ${type} of ${of.name} was cancelled`,
  'deployment.opened': ({ desired, version }, of) =>
    `${whole(of)} was deployed with version ${version} and ${countOf(desired, 'desired replica')}`,
  'deployment.closed': ({ why }, of) =>
    why === 'paused'
      ? `${whole(of)} is paused: a secret that it uses does not exist`
      : `${whole(of)} was removed from its location: ${why}`,
  'deployment.reopened': (_, of) => `${whole(of)} was deployed to its location again`,
  'deployment.scaled': ({ from, to }, of) =>
    `${whole(of)} was scaled from ${from} to ${countOf(to, 'desired replica')}`,
  'deployment.bounded': ({ from, to }, of) =>
    `the bounds of ${whole(of)} changed from ${from.minScale}..${from.maxScale} to ${to.minScale}..${to.maxScale} replicas`,
  'deployment.suspended': (_, of) => `${whole(of)} was suspended`,
  'deployment.resumed': ({ to }, of) => `${whole(of)} was resumed with ${countOf(to, 'desired replica')}`,
  'deployment.kept': ({ replicas }, of) =>
    `${whole(of)} is billed for ${countOf(replicas, 'replica')} although none is desired`,
  'charges.tagged': (_, of) => `the charges of ${whole(of)} got other tags`,
  'balancer.opened': (_, of) => `${whole(of)} got a load balancer of its own`,
  'balancer.closed': (_, of) => `${whole(of)} lost its own load balancer`,
  'requests.counted': ({ requests }, of) => `${countOf(requests, 'request')} of ${whole(of)} were metered`,
  'health.changed': ({ from, to }, of) => `the health of ${of.name} changed from ${from} to ${to}`,
  'demand.scaled': ({ scale }, of) => `the demand of ${of.name} became ${scale} times that of the scenario`,
  'demand.turned': ({ waiting }, of) => `the requests of ${whole(of)} became single ones; ${countText(waiting)} waited`,
  'demand.routed': ({ demands }, of) => routedSentence(of.name, demands),
  'rollout.started': ({ version }, of) => `the rollout of version ${version} of ${whole(of)} started`,
  'rollout.completed': ({ version }, of) => `the rollout of version ${version} of ${whole(of)} was completed`,
  'rollout.stalled': ({ version, waitsFor }, of) =>
    `the rollout of version ${version} of ${whole(of)} stalled: it waits for ${waitsFor.map(({ replica, lacks }) => `${replica} (${lacks})`).join(', ')}`,
  'rollout.superseded': ({ version, by }, of) =>
    `the rollout of version ${version} of ${whole(of)} was superseded by version ${by}`,
  'rollout.switched': ({ from, to }, of) => `the requests of ${whole(of)} went to version ${to} instead of ${from}`,
  'replica.settled': (_, of) => `${replicaOf(of)} was there when the run began`,
  'replica.created': ({ version }, of) => `${replicaOf(of)} was created with version ${version}`,
  'replica.ready': (_, of) => `${replicaOf(of)} became ready`,
  'replica.available': (_, of) => `${replicaOf(of)} became available`,
  'replica.unavailable': (_, of) => `${replicaOf(of)} is not available for longer, as minReadySeconds has changed`,
  'replica.unready': ({ container }, of) =>
    `${replicaOf(of)} became not ready${container === null ? '' : `: the readiness probe of ${container} failed`}`,
  'replica.unresponsive': ({ container }, of) => `${replicaOf(of)} failed the liveness probe of ${container}`,
  'replica.exited': ({ container, inRow = 1 }, of) =>
    `container ${container} of ${replicaOf(of)} exited${inRow > 1 ? `, exit ${inRow} in a row` : ''}`,
  'replica.restarted': (_, of) => `${replicaOf(of)} ran again after an exit`,
  'replica.pullFailed': ({ failures }, of) => `${replicaOf(of)} could not pull its image ${countOf(failures, 'time')}`,
  'replica.lost': ({ why }, of) => `${replicaOf(of)} was lost: ${why}`,
  'replica.evicted': ({ allottedBytes }, of) =>
    `${replicaOf(of)} was evicted: it used more ephemeral storage than the allotted ${shortNumber(allottedBytes / 1e9, 3)} GB`,
  'replica.terminating': ({ why }, of) => `${replicaOf(of)} began to terminate: ${why}`,
  'replica.gone': (_, of) => `${replicaOf(of)} was gone`,
  'execution.started': ({ slotAt }, of) =>
    `${executionOf(of)} started${slotAt === null ? ' by command' : ` for the tick of ${instantText(slotAt)}`}`,
  'execution.retried': ({ attempts }, of) => `attempt ${attempts} of ${executionOf(of)} failed and is tried again`,
  'execution.restarted': ({ attempts }, of) =>
    `the container of ${executionOf(of)} exited, attempt ${attempts}, and runs again`,
  'execution.succeeded': (_, of) => `${executionOf(of)} succeeded`,
  'execution.failed': (_, of) => `${executionOf(of)} failed`,
  'execution.removed': ({ why }, of) => `${executionOf(of)} was removed: ${why}`,
  'execution.invalid': ({ message }, of) => `${executionOf(of)} could not start: ${message}`,
  'execution.skipped': ({ slotAt, why = 'an earlier execution was still Active' }, of) =>
    `the tick of ${instantText(slotAt)} of ${whole(of)} was skipped: ${why}`,
  'ticks.passed': ({ why, count }, of) => `${countOf(count, 'tick')} of ${whole(of)} started nothing: ${why}`,
  'execution.gone': (_, of) => `the replica of ${executionOf(of)} was gone`,
  'execution.forgotten': (_, of) => `${executionOf(of)} left the history`,
  'volume.settled': ({ capacityMicroGB }, of) => `${volumeOf(of)} had ${gb(capacityMicroGB)} when the run began`,
  'volume.created': ({ capacityMicroGB }, of) => `${volumeOf(of)} was created with ${gb(capacityMicroGB)}`,
  'volume.bound': ({ replica }, of) => `${volumeOf(of)} was bound to ${replica}`,
  'volume.unused': (_, of) => `${volumeOf(of)} is kept unused`,
  'expansion.accepted': (data, of) => `an expansion of ${volumeOf(of)}${targetText(data)} was accepted`,
  'expansion.refused': (_, of) => `an expansion of ${volumeOf(of)} was refused`,
  'expansion.cleared': (_, of) => `${volumeOf(of)} needs no expansion any more`,
  'volume.expanded': ({ fromMicroGB, toMicroGB }, of) =>
    `${volumeOf(of)} was expanded from ${gb(fromMicroGB)} to ${gb(toMicroGB)}`,
  'volume.replaced': ({ why, toMicroGB }, of) => `${volumeOf(of)} got a new device of ${gb(toMicroGB)}: ${why}`,
  'volume.deleted': (_, of) => `${volumeOf(of)} was deleted`,
  'volume.billing': ({ billed, why }, of) => `${volumeOf(of)} is ${billed ? '' : 'not '}billed from here on: ${why}`,
  'volume.full': ({ capacityMicroGB }, of) => `${volumeOf(of)} was full at ${gb(capacityMicroGB)}`,
  'volume.relieved': (_, of) => `${volumeOf(of)} was no longer full`,
  'snapshot.taken': ({ name }, of) => `snapshot ${name} of ${volumeOf(of)} was taken`,
  'snapshot.deleted': ({ name }, of) => `snapshot ${name} of ${volumeOf(of)} was deleted`,
  'snapshot.expired': ({ name }, of) => `snapshot ${name} of ${volumeOf(of)} expired`,
  'snapshot.refused': ({ message }, of) => `a snapshot of ${volumeOf(of)} was refused: ${message}`,
  'mount.opened': ({ volumeset }, of) => `${replicaOf(of)} mounted ${volumeset}`,
};
