/**
 * The names that a scenario may use: the resources that exist at its start, and those that its timeline creates.
 */

import { isObject, type Json } from '../../platform/api/document/json.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

/** Kinds whose behaviour and metrics a scenario speaks of. */
export type NamedKind = 'workload' | 'volumeset';

/** A workload or volume set by its gvc and name. */
export interface NamedResource {
  readonly kind: NamedKind;
  readonly gvc: string;
  readonly name: string;
}

/** All workloads and volume sets that the file names, by `gvc/kind/name`, in code-unit order. */
export type Names = ReadonlyMap<string, NamedResource>;

/** `shop/workload/api`. */
export function keyOf({ gvc, kind, name }: NamedResource): string {
  return `${gvc}/${kind}/${name}`;
}

/**
 * Collects names from `resources` and from the posts and puts of the timeline, but for what a session was asked: when
 * it began, nobody knew of that.
 */
export function namesOf(root: TreeMap): Names {
  const stated = listOf(root.resources).flatMap((entry) =>
    isMap(entry) ? (namedAs(entry.kind, entry.gvc, entry.name) ?? []) : [],
  );
  const asked = firstAsked(root);
  const made = listOf(root.timeline).flatMap((entry, index) => (index < asked ? (madeBy(entry) ?? []) : []));
  return namesWith(new Map(), [...stated, ...made]);
}

/** Names, and more of them. */
export function namesWith(names: Names, more: readonly NamedResource[]): Names {
  const found = [...names.values(), ...more].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
  return new Map(found.map((named) => [keyOf(named), named]));
}

/** What an entry of the timeline makes by a post or a put; null: nothing that has a name here. */
export function madeBy(entry: Tree | undefined): NamedResource | null {
  if (!isMap(entry)) return null;
  const path = entry.post ?? entry.put;
  if (typeof path !== 'string') return null;
  const match = /^(?:\/org\/[^/]+)?\/gvc\/([^/]+)\/(workload|volumeset)(?:\/([^/]+))?\/?$/.exec(path);
  if (match === null) return null;
  return namedAs(match[2], match[1], match[3] ?? (isObject(entry.with) ? entry.with.name : undefined));
}

/** Index of the first entry of the timeline that a session was asked; behind the last where none was. */
export function firstAsked(root: TreeMap): number {
  const count = listOf(root.timeline).length;
  return typeof root.session === 'number' ? Math.max(0, count - root.session) : count;
}

function namedAs(kind: unknown, gvc: unknown, name: unknown): NamedResource | null {
  const isNamed = (kind === 'workload' || kind === 'volumeset') && typeof gvc === 'string' && typeof name === 'string';
  return isNamed ? { kind, gvc, name } : null;
}

/**
 * `gvc/kind/name` of every resource, in the order of the file: `shop/workload/api`, `gvc/shop`; '' for what is none.
 */
export function resourceKeys(root: TreeMap): string[] {
  return listOf(root.resources).map((entry) =>
    isMap(entry) ? [entry.gvc, entry.kind, entry.name].filter((part) => part !== undefined).join('/') : '',
  );
}

/** A key of `behavior:`: gvc and name, either with `*`, and the kind where it says one. */
export interface Pattern {
  readonly gvc: string;
  readonly name: string;
  readonly kind: NamedKind | null;
}

/** Reads `gvc/name`, `gvc/workload/name` or `gvc/volumeset/name`; null for anything else. */
export function parsePattern(text: string): Pattern | null {
  const [gvc = '', second = '', third, ...more] = text.split('/');
  if (gvc === '' || second === '' || more.length > 0) return null;
  if (third === undefined) return { gvc, name: second, kind: null };
  if (third === '' || (second !== 'workload' && second !== 'volumeset')) return null;
  return { gvc, name: third, kind: second };
}

/** Whether a text fits one with `*` for any run of characters. */
export function fits(text: string, pattern: string): boolean {
  if (!pattern.includes('*')) return text === pattern;
  const [first = '', ...parts] = pattern.split('*');
  if (!text.startsWith(first)) return false;
  let from = first.length;
  const last = parts.pop() ?? '';
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** The names that a pattern means. */
export function matching(names: Names, pattern: Pattern): NamedResource[] {
  if (!isWild(pattern)) {
    const kinds: readonly NamedKind[] = pattern.kind === null ? ['workload', 'volumeset'] : [pattern.kind];
    return kinds.flatMap((kind) => names.get(`${pattern.gvc}/${kind}/${pattern.name}`) ?? []);
  }
  return [...names.values()].filter(
    (named) =>
      (pattern.kind === null || pattern.kind === named.kind) &&
      fits(named.gvc, pattern.gvc) &&
      fits(named.name, pattern.name),
  );
}

export function isWild(pattern: Pattern): boolean {
  return pattern.gvc.includes('*') || pattern.name.includes('*');
}

/** The name that was probably meant, in the form it was written in. */
export function nearestName(names: Names, text: string, reading: ScenarioReading): string | null {
  const short = text.split('/').length === 2;
  return reading.nearest(
    text,
    [...names.values()].map((named) => (short ? `${named.gvc}/${named.name}` : keyOf(named))),
  );
}

/** The entries of a list; none where there is no list. */
export function listOf(value: Tree | undefined): Tree[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of a map; none where there is no map. */
export function entriesOf(value: Tree | Json | undefined): [string, Tree][] {
  return isMap(value as Tree) ? Object.entries(value as TreeMap) : [];
}
