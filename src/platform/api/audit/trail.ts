/**
 * The audit trail (AUDIT-1): who has asked for which change, what it changed, and what came of it.
 */

import { idOf, idOfRecord } from '../document/id.ts';
import { linkOf } from '../document/link.ts';
import { simulator } from '../records/builtIn.ts';
import type { Method } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import type { ApiCaller, AuditEntry, AuditTrail, ConnectionPlace } from '../records/state.ts';
import type { RequestInHand } from '../requests/answer.ts';
import type { RecordChange, RequestOutcome } from '../requests/request.ts';
import type { ApiRoute, ItemRoute } from '../requests/router.ts';

export function emptyTrail(): AuditTrail {
  return { entries: [], last: { at: 0, count: 0 }, connections: 0 };
}

export function forkTrail(trail: AuditTrail): AuditTrail {
  return { ...trail, entries: [...trail.entries] };
}

/**
 * Writes down what came of a request that was to change something; reads, and writes without effect, leave no trace.
 * Only the newest are kept (`api.auditKept`).
 *
 * @returns the outcome; a refusal has the request's id, by which its entry is found
 */
export function noteAudit(call: RequestInHand, route: ApiRoute, outcome: RequestOutcome): RequestOutcome {
  const { audit, config } = call.control;
  if (audit === null || !writes.includes(call.request.method)) return outcome;
  const count = (audit.last.at === call.now ? audit.last.count : 0) + 1;
  const { seed } = config;
  const request = idOf(seed, 'request', call.now, count, call.request.method, call.request.path);
  const entries = entriesOf(call, route, outcome).map((about, index) => entry(call, request, about, index));
  if (entries.length === 0) return outcome;
  audit.last = { at: call.now, count };
  add(call, entries);
  const { response, refusal } = outcome;
  if (refusal === null) return outcome;
  return { ...outcome, response: { ...response, body: { ...(response.body as object), id: request } } };
}

/**
 * Writes down that somebody wanted to connect to a replica of a workload. Streams are asked for by no timeline, so that
 * a run that is played again has none: these entries are counted apart, and the ids of all others are the same there.
 *
 * @param refusal why it was refused; null: it was not
 */
export function noteConnection(
  call: RequestInHand,
  workload: StoredRecord,
  connection: ConnectionPlace,
  refusal: string | null,
): void {
  const { audit, config } = call.control;
  if (audit === null) return;
  audit.connections += 1;
  const request = idOf(config.seed, 'request', 'connection', audit.connections);
  const about = { ...standing(call, workload), action: 'exec', connection, refusal } as const;
  add(call, [entry(call, request, about, 0)]);
}

function add({ control: { audit, config } }: RequestInHand, entries: readonly AuditEntry[]): void {
  if (audit === null) return;
  audit.entries.push(...entries);
  const kept = config.assumptions['api.auditKept'];
  // Cut now and then, for each cut moves all that stay.
  if (audit.entries.length >= 2 * kept) audit.entries = audit.entries.slice(-kept);
}

const writes: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

function entriesOf(call: RequestInHand, route: ApiRoute, outcome: RequestOutcome): readonly About[] {
  const { changes, command, refusal } = outcome;
  if (refusal !== null) {
    const target = targetOf(call, route);
    return target === null ? [] : [{ ...target, action: actionOf(call, route, target), refusal: refusal.message }];
  }
  const done = changes.map((change) => changed(call, change));
  if (command === null) return done;
  const owner = call.control.records.get(command.owner);
  return owner === undefined ? done : [...done, { ...standing(call, owner), action: 'exec', command }];
}

type About = Pick<AuditEntry, 'action' | 'kind' | 'link' | 'resourceId' | 'record'> &
  Partial<Pick<AuditEntry, 'command' | 'connection' | 'patches' | 'refusal'>>;

/** @param index its place among those of its request */
function entry({ control, now, caller }: RequestInHand, request: string, about: About, index: number): AuditEntry {
  const { seed, org } = control.config;
  return {
    id: idOf(seed, 'audit', request, index),
    at: now,
    request,
    principal: principalOf(caller, org),
    command: null,
    connection: null,
    patches: [],
    refusal: null,
    ...about,
  };
}

/** Whom policies name; of a workload without identity its own link. */
function principalOf(caller: ApiCaller, org: string): string {
  if (caller.standing === 'superuser') return linkOf('user', simulator, { org, gvc: null });
  return caller.standing === 'known' ? (caller.record?.link ?? caller.link) : caller.link;
}

const actions = { created: 'create', changed: 'edit', deleting: 'delete', deleted: 'delete' } as const;

function changed({ control }: RequestInHand, { what, before, after, patches }: RecordChange): About {
  const record = after ?? before;
  if (record === null) throw new Error('a change of no record');
  return { ...standing({ control }, record), action: actions[what], patches };
}

function standing({ control }: Pick<RequestInHand, 'control'>, record: StoredRecord): Omit<About, 'action'> {
  const { kind, link } = record;
  return { kind, link, record, resourceId: idOfRecord(record, control.config.seed) };
}

/** What a request that was refused was about; null: no record, or nothing was to be changed. */
function targetOf(call: RequestInHand, route: ApiRoute): Omit<About, 'action'> | null {
  const item = itemOf(call, route);
  if (item === null) return null;
  const { kind, gvc, name } = item;
  const link = linkOf(kind, name, { org: call.control.config.org, gvc });
  const record = call.control.records.get(link);
  return record === undefined ? { kind, link, record: null, resourceId: null } : standing(call, record);
}

function itemOf({ request }: RequestInHand, route: ApiRoute): ItemRoute | null {
  switch (route.what) {
    case 'item':
    case 'addKey':
      return route;
    case 'commands':
      return route.owner;
    case 'collection': {
      const { name } = (request.body ?? {}) as { readonly name?: unknown };
      return { kind: route.kind, gvc: route.gvc, name: typeof name === 'string' ? name : '' };
    }
    case 'invite':
      return { kind: 'user', gvc: null, name: '' };
    default:
      return null;
  }
}

function actionOf({ request }: RequestInHand, route: ApiRoute, target: Omit<About, 'action'>): AuditEntry['action'] {
  if (route.what === 'commands') return 'exec';
  if (request.method === 'DELETE') return 'delete';
  const isNew = request.method === 'POST' || (request.method === 'PUT' && target.record === null);
  return isNew && route.what !== 'addKey' ? 'create' : 'edit';
}
