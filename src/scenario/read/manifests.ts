/**
 * Platform documents from other files, added to those in the scenario itself.
 */

import { shown } from '../shape/shape.ts';
import { applyChanges } from '../text/changes.ts';
import type { TextOrigin } from '../text/places.ts';
import { problemAt, type ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';
import { take } from './load.ts';

/**
 * The document with what every file that `manifests:` finds adds to `resources`. A file may hold several documents,
 * lists of them, or `kind: list`.
 */
export function withManifests(root: TreeMap, reading: ScenarioReading): TreeMap {
  const given = root.manifests;
  const patterns =
    typeof given === 'string'
      ? [{ path: ['manifests'], pattern: given as Tree }]
      : (Array.isArray(given) ? given : []).map((pattern, index) => ({ path: ['manifests', index], pattern }));
  const inline = root.resources;
  if (patterns.length === 0 || (inline !== undefined && !Array.isArray(inline))) return root;
  const resources: Tree[] = inline === undefined ? [] : reading.places.copy(inline);
  const origin = reading.places.at(root, inline === undefined ? 'manifests' : 'resources');
  if (origin !== null && inline === undefined) reading.places.note(resources, origin);
  const seen = new Set<string>();
  for (const { path, pattern } of patterns) {
    if (typeof pattern !== 'string') continue;
    for (const file of reading.files(pattern, reading.places.file(root, path), root, path)) {
      if (seen.has(file)) continue;
      seen.add(file);
      const text = reading.text(file, root, path);
      if (text !== null) addDocuments(text, file, resources, reading);
    }
  }
  return applyChanges(
    root,
    [{ path: ['resources'], value: resources, origin: inline === undefined ? origin : null }],
    reading.places,
  );
}

function addDocuments(text: string, file: string, resources: Tree[], reading: ScenarioReading): void {
  for (const value of reading.documents(text, file).values) addDocument(value, file, resources, reading);
}

function addDocument(value: Tree, file: string, resources: Tree[], reading: ScenarioReading): void {
  const { places } = reading;
  if (Array.isArray(value)) {
    for (const [index] of value.entries()) take(resources, resources.length, value, index, places);
  } else if (isMap(value) && value.kind === 'list' && Array.isArray(value.items)) {
    addDocument(value.items, file, resources, reading);
  } else if (isMap(value)) {
    const origin: TextOrigin | null = places.of(value);
    if (origin !== null) places.move(resources, resources.length, origin);
    resources.push(value);
  } else {
    const place = { file, line: 1, column: 1, endColumn: 2 };
    reading.add(
      problemAt(place, {
        code: 'wrong-type',
        message: `expected a resource of the platform (kind, name, spec), found ${shown(value)}`,
      }),
    );
  }
}
