/**
 * What a key or a value under the pointer means.
 */
import { isMap, isScalar, isSeq, type Pair, parseDocument, type Scalar } from 'yaml';
import type { HoverView } from '../../protocol.ts';
import { valueOptions } from './completion.ts';
import { type PlaceStep, plainOf } from './cursorPlace.ts';
import { flat, schemaAt } from './schemaAt.ts';

const charactersMax = 400_000;
const wordsMax = 12;

/** The description of the key at an offset, or of the key whose value is there; null: nothing is known of it. */
export function hoverAt(text: string, offset: number): HoverView | null {
  if (text.length > charactersMax) return null;
  const { contents } = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
  const found = scalarAt(contents, offset, []);
  if (found === null) return null;
  const { scalar, steps } = found;
  const said = described(steps);
  const [from = offset, to = offset] = scalar.range ?? [];
  return said === null ? null : { from, to, text: said };
}

interface FoundScalar {
  readonly scalar: Scalar;
  /** To the value of the key, or to the value itself. */
  readonly steps: readonly PlaceStep[];
}

function scalarAt(node: unknown, offset: number, steps: readonly PlaceStep[]): FoundScalar | null {
  if (isScalar(node)) return covers(node, offset) ? { scalar: node, steps } : null;
  if (isMap(node)) {
    for (const { key, value } of node.items as Pair[]) {
      if (!isScalar(key)) continue;
      const below = [...steps, { key: String(key.value), inside: plainOf(node) }];
      const found = covers(key, offset) ? { scalar: key, steps: below } : scalarAt(value, offset, below);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isSeq(node)) return null;
  for (const [index, item] of node.items.entries()) {
    const found = scalarAt(item, offset, [...steps, { key: index, inside: plainOf(node) }]);
    if (found !== null) return found;
  }
  return null;
}

function covers({ range }: Scalar, offset: number): boolean {
  return range !== undefined && range !== null && range[0] <= offset && offset <= range[1] && range[1] > range[0];
}

/** The description, the default and the accepted values of a place, a line each. */
function described(steps: readonly PlaceStep[]): string | null {
  const parts = schemaAt(steps).flatMap((part) => flat(part, undefined));
  const about = parts.find(({ description }) => typeof description === 'string')?.description;
  const known = parts.find((part) => part.default !== undefined)?.default;
  const words = [...new Set(parts.flatMap(valueOptions).map(({ label }) => label))];
  const lines = [
    ...(typeof about === 'string' ? [about] : []),
    ...(known === undefined ? [] : [`Default: ${typeof known === 'object' ? JSON.stringify(known) : String(known)}.`]),
    ...(words.length === 0
      ? []
      : [`Values: ${words.slice(0, wordsMax).join(', ')}${words.length > wordsMax ? ', ...' : ''}.`]),
  ];
  return lines.length === 0 ? null : lines.join('\n');
}
