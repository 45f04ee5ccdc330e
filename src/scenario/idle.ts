/**
 * What a scenario says and nothing in its run acts on: behaviour that whom it is said of has no use for, and fields of requests that their kind has not.
 */
import type { JsonObject } from '../platform/control/json.ts';
import { isKind } from '../platform/control/kinds.ts';
import { routeOf } from '../platform/control/router.ts';
import { unknownFields } from '../platform/control/schemas/unknownFields.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';
import { warnOfIdleBehaviour } from './idleBehaviour.ts';
import { isMap } from './load.ts';
import { listOf, type Names } from './names.ts';
import type { Reading } from './reading.ts';
import type { TreeMap } from './shape.ts';

export interface IdleContext {
  readonly org: string;
  readonly names: Names;
  readonly assumptions: Assumptions;
  readonly reading: Reading;
}

/** Warns of all of it. */
export function warnOfIdle(root: TreeMap, context: IdleContext): void {
  warnOfIdleBehaviour(root, context);
  warnOfFields(root, context);
}

/** Fields of a request's body that its kind has not (`fields.unknown`): the platform keeps them, and its warning is in an answer that nobody reads. */
function warnOfFields(root: TreeMap, { org, assumptions, reading }: IdleContext): void {
  if (assumptions['fields.unknown'] === 'refuse') return;
  for (const [index, entry] of listOf(root.timeline).entries()) {
    if (!isMap(entry) || !isMap(entry.with)) continue;
    const kind = kindOf(entry, org);
    if (kind === null || !isKind(kind)) continue;
    for (const { path, message } of unknownFields(kind, entry.with as JsonObject, 'warning'))
      reading.complain(root, ['timeline', index, 'with', ...path], {
        code: 'no-effect',
        severity: 'warning',
        rule: 'fields.unknown',
        message,
        atKey: true,
        leadsNowhere: true,
      });
  }
}

/** The kind of the record that a request writes; null where it writes none. */
function kindOf(entry: TreeMap, org: string): string | null {
  const written = entry.post ?? entry.put ?? entry.patch;
  if (typeof written !== 'string' || !written.startsWith('/')) return null;
  const [path = ''] = written.split('?');
  const route = routeOf(/^\/org(\/|$)/.test(path) ? path : `/org/${org}${path}`, org);
  return route.what === 'item' || route.what === 'collection' ? route.kind : null;
}
