/**
 * The bridge from one bill to another: which resources and meters make the difference. Each bar begins where the one
 * before it ends.
 */
import { type Decimal, formatDecimal, plus, zero } from '../../../platform/metering/decimal.ts';
import { amount } from '../../bill/costs.ts';
import { countOf, countText, groupedDecimal } from '../../words/format.ts';
import type { BillBridge, BridgeAmounts, BridgeRow, StudyDocument } from '../document.ts';
import { differenceText, valueText } from '../valueText.ts';
import { figure, keyOf } from './figure.ts';
import type { Markup, MarkupChild } from './markup.ts';
import { pageTable } from './pageTable.ts';
import { measureAxis } from './plotAxis.ts';
import { type PlotRow, rowPlot } from './rowPlot.ts';

/** Bars of one picture beside the total; smaller differences share one. The table has all. */
const barsMost = 12;

/** A picture and a table for each bridge. */
export function bridgeParts({ bridges = [], chance }: StudyDocument, currency: string): MarkupChild {
  return bridges.map((bridge) => [bridgeFigure(bridge, chance, currency), bridgeTable(bridge)]);
}

function bridgeFigure(bridge: BillBridge, chance: StudyDocument['chance'], currency: string): Markup {
  const { plan, base, replication, total } = bridge;
  const rows = [...barsOf(bridge), { name: `${plan} less ${base}`, difference: amount(total.difference) }];
  let reached = zero;
  const bars = rows.map(({ name, difference }, index) => {
    const isTotal = index === rows.length - 1;
    const [from, until] = isTotal ? [zero, difference] : [reached, plus(reached, difference)];
    reached = until;
    return { name, difference, isTotal, from: numberOf(from), until: numberOf(until) };
  });
  const axis = measureAxis({
    measure: 'bill.total',
    currency,
    isDifference: true,
    values: bars.flatMap(({ from, until }) => [0, from, until]),
  });
  return figure({
    title: `From the bill of ${base}, ${valueText('bill.total', Number(total.from), currency)}, to that of ${plan}, ${valueText('bill.total', Number(total.to), currency)}`,
    unit: axis.unit,
    keys: [keyOf('more', 'costs more'), keyOf('less', 'costs less'), keyOf('whole', 'all together')],
    picture: rowPlot(
      axis,
      bars.map(({ name, difference, isTotal, from, until }): PlotRow => {
        const look = isTotal ? 'whole' : until < from ? 'less' : 'more';
        return {
          name,
          marks: [{ kind: 'bar', from, until, look }],
          text: differenceText('bill.total', numberOf(difference), currency),
        };
      }),
    ),
    note:
      chance === 'none'
        ? ''
        : `Replication ${countText(replication)} of both plans: the pair of runs whose difference is the median.`,
  });
}

/** What differs, the greatest first, then all the small ones together. */
function barsOf({ rows }: BillBridge): { readonly name: string; readonly difference: Decimal }[] {
  const sorted = rows
    .filter(isDifferent)
    .map((row) => ({ name: nameOf(row), difference: amount(row.difference) }))
    .sort((a, b) => Math.abs(numberOf(b.difference)) - Math.abs(numberOf(a.difference)));
  const [shown, rest] =
    sorted.length > barsMost + 1 ? [sorted.slice(0, barsMost), sorted.slice(barsMost)] : [sorted, []];
  if (rest.length === 0) return shown;
  const difference = rest.reduce((sum, one) => plus(sum, one.difference), zero);
  return [...shown, { name: countOf(rest.length, 'smaller difference'), difference }];
}

function isDifferent({ difference }: BridgeAmounts): boolean {
  return amount(difference).coefficient !== 0n;
}

function nameOf({ resource, meter }: BridgeRow): string {
  return resource === null ? meter : `${meter} of ${resource}`;
}

/** All that differs with all its digits, then the sum of what does not, then the total. */
function bridgeTable({ plan, base, rows, total }: BillBridge): Markup {
  const equal = rows.filter((row) => !isDifferent(row));
  const sum = equal.reduce((all, { from }) => plus(all, amount(from)), zero);
  const cells = ({ from, to, difference }: BridgeAmounts): string[] => [
    groupedDecimal(from),
    groupedDecimal(to),
    groupedDecimal(difference),
  ];
  const equalText = formatDecimal(sum);
  return pageTable(
    `Bills of ${base} and ${plan} by resource and meter`,
    [
      { head: 'Resource' },
      { head: 'Meter' },
      { head: base, isNumber: true },
      { head: plan, isNumber: true },
      { head: 'Difference', isNumber: true },
    ],
    [
      ...rows.filter(isDifferent).map((row) => [row.resource ?? 'invoices', row.meter, ...cells(row)]),
      ...(equal.length === 0
        ? []
        : [[`${equal.length} unchanged`, '', ...cells({ from: equalText, to: equalText, difference: '0.0' })]]),
      ['payable', '', ...cells(total)],
    ],
  );
}

function numberOf(value: Decimal): number {
  return Number(formatDecimal(value));
}
