/**
 * Building blocks of the capacity tables: titles, links, columns.
 */
import { type Instant, instantFromIso } from '../../engine/time.ts';
import { durationText, exactDurationText, instantText, shortNumber } from '../../report/words/format.ts';
import { opener } from '../stories/entryList.ts';
import { button, type Child, h } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { type TableColumn, tableOf } from '../view/table.ts';

/** A table with a title, without columns that have no values; null if there are no rows. */
export function titledTable<Row>(title: string, columns: readonly TableColumn<Row>[], rows: readonly Row[]): Child {
  if (rows.length === 0) return null;
  const known = columns.filter(
    ({ by }) => by === undefined || rows.some((row) => by(row) !== unknown && by(row) !== ''),
  );
  return h('section', { class: 'block' }, tableOf(known, rows, { caption: title, isTitled: true, most: 15 }));
}

const unknown = Number.NEGATIVE_INFINITY;

/** A link to the timeline of a subject. */
export function timelineLink({ navigation, gvcs }: Site, of: string): HTMLElement {
  return button(shortName(of, gvcs), () => navigation.go({ tab: 'time', of, open: null }), { class: 'link' });
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

/** A sortable column of numbers. `of` returns null, or not a number, if the value is unknown. */
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

/** A column of counts or of means of counts. */
export function count<Row>(head: string, of: (row: Row) => number | string | null | undefined): TableColumn<Row> {
  return column(head, of, (row) => numbers(of(row)));
}

/** A column of amounts with a fixed number of decimals, so that the decimal points line up. */
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

/** A column of durations; 0 is shown as a dash. */
export function time<Row>(head: string, of: (row: Row) => number | string | null | undefined): TableColumn<Row> {
  return column(head, of, (row) => durations(Number(of(row))));
}

/** A column that is only shown after `All columns` is pressed. */
export function extra<Row>(one: TableColumn<Row>): TableColumn<Row> {
  return { ...one, isExtra: true };
}

/**
 * A column of counts of journal entries: each leads to those that the page has.
 *
 * @param subjectOf whom the entries are about, as the journal names it
 */
export function countOfEntries<Row>(
  site: Site,
  head: string,
  of: (row: Row) => number | string | null | undefined,
  type: string,
  subjectOf: (row: Row) => string,
): TableColumn<Row> {
  const plain = count(head, of);
  return {
    ...plain,
    cell: (row) => {
      const subject = subjectOf(row);
      const isAskable = Number(of(row)) > 0 && site.entryIndex.ofType(type, subject).length > 0;
      const open = targetText({ kind: 'type', type, of: subject });
      return isAskable ? opener(site, open, plain.cell(row)) : plain.cell(row);
    },
  };
}

function durations(ms: number): string {
  if (ms === 0) return '–';
  return ms < 10 ? exactDurationText(ms) : durationText(ms);
}

/** The instant of a report's timestamp. @throws if the text is not a valid timestamp */
export function instantOf(iso: string): Instant {
  const at = instantFromIso(iso);
  if (typeof at !== 'number') throw new Error(`no instant: '${iso}'`);
  return at;
}
