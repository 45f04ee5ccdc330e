/**
 * The target of a fault, by name.
 */

import { type Json, objectAt, textAt } from '../../../platform/api/document/json.ts';
import type { FaultName, FaultTarget } from '../../../platform/fault/fault.ts';
import { faultShapes } from '../../shape/faultShape.ts';
import { shown } from '../../shape/shape.ts';
import { isMap, type TreeMap } from '../../text/tree.ts';
import { isWild, keyOf, listOf, type NamedResource, nearestName, parsePattern } from '../names.ts';
import type { FaultEntry } from './faultEntry.ts';
import { checkWhom, warnOfService } from './faultWhom.ts';

/** What `of` names; null where it names nothing that can be struck, which is a problem, or where there is none. */
export function readTarget(entry: FaultEntry, name: FaultName, details: TreeMap): FaultTarget | null {
  const { of } = details;
  const { targets } = faultShapes[name];
  if (typeof of !== 'string' || targets.length === 0) return null;
  const { names, reading } = entry.context;
  const at = ['fault', name, 'of'];
  const expected = targets.map((kind) => (kind === 'workload' ? 'a workload' : 'a volume set')).join(' or ');
  const pattern = parsePattern(of);
  if (pattern === null || isWild(pattern))
    return entry.complain(at, { code: 'bad-name', message: `expected ${expected} as gvc/name, found ${shown(of)}` });
  const kinds: readonly NamedResource['kind'][] = pattern.kind === null ? ['workload', 'volumeset'] : [pattern.kind];
  const found = kinds.flatMap((kind) => names.get(keyOf({ kind, gvc: pattern.gvc, name: pattern.name })) ?? []);
  const [first, second] = found.filter(({ kind }) => targets.includes(kind));
  if (first !== undefined && second !== undefined)
    return entry.complain(at, {
      code: 'ambiguous-name',
      message: `${shown(of)} is both a workload and a volume set`,
      hint: `write ${keyOf(first)} or ${keyOf(second)}`,
    });
  if (first === undefined && found[0] !== undefined) {
    const is = found[0].kind === 'workload' ? 'a workload' : 'a volume set';
    return entry.complain(at, {
      code: 'wrong-kind',
      message: `${name} strikes ${expected}, and ${shown(of)} is ${is}`,
    });
  }
  if (first === undefined) {
    const guess = nearestName(names, of, reading);
    return entry.complain(at, {
      code: 'unknown-name',
      message: `no resource of this scenario has the name ${shown(of)}`,
      hint: guess === null ? null : `did you mean '${guess}'?`,
    });
  }
  const why = first.kind === 'workload' && isCron(entry, first) ? faultShapes[name].notCron : null;
  if (why !== null)
    return entry.complain(at, { code: 'wrong-kind', message: `${shown(of)} is a cron workload, and ${why}` });
  if (first.kind === 'volumeset') checkVolumes(entry, name, of);
  else {
    checkWhom(entry, name, first, details);
    warnOfService(entry, name, first, details);
  }
  return { kind: first.kind, gvc: first.gvc, name: first.name };
}

/** Volumes have no replicas to choose from: all of the set in the location are struck. */
function checkVolumes(entry: FaultEntry, name: FaultName, of: string): void {
  for (const key of ['replicas', 'share'])
    if (entry.at('fault', name, key) !== undefined)
      entry.complain(['fault', name, key], {
        code: 'contradiction',
        message: `'${key}' selects replicas, and ${shown(of)} is a volume set`,
        atKey: true,
      });
}

function isCron(entry: FaultEntry, { gvc, name }: NamedResource): boolean {
  const resource = listOf(entry.root.resources).find(
    (one) => isMap(one) && one.kind === 'workload' && one.gvc === gvc && one.name === name,
  );
  const type = resource === undefined ? undefined : textAt(objectAt(resource as Json, 'spec'), 'type');
  return (type ?? entry.context.assumptions['type.default']) === 'cron';
}
