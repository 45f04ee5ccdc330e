/**
 * The values of a scenario's text that an exercise lets change, each with its place: for sliders and switches.
 */
import { isMap, isScalar, isSeq, type Node, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import { wordsOf } from '../../scenario/path/words.ts';
import type { Knob, KnobValue } from '../protocol.ts';

const knobsMost = 24;

/**
 * All scalars at the paths or below them, in the order of the text; at most 24. A path that leads nowhere has none.
 *
 * @param edit paths as `--set` takes them
 */
export function knobsIn(text: string, edit: readonly string[]): readonly Knob[] {
  const { contents } = parseDocument(text, { logLevel: 'silent' });
  if (!isMap(contents)) return [];
  const found = edit.flatMap((path) => {
    const start = startOf(contents, path);
    return start === null ? [] : scalarsBelow(start.node, start.path);
  });
  return found.slice(0, knobsMost);
}

interface PlacedNode {
  readonly node: unknown;
  readonly path: string;
}

/** The node of a path; null: the text has none. */
function startOf(root: YAMLMap, path: string): PlacedNode | null {
  const [, resource = null] = /^((?:[^./[\]]+\/)+[^./[\]]+)/.exec(path) ?? [];
  let node: unknown = resource === null ? root : resourceNode(root, resource);
  for (const { text } of wordsOf(path, resource === null ? 0 : resource.length)) {
    if (isMap(node)) node = node.get(text, true);
    else if (isSeq(node)) node = node.items.find((item) => nameOf(item) === text) ?? node.get(Number(text), true);
    else return null;
    if (node === undefined || node === null) return null;
  }
  return node === undefined || node === null ? null : { node, path };
}

function resourceNode(root: YAMLMap, resource: string): unknown {
  const resources = root.get('resources', true);
  if (!isSeq(resources)) return null;
  return resources.items.find((item) => {
    if (!isMap(item)) return false;
    const words = ['gvc', 'kind', 'name'].map((key) => item.get(key));
    return words.filter((word) => typeof word === 'string').join('/') === resource;
  });
}

function nameOf(item: unknown): unknown {
  return isMap(item) ? item.get('name') : undefined;
}

function scalarsBelow(node: unknown, path: string): readonly Knob[] {
  if (isScalar(node)) return knobOf(node, path);
  if (isMap(node))
    return node.items.flatMap(({ key, value }) => scalarsBelow(value, `${path}.${isScalar(key) ? key.value : key}`));
  if (isSeq(node))
    return (node.items as readonly Node[]).flatMap((item, index) => {
      const name = nameOf(item);
      return scalarsBelow(item, `${path}[${typeof name === 'string' ? name : index}]`);
    });
  return [];
}

function knobOf({ value, range, source }: Scalar, path: string): readonly Knob[] {
  if (range === undefined || range === null) return [];
  const name = path.split(/[.[\]]+/).findLast((word) => word !== '' && !/^\d+$/.test(word)) ?? path;
  const shown = knobValue(value, source ?? '');
  return [{ path, name, from: range[0], to: range[1], value: shown }];
}

function knobValue(value: unknown, source: string): KnobValue {
  if (typeof value === 'boolean') return { kind: 'switch', isOn: value };
  const text = source === '' ? String(value) : source;
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(%|ms|s|m|h|d|Mi|Gi|GB|MB)?$/.exec(text) ?? [];
  if (digits === undefined) return { kind: 'text', text };
  const number = Number(digits);
  if (unit === '%') return { kind: 'number', number, unit, most: 100, step: 1 };
  return { kind: 'number', number, unit, most: mostFor(number), step: stepFor(number) };
}

/** A round end of the slider well above the value. */
function mostFor(number: number): number {
  return Math.max(10, 10 ** Math.ceil(Math.log10(Math.max(1, number) * 3)));
}

function stepFor(number: number): number {
  if (!Number.isInteger(number)) return 0.1;
  return number >= 1_000 ? 100 : number >= 100 ? 10 : 1;
}
