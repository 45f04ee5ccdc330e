/**
 * A scenario as one document without other files; a session appends its requests to it.
 */

import { isObject, type Path } from '../platform/api/document/json.ts';
import { bringFiles, type ParseOptions, readDocument } from './parse.ts';
import { entriesOf, listOf } from './read/names.ts';
import { applyChanges, type DocumentChange } from './text/changes.ts';
import { relativeTo, ScenarioReading } from './text/reading.ts';
import { isMap, type Tree, type TreeMap } from './text/tree.ts';

/** Keys of which nothing is left once what they name has been laid in, or which say nothing of the run. */
const spent: readonly string[] = ['$schema', 'include', 'manifests', 'params', 'variants', 'studies', 'files'];

/**
 * The document of a scenario that has been read without an error, by the same options: with all that it includes, with
 * its manifests as resources, its price book in place, the values of its parameters where these stand, and the texts of
 * its traces under `files`. Variants that are not applied are left out, and so are the author's own keys. `x-params`
 * says for readers which values the parameters had: declared again, they would also be replaced in what a session was
 * asked.
 */
export function wholeDocument(text: string, options: ParseOptions): TreeMap {
  const reading = new ScenarioReading(options);
  const document = readDocument(text, options, reading);
  if (document === null) throw new Error(`${options.file} was read before and cannot be read now`);
  bringFiles(document.root, reading);
  const book = bookOf(document.root, reading);
  const { root, files } = withTraces(document.root, reading);
  const values = document.parameters.map(({ name, scalar }) => [name, scalar]);
  const kept = Object.entries(root).filter(([key]) => !spent.includes(key) && !key.startsWith('x-'));
  return {
    ...Object.fromEntries(kept),
    ...(book === null ? {} : { prices: book }),
    ...(values.length === 0 ? {} : { 'x-params': Object.fromEntries(values) }),
    ...(files.size === 0 ? {} : { files: Object.fromEntries(files) }),
  };
}

/** The price book of a file; null where there is none, or it stands in the document already. */
function bookOf(root: TreeMap, reading: ScenarioReading): Tree | null {
  if (typeof root.prices !== 'string') return null;
  const file = relativeTo(reading.places.file(root, ['prices']), root.prices);
  const text = reading.text(file, root, ['prices']);
  return text === null ? null : (reading.documents(text, file).values[0] ?? null);
}

/** The texts of all traces by the names that these are given, and the document that names them so. */
function withTraces(
  root: TreeMap,
  reading: ScenarioReading,
): { readonly root: TreeMap; readonly files: ReadonlyMap<string, string> } {
  const files = new Map<string, string>();
  const names = new Map<string, string>();
  const changes: DocumentChange[] = [];
  const visit = (value: Tree | undefined, path: Path): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const own = [...path, Array.isArray(value) ? Number(key) : key];
      if (key === 'trace' && isMap(inner) && typeof inner.file === 'string') {
        const path = [...own, 'file'];
        changes.push({ path, value: bring(inner.file, path), origin: null });
      }
      visit(inner, own);
    }
  };
  const bring = (given: string, path: Path): string => {
    const file = relativeTo(reading.places.file(root, path), given);
    const name = names.get(file) ?? freeName(file, files);
    names.set(file, name);
    files.set(name, reading.text(file, root, path) ?? '');
    return name;
  };
  visit(root.behavior, ['behavior']);
  visit(root.demand, ['demand']);
  for (const [index, entry] of listOf(root.timeline).entries())
    if (isObject(entry)) for (const [key] of entriesOf(entry)) visit(entry[key] as Tree, ['timeline', index, key]);
  return { root: applyChanges(root, changes, reading.places), files };
}

/** The last part of a path, with a number before it where another has that name. */
function freeName(path: string, taken: ReadonlyMap<string, string>): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  let name = last;
  for (let number = 2; taken.has(name); number += 1) name = `${number}-${last}`;
  return name;
}
