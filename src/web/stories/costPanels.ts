/**
 * Panel content about costs: a day and its difference from the day before, and any part of the bill.
 */

import { grouped } from '../../engine/grouped.ts';
import { day, type Instant } from '../../engine/time.ts';
import { compare, type Decimal, formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { amount } from '../../report/bill/costs.ts';
import type { PageEntry } from '../../report/picture/picture.ts';
import { dayText } from '../../report/picture/timeMarks.ts';
import { groupedDecimal, moneyText } from '../../report/words/format.ts';
import { costDays, type Shift, shiftsOf } from '../view/days.ts';
import { costOfRows, dimensionText, rowsWhere, whereOf } from '../view/dimension.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { isAbout, shortName } from '../view/subject.ts';
import { tableOf } from '../view/table.ts';
import { entryList, noEntries } from './entryList.ts';
import type { PanelContent } from './facts.ts';
import { matteredBlocks } from './mattered.ts';
import { priceCause, quantityCause } from './shiftCause.ts';
import { briefWhyBlocks } from './whyBlocks.ts';

/** The rows of the bill about a resource or subject; null: all rows. */
export function rowsAbout({ data }: Site, of: string | null): UsageRow[] {
  return data.bill.usage.filter((row) => isAbout(subjectOfRow(row), of));
}

/** Whether the page has every row of the bill, not only those of the most expensive resources. */
export function isBillWhole({ data }: Site): boolean {
  return compare(costOfRows(data.bill.usage), amount(data.costs.total)) === 0;
}

/** As the journal names it: `shop/volumeset/data@aws-us-east-1/0`, `shop/workload/api@aws-us-east-1`. */
function subjectOfRow({ gvc, resource, location, volumeIndex }: UsageRow): string {
  return `${gvc}/${resource}@${location}${volumeIndex === null ? '' : `/${volumeIndex}`}`;
}

/** `+1.20 USD`, `-0.05 USD`; small amounts with more digits. */
export function changeText({ data }: Site, change: Decimal): string {
  return `${change.coefficient > 0n ? '+' : ''}${smallMoney(change)} ${data.bill.currency}`;
}

/** Money with enough decimals to show a non-zero digit: `12.40`, `0.0031`. */
export function smallMoney(value: Decimal): string {
  for (const decimals of [2, 4, 6]) {
    const text = moneyText(value, decimals);
    if (/[1-9]/.test(text)) return text;
  }
  return moneyText(value, 2);
}

export function dayPanel(site: Site, at: Instant, of: string | null): PanelContent {
  const { data, entryIndex, run } = site;
  const rows = rowsAbout(site, of);
  const found = costDays(rows, run).find((one) => one.at === at);
  const shifts = found?.change == null ? [] : shiftsOf(rows, at);
  const { worth, rest } = shiftsWorth(shifts);
  const during = entryIndex.during({ from: at, until: at + day }, null);
  const spans = new Set(seqsOf(rows));
  // Entries that opened or closed a span of these rows on that day caused the difference; the others did not.
  const telling = byMoney(
    shifts,
    during.filter(({ seq }) => spans.has(seq)),
  );
  const causes = new Set(telling.flatMap((entry) => entryIndex.causesOf(entry)));
  const others = during.filter((entry) => !spans.has(entry.seq) && !causes.has(entry) && isAbout(entry.subject, of));
  return {
    kind: of === null ? 'Daily cost, all resources' : `Daily cost, ${shortName(of, site.gvcs)}`,
    title: dayText(at),
    body: [
      h(
        'p',
        { class: 'lead' },
        h('strong', {}, `${found === undefined ? '?' : smallMoney(found.cost)} ${data.bill.currency}`),
        changeOf(site, found),
      ),
      ...(worth.length === 0 ? [] : [h('h3', {}, 'Cost changes'), causesOf(site, worth, of !== null)]),
      worth.length === 0 ? null : shiftTable(site, worth, of !== null),
      rest.length === 0
        ? null
        : h(
            'p',
            { class: 'note' },
            `${rest.length} smaller ${rest.length === 1 ? 'change is' : 'changes are'} not shown: each is below 0.1 % of the largest.`,
          ),
      ...telling
        .slice(0, 1)
        .flatMap((first) => (found?.change == null ? [] : briefWhyBlocks(site, first, 'Why it changed'))),
      ...matteredBlocks(
        site,
        'What mattered that day',
        during.filter(({ subject }) => isAbout(subject, of) || subject.startsWith('fault')),
      ),
      ...(telling.length === 0
        ? []
        : [h('h3', {}, 'Cause: reservations changed'), entryList(site, telling, { most: 12, hasCauses: true })]),
      h('h3', {}, telling.length === 0 ? 'Journal entries of the day' : 'Other journal entries of the day'),
      others.length === 0
        ? h('p', { class: 'note' }, nothingThatDay(data.entries.length, telling.length))
        : entryList(site, others, { most: 25, inWords: telling.length === 0 }),
    ],
  };
}

function nothingThatDay(entries: number, telling: number): string {
  if (entries === 0) return 'This page has no journal entries.';
  return telling > 0 ? 'This page has no others.' : 'This page has none.';
}

/** Entries of the items with the largest cost change first; within an item, in order of their numbers. */
function byMoney(shifts: readonly Shift[], entries: readonly PageEntry[]): PageEntry[] {
  const ranks = new Map<number, number>();
  shifts.forEach(({ rows }, rank) => {
    for (const seq of seqsOf([...rows.after, ...rows.before])) if (!ranks.has(seq)) ranks.set(seq, rank);
  });
  const rankOf = ({ seq }: PageEntry): number => ranks.get(seq) ?? shifts.length;
  return [...entries].sort((a, b) => rankOf(a) - rankOf(b) || a.seq - b.seq);
}

/** The three largest changes, each with the change of its price or quantity. */
function causesOf(site: Site, shifts: readonly Shift[], isOne: boolean): HTMLElement {
  const items = shifts.slice(0, 3).map((shift) => {
    const price = priceCause(shift);
    const quantity = quantityCause(shift);
    const because = [price, quantity].filter((text) => text !== '').join('; ');
    return h(
      'li',
      {},
      h('strong', {}, changeText(site, shift.change)),
      ` ${partText(shift, isOne)}${because === '' ? '' : `: ${because}`}`,
    );
  });
  return h('ul', { class: 'why' }, ...items);
}

function partText({ label }: Shift, isOne: boolean): string {
  return isOne ? label.split(' · ').slice(1).join(' · ') : label;
}

/** Splits the changes into those of at least a thousandth of the largest (`worth`), and the others (`rest`). */
function shiftsWorth(shifts: readonly Shift[]): { readonly worth: readonly Shift[]; readonly rest: readonly Shift[] } {
  const size = ({ change }: Shift): number => Math.abs(Number(formatDecimal(change)));
  const least = Math.max(0, ...shifts.map(size)) / 1_000;
  return { worth: shifts.filter((one) => size(one) >= least), rest: shifts.filter((one) => size(one) < least) };
}

function changeOf(site: Site, found: ReturnType<typeof costDays>[number] | undefined): string {
  if (found === undefined) return '';
  if (found.isPartial) return ' (partial day)';
  return found.change === null ? '' : `, ${changeText(site, found.change)} compared with the day before`;
}

function shiftTable(site: Site, shifts: readonly Shift[], isOne: boolean): HTMLElement {
  return tableOf(
    [
      { head: 'Item', cell: (shift) => partText(shift, isOne) },
      { head: 'Before', isNumber: true, cell: ({ before }) => smallMoney(before) },
      { head: 'After', isNumber: true, cell: ({ after }) => smallMoney(after) },
      {
        head: 'Change',
        isNumber: true,
        cell: ({ change }) => `${change.coefficient > 0n ? '+' : ''}${smallMoney(change)}`,
      },
    ],
    shifts,
    { caption: `Cost changes from the day before, in ${site.data.bill.currency}`, most: 6 },
  );
}

function seqsOf(rows: readonly UsageRow[]): number[] {
  return rows.flatMap(({ events = [] }) =>
    events.flatMap(([open, close]) => (close === null ? [open] : [open, close])),
  );
}

/** A part of the bill: its usage by meter, and the entries that opened and closed its spans. */
export function usagePanel(site: Site, text: string): PanelContent {
  const where = whereOf(text);
  const rows = rowsWhere(site.data.bill.usage, where);
  const entries: PageEntry[] = site.entryIndex.known(seqsOf(rows));
  const byMeter = [...grouped(rows, (row) => `${row.meter} ${row.skuPriceId}`)].map(([, own]) => own);
  const [last] = where.at(-1) ?? [];
  return {
    kind:
      where.map(([dimension, value]) => (dimension === last ? dimensionText(dimension) : value)).join(' · ') || 'Bill',
    title: where.at(-1)?.[1] ?? 'All usage',
    body: [
      h('p', { class: 'lead' }, h('strong', {}, `${smallMoney(costOfRows(rows))} ${site.data.bill.currency}`)),
      factsOfWhere(where.slice(0, -1)),
      tableOf(
        [
          { head: 'Meter', cell: ([row]) => row.meter },
          {
            head: 'Quantity',
            isNumber: true,
            cell: (own) => `${groupedDecimal(shortened(sumOf(own)))} ${own[0].pricingUnit ?? own[0].unit}`,
          },
          { head: 'SKU', cell: ([row]) => row.skuPriceId?.split('/')[0] ?? 'not charged' },
          { head: 'Cost', isNumber: true, cell: (own) => smallMoney(costOfRows(own)) },
        ],
        byMeter,
        { caption: 'Usage by meter and SKU' },
      ),
      ...entries.slice(-1).flatMap((last) => briefWhyBlocks(site, last, 'Why it changed last')),
      h('h3', {}, 'Journal entries that started and ended this usage'),
      entries.length === 0 ? h('p', { class: 'note' }, ...explained(site, rows)) : entryList(site, entries),
    ],
  };
}

/** How to see entries that are not on the page: the command for the most expensive row. */
function explained({ data }: Site, rows: readonly UsageRow[]): Child[] {
  if (data.entries.length === 0) return [`${noEntries} to see them.`];
  const [row] = [...rows].sort((a, b) => Number(b.cost ?? 0) - Number(a.cost ?? 0));
  if (row === undefined) return ['There is no usage.'];
  return [
    'They are not on this page. To list them, run this in the folder of the report: ',
    h('code', {}, `svcsim explain . --of ${row.id}`),
  ];
}

function factsOfWhere(where: ReturnType<typeof whereOf>): Child {
  return where.length === 0
    ? null
    : h(
        'dl',
        { class: 'facts' },
        ...where.flatMap(([dimension, value]) => [h('dt', {}, dimensionText(dimension)), h('dd', {}, value)]),
      );
}

function sumOf(rows: readonly UsageRow[]): Decimal {
  return rows.reduce((sum, row) => plus(sum, amount(row.pricingQuantity ?? row.quantity)), zero);
}

function shortened(value: Decimal): string {
  return moneyText(value, 4).replaceAll(',', '');
}
