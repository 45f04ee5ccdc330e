/**
 * Where the cursor is in the YAML of a scenario, also in a line that is not finished.
 *
 * A mark is written in the place of the word at the cursor; then the text is parsed, and the mark is found among its
 * nodes. The parser goes on after mistakes, so an open brace or a missing colon does not matter.
 */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';

/** One step from the root of the document towards the cursor. */
export interface PlaceStep {
  /** A key of a map, or an index of a list. */
  readonly key: string | number;
  /** The collection that has the key, as plain data. */
  readonly inside: unknown;
}

export interface CursorPlace {
  /** Whether a key of a map is written here; else a value. */
  readonly isKey: boolean;
  /** Steps to the value; for a key, to the map that has it. */
  readonly steps: readonly PlaceStep[];
  /** For a key, the map; for a value, the collection that it is in. As plain data, without the mark. */
  readonly inside: unknown;
  /** Keys beside the written one; of a value none. */
  readonly siblings: readonly string[];
  /** Offsets of the word at the cursor. */
  readonly from: number;
  readonly to: number;
  /** The whole document as plain data, with the mark in it. */
  readonly document: unknown;
}

const mark = 'cUrSoRpLaCe';
const wordPart = /[\w.$/@*-]/;

/** The place of an offset; null: nothing can be completed there, as in a comment. */
export function cursorPlace(text: string, offset: number): CursorPlace | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  let from = offset;
  while (from > lineStart && wordPart.test(text[from - 1] ?? '')) from -= 1;
  let to = offset;
  while (to < text.length && wordPart.test(text[to] ?? '')) to += 1;
  // The dash of a list is no part of a word.
  if (/^\s*-$/.test(text.slice(lineStart, from + 1)) && text[from] === '-') from += from < offset ? 1 : 0;
  const before = text.slice(lineStart, from);
  if (isComment(before)) return null;
  const place = (written: string): CursorPlace | null => {
    const found = markedPlace(`${text.slice(0, from)}${written}${text.slice(to)}`);
    return found === null ? null : { ...found, from, to };
  };
  const space = before.endsWith(':') || /^\s*(?:- +)*-$/.test(before) ? ' ' : '';
  const after = text.slice(to, text.indexOf('\n', to) < 0 ? text.length : text.indexOf('\n', to));
  const mayBeKey = /^\s*(?:-\s+)*-?$/.test(before) && !/^\s*:/.test(after);
  return (mayBeKey ? place(`${space}${mark}: `) : null) ?? place(`${space}${mark}`);
}

/** Whether what follows on a line is in a comment. */
function isComment(before: string): boolean {
  const plain = before.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, '');
  return /(?:^|\s)#/.test(plain);
}

type Found = Omit<CursorPlace, 'from' | 'to'>;

function markedPlace(text: string): Found | null {
  const parsed = parseDocument(text, { logLevel: 'silent', merge: true, uniqueKeys: false, keepSourceTokens: false });
  const { contents } = parsed;
  const found = contents === null ? null : search(contents, []);
  return found === null ? null : { ...found, document: plainOf(contents) };
}

/** A collection on the way down. */
interface Above {
  readonly node: Node;
  readonly key: string | number;
}

function search(node: unknown, above: readonly Above[]): Omit<Found, 'document'> | null {
  if (isScalar(node)) return node.value === mark ? placeOf(above, { isKey: false, siblings: [], inside: null }) : null;
  if (isMap(node)) {
    for (const pair of node.items as Pair[]) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      if (key === mark) {
        const siblings = (node.items as Pair[])
          .map((one) => (isScalar(one.key) ? String(one.key.value) : ''))
          .filter((one) => one !== mark);
        return placeOf(above, { isKey: true, siblings, inside: plainOf(node) });
      }
      const found = search(pair.value, [...above, { node, key }]);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isSeq(node)) return null;
  for (const [index, item] of node.items.entries()) {
    const found = search(item, [...above, { node, key: index }]);
    if (found !== null) return found;
  }
  return null;
}

function placeOf(above: readonly Above[], own: Pick<Found, 'isKey' | 'siblings' | 'inside'>): Omit<Found, 'document'> {
  const steps = above.map(({ node, key }) => ({ key, inside: plainOf(node) }));
  return { ...own, inside: own.isKey ? own.inside : (steps.at(-1)?.inside ?? null), steps };
}

/**
 * A node as plain data, without the mark. Aliases are left out: a few of them may stand for more than memory holds.
 */
export function plainOf(node: unknown): unknown {
  if (isScalar(node)) return node.value === mark ? null : node.value;
  if (isAlias(node)) return null;
  if (isSeq(node)) return node.items.map(plainOf);
  if (!isMap(node)) return null;
  const pairs = (node.items as Pair[]).map((pair): [string, unknown] => [
    isScalar(pair.key) ? String(pair.key.value) : '',
    plainOf(pair.value),
  ]);
  return Object.fromEntries(pairs.filter(([key]) => key !== mark));
}
