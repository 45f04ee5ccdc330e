/**
 * What the tables of capacity are made of.
 */
import { type Instant, instantFromIso } from '../../engine/time.ts';
import { durationText, exactDurationText, instantText, shortNumber } from '../../report/words/format.ts';
import { button, type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { type TableColumn, tableOf } from '../view/table.ts';

/** A table with a title, without columns of which nothing is known; null: there is no row. */
export function titled<Row>(title: string, columns: readonly TableColumn<Row>[], rows: readonly Row[]): Child {
  if (rows.length === 0) return null;
  const known = columns.filter(
    ({ by }) => by === undefined || rows.some((row) => by(row) !== unknown && by(row) !== ''),
  );
  return h('section', { class: 'block' }, tableOf(known, rows, { caption: title, isTitled: true, most: 15 }));
}

const unknown = Number.NEGATIVE_INFINITY;

/** A link to the course of a thing. */
export function course({ looking, gvcs }: Site, of: string): HTMLElement {
  return button(shortName(of, gvcs), () => looking.go({ tab: 'time', of, open: null }), { class: 'link' });
}

function numbers(text: string | number | null | undefined, decimals = 2): string {
  return text === null || text === undefined ? '–' : shortNumber(Number(text), decimals);
}

export function percent(text: string | null): string {
  return text === null ? '–' : `${shortNumber(100 * Number(text), 1)} %`;
}

export function dateText(iso: string | null): string {
  const at = iso === null ? null : instantFromIso(iso);
  return typeof at === 'number' ? instantText(at) : '–';
}

/** A column of numbers, sorted by them. `of` says null, or no number, where none is known. */
export function column<Row>(
  head: string,
  of: (row: Row) => number | string | null | undefined,
  text: (row: Row) => string,
): TableColumn<Row> {
  const by = (row: Row): number => {
    const value = of(row);
    return value === null || value === undefined || Number.isNaN(Number(value)) ? unknown : Number(value);
  };
  return { head, isNumber: true, by, cell: (row) => (by(row) === unknown ? '–' : text(row)) };
}

/** A column of counts, and of means of them. */
export function count<Row>(head: string, of: (row: Row) => number | string | null | undefined): TableColumn<Row> {
  return column(head, of, (row) => numbers(of(row)));
}

/** A column of amounts, all with as many decimals, so that their points stand below one another. */
export function measured<Row>(
  head: string,
  of: (row: Row) => number | string | null | undefined,
  decimals: number,
): TableColumn<Row> {
  return column(head, of, (row) => {
    const [whole = '', fraction = ''] = numbers(of(row), decimals).split('.');
    return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
  });
}

/** A column of times, in words; none is a dash. */
export function time<Row>(head: string, of: (row: Row) => number | string | null | undefined): TableColumn<Row> {
  return column(head, of, (row) => durations(Number(of(row))));
}

/** Shown when all columns are asked for. */
export function extra<Row>(one: TableColumn<Row>): TableColumn<Row> {
  return { ...one, isExtra: true };
}

function durations(ms: number): string {
  if (ms === 0) return '–';
  return ms < 10 ? exactDurationText(ms) : durationText(ms);
}

/** @param iso of a report, so that it is one */
export function instantOf(iso: string): Instant {
  const at = instantFromIso(iso);
  if (typeof at !== 'number') throw new Error(`no instant: '${iso}'`);
  return at;
}
