/**
 * What the platform takes of the documents that requests of the timeline make or change, though it hardly does what
 * their author wants: in a run that warning is in an answer that nobody reads (`api.warnings`).
 */

import { isObject, type JsonObject, type Path } from '../../platform/api/document/json.ts';
import { linkOf } from '../../platform/api/document/link.ts';
import { applyPatch } from '../../platform/api/document/patch.ts';
import { isKind, type Kind } from '../../platform/api/records/kinds.ts';
import type { Breach } from '../../platform/api/requests/breach.ts';
import type { ValidationContext } from '../../platform/api/requests/context.ts';
import { routeOf } from '../../platform/api/requests/router.ts';
import { validateResource } from '../../platform/api/requests/validate.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { RequestAction } from '../read/requestAction.ts';
import type { ScenarioResource, TimelineEntry } from '../scenario.ts';
import type { ScenarioReading } from '../text/reading.ts';
import type { TreeMap } from '../text/tree.ts';

/** A record as a context is for. */
export interface Judged {
  readonly gvc: string | null;
  readonly name: string;
  readonly link: string;
}

/**
 * Follows the documents through the timeline and warns of each doubt that a POST, PUT or PATCH adds, at its place in
 * the body. A request that is expected to fail, or would be refused beside the resources of the start, is left to its
 * answer: what it needs may be made before.
 */
export function warnOfMade(
  root: TreeMap,
  {
    org,
    resources,
    timeline,
    assumptions,
    reading,
    contextOf,
  }: {
    readonly org: string;
    readonly resources: readonly Pick<ScenarioResource, 'link' | 'doc'>[];
    readonly timeline: readonly TimelineEntry[];
    readonly assumptions: Assumptions;
    readonly reading: ScenarioReading;
    readonly contextOf: (judged: Judged) => ValidationContext;
  },
): void {
  const documents = new Map(resources.map(({ link, doc }) => [link, doc]));
  for (const { action, index, isAsked } of timeline) {
    if (isAsked || action.kind !== 'request' || (action.answers?.status ?? 200) >= 400) continue;
    const change = changeOf(action, documents, org, assumptions);
    if (change === null) continue;
    const { made, body, before } = change;
    if (body === null) {
      documents.delete(made.link);
      continue;
    }
    const context = contextOf(made);
    const findings = validateResource(made.kind, body, context);
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (errors.some(({ code }) => code !== 'BAD_REFERENCE')) continue;
    documents.set(made.link, body);
    if (errors.length > 0) continue;
    const known = new Set(before === null ? [] : validateResource(made.kind, before, context).map(textOf));
    for (const finding of findings) {
      const { rule, message, isIdle = false, atKey = false } = finding;
      // Of unknown fields there is a warning of any request.
      if (rule === 'fields.unknown' || known.has(textOf(finding))) continue;
      const path = ['timeline', index, 'with', ...(before === null ? finding.path : withoutIndex(finding.path))];
      const code = isIdle ? 'no-effect' : 'platform-doubts';
      reading.complain(root, path, { code, rule, message, severity: 'warning', atKey });
    }
  }
}

function textOf({ path, message }: Breach): string {
  return `${path.join('.')}: ${message}`;
}

/** As far as a patch stands as its result does: entries of a list may stand elsewhere. */
function withoutIndex(path: Path): Path {
  const at = path.findIndex((step) => typeof step === 'number');
  return at === -1 ? path : path.slice(0, at);
}

interface Change {
  readonly made: Judged & { readonly kind: Kind };
  /** The whole document that comes of it; null: none is left. */
  readonly body: JsonObject | null;
  /** What a patch has changed; null: the document is the request's own. */
  readonly before: JsonObject | null;
}

/** Kinds that patches change as their language says, and nothing beside. */
const patchedKinds: readonly Kind[] = ['workload', 'volumeset', 'gvc'];

/** What a request does to one document; null: to none that is known. */
function changeOf(
  { method, path, body }: RequestAction,
  documents: ReadonlyMap<string, JsonObject>,
  org: string,
  assumptions: Assumptions,
): Change | null {
  const route = routeOf(path, org);
  if (route.what !== 'item' && route.what !== 'collection') return null;
  const { kind, gvc } = route;
  const sent = isObject(body) ? body : {};
  const name = route.what === 'item' ? route.name : sent.name;
  if (typeof name !== 'string' || !isKind(kind)) return null;
  const made = { kind, gvc, name, link: linkOf(kind, name, { org, gvc }) };
  if (method === 'DELETE') return { made, body: null, before: null };
  if (method === 'POST' || method === 'PUT') return { made, body: { ...sent, name }, before: null };
  const before = documents.get(made.link);
  if (method !== 'PATCH' || before === undefined || !patchedKinds.includes(kind)) return null;
  const refused: Breach[] = [];
  const { name: _, ...patch } = sent;
  const after = applyPatch(before, patch, { org, gvc }, refused, assumptions);
  return refused.length > 0 ? null : { made, body: after, before };
}
