/**
 * The forms of `manifests:`: paths, or maps of `files`, `gvc` and `fill`.
 */

import type { Path } from '../../platform/api/document/json.ts';
import type { Fill } from '../text/template.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

/** Manifests that are read alike. */
export interface ManifestGroup {
  readonly path: Path;
  readonly patterns: readonly { readonly path: Path; readonly pattern: string }[];
  /**
   * Whether it was given as a map: files that somebody applies to the real platform, where what they lack may stand
   * already.
   */
  readonly isApplied: boolean;
  /** The GVC of documents that name none; null: those need it themselves, unless the files hold exactly one. */
  readonly gvc: string | null;
  readonly fill: Fill;
}

/** Entries of `manifests:`, in their order; paths in a row are one group. */
export function manifestGroups(root: TreeMap): readonly ManifestGroup[] {
  const given = root.manifests;
  const entries = Array.isArray(given)
    ? given.map((entry, index) => ({ path: ['manifests', index] as Path, entry }))
    : [{ path: ['manifests'] as Path, entry: given }];
  const plain = entries.flatMap(({ path, entry }) => (typeof entry === 'string' ? [{ path, pattern: entry }] : []));
  const paths: ManifestGroup = { path: ['manifests'], patterns: plain, isApplied: false, gvc: null, fill: new Map() };
  const maps = entries.flatMap(({ path, entry }) => (isMap(entry) ? [groupOf(path, entry)] : []));
  return [...(plain.length === 0 ? [] : [paths]), ...maps];
}

function groupOf(path: Path, entry: TreeMap): ManifestGroup {
  const { files, gvc, fill } = entry;
  const patterns = Array.isArray(files)
    ? files.flatMap((pattern, index) => named([...path, 'files', index], pattern))
    : named([...path, 'files'], files);
  const values = isMap(fill)
    ? Object.entries(fill).flatMap(([name, value]): [string, string][] =>
        value === null || typeof value === 'object' ? [] : [[name, String(value)]],
      )
    : [];
  return { path, patterns, isApplied: true, gvc: typeof gvc === 'string' ? gvc : null, fill: new Map(values) };
}

function named(path: Path, pattern: Tree | undefined): ManifestGroup['patterns'] {
  return typeof pattern === 'string' ? [{ path, pattern }] : [];
}
