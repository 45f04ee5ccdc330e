/**
 * Behaviour that takes the place of more than it says: a part such as `request` replaces that of another key whole, and
 * what it leaves out is gone.
 */

import { entriesOf, isWild, keyOf, matching, type Names, parsePattern } from '../read/names.ts';
import { behaviourPaths } from '../read/specPaths.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';

/** What a part is about: one that states none of these, where another has, hardly means to take them away. */
const essentials: { readonly [part: string]: readonly string[] } = {
  request: ['cpu', 'duration', 'memory'],
  execution: ['duration'],
  rateLimit: ['rate'],
};

/** Warns of each part that replaces one of the start, or of a pattern, and says nothing of what that was about. */
export function warnOfReplaced(root: TreeMap, names: Names, reading: ScenarioReading): void {
  for (const path of behaviourPaths(root))
    for (const [key, entry] of entriesOf(valueAt(root, path)))
      for (const [part, fields] of Object.entries(essentials)) {
        const own = isMap(entry) ? entry[part] : undefined;
        const at = [...path, key, part];
        if (!isMap(own) || fields.some((field) => own[field] !== undefined) || reading.hasBreachBelow(root, at))
          continue;
        const replaced = replacedBy(root, { key, part, isOfStart: path.length === 1 }, names);
        const lost = fields.filter((field) => replaced?.said[field] !== undefined);
        if (replaced === null || lost.length === 0) continue;
        const what = lost.join(' and ');
        reading.complain(root, at, {
          code: 'part-replaced',
          severity: 'warning',
          message: `'${part}' of '${key}' replaces the whole '${part}' of '${replaced.key}': its ${what} no longer ${lost.length === 1 ? 'applies' : 'apply'}`,
          hint: `write ${what} here too`,
          atKey: true,
        });
      }
}

/** The entry of the start whose part is replaced for one of those whom a key means; null: there is none. */
function replacedBy(
  root: TreeMap,
  { key, part, isOfStart }: { readonly key: string; readonly part: string; readonly isOfStart: boolean },
  names: Names,
): { readonly key: string; readonly said: TreeMap } | null {
  const pattern = parsePattern(key);
  if (pattern === null || (isOfStart && isWild(pattern))) return null;
  const meant = new Set(matching(names, pattern).map(keyOf));
  for (const [other, entry] of entriesOf(root.behavior)) {
    const below = parsePattern(other);
    const said = isMap(entry) ? entry[part] : undefined;
    // Of two keys of the start one without `*` replaces one with it.
    if (below === null || !isMap(said) || (isOfStart && !isWild(below))) continue;
    if (matching(names, below).some((named) => meant.has(keyOf(named)))) return { key: other, said };
  }
  return null;
}
