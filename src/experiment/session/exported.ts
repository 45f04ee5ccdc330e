/**
 * A session as a scenario file: what it started from, and what it was asked.
 */

import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { listOf } from '../../scenario/read/names.ts';
import { isMap, type Tree, type TreeMap } from '../../scenario/text/tree.ts';
import { asciiJson } from './record.ts';

/**
 * The file as JSON in pieces, one line an entry of a list. Its run ends at `end`, excluded, and closes nothing there
 * (`session`): what is left open goes on in the session.
 *
 * @param entries what it was asked, one line of JSON each
 */
export function* exportedPieces(
  document: TreeMap,
  name: string,
  entries: readonly string[],
  { end }: { readonly end: Instant },
): Generator<string, void> {
  const { svcsim, name: _name, end: _end, for: _for, session: _session, timeline, ...rest } = document;
  const parts = [
    part('svcsim', svcsim),
    part('name', name),
    ...Object.entries(rest).map(([key, value]) => part(key, value)),
    part('end', isoFromInstant(end)),
    part('session', entries.length + askedBefore(document)),
  ];
  yield `{\n${parts.join(',\n')},\n`;
  const all = [...listOf(timeline).map(asciiJson), ...entries];
  yield all.length === 0 ? '"timeline": []' : '"timeline": [\n  ';
  for (const [index, line] of all.entries()) yield index === 0 ? line : `,\n  ${line}`;
  yield all.length === 0 ? '\n}\n' : '\n]\n}\n';
}

/** The same document, but for credentials: who may ask is a part of what happened, by which key is not. */
export function withoutKeys(document: TreeMap): TreeMap {
  const { principals } = document;
  if (principals === undefined) return document;
  const keyless = listOf(principals).map((one): Tree => {
    if (!isMap(one)) return one;
    const { key: _, ...rest } = one;
    return rest;
  });
  return { ...document, principals: keyless };
}

/** Entries that an earlier session was asked, where this one started from its export. */
function askedBefore({ session }: TreeMap): number {
  return typeof session === 'number' ? session : 0;
}

function part(key: string, value: unknown): string {
  return Array.isArray(value) ? list(key, value.map(asciiJson)) : `${asciiJson(key)}: ${asciiJson(value)}`;
}

function list(key: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${asciiJson(key)}: []` : `${asciiJson(key)}: [\n  ${lines.join(',\n  ')}\n]`;
}
