/**
 * Which assumptions a scenario states, one by one or by their families.
 */

import { type AssumptionName, assumptionNames } from '../../rules/assumptions.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

/** The members that an override names, those of its families too, in the order of their names. */
export function assumptionsGiven(overrides: Tree | undefined): readonly AssumptionName[] {
  const paths = overrides !== undefined && isMap(overrides) ? leaves(overrides, '') : [];
  return assumptionNames.filter((name) => paths.some((path) => path === name || path.startsWith(`${name}.`)));
}

function leaves(map: TreeMap, prefix: string): string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const name = prefix + (key.endsWith('.*') ? key.slice(0, -2) : key);
    return isMap(value) ? [name, ...leaves(value, `${name}.`)] : [name];
  });
}
