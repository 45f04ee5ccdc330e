/**
 * Journal entries as a page's text has them: what entries of one kind have in common is written once, so that twice as
 * many fit.
 */
import type { PageEntry } from '../../picture/picture.ts';

/** Type, subject up to its last part, rules, assumptions, names of data. */
type Kind = readonly [string, string, readonly string[], readonly string[], readonly string[]];

/**
 * How much `seq` and `at` are more than those of the entry before; which kind; the last part of the subject; how far
 * back the cause is; the data.
 */
type Row = readonly [number, number, number, string, number | null, ...unknown[]];

export interface PackedEntries {
  readonly kinds: readonly Kind[];
  readonly rows: readonly Row[];
}

/** @param entries in any order; they come back in it */
export function packedEntries(entries: readonly PageEntry[]): PackedEntries {
  const known = new Map<string, number>();
  const kinds: Kind[] = [];
  let last: Pick<PageEntry, 'seq' | 'at'> = { seq: 0, at: 0 };
  const rows = entries.map(({ seq, at, type, subject, rules, assumptions, cause, data }): Row => {
    const cut = subject.lastIndexOf('/') + 1;
    const kind: Kind = [type, subject.slice(0, cut), rules, assumptions, Object.keys(data)];
    const key = JSON.stringify(kind);
    const index = known.get(key) ?? kinds.push(kind) - 1;
    known.set(key, index);
    const row = [seq - last.seq, at - last.at, index, subject.slice(cut), cause === null ? null : seq - cause] as const;
    last = { seq, at };
    return [...row, ...Object.values(data)];
  });
  return { kinds, rows };
}

export function unpackedEntries({ kinds, rows }: PackedEntries): PageEntry[] {
  let seq = 0;
  let at = 0;
  return rows.map(([later, after, index, tail, back, ...values]) => {
    const kind = kinds[index];
    if (kind === undefined) throw new Error(`an entry is of kind ${index}, which is not there`);
    const [type, subject, rules, assumptions, names] = kind;
    seq += later;
    at += after;
    const data = Object.fromEntries(names.map((name, i) => [name, values[i]]));
    return {
      seq,
      at,
      type,
      subject: `${subject}${tail}`,
      rules,
      assumptions,
      cause: back === null ? null : seq - back,
      data,
    };
  });
}

/** Of an entry's row, about: what is its own. */
export function packedBytes({ data }: Pick<PageEntry, 'data'>): number {
  return 36 + JSON.stringify(Object.values(data)).length;
}
