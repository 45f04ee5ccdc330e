/**
 * Checks a document's shape against the schema, says what is wrong, and takes the wrong parts out, so that whoever
 * reads the rest finds only what has its shape.
 */

import type * as z from 'zod';
import type { Path } from '../../platform/api/document/json.ts';
import { expectedBy } from '../../platform/api/schemas/schemaIssue.ts';
import { nearest } from '../../rules/units.ts';
import { clipped } from '../../text/folded.ts';
import { applyChanges } from '../text/changes.ts';
import type { Complaint } from '../text/problem.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type Tree, type TreeMap, valueAt } from '../text/tree.ts';
import { jsonSchema, scenarioSchema } from './schema.ts';

/** The shape of a file format: what checks it, and its JSON Schema, which knows the keys of each place. */
export interface FileShape {
  readonly schema: z.ZodType;
  readonly jsonSchema: () => object;
}

type Issue = z.core.$ZodIssue;

/** The parts of a scenario with an effect beyond the run as it is written. */
export interface AppliedParts {
  /** Names of variants that apply to this run. */
  readonly variants: readonly string[];
  /** Names of studies that are read; `all` of them, whatever they are called. */
  readonly studies: readonly string[] | 'all';
}

/**
 * Complains about every breach of the schema.
 *
 * @param applied variants and studies: a breach in another one is a warning
 * @returns the document without what has not its shape: the place of a list's entry is emptied, as its neighbours are
 * known by their index
 */
export function checkShape(root: TreeMap, applied: AppliedParts, reading: ScenarioReading): TreeMap {
  // What has no effect in this run keeps it from starting no more than a comment does.
  const isIdle = ([key, name]: Path): boolean =>
    (key === 'variants' && !applied.variants.includes(String(name))) ||
    (key === 'studies' && !isRead(applied.studies, name));
  return withoutBreaches(root, { schema: scenarioSchema, jsonSchema }, reading, isIdle);
}

/**
 * The same for a document of any format.
 *
 * @param isIdle whether a breach at a path is only a warning; default: none is
 */
export function withoutBreaches(
  root: TreeMap,
  shape: FileShape,
  reading: ScenarioReading,
  isIdle: (path: Path) => boolean = () => false,
): TreeMap {
  const own = Object.fromEntries(Object.entries(root).filter(([key]) => !key.startsWith('x-')));
  // A file is checked once: code made for the schema would cost more than it saves.
  const result = shape.schema.safeParse(own, { jitless: true });
  if (result.success) return root;
  const breaches = result.error.issues.flatMap((issue) => breachesOf(issue, { root, above: [], shape }, reading));
  for (const { path, complaint } of breaches)
    reading.complain(root, path, isIdle(path) ? { ...complaint, severity: 'warning' } : complaint);
  const removals = breaches.map(({ path }) => ({ path, value: undefined, origin: null }));
  const left = applyChanges(root, removals, reading.places);
  for (const { path } of breaches) reading.breached(left, path);
  return left;
}

function isRead(studies: AppliedParts['studies'], name: Path[number] | undefined): boolean {
  return studies === 'all' || (name === undefined ? studies.length > 0 : studies.includes(String(name)));
}

interface Breach {
  readonly path: Path;
  readonly complaint: Complaint;
}

interface IssuePlace {
  readonly root: TreeMap;
  /** The path of the value that the issue's own path begins at. */
  readonly above: Path;
  readonly shape: FileShape;
}

function breachesOf(issue: Issue, { root, above, shape }: IssuePlace, reading: ScenarioReading): Breach[] {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  const value = valueAt(root, path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key], shape, reading));
  if (issue.code === 'invalid_union') {
    // Of a text and a map the one that was meant is the one whose type was written.
    const fitting = issue.errors.filter((branch) =>
      branch.every((inner) => inner.path.length > 0 || inner.code === 'unrecognized_keys'),
    );
    const [branch] = fitting;
    if (branch !== undefined && branch.length > 0)
      return branch.flatMap((inner) => breachesOf(inner, { root, above: path, shape }, reading));
  }
  return [{ path, complaint: value === undefined ? missing(path) : wrong(issue, value) }];
}

function unknownKey(path: Path, shape: FileShape, reading: ScenarioReading): Breach {
  const key = String(path.at(-1));
  const candidates = keysAt(path.slice(0, -1), shape.jsonSchema() as SchemaNode);
  const guess = reading.nearest(key, candidates);
  const allowed = candidates.length === 0 || candidates.length > 16 ? null : `allowed here: ${candidates.join(', ')}`;
  const hint = timelineHint(path) ?? (guess === null ? allowed : `did you mean '${guess}'?`);
  return { path, complaint: { code: 'unknown-key', message: `unknown key '${key}'`, hint, atKey: true } };
}

/** What happens to a scenario is no key of its own: it comes at a time. */
function timelineHint(path: Path): string | null {
  const word = String(path[0]).replace(/s$/, '');
  const isOne = path.length === 1 && (word === 'fault' || word === 'probe');
  return isOne ? `write a ${word} in the timeline: [{ at: +1d, ${word}: { ... } }]` : null;
}

function missing(path: Path): Complaint {
  return { code: 'missing-key', message: `the key '${String(path.at(-1))}' is missing`, atKey: true };
}

function wrong(issue: Issue, value: Tree): Complaint {
  return {
    code: issue.code === 'invalid_type' || issue.code === 'invalid_union' ? 'wrong-type' : 'wrong-value',
    message: `${expectedBy(issue)}${suggestion(issue, value)}, found ${shown(value)}`,
  };
}

/** The word that was meant, where there is one. */
function suggestion(issue: Issue, value: Tree): string {
  const guess =
    issue.code === 'invalid_value' && typeof value === 'string' ? nearest(value, issue.values.map(String)) : null;
  return guess === null ? '' : ` (did you mean '${guess}'?)`;
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a map';
  const text = typeof value === 'string' ? `'${value}'` : String(value);
  return clipped(text, 80);
}

/**
 * A text, a number or a truth value as text; '' for anything else: a map may hold a `toString` of its own, which
 * nothing can be made text with.
 */
export function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The keys that a format knows at a place, as its JSON Schema says. */
function keysAt(path: Path, whole: SchemaNode): string[] {
  let nodes: SchemaNode[] = alternatives(whole, whole);
  for (const step of path) {
    nodes = nodes.flatMap((node) => alternatives(next(node, step), whole));
  }
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))].filter((key) => key !== '$schema');
}

interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: SchemaNode };
  readonly properties?: { readonly [key: string]: SchemaNode };
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly prefixItems?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
}

function next(node: SchemaNode, step: string | number): SchemaNode | undefined {
  if (typeof step === 'number') return node.prefixItems?.[step] ?? node.items;
  const named =
    node.properties !== undefined && Object.hasOwn(node.properties, step) ? node.properties[step] : undefined;
  return named ?? (typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined);
}

function alternatives(node: SchemaNode | undefined, whole: SchemaNode): SchemaNode[] {
  if (node === undefined) return [];
  const name = node.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? node : (whole.$defs?.[name] ?? node);
  return target.anyOf === undefined ? [target] : target.anyOf.flatMap((one) => alternatives(one, whole));
}
