/**
 * A table of any list of records: a column for each of their fields.
 */
import { instantFromIso } from '../../engine/time.ts';
import { durationText, instantText, shortNumber } from '../../report/format.ts';
import { typeText } from './datum.ts';
import { type Child, h } from './element.ts';
import { tableOf } from './table.ts';

type Fields = { readonly [name: string]: unknown };

/** Fields that are records become columns of their own (`latency mean`); what is deeper, or long, is put into a fold. */
export function listTable(name: string, items: readonly unknown[]): HTMLElement {
  const rows = items.map((item) => flat(item as Fields, ''));
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return tableOf(
    heads.map((head) => {
      const isNumber = rows.every(
        (row) => row[head] === null || row[head] === undefined || /^-?[\d.]+$/.test(String(row[head])),
      );
      return {
        head: wordsOf(head),
        isNumber,
        by: (row: Fields) => (isNumber ? Number(row[head] ?? Number.NEGATIVE_INFINITY) : String(row[head] ?? '')),
        cell: (row: Fields) => cellOf(head, row[head]),
      };
    }),
    rows,
    { caption: wordsOf(name), isTitled: true, most: 15 },
  );
}

function flat(item: Fields, before: string): Fields {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && before === ''
        ? Object.entries(flat(value as Fields, `${name}.`))
        : [[`${before}${name}`, value]],
    ),
  );
}

function wordsOf(name: string): string {
  return typeText(name.replace(/Ms$/, ''));
}

function cellOf(name: string, value: unknown): Child {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (/Ms$/.test(name) && Number.isFinite(Number(value))) return durationText(Number(value));
  if (typeof value === 'object') return fold(JSON.stringify(value, null, 1));
  const text = String(value);
  const at = instantFromIso(text);
  if (typeof at === 'number') return instantText(at);
  if (/^-?\d+(\.\d+)?$/.test(text)) return shortNumber(Number(text), 4);
  return text.length > 120 || text.includes('\n') ? fold(text) : text;
}

function fold(text: string): HTMLElement {
  return h('details', {}, h('summary', {}, 'show'), h('pre', {}, text));
}
