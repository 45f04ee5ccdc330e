/**
 * Regular expressions of `=~`: what any engine reads alike, matched in one pass over the text, so that no pattern takes long.
 */
import { machineOf, matches, type Node, sizeOf } from './machine.ts';

/** A pattern that can be asked of texts. */
export interface Pattern {
  /** @param isWhole whether the whole text must match, or any part of it may */
  readonly matches: (text: string, isWhole: boolean) => boolean;
}

/**
 * The pattern that a text means, or why it means none: a clause.
 *
 * Read: letters, `.` (no line end), `[a-z]` and `[^a-z]`, `\d \w \s \D \W \S`, `\t \n \r`, escaped punctuation, `^` and `$` (of the whole text), groups `(...)`
 * and `(?:...)`, `|`, and `* + ? {2} {2,} {2,4}`, also lazy, which finds the same. Not read, and said so: references back, lookaround, `\b`, flags.
 */
export function patternOf(text: string): Pattern | { readonly error: string } {
  const reader: Reader = { letters: [...text], at: 0, depth: 0, error: null };
  const node = readChoice(reader);
  if (reader.error === null && reader.at < reader.letters.length) reader.error = 'a ) closes nothing';
  if (reader.error !== null) return { error: reader.error };
  if (sizeOf(node) > sizeMax) return { error: `it stands for more than ${sizeMax} letters` };
  const machine = machineOf(node);
  return { matches: (letters, isWhole) => matches(machine, letters, isWhole) };
}

interface Reader {
  readonly letters: readonly string[];
  at: number;
  depth: number;
  /** The first one found; nothing is read after it. */
  error: string | null;
}

const sizeMax = 1_000;
const depthMax = 64;

function readChoice(reader: Reader): Node {
  const rows = [readRow(reader)];
  while (isNext(reader, '|')) rows.push(readRow(reader));
  return rows.length === 1 ? rows[0]! : { what: 'choice', of: rows };
}

function readRow(reader: Reader): Node {
  const row: Node[] = [];
  while (reader.error === null && reader.at < reader.letters.length && !'|)'.includes(reader.letters[reader.at]!)) {
    row.push(readTimes(reader, readOne(reader)));
  }
  return row.length === 1 ? row[0]! : { what: 'row', of: row };
}

function readTimes(reader: Reader, of: Node): Node {
  const times = timesAt(reader);
  if (times === null || reader.error !== null) return of;
  isNext(reader, '?');
  if (timesAt(reader) !== null) fail(reader, 'a repetition is repeated');
  return { what: 'times', of, ...times };
}

function timesAt(reader: Reader): { readonly least: number; readonly most: number | null } | null {
  if (isNext(reader, '*')) return { least: 0, most: null };
  if (isNext(reader, '+')) return { least: 1, most: null };
  if (isNext(reader, '?')) return { least: 0, most: 1 };
  if (reader.letters[reader.at] !== '{') return null;
  const written = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(reader.letters.slice(reader.at, reader.at + 11).join(''));
  const [whole = '', from = '', comma, to] = written ?? [];
  const [least, most] = [Number(from), comma === undefined ? Number(from) : to === undefined ? null : Number(to)];
  if (written === null || (most !== null && most < least))
    fail(reader, 'a { is not followed by a count such as {2,4}; write \\{ for the letter');
  reader.at += whole.length;
  return { least, most };
}

function readOne(reader: Reader): Node {
  const letter = reader.letters[reader.at++]!;
  switch (letter) {
    case '(':
      return readGroup(reader);
    case '[':
      return { what: 'letter', takes: readClass(reader) };
    case '.':
      return { what: 'letter', takes: (one) => one !== '\n' && one !== '\r' };
    case '^':
      return { what: 'start' };
    case '$':
      return { what: 'end' };
    case '*':
    case '+':
    case '?':
    case '{':
      return fail(reader, `${letter} repeats nothing`);
    case '\\':
      return { what: 'letter', takes: readEscape(reader) };
    default:
      return { what: 'letter', takes: (one) => one === letter };
  }
}

function readGroup(reader: Reader): Node {
  if (isNext(reader, '?') && !isNext(reader, ':')) return fail(reader, 'of groups that begin with (? only (?: is read');
  if (++reader.depth > depthMax) return fail(reader, 'groups are nested too deeply');
  const node = readChoice(reader);
  reader.depth -= 1;
  return reader.error !== null || isNext(reader, ')') ? node : fail(reader, 'a ( is not closed');
}

function readClass(reader: Reader): (letter: string) => boolean {
  const isTurned = isNext(reader, '^');
  const tests: ((letter: string) => boolean)[] = [];
  while (reader.error === null && !isNext(reader, ']')) {
    const from = reader.letters[reader.at++];
    if (from === undefined) fail(reader, 'a [ is not closed');
    else if (from === '\\') tests.push(readEscape(reader));
    else if (reader.letters[reader.at] === '-' && ![']', undefined].includes(reader.letters[reader.at + 1])) {
      const to = reader.letters[reader.at + 1]!;
      reader.at += 2;
      if (to === '\\' || codeOf(to) < codeOf(from)) fail(reader, `${from}-${to} is no range of letters`);
      tests.push((letter) => codeOf(letter) >= codeOf(from) && codeOf(letter) <= codeOf(to));
    } else tests.push((letter) => letter === from);
  }
  if (tests.length === 0) fail(reader, 'a class such as [a-z] holds nothing');
  return (letter) => tests.some((takes) => takes(letter)) !== isTurned;
}

const classes: { readonly [letter: string]: RegExp } = {
  d: /^\d$/,
  w: /^\w$/,
  s: /^\s$/,
  D: /^\D$/u,
  W: /^\W$/u,
  S: /^\S$/u,
};
const controls: { readonly [letter: string]: string } = { t: '\t', n: '\n', r: '\r' };

function readEscape(reader: Reader): (letter: string) => boolean {
  const escaped = reader.letters[reader.at++];
  if (escaped === undefined) fail(reader, 'a \\ stands at its end');
  else if (Object.hasOwn(classes, escaped)) return (letter) => classes[escaped]?.test(letter) === true;
  else if (Object.hasOwn(controls, escaped)) return (letter) => letter === controls[escaped];
  else if (/^[a-zA-Z0-9]$/.test(escaped)) fail(reader, `\\${escaped} is not read here`);
  return (letter) => letter === escaped;
}

function fail(reader: Reader, error: string): Node {
  reader.error ??= error;
  return { what: 'row', of: [] };
}

function isNext(reader: Reader, letter: string): boolean {
  if (reader.error !== null || reader.letters[reader.at] !== letter) return false;
  reader.at += 1;
  return true;
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}
