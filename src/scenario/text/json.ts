/**
 * A text that is JSON throughout, read as the YAML that it also is: the same values and places, in a fraction of the
 * time and room.
 */

import { finished } from '../../engine/slices.ts';
import { JsonNode, type Places, type YamlSource } from './places.ts';
import type { Tree } from './tree.ts';

/** Entries of the outermost list between two looks at what else is to be done: a few milliseconds of work. */
const chunk = 500;

/**
 * Values of one text, and lists and maps among them where nobody waits, at most: the places of more take minutes and
 * more memory than there is.
 */
const valuesMax = 10_000_000;
export const containersMost = 3_000_000;

/**
 * Reads a map or a list in JSON, a long list in slices.
 *
 * @returns undefined where it has to be read as YAML: it is no JSON, or something in it must be complained about
 */
export function* readJson(
  source: YamlSource,
  places: Places,
  depthMax: number,
  containersMax: number,
): Generator<undefined, Tree | undefined> {
  const { text } = source;
  if (!/^\s*[[{]/.test(text) || !isJson(text)) return undefined;
  let at = 0;
  let isGood = true;
  let [values, containers] = [0, 0];
  /** Of the value that was read last. */
  let node = new JsonNode(0, 0);

  // The text is known to be JSON: what stands next is what may stand there.
  const skipSpace = (): void => {
    while (text.charCodeAt(at) <= 32) at += 1;
  };

  const readText = (): string => {
    const from = at;
    do at = text.indexOf('"', at + 1);
    while (isEscaped(text, at));
    at += 1;
    // A slice would keep the whole text alive.
    return JSON.parse(text.slice(from, at)) as string;
  };

  const readWord = (): Tree => {
    const from = at;
    while (/[^\s,\]}]/.test(text[at] ?? ' ')) at += 1;
    const word = text.slice(from, at);
    const value = JSON.parse(word) as Tree;
    if (typeof value === 'number' && !isKept(value, word)) isGood = false;
    return value;
  };

  const readMap = (depth: number): Tree => {
    const from = at;
    const map: { [key: string]: Tree } = {};
    const [keys, names, parts]: [JsonNode[], string[], JsonNode[]] = [[], [], []];
    at += 1;
    skipSpace();
    if (text[at] === '}') at += 1;
    else
      do {
        skipSpace();
        const keyFrom = at;
        const name = readText();
        keys.push(new JsonNode(keyFrom, at));
        names.push(name);
        skipSpace();
        at += 1;
        const value = read(depth + 1);
        parts.push(node);
        if (name === '__proto__' || Object.hasOwn(map, name)) isGood = false;
        else map[name] = value;
        skipSpace();
      } while (text[at++] === ',');
    node = new JsonNode(from, at, parts, names, keys);
    places.note(map, { source, value: node, key: null });
    return map;
  };

  function* slicedList(depth: number): Generator<undefined, Tree> {
    const from = at;
    const list: Tree[] = [];
    const parts: JsonNode[] = [];
    at += 1;
    skipSpace();
    if (text[at] === ']') at += 1;
    else
      do {
        list.push(read(depth + 1));
        parts.push(node);
        skipSpace();
        if (list.length % chunk === 0) yield;
      } while (text[at++] === ',');
    node = new JsonNode(from, at, parts);
    places.note(list, { source, value: node, key: null });
    return list;
  }

  const readList = (depth: number): Tree => finished(slicedList(depth));

  const read = (depth: number): Tree => {
    skipSpace();
    const first = text[at];
    values += 1;
    if (first === '{' || first === '[') containers += 1;
    if (depth > depthMax || values > valuesMax || containers > containersMax) {
      isGood = false;
      at = text.length;
      return null;
    }
    if (first === '{') return readMap(depth);
    if (first === '[') return readList(depth);
    const from = at;
    const value = first === '"' ? readText() : readWord();
    node = new JsonNode(from, at);
    return value;
  };

  skipSpace();
  const value = text[at] === '[' ? yield* slicedList(0) : read(0);
  if (!isGood) return undefined;
  for (let line = 0; line !== 0 || source.lines.lineStarts.length === 0; line = text.indexOf('\n', line) + 1)
    source.lines.addNewLine(line);
  return value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Why a text has to be read as YAML, in a few words. */
export function whyNotJson(text: string, containersMax: number): string {
  try {
    JSON.parse(text);
    return `a key is written twice in one map, a number has more digits than can be kept exactly, or there are more than ${containersMax} lists and maps or ${valuesMax} values`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether a quote is part of the text around it. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** Whether a number is what its digits say. */
function isKept(value: number, text: string): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value) || String(value) === text);
}
