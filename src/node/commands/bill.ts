/** `svcsim bill`: prints the invoices of a finished run, or its cost by one or two dimensions. */

import type { Grain } from '../../platform/metering/cells.ts';
import { formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import { billOf } from '../../report/bill/bill.ts';
import type { Bill, UsageRow } from '../../report/bill/billDocument.ts';
import { amount } from '../../report/bill/costs.ts';
import { dimensionsOf, isFineEnough, stepOf } from '../../report/bill/dimension.ts';
import { invoiceCsv } from '../../report/bill/invoiceCsv.ts';
import { invoiceText } from '../../report/bill/invoiceText.ts';
import { type PivotDimension, pivotOf } from '../../report/bill/pivot.ts';
import { pivotCsv, pivotTable } from '../../report/bill/pivotText.ts';
import { horizonOf } from '../../report/bill/reprice.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { resolveAssumptions } from '../../rules/resolveAssumptions.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import type { BillFlags } from '../flags.ts';
import { readBillOf, readCellsOf } from '../reported/reportedBill.ts';
import { lookInto } from '../reported/reportSource.ts';
import { say } from '../say.ts';
import { readBook } from './priceBook.ts';

export async function bill(source: string, flags: BillFlags): Promise<number> {
  if (flags.json === true && flags.csv === true) {
    throw new Stop(exitCode.usage, '--json and --csv contradict each other; give one of them');
  }
  const by = flags.by === undefined ? null : dimensionsOf(flags.by);
  if (typeof by === 'string') throw new Stop(exitCode.usage, `--by: ${by}`);
  return await lookInto(source, flags, (folder, scenario) => {
    const found = readBillOf(folder);
    const rated = scenario === null || flags.prices !== undefined ? flags : { ...flags, prices: scenario };
    say(process.stdout, by === null ? invoices(found, flags) : pivot(found, by, folder, rated));
    return exitCode.ok;
  });
}

function invoices(found: Bill, { json, csv }: BillFlags): string {
  if (csv === true) return invoiceCsv(found);
  if (json !== true) return `${invoiceText(found, canvasOf(process.stdout))}\n`;
  return jsonText(documentOf(found));
}

/** `svcsim bill --json`: a bill without its usage rows. */
export interface InvoicesDocument
  extends Pick<Bill, 'book' | 'currency' | 'horizon' | 'totals' | 'invoices' | 'unitCosts' | 'extrapolated'> {
  readonly schema: 'svcsim/invoices/1';
}

function documentOf(found: Bill): InvoicesDocument {
  const { book, currency, horizon, totals, invoices, unitCosts, extrapolated } = found;
  return {
    schema: 'svcsim/invoices/1',
    book,
    currency,
    horizon,
    totals,
    invoices,
    ...(unitCosts === undefined ? {} : { unitCosts }),
    ...(extrapolated === undefined ? {} : { extrapolated }),
  };
}

function pivot(found: Bill, by: readonly PivotDimension[], folder: string, flags: BillFlags): string {
  const { json, csv } = flags;
  const step = stepOf(by);
  const usage = step === null || isFineEnough(found, step) ? found.usage : finerUsage(found, step, folder, flags);
  if (by.includes('replica') && !usage.some(({ replicaIndex }) => replicaIndex !== undefined)) {
    throw new Stop(
      exitCode.usage,
      `the ledger of ${folder} has no rows per replica; run the scenario with --replica-rows`,
    );
  }
  const made = pivotOf(usage, by, found.currency);
  if (json === true) return jsonText(made);
  if (csv === true) return pivotCsv(made);
  return `${pivotTable(made, canvasOf(process.stdout)).join('\n')}\n`;
}

/** The usage of a bill in shorter periods, computed from the run's ledger with the same prices. */
function finerUsage(found: Bill, step: Grain, folder: string, { prices }: BillFlags): readonly UsageRow[] {
  const book = readBook(prices, { of: found })?.book;
  if (book?.hash !== found.book.hash) {
    throw new Stop(
      exitCode.usage,
      `--by ${step} needs the price book of ${folder}, ${found.book.name}: give it with --prices, or run the scenario with --bill-grain ${step}`,
    );
  }
  const cells = readCellsOf(folder);
  const horizon = horizonOf(found);
  const { assumptions } = resolveAssumptions(found.assumptions, 'measured');
  const { usage } = billOf({ cells, book, assumptions, horizon, rowsPer: step }).bill;
  if (totalOf(usage) !== totalOf(found.usage)) {
    throw new Stop(
      exitCode.usage,
      `ledger.ndjson and bill.json of ${folder} come from different runs; run the scenario again`,
    );
  }
  return usage;
}

function totalOf(usage: readonly UsageRow[]): string {
  return formatDecimal(usage.reduce((sum, { cost }) => (cost === null ? sum : plus(sum, amount(cost))), zero));
}
