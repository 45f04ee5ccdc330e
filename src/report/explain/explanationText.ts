/**
 * An explanation as text: formula, inputs, journal entries, their causes, and the rules.
 */

import { isoFromInstant } from '../../engine/time.ts';
import { formatDecimal, minus, quotientToNine } from '../../platform/metering/decimal.ts';
import { clipped, wrapped } from '../../text/folded.ts';
import type { UsageRow } from '../bill/billDocument.ts';
import { amount } from '../bill/costs.ts';
import type { PageEntry } from '../picture/picture.ts';
import { countText, exactDurationText, groupedDecimal, partText } from '../words/format.ts';
import { gbText } from '../words/numbers.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import { rootWords } from '../words/rootWords.ts';
import type { TextCell } from '../words/table.ts';
import { decisionOf, expansionLines } from './expansionText.ts';
import type {
  EntryExplanation,
  ExplainedEntry,
  Explanation,
  InvoiceExplanation,
  LineExplanation,
  RowExplanation,
} from './explanation.ts';
import type { Formula } from './formula.ts';
import { boundsText, lineName, settlementLines, totalText } from './lineText.ts';

/** Most spans, rows and entries that are shown; --json has all. */
const shownMax = 12;
/** Characters of an assumption's value: some are long lists. */
const valueMax = 40;

/** Returns lines separated by line ends; the last line has none. */
export function explanationText(explanation: Explanation, canvas: Canvas): string {
  return sectionsOf(explanation, canvas)
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function sectionsOf(explanation: Explanation, canvas: Canvas): string[][] {
  switch (explanation.kind) {
    case 'row':
      return rowSections(explanation, canvas);
    case 'line':
      return lineSections(explanation, canvas);
    case 'invoice':
      return [invoiceLines(explanation, canvas)];
    case 'entry':
      return entrySections(explanation, canvas);
  }
}

function rowSections(explanation: RowExplanation, canvas: Canvas): string[][] {
  const { row, formula, currency, line, spans } = explanation;
  const numbers = new Set(spans.slice(0, shownMax).flatMap(({ opened, closed }) => [opened, closed ?? opened]));
  const shown = explanation.entries.filter(({ seq }) => numbers.has(seq));
  return [
    [`${canvas.paint.bold(row.id)}  ${nameOf(row)}`],
    formula === null ? ['  not charged: no price, or no charged meter'] : formulaLines(formula, currency, line),
    spanLines(explanation, canvas),
    entryLines(shown, explanation.entries, canvas),
    ruleLines(shown, causesOf(shown, explanation.entries), explanation, canvas),
  ];
}

/** `reserved-cpu of shop/workload/api, container main, at aws-us-east-1, 2026-11` */
function nameOf(row: UsageRow): string {
  const { meter, gvc, resource, container, volumeIndex, replicaIndex, zone, location, period, surplus, tags } = row;
  const part = container !== null ? `, container ${container}` : volumeIndex !== null ? `, volume ${volumeIndex}` : '';
  const replica =
    replicaIndex === undefined ? '' : `, replica ${replicaIndex}${zone === undefined ? '' : ` in zone ${zone}`}`;
  const tagged = Object.entries(tags).map(([key, value]) => `, ${key} ${value}`);
  const added = surplus === '0.0' ? '' : ', added by the metering policy';
  return `${meter} of ${gvc}/${resource}${part}${replica}, at ${location}, ${period}${tagged.join('')}${added}`;
}

function formulaLines(formula: Formula, currency: string, line: string | null): string[] {
  const { consumed, consumedUnit, divisor, quotient, pricingQuantity, pricingUnit, listPrice, contractedPrice } =
    formula;
  const quantity = groupedDecimal(consumed);
  const alone = quotient === pricingQuantity ? '' : ` (${quotient} alone: rounding carries over along the series)`;
  const priced = divisor === '1' ? `${quantity}` : `${quantity} / ${groupedDecimal(divisor)} = ${pricingQuantity}`;
  const list =
    contractedPrice === listPrice ? '' : `, contracted (list price ${listPrice}, list cost ${formula.listCost})`;
  return [
    `  consumed  ${quantity} ${consumedUnit}`,
    `  priced    ${priced} ${pricingUnit}${alone}`,
    `  price     ${contractedPrice} ${currency}${list}, tier ${formula.tier}: ${formula.skuPriceId}`,
    ...tierLines(formula),
    `  cost      ${pricingQuantity} x ${contractedPrice} = ${formula.cost} ${currency}${line === null ? '' : `, on ${line}`}`,
  ];
}

function tierLines({ bounds, counter, pricingQuantity, pricingUnit }: Formula): string[] {
  if (bounds === null || counter === null) return [];
  const { before, after } = counter;
  const isAlone = formatDecimal(minus(amount(after), amount(before))) === pricingQuantity;
  const others = isAlone ? '' : ', with all usage that is counted together in this tier';
  return [
    `  tier      ${boundsText(bounds, pricingUnit)}`,
    `  counter   ${groupedDecimal(before)} before, ${groupedDecimal(after)} after${others}`,
  ];
}

function spanLines(explanation: RowExplanation, canvas: Canvas): string[] {
  const { row, spans, quantity, unexplained, within, untold } = explanation;
  if (untold !== null) return wrapped(untold, canvas.width, '  ');
  if (spans.length === 0) {
    const hour = within === null ? '' : ` in the hour from ${isoFromInstant(within.from)}`;
    return wrapped(`no spans are recorded${hour}: ${unheldText(row)}`, canvas.width, '  ');
  }
  const rows = spans
    .slice(0, shownMax)
    .map((span): TextCell[] => [
      heldText(span.amount, row),
      isoFromInstant(span.from),
      isoFromInstant(span.until),
      exactDurationText(span.until - span.from),
      span.quantity === null ? '?' : groupedDecimal(span.quantity),
      `#${span.opened}`,
      span.closed === null ? 'open' : `#${span.closed}`,
    ]);
  const heads = ['from', 'until', 'duration', row.unit, 'opened', 'closed'].map(right);
  return [
    ...canvas.table([left('Amount'), ...heads], rows, canvas),
    ...more(spans.length - shownMax, ['span', 'spans'], canvas),
    `  total  ${groupedDecimal(quantity)} ${row.unit}${sumText(explanation, unexplained)}`,
  ];
}

function sumText({ row, within, quantity, sharedWith }: RowExplanation, unexplained: string): string {
  if (within !== null) {
    const share = formatDecimal(quotientToNine(amount(quantity), amount(row.quantity)));
    return ` in this hour, ${partText(Number(share), 1)} of the row`;
  }
  if (row.surplus !== '0.0') return '; this row has the amount that the metering policy adds to them';
  const whose = sharedWith.length === 0 ? '' : ` (${[row.id, ...sharedWith].join(' and ')}, tiers of the same usage)`;
  return unexplained === '0.0' ? `, equal to the bill${whose}` : `; the bill differs from that by ${unexplained}`;
}

function heldText(held: number | null, { meter }: UsageRow): string {
  if (held === null) return 'unknown';
  if (meter.endsWith('-time')) return countText(held);
  if (meter.endsWith('-cpu')) return `${countText(held)}m`;
  if (meter.endsWith('-capacity') || meter.endsWith('-storage'))
    return `${gbText(held / 1_000)} GB`.replace('.0 GB', ' GB');
  return held % 1_048_576 === 0 ? `${countText(held / 1_048_576)}Mi` : `${countText(held)} bytes`;
}

/** Explains usage that has no spans. */
function unheldText({ meter, quantity, unit }: UsageRow): string {
  const all = `${groupedDecimal(quantity)} ${unit}`;
  switch (meter) {
    case 'mounter-egress':
      return `the ${all} accrue while containers run, at the rate in entries replica.settled and replica.created; the rows of mounter-cpu list those replicas`;
    case 'requests':
      return `the ${all} are counted when they are answered, in entries call.ended and requests.counted`;
    case 'workload-egress':
      return `the ${all} are the traffic of responses, from entries call.ended and requests.counted`;
    case 'cron-executions':
      return `the ${all} are counted one by one, in entries execution.started`;
    default:
      return 'this usage is counted, not held over time';
  }
}

function lineSections({ of, invoice, line, rows, currency }: LineExplanation, canvas: Canvas): string[][] {
  const { bold } = canvas.paint;
  const head = `${bold(of)}  ${lineName(line)}`;
  if (line.kind !== 'usage') return [[head], settlementLines(line, invoice, currency)];
  const table = rows
    .slice(0, shownMax)
    .map((row): TextCell[] => [row.id, nameOf(row), row.pricingQuantity ?? '-', row.cost ?? '-']);
  return [
    [`${bold(of)}  ${line.meter} at ${line.skuPriceId}, tier ${line.tier}${line.surplus ? ', surplus' : ''}`],
    [
      `  quantity  ${groupedDecimal(line.quantity)} ${line.unit}, the sum of ${countText(rows.length)} rows`,
      `  price     ${line.contractedPrice} ${currency} (list ${line.listPrice})`,
      ...(line.bounds === undefined ? [] : [`  tier      ${boundsText(line.bounds, line.unit)}`]),
      `  cost      ${line.quantity} x ${line.contractedPrice} = ${line.cost} ${currency}, ${partText(Number(line.share), 1)} of the usage`,
    ],
    [
      ...canvas.table([left('Row'), left('description'), right(line.unit), right(currency)], table, canvas),
      ...more(rows.length - shownMax, ['row', 'rows'], canvas),
    ],
  ];
}

function invoiceLines({ invoice, currency }: InvoiceExplanation, canvas: Canvas): string[] {
  const lines = invoice.lines.map((line, index) => {
    return [`${invoice.id}/${index + 1}`, lineName(line), line.cost];
  });
  return [
    `${canvas.paint.bold(invoice.id)}  ${invoice.payable} ${currency}`,
    '',
    ...canvas.table([left('Line'), left('description'), right(currency)], lines, canvas),
    '',
    `  ${totalText(invoice)}`,
  ];
}

function entrySections(explanation: EntryExplanation, canvas: Canvas): string[][] {
  const { entry, entries, ledTo, ledToCount, rows } = explanation;
  const byNumber = new Map(entries.map((one) => [one.seq, one]));
  const chain = entry.chain.flatMap((seq) => byNumber.get(seq) ?? []);
  const children = ledTo.slice(0, shownMax).flatMap((seq) => byNumber.get(seq) ?? []);
  const data = Object.entries(entry.data).map(([key, value]) => `  ${key}: ${valueText(key, value)}`);
  const decision = decisionOf(entry, byNumber);
  return [
    [headOf(entry, canvas), ...(decision === null ? [] : expansionLines(decision))],
    [...data.flatMap((line) => wrapped(line, canvas.width, '    ').map((one) => one.replace(/^ {4}(?! )/, '  ')))],
    chain.length === 0
      ? [`  cause: none in this run${entry.root === undefined ? '' : `; it begins with: ${rootWords[entry.root]}`}`]
      : [
          '  causes, nearest first',
          ...chain.slice(0, shownMax).map((one) => `    ${headOf(one, canvas)}`),
          ...more(chain.length - shownMax, ['entry', 'entries'], canvas),
        ],
    ledToCount === 0
      ? []
      : [
          '  effects',
          ...children.map((one) => `    ${headOf(one, canvas)}`),
          ...more(ledToCount - children.length, ['entry', 'entries'], canvas),
        ],
    rows.length === 0
      ? []
      : wrapped(`bill rows with spans that it opened or closed: ${listed(rows)}`, canvas.width, '  '),
    ruleLines(decision === null ? [entry] : [entry, decision], chain, explanation, canvas),
  ];
}

function listed(rows: readonly string[]): string {
  const rest = rows.length - shownMax;
  return rows.slice(0, shownMax).join(', ') + (rest > 0 ? ` and ${countText(rest)} more` : '');
}

/** Instants are numbers in the journal. */
function valueText(key: string, value: unknown): string {
  return key.endsWith('At') && typeof value === 'number' ? isoFromInstant(value) : JSON.stringify(value);
}

function headOf({ seq, at, type, subject, rules, assumptions }: PageEntry, { paint }: Canvas): string {
  const why = [...rules, ...assumptions];
  return `${paint.bold(`#${seq}`)}  ${isoFromInstant(at)}  ${type}  ${subject}${why.length === 0 ? '' : `  [${why.join(', ')}]`}`;
}

/** Entries with their chains of causes, each on a line of its own. */
function entryLines(shown: readonly ExplainedEntry[], all: readonly ExplainedEntry[], canvas: Canvas): string[] {
  const types = new Map(all.map(({ seq, type }) => [seq, type]));
  return shown.flatMap((entry) => {
    const chain = entry.chain.map((seq) => `#${seq} ${types.get(seq) ?? ''}`.trimEnd());
    const because =
      chain.length === 0 ? [] : wrapped(`caused by ${chain.join(', caused by ')}`, canvas.width, '      ');
    return [`  ${headOf(entry, canvas)}`, ...because.map(canvas.paint.dim)];
  });
}

function causesOf(shown: readonly ExplainedEntry[], all: readonly ExplainedEntry[]): ExplainedEntry[] {
  const byNumber = new Map(all.map((one) => [one.seq, one]));
  return shown.flatMap(({ chain }) => chain.flatMap((seq) => byNumber.get(seq) ?? []));
}

/** The rules and assumptions of the entries, each once with its statement; those of their causes by name. */
function ruleLines(
  entries: readonly PageEntry[],
  causes: readonly PageEntry[],
  { rules, missing }: Pick<EntryExplanation, 'rules' | 'missing'>,
  canvas: Canvas,
): string[] {
  const idsOf = (some: readonly PageEntry[]): string[] => [
    ...new Set(some.flatMap((one) => [...one.rules, ...one.assumptions])),
  ];
  const ids = idsOf(entries).sort();
  const others = idsOf(causes)
    .filter((id) => !ids.includes(id))
    .sort();
  const lines = ids.flatMap((id) => {
    const rule = rules[id];
    if (rule === undefined) return [];
    const value = rule.value === null ? '' : ` (assumed: ${clipped(rule.value, valueMax)})`;
    return wrapped(`${id}${value}: ${rule.statement}`, canvas.width, '    ').map((line, index) =>
      index === 0 ? line.slice(2) : line,
    );
  });
  const absent =
    missing.length === 0
      ? []
      : wrapped(
          `the journal does not contain ${missing
            .slice(0, shownMax)
            .map((seq) => `#${seq}`)
            .join(', ')}`,
          canvas.width,
          '  ',
        );
  const folded =
    others.length === 0
      ? []
      : wrapped(
          `Rules of the causes: ${others.join(', ')} (see svcsim rules ID, or --of with the number of a cause)`,
          canvas.width,
          '  ',
        ).map(canvas.paint.dim);
  return [...(lines.length === 0 ? [] : [canvas.paint.bold('  Rules')]), ...lines, ...folded, ...absent];
}

function more(count: number, [one, many]: readonly [string, string], { paint }: Canvas): string[] {
  return count > 0 ? [paint.dim(`  … and ${countText(count)} more ${count === 1 ? one : many}: --json has all`)] : [];
}
