/**
 * What the tables of capacity are made of.
 */
import { type Instant, instantFromIso } from '../../engine/time.ts';
import { durationText, instantText, shortNumber } from '../../report/format.ts';
import { button, type Child, h } from './element.ts';
import type { Site } from './site.ts';
import { shortName } from './subject.ts';
import { type Column, tableOf } from './table.ts';

export function titled<Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): Child {
  return rows.length === 0
    ? null
    : h('section', { class: 'block' }, tableOf(columns, rows, { caption: title, isTitled: true, most: 15 }));
}

/** A link to the course of a thing. */
export function course({ looking, gvcs }: Site, of: string): HTMLElement {
  return button(shortName(of, gvcs), () => looking.go({ tab: 'time', of, open: null }), { class: 'link' });
}

export function numbers(text: string | number | null | undefined, decimals = 2): string {
  return text === null || text === undefined ? '–' : shortNumber(Number(text), decimals);
}

export function percent(text: string | null): string {
  return text === null ? '–' : `${shortNumber(100 * Number(text), 1)} %`;
}

export function dateText(iso: string | null): string {
  const at = iso === null ? null : instantFromIso(iso);
  return typeof at === 'number' ? instantText(at) : '–';
}

export function column<Row>(head: string, of: (row: Row) => number | null, text: (row: Row) => string): Column<Row> {
  return { head, isNumber: true, by: (row) => of(row) ?? Number.NEGATIVE_INFINITY, cell: text };
}

export function durations(ms: number): string {
  return ms === 0 ? '–' : durationText(ms);
}

/** @param iso of a report, so that it is one */
export function instantOf(iso: string): Instant {
  const at = instantFromIso(iso);
  if (typeof at !== 'number') throw new Error(`no instant: '${iso}'`);
  return at;
}
