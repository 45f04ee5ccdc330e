/**
 * What a scenario says and nothing in its run acts on: behaviour that whom it is said of has no use for, and fields of
 * requests that their kind has not.
 */

import { type JsonObject, objectAt, textAt } from '../../platform/api/document/json.ts';
import { isKind } from '../../platform/api/records/kinds.ts';
import type { Breach } from '../../platform/api/requests/breach.ts';
import { routeOf } from '../../platform/api/requests/router.ts';
import { unknownCommandFields, unknownFields } from '../../platform/api/schemas/unknownFields.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { listOf } from '../read/names.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { type IdleContext, warnOfIdleBehaviour } from './idleBehaviour.ts';

/** Warns of all of it. */
export function warnOfIdle(root: TreeMap, context: IdleContext): void {
  warnOfIdleBehaviour(root, context);
  warnOfFields(root, context);
}

/**
 * Fields of a request's body that its kind, or its command, has not (`fields.unknown`): the platform keeps them, and
 * its warning is in an answer that nobody reads.
 */
function warnOfFields(root: TreeMap, { org, assumptions, reading }: IdleContext): void {
  for (const [index, entry] of listOf(root.timeline).entries()) {
    if (!isMap(entry) || !isMap(entry.with)) continue;
    for (const { path, message } of unknownIn(entry, entry.with as JsonObject, org, assumptions))
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

function unknownIn(entry: TreeMap, body: JsonObject, org: string, assumptions: Assumptions): readonly Breach[] {
  const written = entry.post ?? entry.put ?? entry.patch;
  if (typeof written !== 'string' || !written.startsWith('/')) return [];
  const [path = ''] = written.split('?');
  const route = routeOf(/^\/org(\/|$)/.test(path) ? path : `/org/${org}${path}`, org);
  if (route.what === 'commands') return unknownCommandFields(textAt(body, 'type') ?? '', objectAt(body, 'spec'));
  const isRecord = route.what === 'item' || route.what === 'collection';
  if (!isRecord || !isKind(route.kind) || assumptions['fields.unknown'] === 'refuse') return [];
  return unknownFields(route.kind, body, 'warning');
}
