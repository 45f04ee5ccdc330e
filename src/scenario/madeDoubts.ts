/**
 * What the platform takes of the documents that requests of the timeline make, though it hardly does what their author wants: in a run that warning is
 * in an answer that nobody reads (`api.warnings`).
 */
import type { ValidationContext } from '../platform/control/context.ts';
import type { JsonObject } from '../platform/control/json.ts';
import { isKind, type Kind } from '../platform/control/kinds.ts';
import { linkOf } from '../platform/control/link.ts';
import { routeOf } from '../platform/control/router.ts';
import { validateResource } from '../platform/control/validate.ts';
import { isMap } from './load.ts';
import { firstAsked, listOf } from './names.ts';
import type { Reading } from './reading.ts';
import type { TreeMap } from './shape.ts';

/** A record as a context is for. */
export interface Judged {
  readonly gvc: string | null;
  readonly name: string;
  readonly link: string;
}

/**
 * Warns of each at its place in the body of a POST or PUT. One that would be refused beside the resources of the start is left to its answer: what it
 * needs may be made before. Patches say too little to be judged.
 */
export function warnOfMade(
  root: TreeMap,
  {
    org,
    reading,
    contextOf,
  }: {
    readonly org: string;
    readonly reading: Reading;
    readonly contextOf: (judged: Judged) => ValidationContext;
  },
): void {
  const asked = firstAsked(root);
  for (const [index, entry] of listOf(root.timeline).entries()) {
    const made = index < asked && isMap(entry) ? madeBy(entry, org) : null;
    if (made === null) continue;
    const findings = validateResource(made.kind, made.body, contextOf(made));
    if (findings.some(({ severity }) => severity === 'error')) continue;
    for (const { path, rule, message, isIdle = false, atKey = false } of findings) {
      // Of unknown fields there is a warning of any request.
      if (rule === 'fields.unknown') continue;
      const code = isIdle ? 'no-effect' : 'platform-doubts';
      reading.complain(root, ['timeline', index, 'with', ...path], { code, rule, message, severity: 'warning', atKey });
    }
  }
}

interface Made extends Judged {
  readonly kind: Kind;
  readonly body: JsonObject;
}

/** The record that a request makes or replaces whole; null where it does neither. */
function madeBy(entry: TreeMap, org: string): Made | null {
  const written = entry.post ?? entry.put;
  if (typeof written !== 'string' || !written.startsWith('/') || !isMap(entry.with)) return null;
  const [path = ''] = written.split('?');
  const route = routeOf(/^\/org(\/|$)/.test(path) ? path : `/org/${org}${path}`, org);
  if (route.what !== 'item' && route.what !== 'collection') return null;
  const body = entry.with as JsonObject;
  const name = route.what === 'item' ? route.name : body.name;
  const { kind, gvc } = route;
  if (typeof name !== 'string' || !isKind(kind)) return null;
  return { kind, gvc, name, link: linkOf(kind, name, { org, gvc }), body: { ...body, name } };
}
