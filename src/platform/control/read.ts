/**
 * What GET answers: records, lists, deployments, commands.
 */
import { because } from '../rules/reason.ts';
import { answer, type Call, nothingThere, refuse } from './answer.ts';
import { idOfRecord } from './id.ts';
import type { JsonObject } from './json.ts';
import { linkOf } from './link.ts';
import { answerList, byRecordKey, recordKey } from './list.ts';
import type { Kind, StoredRecord } from './record.ts';
import type { Outcome } from './request.ts';
import { showCommand, showRecord } from './show.ts';
import { listCommands, listRecords } from './store.ts';
import type { PlatformView } from './view.ts';

interface ItemRoute {
  readonly kind: Kind;
  readonly gvc: string | null;
  readonly name: string;
}

const found = because(['RES-2', 'VER-1']);

/** A record as it stands, one that is being deleted too. */
export function readItem(call: Call, { kind, gvc, name }: ItemRoute, platform: PlatformView): Outcome {
  const { config, records } = call.control;
  const record = records.get(linkOf(kind, name, { org: config.org, gvc }));
  if (record === undefined) return notFound(call);
  return answer(call, { status: 200, body: showRecord(record, config, platform), reason: found });
}

/** Records of a kind, in one GVC or in all. */
export function readList(
  call: Call,
  { kind, gvc }: { readonly kind: Kind; readonly gvc: string | null },
  platform: PlatformView,
): Outcome {
  const { control } = call;
  if (gvc !== null && !control.records.has(linkOf('gvc', gvc, { org: control.config.org, gvc: null }))) {
    return notFound(call);
  }
  return answerList(call, {
    itemKind: kind,
    items: listRecords(control, kind, gvc),
    keyOf: recordKey,
    order: byRecordKey,
    show: (record) => showRecord(record, control.config, platform),
  });
}

/** Commands of a workload or a volume set, the newest first. */
export function readCommands(call: Call, link: string): Outcome {
  const owner = call.control.records.get(link);
  if (owner === undefined) return notFound(call);
  return answerList(call, {
    itemKind: 'command',
    items: listCommands(call.control, owner),
    keyOf: ({ ordinal }) => String(ordinal),
    order: (one, other) => Number(other) - Number(one),
    show: showCommand,
  });
}

export function readCommand(call: Call, link: string, id: string): Outcome {
  const owner = call.control.records.get(link);
  const command = call.control.commands.get(id);
  if (owner === undefined || command === undefined) return notFound(call);
  if (command.ownerId !== idOfRecord(owner, call.control.config.seed)) return notFound(call);
  return answer(call, { status: 200, body: showCommand(command), reason: found });
}

/** The deployment records of a workload, one a location. */
export function readDeployments(call: Call, link: string, platform: PlatformView): Outcome {
  const workload = call.control.records.get(link);
  if (workload === undefined) return notFound(call);
  const locations = [...platform.deploymentLocations(workload)].sort(byRecordKey);
  return answerList(call, {
    itemKind: 'deployment',
    items: locations,
    keyOf: (location) => location,
    order: byRecordKey,
    show: (location) => deploymentIn(workload, location, platform) ?? {},
  });
}

export function readDeployment(call: Call, link: string, location: string, platform: PlatformView): Outcome {
  const workload = call.control.records.get(link);
  const deployment = workload === undefined ? null : deploymentIn(workload, location, platform);
  if (deployment === null) return notFound(call);
  return answer(call, { status: 200, body: deployment, reason: found });
}

/** Nothing of that name. */
export function notFound(call: Call): Outcome {
  return refuse(call, {
    code: 'NOT_FOUND',
    message: `${call.request.path} does not exist`,
    reason: nothingThere,
  });
}

function deploymentIn(workload: StoredRecord, location: string, platform: PlatformView): JsonObject | null {
  const deployment = platform.readDeployment(workload, location);
  if (deployment === null) return null;
  const links = [
    { rel: 'self', href: `${workload.link}/deployment/${location}` },
    { rel: 'workload', href: workload.link },
  ];
  return { kind: 'deployment', name: location, links, ...deployment };
}
