/**
 * The tab Costs: daily costs, cost breakdown and pivot table of one resource or all, and the invoices.
 */

import { grouped } from '../../engine/grouped.ts';
import { compare } from '../../platform/metering/decimal.ts';
import type { Invoice, InvoiceLine } from '../../report/bill/billDocument.ts';
import { amount } from '../../report/bill/costs.ts';
import { groupedDecimal, moneyText, shortNumber } from '../../report/words/format.ts';
import { costOverTime } from '../charts/costOverTime.ts';
import { jumpList } from '../charts/dayBars.ts';
import { isBillWhole, rowsAbout, smallMoney } from '../stories/costPanels.ts';
import { billTable } from '../tables/billTable.ts';
import { bridge } from '../tables/bridge.ts';
import { pivotTable } from '../tables/pivotTable.ts';
import { costOfRows } from '../view/dimension.ts';
import { type Child, h } from '../view/element.ts';
import { decimalsBeside, moneyOf } from '../view/money.ts';
import { picker } from '../view/picker.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { tableOf } from '../view/table.ts';
import { viewLink } from '../view/viewLink.ts';
import { zoomBar } from '../view/zoomKeys.ts';

export function costsPart(site: Site): Node {
  const { data, navigation } = site;
  const subjects = [...grouped(data.bill.usage, ({ gvc, resource }) => `${gvc}/${resource}`)]
    .map(([of, rows]) => ({ of, cost: costOfRows(rows) }))
    .sort((a, b) => compare(b.cost, a.cost))
    .map(({ of }) => of);
  const own = h('div', {});
  let shown: string | null | undefined;
  let last = new AbortController();
  navigation.watch(({ of }) => {
    if (of === shown) return;
    shown = of;
    last.abort();
    last = new AbortController();
    own.replaceChildren(ofOne({ ...site, gone: last.signal }, of));
  }, site.gone);
  return h(
    'div',
    {},
    subjects.length > 1 ? picker(site, subjects, 'All resources') : null,
    own,
    ...data.bill.invoices.map((invoice) => invoiceTable(site, invoice)),
  );
}

function ofOne(site: Site, of: string | null): HTMLElement {
  const rows = rowsAbout(site, of);
  if (of !== null && rows.length === 0)
    return h(
      'p',
      { class: 'note' },
      `The bill has no usage of ${of}: it cost nothing, or this run has no such resource.`,
    );
  const name = of === null ? 'All resources' : shortName(of, site.gvcs);
  const shown = costOfRows(rows);
  const total = of === null ? amount(site.data.costs.total) : shown;
  const jumps = jumpList(site, of);
  const course = costOverTime(site, of, of === null ? 'all resources' : name);
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'lead' },
      h('strong', { class: 'big' }, moneyOf(total, decimalsBeside(total)), ` ${site.data.bill.currency}`),
      ` ${name}, before credits, tax and rounding`,
    ),
    of === null ? bridge(site.data.bill) : null,
    withVolumes(site, of),
    jumps === null ? null : h('div', { class: 'jump-line' }, h('span', {}, 'Largest day-to-day changes: '), jumps),
    site.data.bill.rowsPer === 'month'
      ? h('p', { class: 'note' }, 'The bill on this page is monthly: it has no daily costs.')
      : null,
    course === null ? null : h('div', {}, zoomBar(site), course),
    h('h3', {}, 'Cost breakdown'),
    of !== null || isBillWhole(site)
      ? null
      : h(
          'p',
          { class: 'note' },
          'The tables have the most expensive resources: ',
          moneyOf(shown, 2),
          ' of ',
          moneyOf(total, 2),
          ` ${site.data.bill.currency}. All are in bill.json.`,
        ),
    billTable(site, rows),
    h('h3', {}, 'Pivot table'),
    pivotTable(site, rows),
  );
}

/**
 * The cost of a workload including the volume sets that it mounts, or the workloads that mount a volume set; null if
 * there are none.
 */
function withVolumes(site: Site, of: string | null): HTMLElement | null {
  const { data, gvcs } = site;
  const sets = data.mounts[of ?? ''] ?? [];
  const workloads = Object.keys(data.mounts).filter((workload) => data.mounts[workload]?.includes(of ?? ''));
  if (sets.length + workloads.length === 0) return null;
  const linked = (one: string): Child => [
    viewLink(site, { of: one, open: null }, '', shortName(one, gvcs)),
    ` (${smallMoney(costOfRows(rowsAbout(site, one)))})`,
  ];
  const links = [...sets, ...workloads].flatMap((one, i) => [i === 0 ? '' : ', ', linked(one)]);
  if (sets.length === 0) return h('p', {}, 'Mounted by ', ...links);
  const together = costOfRows([of, ...sets].flatMap((one) => rowsAbout(site, one)));
  return h(
    'p',
    {},
    h('strong', {}, `${smallMoney(together)} ${data.bill.currency}`),
    ` including the mounted volume ${sets.length === 1 ? 'set' : 'sets'}: `,
    ...links,
  );
}

const lineTexts: {
  readonly [Kind in InvoiceLine['kind']]: (line: Extract<InvoiceLine, { kind: Kind }>) => readonly string[];
} = {
  usage: (line) => [
    `${line.meter}${line.surplus ? ', added by the metering policy' : ''}${line.tier > 0 ? `, tier ${line.tier}` : ''}`,
    `${groupedDecimal(line.quantity)} ${line.unit}`,
    line.contractedPrice === line.listPrice ? line.listPrice : `${line.contractedPrice} (list price ${line.listPrice})`,
  ],
  credit: ({ id }) => [`credit ${id}`, '', ''],
  tax: ({ id, rate }) => [`tax ${id}`, '', `${shortNumber(100 * Number(rate), 4)} %`],
  adjustment: () => ['rounding', '', ''],
};

function textsOf(line: InvoiceLine): readonly string[] {
  return (lineTexts[line.kind] as (line: InvoiceLine) => readonly string[])(line);
}

function invoiceTable(site: Site, invoice: Invoice): HTMLElement {
  const currency = site.data.bill.currency;
  return tableOf(
    [
      { head: 'Line', cell: (line: InvoiceLine) => textsOf(line)[0] ?? '' },
      { head: 'Quantity', isNumber: true, cell: (line) => textsOf(line)[1] ?? '' },
      { head: 'Price', isNumber: true, cell: (line) => textsOf(line)[2] ?? '' },
      { head: `Cost, ${currency}`, isNumber: true, cell: ({ cost }) => moneyOf(amount(cost), 6) },
    ],
    invoice.lines,
    {
      caption: `Invoice ${invoice.id}${invoice.partial ? ' (partial month)' : ''}`,
      isTitled: true,
      most: 30,
      totals: ['Payable', '', '', moneyText(amount(invoice.payable))],
    },
  );
}
