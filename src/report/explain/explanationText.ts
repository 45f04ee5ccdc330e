/**
 * An explanation for people: formula, inputs, the journal entries behind them, their causes, and the rules in words.
 */
import { isoFromInstant } from '../../engine/time.ts';
import { clipped, wrapped } from '../../platform/folded.ts';
import { formatDecimal, quotientToNine } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../bill.ts';
import { amount } from '../costs.ts';
import { countText, exactDurationText, groupedDecimal, partText } from '../format.ts';
import { gbText } from '../numbers.ts';
import type { PageEntry, PageRule } from '../page/pageData.ts';
import { type Canvas, left, right } from '../placedTable.ts';
import type { Cell } from '../table.ts';
import type {
  EntryExplanation,
  ExplainedEntry,
  Explanation,
  InvoiceExplanation,
  LineExplanation,
  RowExplanation,
} from './explanation.ts';
import type { Formula } from './formula.ts';

/** Spans, rows and entries that are shown; --json has all. */
const shownMax = 12;
/** Characters of an assumption's value: some are long lists. */
const valueMax = 40;

/** Lines joined by line ends, none after the last. */
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
    ruleLines(shown, explanation, canvas),
  ];
}

/** `reserved-cpu of shop/workload/api, container main, at aws-us-east-1, 2026-11` */
function nameOf(row: UsageRow): string {
  const { meter, gvc, resource, container, volumeIndex, replicaIndex, location, period, surplus, tags } = row;
  const part = container !== null ? `, container ${container}` : volumeIndex !== null ? `, volume ${volumeIndex}` : '';
  const replica = replicaIndex === undefined ? '' : `, replica ${replicaIndex}`;
  const tagged = Object.entries(tags).map(([key, value]) => `, ${key} ${value}`);
  const added = surplus === '0.0' ? '' : ', added by the metering policy';
  return `${meter} of ${gvc}/${resource}${part}${replica}, at ${location}, ${period}${tagged.join('')}${added}`;
}

function formulaLines(formula: Formula, currency: string, line: string | null): string[] {
  const { consumed, consumedUnit, divisor, quotient, pricingQuantity, pricingUnit, listPrice, contractedPrice } =
    formula;
  const quantity = groupedDecimal(consumed);
  const alone = quotient === pricingQuantity ? '' : ` (${quotient} by itself: rounding runs on along the series)`;
  const priced = divisor === '1' ? `${quantity}` : `${quantity} / ${groupedDecimal(divisor)} = ${pricingQuantity}`;
  const list = contractedPrice === listPrice ? '' : `, contracted (list ${listPrice}, which makes ${formula.listCost})`;
  return [
    `  consumed  ${quantity} ${consumedUnit}`,
    `  priced    ${priced} ${pricingUnit}${alone}`,
    `  price     ${contractedPrice} ${currency}${list}, tier ${formula.tier}: ${formula.skuPriceId}`,
    `  cost      ${pricingQuantity} x ${contractedPrice} = ${formula.cost} ${currency}${line === null ? '' : `, on ${line}`}`,
  ];
}

function spanLines(explanation: RowExplanation, canvas: Canvas): string[] {
  const { row, spans, quantity, unexplained, within, untold } = explanation;
  if (untold !== null) return wrapped(untold, canvas.width, '  ');
  if (spans.length === 0) {
    const hour = within === null ? '' : ` in the hour from ${isoFromInstant(within.from)}`;
    return [`  no span of it is known${hour}: what flows is counted, not held`];
  }
  const rows = spans
    .slice(0, shownMax)
    .map((span): Cell[] => [
      heldText(span.amount, row),
      isoFromInstant(span.from),
      isoFromInstant(span.until),
      exactDurationText(span.until - span.from),
      span.quantity === null ? '?' : groupedDecimal(span.quantity),
      `#${span.opened}`,
      span.closed === null ? 'open' : `#${span.closed}`,
    ]);
  const heads = ['from', 'until', 'for', row.unit, 'opened', 'closed'].map(right);
  return [
    ...canvas.table([left('Held'), ...heads], rows, canvas),
    ...more(spans.length - shownMax, 'spans', canvas),
    `  together  ${groupedDecimal(quantity)} ${row.unit}${sumText(explanation, unexplained)}`,
  ];
}

function sumText({ row, within, quantity }: RowExplanation, unexplained: string): string {
  if (within !== null) {
    const share = formatDecimal(quotientToNine(amount(quantity), amount(row.quantity)));
    return ` in this hour, ${partText(Number(share), 1)} of the row`;
  }
  if (row.surplus !== '0.0') return ': the metering policy added what the row says to these';
  return unexplained === '0.0' ? ', as the bill says' : `; what the bill says differs from that by ${unexplained}`;
}

function heldText(held: number | null, { meter }: UsageRow): string {
  if (held === null) return 'not said';
  if (meter.endsWith('-time')) return countText(held);
  if (meter.endsWith('-cpu')) return `${countText(held)}m`;
  if (meter.endsWith('-capacity')) return `${gbText(held / 1_000)} GB`.replace('.0 GB', ' GB');
  return held % 1_048_576 === 0 ? `${countText(held / 1_048_576)}Mi` : `${countText(held)} bytes`;
}

function lineSections({ of, invoice, line, rows, currency }: LineExplanation, canvas: Canvas): string[][] {
  const { bold } = canvas.paint;
  if (line.kind !== 'usage') {
    const name = line.kind === 'adjustment' ? 'rounding to the smallest coin' : `${line.kind} ${line.id}`;
    return [[`${bold(of)}  ${name}`], [`  ${line.cost} ${currency} on ${invoice}`]];
  }
  const table = rows
    .slice(0, shownMax)
    .map((row): Cell[] => [row.id, nameOf(row), row.pricingQuantity ?? '-', row.cost ?? '-']);
  return [
    [`${bold(of)}  ${line.meter} at ${line.skuPriceId}, tier ${line.tier}${line.surplus ? ', surplus' : ''}`],
    [
      `  quantity  ${groupedDecimal(line.quantity)} ${line.unit}, the sum of ${countText(rows.length)} rows`,
      `  price     ${line.contractedPrice} ${currency} (list ${line.listPrice})`,
      `  cost      ${line.quantity} x ${line.contractedPrice} = ${line.cost} ${currency}, ${partText(Number(line.share), 1)} of the usage`,
    ],
    [
      ...canvas.table([left('Row'), left('of'), right(line.unit), right(currency)], table, canvas),
      ...more(rows.length - shownMax, 'rows', canvas),
    ],
  ];
}

function invoiceLines({ invoice, currency }: InvoiceExplanation, canvas: Canvas): string[] {
  const lines = invoice.lines.map((line, index) => {
    const name =
      line.kind === 'usage' ? line.skuPriceId : line.kind === 'adjustment' ? 'rounding' : `${line.kind} ${line.id}`;
    return [`${invoice.id}/${index + 1}`, name, line.cost];
  });
  return [
    `${canvas.paint.bold(invoice.id)}  ${invoice.payable} ${currency}`,
    '',
    ...canvas.table([left('Line'), left('of'), right(currency)], lines, canvas),
    '',
    `  usage ${invoice.usageTotal}, credits ${invoice.credits}, tax ${invoice.tax}, rounding ${invoice.rounding}: ${invoice.payable} to be paid`,
  ];
}

function entrySections(explanation: EntryExplanation, canvas: Canvas): string[][] {
  const { entry, entries, ledTo, ledToCount, rows } = explanation;
  const byNumber = new Map(entries.map((one) => [one.seq, one]));
  const chain = entry.chain.flatMap((seq) => byNumber.get(seq) ?? []);
  const children = ledTo.slice(0, shownMax).flatMap((seq) => byNumber.get(seq) ?? []);
  const data = Object.entries(entry.data).map(([key, value]) => `  ${key}: ${valueText(key, value)}`);
  return [
    [
      headOf(entry, canvas),
      ...data.flatMap((line) => wrapped(line, canvas.width, '    ').map((one) => one.replace(/^ {4}(?! )/, '  '))),
    ],
    chain.length === 0
      ? ['  nothing in the run led to it']
      : [
          '  led to it, the nearest first',
          ...chain.slice(0, shownMax).map((one) => `    ${headOf(one, canvas)}`),
          ...more(chain.length - shownMax, 'entries', canvas),
        ],
    ledToCount === 0
      ? []
      : [
          '  it led to',
          ...children.map((one) => `    ${headOf(one, canvas)}`),
          ...more(ledToCount - children.length, 'entries', canvas),
        ],
    rows.length === 0 ? [] : wrapped(`on the bill: it opened or closed spans of ${listed(rows)}`, canvas.width, '  '),
    ruleLines([entry, ...chain], explanation, canvas),
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
      chain.length === 0 ? [] : wrapped(`because of ${chain.join(', because of ')}`, canvas.width, '      ');
    return [`  ${headOf(entry, canvas)}`, ...because.map(canvas.paint.dim)];
  });
}

/** In words, each once: those of entries, and of what led to them. */
function ruleLines(
  entries: readonly ExplainedEntry[],
  {
    entries: all,
    rules,
    missing,
  }: {
    readonly entries: readonly ExplainedEntry[];
    readonly rules: { readonly [id: string]: PageRule };
    readonly missing: readonly number[];
  },
  canvas: Canvas,
): string[] {
  const byNumber = new Map(all.map((one) => [one.seq, one]));
  const told = entries.flatMap((one) => [one, ...one.chain.flatMap((seq) => byNumber.get(seq) ?? [])]);
  const ids = [...new Set(told.flatMap((one) => [...one.rules, ...one.assumptions]))].sort();
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
          `the journal stops before ${missing
            .slice(0, shownMax)
            .map((seq) => `#${seq}`)
            .join(', ')}`,
          canvas.width,
          '  ',
        );
  return [...(lines.length === 0 ? [] : [canvas.paint.bold('  Rules')]), ...lines, ...absent];
}

function more(count: number, what: string, { paint }: Canvas): string[] {
  return count > 0 ? [paint.dim(`  … and ${countText(count)} more ${what}: --json has all of them`)] : [];
}
