/**
 * The rows of a FOCUS file that are no usage: what credits, taxes and rounding make of an invoice. And the columns that
 * all rows share.
 */

import type { Period } from '../../platform/metering/period.ts';
import type { AdjustmentLine, CreditLine, Invoice, TaxLine } from '../bill/billDocument.ts';
import { dateText, type FocusRow } from './columns.ts';
import type { FocusInput } from './input.ts';
import { type ServiceName, serviceColumns } from './service.ts';

/** Whose charges these are, as the columns of providers call it. Nobody should take them for those of a real one. */
export const platformName = 'Simulated Workload Platform';

/** In the order of invoices and of their lines; each for the whole billing period. */
export function invoiceRows(input: FocusInput, period: Period): FocusRow[] {
  return input.invoices
    .filter((invoice) => invoice.period === period.name)
    .flatMap((invoice) => invoice.lines.flatMap((line) => (line.kind === 'usage' ? [] : [rowOf(line, invoice)])));

  function rowOf(line: CreditLine | TaxLine | AdjustmentLine, invoice: Invoice): FocusRow {
    const [category, service, description] = wordsOf(line);
    return {
      ...rowColumns(invoice, input, period),
      ...chargeColumns(category, description),
      ...serviceColumns(service),
      BilledCost: line.cost,
      ChargePeriodEnd: dateText(period.end),
      ChargePeriodStart: dateText(period.start),
      ContractedCost: line.cost,
      EffectiveCost: line.cost,
      HostProviderName: platformName,
      ListCost: line.cost,
      Tags: '{}',
    };
  }
}

function wordsOf(line: CreditLine | TaxLine | AdjustmentLine): readonly [Category, ServiceName, description: string] {
  switch (line.kind) {
    case 'credit':
      return ['Credit', 'Credits', `credit ${line.id}`];
    case 'tax':
      return ['Tax', 'Taxes', `tax ${line.id}, rate ${line.rate}`];
    case 'adjustment':
      return ['Adjustment', 'Invoice Rounding', 'rounding of the invoice to the smallest coin'];
  }
}

type Category = 'Usage' | 'Credit' | 'Tax' | 'Adjustment';

/** What kind of charge a row is. None corrects one of an earlier invoice. */
export function chargeColumns(category: Category, description: string): FocusRow {
  return {
    ChargeCategory: category,
    ChargeClass: null,
    ChargeDescription: description,
    ChargeFrequency: category === 'Usage' ? 'Usage-Based' : 'One-Time',
  };
}

/** Whose prices charges are made at, and in which run. */
export type ChargeOrigin = Pick<FocusInput, 'book' | 'seed' | 'scenarioHash'>;

/** What all rows of an invoice have in common. */
export function rowColumns(
  { id, org }: Pick<Invoice, 'id' | 'org'>,
  { book, seed, scenarioHash }: ChargeOrigin,
  period: Period,
): FocusRow {
  return {
    BillingAccountId: `/org/${org}`,
    BillingAccountName: org,
    BillingCurrency: book.currency,
    BillingPeriodEnd: dateText(period.end),
    BillingPeriodStart: dateText(period.start),
    InvoiceId: id,
    InvoiceIssuerName: book.issuer,
    ProviderName: platformName,
    PublisherName: platformName,
    ServiceProviderName: platformName,
    x_BookHash: book.hash,
    x_ScenarioHash: scenarioHash,
    x_Seed: seed,
  };
}
