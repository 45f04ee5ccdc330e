/**
 * YAML (and so JSON) text into plain values whose places are known, refusing what is not plain.
 */

import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { finished } from '../../engine/slices.ts';
import { containersMost, readJson, whyNotJson } from './json.ts';
import { keyText, type Places, placeAt, type YamlSource } from './places.ts';
import type { Problem } from './problem.ts';
import type { Tree } from './tree.ts';

/** Levels of lists and maps inside one another. */
const depthMax = 100;
/** Characters of YAML: a parsed character takes up to 400 bytes, and memory has an end. */
const yamlLengthMax = 8_388_608;
/** How much of a text is read. */
export interface TextLimits {
  /** Characters of one that is not plain JSON: YAML is parsed in one go, and takes fifty times the time and room. */
  readonly yamlMax: number;
  /** Lists and maps of one in JSON. */
  readonly containersMax: number;
}

const ofFiles: TextLimits = { yamlMax: yamlLengthMax, containersMax: containersMost };
/**
 * The most values that aliases may add to those that are written out. A file that exceeds it is an alias bomb, not a
 * scenario.
 */
const aliasedMax = 500_000;

export interface Documents {
  readonly source: YamlSource;
  /** One value a document, empty documents left out; none where the text is not YAML. */
  readonly values: readonly Tree[];
  readonly problems: readonly Problem[];
}

/**
 * Reads a text of one or more YAML documents. Anchors, aliases and `<<` work; tags beyond the plain ones, keys that are
 * not text, `__proto__`, numbers that JSON cannot hold and nesting beyond 100 levels are problems.
 */
export function readDocuments(text: string, file: string, places: Places): Documents {
  return finished(readingDocuments(text, file, places));
}

/**
 * The same in slices where the text is a long list in JSON.
 */
export function* readingDocuments(
  text: string,
  file: string,
  places: Places,
  { yamlMax, containersMax }: TextLimits = ofFiles,
): Generator<undefined, Documents> {
  const lines = new LineCounter();
  const source: YamlSource = { file, text: text.startsWith('\uFEFF') ? text.slice(1) : text, lines };
  const garbage = unreadable(source);
  if (garbage !== null) return { source, values: [], problems: [garbage] };
  const json = yield* readJson(source, places, depthMax, containersMax);
  if (json !== undefined) return { source, values: json === null ? [] : [json], problems: [] };
  if (source.text.length > yamlMax)
    return { source, values: [], problems: [tooLong(source, { yamlMax, containersMax })] };
  const parsed = parseAllDocuments<ParsedNode>(source.text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    stringKeys: false,
    logLevel: 'silent',
    version: '1.2',
  });
  const problems: Problem[] = [];
  const values: Tree[] = [];
  for (const document of Array.isArray(parsed) ? parsed : []) {
    const broken = syntaxProblems(document, source);
    problems.push(...broken);
    if (broken.length > 0 || document.contents === null) continue;
    const value = plain(document, source, places, problems);
    if (value !== null) values.push(value);
  }
  return { source, values, problems };
}

function tooLong({ file, text }: YamlSource, { yamlMax, containersMax }: TextLimits): Problem {
  const start = { file, line: 1, column: 1, endColumn: 2, rule: null } as const;
  const message = `expected JSON, or YAML of at most ${yamlMax} characters, found ${text.length} characters that are not plain JSON: ${whyNotJson(text, containersMax)}`;
  return { ...start, code: 'too-long', message, severity: 'error', hint: 'write it as JSON, or split it' };
}

/** A text that is not worth a parser's time: a binary file, one in another encoding, or a heap of opening brackets. */
function unreadable(source: YamlSource): Problem | null {
  const { text, file } = source;
  const problem = (offset: number, code: string, message: string): Problem => {
    const above = text.slice(0, offset).split('\n');
    const column = (above.at(-1) ?? '').length + 1;
    return { file, line: above.length, column, endColumn: column + 1, code, rule: null, message, severity: 'error' };
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  const binary = text.search(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFD]/);
  if (binary !== -1) {
    const code = text.charCodeAt(binary).toString(16).padStart(4, '0').toUpperCase();
    return problem(
      binary,
      'not-text',
      `expected a text in UTF-8, found the character U+${code}: is this a binary file, or one in another encoding?`,
    );
  }
  const heap = text.search(/(?:[[{][ \t\r\n]*){1000}|(?:- +){1000}/);
  const deep = heap === -1 ? indentedTooDeep(text) : heap;
  return deep === null ? null : problem(deep, 'too-deep', tooDeepMessage);
}

/**
 * So many columns to the left of a line begin a list or a map around it at most: a parser that calls itself for each
 * would not come back from a few thousand.
 */
const columnsMax = 500;

/** Where the first line begins that stands inside too many others by its indentation; null: none does. */
function indentedTooDeep(text: string): number | null {
  const columns: number[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    let at = start;
    while (at < end && text[at] === ' ') at += 1;
    if (at < end && text[at] !== '#' && text[at] !== '\r') {
      while (columns.length > 0 && (columns.at(-1) ?? 0) >= at - start) columns.pop();
      columns.push(at - start);
      // In `- - key` each dash begins a list of its own.
      while (/[-?]/.test(text[at] ?? '') && text[at + 1] === ' ') {
        at += 2;
        while (at < end && text[at] === ' ') at += 1;
        columns.push(at - start);
      }
      if (columns.length > columnsMax) return start;
    }
    start = end + 1;
  }
  return null;
}

const tooDeepMessage = `lists and maps are nested more than ${depthMax} deep`;

function syntaxProblems(document: Document.Parsed<ParsedNode>, source: YamlSource): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string | number>();
  for (const error of [...document.errors, ...document.warnings]) {
    const { line } = placeAt(source, error.pos[0], error.pos[0]);
    // One mistake often breaks the rest of its line and lines after it too: the first of each line and kind says
    // enough.
    if (seen.has(error.code) || seen.has(line)) continue;
    seen.add(error.code).add(line);
    const unquoted = unquotedParameter(source, error.pos[0]);
    if (unquoted !== null) {
      problems.push(unquoted);
      continue;
    }
    const place = placeAt(source, error.pos[0], Math.max(error.pos[1], error.pos[0] + 1));
    const tooDeep = error.code === 'RESOURCE_EXHAUSTION';
    const message = tooDeep ? tooDeepMessage : firstSentence(error.message);
    const hint = error.code === 'TAB_AS_INDENT' ? 'indent with spaces' : undefined;
    problems.push({
      ...place,
      code: tooDeep ? 'too-deep' : 'yaml-syntax',
      rule: null,
      message,
      severity: 'error',
      ...(hint === undefined ? {} : { hint }),
    });
    if (tooDeep) break;
  }
  return problems;
}

/** `${name}` without quotes inside `{ }` or `[ ]`, whose brace was found at an offset; null: there is none. */
function unquotedParameter(source: YamlSource, brace: number): Problem | null {
  const { text } = source;
  const [rest] = /^\{[\w-]+\}[^\s,[\]{}]*/.exec(text.slice(brace, brace + 200)) ?? [];
  if (rest === undefined || text[brace - 1] !== '$') return null;
  const [before = ''] = /[^\s,[\]{}]*$/.exec(text.slice(Math.max(0, brace - 200), brace)) ?? [];
  return {
    ...placeAt(source, brace - before.length, brace + rest.length),
    code: 'yaml-syntax',
    rule: null,
    message: `inside { } or [ ] the text ${before}${rest} needs quotes: without them its { begins a map`,
    severity: 'error',
    hint: `write "${before}${rest}"`,
  };
}

function firstSentence(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');
}

/** A node's plain value and how many values it holds, aliases counted every time they stand. */
interface Made {
  /** undefined: it cannot be held, which has been complained about. */
  readonly value: Tree | undefined;
  readonly size: number;
}

function plain(document: Document.Parsed<ParsedNode>, source: YamlSource, places: Places, problems: Problem[]): Tree {
  /** By anchor, what the text set it to last; an alias means the anchor before it. */
  const anchors = new Map<string, Made | 'open'>();
  /** Values that were made, those of aliases once. */
  let written = 0;
  let isBomb = false;

  const complain = (node: Node | null, code: string, message: string, hint?: string): Made => {
    const [from, to] = node?.range ?? [0, 0];
    const place = placeAt(source, from, to);
    problems.push({ ...place, code, rule: null, message, severity: 'error', ...(hint === undefined ? {} : { hint }) });
    return { value: undefined, size: 1 };
  };

  const make = (node: Node | null, depth: number): Made => {
    if (node === null || isBomb) return { value: null, size: 1 };
    written += 1;
    if (depth > depthMax) return complain(node, 'too-deep', tooDeepMessage);
    if (isAlias(node)) return makeAlias(node.source, node);
    if (!isScalar(node) && !isSeq<ParsedNode>(node) && !isMap<ParsedNode, ParsedNode | null>(node))
      return makeScalar(node, undefined);
    if (node.anchor !== undefined) anchors.set(node.anchor, 'open');
    const result = isScalar(node)
      ? makeScalar(node, node.value)
      : isSeq(node)
        ? makeList(node, depth)
        : makeMap(node, depth);
    if (node.anchor !== undefined) anchors.set(node.anchor, result);
    return result;
  };

  const makeAlias = (anchor: string, node: Node): Made => {
    const result = anchors.get(anchor);
    if (result === undefined)
      return complain(node, 'unknown-alias', `expected an anchor &${anchor} before this alias, found none`);
    if (result === 'open') return complain(node, 'alias-cycle', `the alias *${anchor} is used inside its own anchor`);
    return result;
  };

  const makeScalar = (node: Node, value: unknown): Made => {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return { value, size: 1 };
    if (typeof value !== 'number')
      return complain(node, 'not-plain', 'expected text, a number, true, false or null, found a special YAML type');
    if (!Number.isFinite(value)) return complain(node, 'not-plain', 'expected a finite number');
    const text = source.text.slice(node.range?.[0], node.range?.[1]).trim();
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && String(value) !== text) {
      // Of a number with an exponent nobody means the digits.
      return /e/i.test(text)
        ? complain(node, 'not-plain', `expected a number of at most ${Number.MAX_SAFE_INTEGER}, found ${value}`)
        : complain(node, 'not-plain', 'the number has more digits than svcsim can keep exactly', 'write it in quotes');
    }
    return { value, size: 1 };
  };

  const counted = (node: Node | null, size: number): number => {
    if (size > written + aliasedMax && !isBomb) {
      isBomb = true;
      complain(node, 'alias-bomb', `aliases expand the document to more than ${aliasedMax} values`);
    }
    return size;
  };

  const makeList = (node: YAMLSeq<ParsedNode>, depth: number): Made => {
    const list: Tree[] = [];
    places.note(list, { source, value: node, key: null });
    let size = 1;
    for (const item of node.items) {
      const part = make(item, depth + 1);
      list.push(part.value ?? null);
      size += part.size;
    }
    return { value: list, size: counted(node, size) };
  };

  const makeMap = (node: YAMLMap<ParsedNode, ParsedNode | null>, depth: number): Made => {
    const map: { [key: string]: Tree } = {};
    places.note(map, { source, value: node, key: null });
    let size = 1;
    const merged: Made[] = [];
    for (const pair of node.items) {
      const key = keyText(pair.key);
      if (isScalar(pair.key) && pair.key.anchor !== undefined) make(pair.key, depth + 1);
      if (key === null) complain(pair.key, 'not-plain', 'expected a text as the key, found another type');
      else if (key === '__proto__') complain(pair.key, 'forbidden-key', "the key '__proto__' is not allowed");
      else if (key === '<<' && isScalar(pair.key) && pair.key.type === 'PLAIN')
        merged.push(make(pair.value, depth + 1));
      else if (Object.hasOwn(map, key))
        complain(pair.key, 'duplicate-key', `the key '${key}' is written a second time in this map`);
      else {
        const part = make(pair.value, depth + 1);
        if (part.value !== undefined) map[key] = part.value;
        size += part.size;
      }
    }
    for (const part of merged) {
      size += part.size;
      mergeInto(map, part.value, node);
    }
    return { value: map, size: counted(node, size) };
  };

  const mergeInto = (map: { [key: string]: Tree }, given: Tree | undefined, node: Node): void => {
    if (Array.isArray(given)) {
      for (const one of given) mergeInto(map, one, node);
    } else if (typeof given === 'object' && given !== null) {
      for (const [key, value] of Object.entries(given)) if (!Object.hasOwn(map, key)) map[key] = value;
    } else complain(node, 'not-plain', 'expected a map, or a list of maps, after <<');
  };

  return make(document.contents, 0).value ?? null;
}
