/**
 * The audit trail as it is asked for (http: `GET /audit/org/ORG`).
 */

import { day, type Instant, instantFromIso, isoFromInstant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import type { Json, JsonObject } from '../document/json.ts';
import { nameOfLink } from '../document/link.ts';
import type { AuditEntry, ControlConfig } from '../records/state.ts';
import { idleView } from '../records/view.ts';
import { answer, type RequestInHand, refuse } from '../requests/answer.ts';
import { breach, shown } from '../requests/breach.ts';
import { pageLength, refusePageLength } from '../requests/list.ts';
import type { RequestOutcome } from '../requests/request.ts';
import { showCommand, showRecord } from '../requests/show.ts';

const listed = because(['AUDIT-1'], ['api.listOrder', 'api.auditKept']);

/**
 * Entries of one record (by its id) or of all (null), the newest first: of `?resourceType`, `?subjectName` (name or
 * link of who asked), and from `?fromEvent` (default: seven days ago) to `?toEvent` (default: now), both included. With
 * `?max` so many at once, and the link `next` where more follow.
 */
export function readAudit(call: RequestInHand, id: string | null): RequestOutcome {
  const { control, now, request } = call;
  const { query = {} } = request;
  const { fromEvent, toEvent, resourceType, subjectName, contextName } = query;
  const from = instantOf(fromEvent, now - 7 * day);
  const until = instantOf(toEvent, now);
  for (const [name, instant] of [['fromEvent', from] as const, ['toEvent', until] as const]) {
    if (instant !== null) continue;
    const message = `${name} must be a date and time such as 2026-11-01T00:00:00Z; found ${shown(query[name])}`;
    return refuse(call, { code: 'INVALID', message, reason: listed, details: [breach([name], 'AUDIT-1', message)] });
  }
  const isOurs = contextName === undefined || contextName === 'cpln' || contextName === control.config.prefix;
  const found = (isOurs ? (control.audit?.entries ?? []) : []).filter(
    (entry) =>
      entry.at >= (from ?? 0) &&
      entry.at <= (until ?? 0) &&
      (id === null || entry.resourceId === id) &&
      (resourceType === undefined || entry.kind === resourceType) &&
      (subjectName === undefined || entry.principal === subjectName || nameOfLink(entry.principal) === subjectName),
  );
  const entries = found.slice(-control.config.assumptions['api.auditKept']).reverse();
  const show = (some: readonly AuditEntry[]): Json => some.map((entry) => showEntry(entry, control.config));
  // Clients that follow no page are told all of it.
  if (query.max === undefined) return answer(call, { status: 200, body: { items: show(entries) }, reason: listed });
  const max = pageLength(call);
  if (max === null) return refusePageLength(call);
  const last = entries.findIndex((entry) => entry.id === query.after);
  const start = query.after === undefined ? 0 : last < 0 ? entries.length : last + 1;
  const page = entries.slice(start, start + max);
  const next = start + max < entries.length ? [{ rel: 'next', href: pageAfter(request, page.at(-1)?.id ?? '') }] : [];
  return answer(call, { status: 200, body: { items: show(page), links: next }, reason: listed });
}

/** The address of the page after an entry. */
function pageAfter({ path, query = {} }: RequestInHand['request'], after: string): string {
  const pairs = Object.entries({ ...query, after }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${path}?${pairs.join('&')}`;
}

function instantOf(text: string | undefined, otherwise: Instant): Instant | null {
  if (text === undefined || text === '') return otherwise;
  const instant = instantFromIso(text);
  return typeof instant === 'number' ? instant : null;
}

function showEntry(entry: AuditEntry, config: ControlConfig): JsonObject {
  const { id, at, request, principal, action, kind, link, resourceId, refusal } = entry;
  const data = dataOf(entry, config);
  const time = isoFromInstant(at);
  const type = principal.split('/').at(-2) ?? '';
  return {
    id,
    eventTime: time,
    postedTime: time,
    receivedTime: time,
    requestId: request,
    context: { org: config.org, name: config.prefix },
    subject: { name: nameOfLink(principal), data: { type, principalLink: principal } },
    resource: {
      id: resourceId ?? '',
      type: kind,
      name: nameOfLink(link),
      ...(data === null ? {} : { data }),
      patch: patchesOf(entry).map(({ op, path, value }) => ({
        op,
        path: pointerOf(path),
        ...(op === 'remove' ? {} : { value: kind === 'secret' ? hidden : (value as Json) }),
      })),
    },
    action: { type: action },
    result: refusal === null ? { status: 'success', message: '' } : { status: 'failure', message: refusal },
  };
}

/** What led from the record before to that after; what is made comes from nothing, field by field. */
function patchesOf({ action, patches, record, refusal }: AuditEntry): AuditEntry['patches'] {
  if (action !== 'create' || record === null || refusal !== null) return patches;
  const { description, tags, spec, more } = record;
  const fields = { description, tags, ...(Object.keys(spec).length === 0 ? {} : { spec }), ...more };
  return Object.entries(fields).map(([name, value]) => ({ op: 'add', path: [name], value }));
}

/** The command or the connection that was asked for, else the record. */
function dataOf({ record, command, connection }: AuditEntry, config: ControlConfig): JsonObject | null {
  if (command !== null) return showCommand(command);
  if (connection !== null) return { ...connection };
  return record === null ? null : showRecord(record, config, idleView);
}

/** What stands for a value that nobody is to read. */
const hidden = '***';

/** A JSON pointer into the record as it is shown: fields beside the `spec` stand on top there. */
function pointerOf(path: readonly (string | number)[]): string {
  const shownPath = path[0] === 'more' ? path.slice(1) : path;
  return shownPath.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
