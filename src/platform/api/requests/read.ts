/**
 * Responses to GET: records, lists, deployments, commands.
 */
import { because } from '../../../rules/reason.ts';
import { visibleTo } from '../access/grants.ts';
import { idOfRecord } from '../document/id.ts';
import { type JsonObject, objectAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import type { Kind } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import { listCommands } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import { answer, nothingThere, type RequestInHand, refuse } from './answer.ts';
import { answerList, byRecordKey, recordListing } from './list.ts';
import type { RequestOutcome } from './request.ts';
import type { ItemRoute } from './router.ts';
import { showCommand, showRecord } from './show.ts';

const found = because(['RES-2', 'VER-1']);

/** A record as it stands, one that is being deleted too. */
export function readItem(call: RequestInHand, item: ItemRoute, platform: PlatformView): RequestOutcome {
  const { config } = call.control;
  const record = recordAt(call, item);
  if (record === undefined) return notFound(call);
  return answer(call, { status: 200, body: showRecord(record, config, platform), reason: found });
}

/** Records of a kind, in one GVC or in all. */
export function readList(
  call: RequestInHand,
  { kind, gvc }: { readonly kind: Kind; readonly gvc: string | null },
  platform: PlatformView,
): RequestOutcome {
  const { control } = call;
  if (gvc !== null && !control.records.has(linkOf('gvc', gvc, { org: control.config.org, gvc: null }))) {
    return notFound(call);
  }
  const listing = recordListing(control, kind, gvc);
  return answerList(call, {
    itemKind: kind,
    ...listing,
    items: visibleTo(call, kind, listing.items, platform),
    show: (record) => showRecord(record, control.config, platform),
  });
}

/** Commands of a workload or a volume set, the newest first. */
export function readCommands(call: RequestInHand, item: ItemRoute): RequestOutcome {
  const owner = recordAt(call, item);
  if (owner === undefined) return notFound(call);
  return answerList(call, {
    itemKind: 'command',
    items: listCommands(call.control, owner),
    keyOf: ({ ordinal }) => String(ordinal),
    order: (one, other) => Number(other) - Number(one),
    show: showCommand,
  });
}

export function readCommand(call: RequestInHand, item: ItemRoute, id: string): RequestOutcome {
  const owner = recordAt(call, item);
  const command = call.control.commands.get(id);
  if (owner === undefined || command === undefined) return notFound(call);
  if (command.ownerId !== idOfRecord(owner, call.control.config.seed)) return notFound(call);
  return answer(call, { status: 200, body: showCommand(command), reason: found });
}

/** The deployment records of a workload, one a location. */
export function readDeployments(call: RequestInHand, item: ItemRoute, platform: PlatformView): RequestOutcome {
  const workload = recordAt(call, item);
  if (workload === undefined) return notFound(call);
  const locations = [...platform.deploymentLocations(workload)].sort(byRecordKey);
  return answerList(call, {
    itemKind: 'deployment',
    items: locations,
    keyOf: (location) => location,
    order: byRecordKey,
    show: (location) => deploymentIn(call, workload, location, platform) ?? {},
  });
}

export function readDeployment(
  call: RequestInHand,
  item: ItemRoute,
  location: string,
  platform: PlatformView,
): RequestOutcome {
  const workload = recordAt(call, item);
  const deployment = workload === undefined ? null : deploymentIn(call, workload, location, platform);
  if (deployment === null) return notFound(call);
  return answer(call, { status: 200, body: deployment, reason: found });
}

/**
 * Names of the replicas of a workload, in one location or in all (null); that is what a client asks before it opens a
 * stream.
 */
export function readReplicas(
  call: RequestInHand,
  item: ItemRoute,
  location: string | null,
  platform: PlatformView,
): RequestOutcome {
  const workload = recordAt(call, item);
  if (workload === undefined) return notFound(call);
  const places = platform.deploymentLocations(workload);
  if (location !== null && !places.includes(location)) return notFound(call);
  const items = (location === null ? [...places].sort(byRecordKey) : [location]).flatMap((place) =>
    platform.replicaNames(workload, place),
  );
  return answer(call, { status: 200, body: { items, links: [] }, reason: because(['REPL-1'], ['api.remotePath']) });
}

/** What answers here. */
export function readAbout(call: RequestInHand): RequestOutcome {
  const { org, prefix } = call.control.config;
  return answer(call, { status: 200, body: { name: 'svcsim', org, prefix }, reason: open });
}

/** Where logs and the audit trail are asked for: here. */
export function readDiscovery(call: RequestInHand): RequestOutcome {
  const base = baseOf(call);
  return answer(call, { status: 200, body: { endpoints: { logs: base, audit: base } }, reason: open });
}

const open = because(['RES-5']);

/** Address under which the client has reached the API. */
function baseOf({ control, request }: RequestInHand): string {
  return request.base ?? control.config.installation.baseUrl;
}

/** The record that a route names, one that is being deleted too. */
export function recordAt({ control }: RequestInHand, { kind, gvc, name }: ItemRoute): StoredRecord | undefined {
  return control.records.get(linkOf(kind, name, { org: control.config.org, gvc }));
}

/** Nothing of that name. */
export function notFound(call: RequestInHand): RequestOutcome {
  return refuse(call, {
    code: 'NOT_FOUND',
    message: `${call.request.path} does not exist`,
    reason: nothingThere,
  });
}

function deploymentIn(
  call: RequestInHand,
  workload: StoredRecord,
  location: string,
  platform: PlatformView,
): JsonObject | null {
  const deployment = platform.readDeployment(workload, location);
  if (deployment === null) return null;
  const links = [
    { rel: 'self', href: `${workload.link}/deployment/${location}` },
    { rel: 'workload', href: workload.link },
  ];
  const remote = call.control.config.assumptions['api.remotePath'] === 'shared' ? '' : `/-remote/${location}`;
  const status = { ...objectAt(deployment, 'status'), remote: `${baseOf(call)}${remote}` };
  return { kind: 'deployment', name: location, ...deployment, links, status };
}
