/**
 * What a scenario says and nothing in its run acts on: behaviour that the type of a workload has no use for, and fields of requests that their kind has not.
 */
import { isObject, type JsonObject, textAt } from '../platform/control/json.ts';
import { isKind } from '../platform/control/kinds.ts';
import { routeOf } from '../platform/control/router.ts';
import { unknownFields } from '../platform/control/schemas/unknownFields.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';
import { isMap } from './load.ts';
import { entriesOf, keyOf, listOf, matching, type Named, type Names, parsePattern } from './names.ts';
import type { Reading } from './reading.ts';
import { type TreeMap, valueAt } from './shape.ts';
import { behaviourPaths, specPathsOf } from './specPaths.ts';

export interface IdleContext {
  readonly org: string;
  readonly names: Names;
  readonly assumptions: Assumptions;
  readonly reading: Reading;
}

/** Warns of all of it. */
export function warnOfIdle(root: TreeMap, context: IdleContext): void {
  warnOfBehaviour(root, context);
  warnOfFields(root, context);
}

/** Keys of a behaviour that only workloads of some types act on, and why the others do not. */
const onlyOf: { readonly [key: string]: { readonly isCron: boolean; readonly why: string; readonly rule: string } } = {
  execution: { isCron: true, why: 'only cron workloads have executions', rule: 'TYPE-11' },
  request: { isCron: false, why: 'cron workloads serve no requests', rule: 'TYPE-8' },
  readyAfter: { isCron: false, why: 'executions of cron workloads have no probes', rule: 'type.cronDropped' },
};

function warnOfBehaviour(root: TreeMap, { names, assumptions, reading }: IdleContext): void {
  for (const path of behaviourPaths(root))
    for (const [key, entry] of entriesOf(valueAt(root, path))) {
      const pattern = parsePattern(key);
      const meant = pattern === null ? [] : matching(names, pattern).filter(({ kind }) => kind === 'workload');
      if (meant.length === 0 || !isMap(entry)) continue;
      for (const [field, { isCron, why, rule }] of Object.entries(onlyOf)) {
        if (entry[field] === undefined) continue;
        if (meant.some((workload) => mayBe(root, workload, isCron, assumptions))) continue;
        reading.complain(root, [...path, key, field], {
          code: 'no-effect',
          severity: 'warning',
          rule,
          message: `'${field}' of '${key}' has no effect: ${why}`,
          atKey: true,
          leadsNowhere: true,
        });
      }
    }
}

/** Whether a workload is cron or is not, by its resource or a request that makes it. */
function mayBe(root: TreeMap, workload: Named, isCron: boolean, assumptions: Assumptions): boolean {
  const written = specPathsOf(root, keyOf(workload)).flatMap((path) => {
    const value = valueAt(root, path);
    const spec = path.at(-1) === 'spec' ? value : isObject(value) ? value.spec : undefined;
    return textAt(spec, 'type') ?? [];
  });
  const types = written.length === 0 ? [assumptions['type.default']] : written;
  return types.some((type) => (type === 'cron') === isCron);
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
