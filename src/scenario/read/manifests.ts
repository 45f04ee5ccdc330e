/**
 * Platform documents from other files, added to those in the scenario itself.
 */

import { isOfGvc } from '../../platform/api/records/kinds.ts';
import { applyChanges, type DocumentChange } from '../text/changes.ts';
import type { TextOrigin } from '../text/places.ts';
import { prefixOf, speaks, withPrefix } from '../text/prefix.ts';
import { problemAt, type ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';
import { assumptionsGiven } from './assumptionsGiven.ts';
import { take } from './load.ts';
import { addMade } from './madeResources.ts';
import { type ManifestDocument, readManifestFile } from './manifestFile.ts';
import { type ManifestGroup, manifestGroups } from './manifestGroup.ts';

/** A document with its manifests, and the names of the GVCs that none of these has. */
export interface WithManifests {
  readonly root: TreeMap;
  readonly madeGvcs: readonly string[];
}

/**
 * The document with what every file that `manifests:` finds adds to `resources`. Files of a map `{ files, gvc, fill }`
 * are read as the platform's client applies them: their documents are of its GVC, and links out of them are kept
 * (`api.links`).
 */
export function withManifests(root: TreeMap, reading: ScenarioReading): WithManifests {
  const groups = manifestGroups(root);
  const inline = root.resources;
  if (groups.length === 0 || (inline !== undefined && !Array.isArray(inline))) return { root, madeGvcs: [] };
  const resources: Tree[] = inline === undefined ? [] : reading.places.copy(inline);
  const origin = reading.places.at(root, inline === undefined ? 'manifests' : 'resources');
  if (origin !== null && inline === undefined) reading.places.note(resources, origin);
  const applied: { readonly from: number; readonly to: number; readonly group: ManifestGroup }[] = [];
  for (const group of groups) {
    const from = resources.length;
    addGroup(group, root, resources, reading);
    if (group.isApplied) applied.push({ from, to: resources.length, group });
  }
  const madeGvcs = applied.flatMap(({ from, to, group }) =>
    addMade(root, resources, { from, to, path: group.path }, reading),
  );
  const changes: DocumentChange[] = [
    { path: ['resources'], value: resources, origin: inline === undefined ? origin : null },
  ];
  const { assumptions } = root;
  const mayState = assumptions === undefined || isMap(assumptions);
  if (applied.length > 0 && mayState && !assumptionsGiven(assumptions).includes('api.links'))
    changes.push({
      path: ['assumptions', 'api.links'],
      value: 'store',
      origin: reading.places.origin(root, ['manifests']),
    });
  const documents = applied.flatMap(({ from, to }) => resources.slice(from, to));
  return { root: inOnePrefix(applyChanges(root, changes, reading.places), documents, reading), madeGvcs };
}

/**
 * The document in the prefix that it says. Where it says none and applied manifests speak `cpln`, it speaks that too.
 */
function inOnePrefix(root: TreeMap, applied: readonly Tree[], reading: ScenarioReading): TreeMap {
  const own = prefixOf(root);
  const other = own === 'svc' ? 'cpln' : 'svc';
  if (!applied.some((document) => speaks(document, other))) return root;
  if (root.prefix !== undefined) return withPrefix(root, other, reading.places);
  const origin = reading.places.origin(root, ['manifests']);
  const said = applyChanges(root, [{ path: ['prefix'], value: other, origin }], reading.places);
  return withPrefix(said, own, reading.places);
}

/** What `files` may name. */
const whatIsRead = 'name a file, or a folder with .yaml, .yml or .json files in it or below';

function addGroup(group: ManifestGroup, root: TreeMap, resources: Tree[], reading: ScenarioReading): void {
  const seen = new Set<string>();
  const used = new Set<string>();
  const documents: ManifestDocument[] = [];
  for (const { path, pattern } of group.patterns) {
    const { files, isFound } = reading.manifests(pattern, root, path);
    for (const file of files) {
      if (seen.has(file)) continue;
      seen.add(file);
      if (isFound && !isManifestName(file, pattern)) {
        leaveOut(file, reading);
        continue;
      }
      const text = reading.text(file, root, path, whatIsRead);
      if (text === null) continue;
      const read = readManifestFile({ file, text, fill: group.fill, isFound }, reading);
      documents.push(...read.documents);
      for (const name of read.used) used.add(name);
    }
  }
  const isEmpty = seen.size > 0 && documents.length === 0;
  const [{ path = group.path } = {}] = group.patterns;
  if (isEmpty && !reading.hasErrors)
    reading.complain(root, path, { code: 'no-manifest', message: 'none of these files is a manifest' });
  const gvcs = documents.flatMap(({ value }) => (isMap(value) && value.kind === 'gvc' ? [value.name] : []));
  const gvc = group.gvc ?? (group.isApplied && gvcs.length === 1 ? gvcs[0] : undefined);
  for (const document of documents) {
    addDocument(document, resources, reading);
    if (typeof gvc === 'string') nameGvc(gvc, group, root, resources, reading);
  }
  for (const name of group.fill.keys())
    if (!used.has(name))
      reading.complain(root, [...group.path, 'fill', name], {
        code: 'unused-fill',
        severity: 'warning',
        atKey: true,
        message: `no file has the placeholder {{${name}}}`,
      });
}

/** Whether a file may be a manifest by its name: by its ending, or as its pattern asks for that ending. */
function isManifestName(file: string, pattern: string): boolean {
  const [ending = ''] = /\.\w+$/.exec(file) ?? [];
  return /^\.(ya?ml|json)$/i.test(ending) || (ending !== '' && pattern.endsWith(ending));
}

function leaveOut(file: string, reading: ScenarioReading): void {
  const message = 'this is no manifest by its name (.yaml, .yml or .json): left out';
  const place = { file, line: 1, column: 1, endColumn: 2 };
  reading.add(problemAt(place, { code: 'no-manifest', severity: 'warning', message }));
}

function addDocument({ value, list, index }: ManifestDocument, resources: Tree[], reading: ScenarioReading): void {
  const { places } = reading;
  if (list !== null) {
    take(resources, resources.length, list, index, places);
    return;
  }
  const origin: TextOrigin | null = isMap(value) ? places.of(value) : null;
  if (origin !== null) places.move(resources, resources.length, origin);
  resources.push(value);
}

/** Gives the last document a GVC, where it needs one and names none. */
function nameGvc(gvc: string, group: ManifestGroup, root: TreeMap, resources: Tree[], reading: ScenarioReading): void {
  const { places } = reading;
  const index = resources.length - 1;
  const value = resources[index];
  if (!isMap(value) || !isOfGvc(String(value.kind)) || typeof value.gvc === 'string') return;
  const named = places.copy(value);
  named.gvc = gvc;
  const path = group.gvc === null ? group.path : [...group.path, 'gvc'];
  places.move(named, 'gvc', places.origin(root, path));
  resources[index] = named;
}
