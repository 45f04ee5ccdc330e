/**
 * Credits and taxes: what is subtracted from the total of an invoice, and what is added to it.
 */
import type { Instant } from '../../engine/time.ts';
import { type Decimal, isZero } from './decimal.ts';
import type { CreditDocument, TaxDocument } from './pricebookShape.ts';
import type { Notes } from './priceNotes.ts';
import { readDecimal, readHour } from './priceValues.ts';
import { compareText } from './series.ts';

/** An amount that pays for usage until it is used up. */
export interface Credit {
  readonly id: string;
  readonly org: string;
  /** More than 0. */
  readonly amount: Decimal;
  /** It pays whole invoices that contain some simulated time in `[from, until)`. */
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

export interface Tax {
  readonly id: string;
  readonly org: string;
  /** 0 or more; 0.2 for 20 %. */
  readonly rate: Decimal;
}

/** Reads every valid credit, ordered by `from` and then by id. */
export function readCredits(documents: readonly (CreditDocument | null)[], notes: Notes): Credit[] {
  noteTwins('credits', documents, notes);
  const credits = documents.flatMap((document, index) => {
    if (document === null) return [];
    const { id, org, ...given } = document;
    const path = ['credits', index];
    const amount = readDecimal(given.amount, [...path, 'amount'], 'an amount above 0', '25.00', notes);
    const from = readHour(given.from, [...path, 'from'], notes);
    const until = readHour(given.until, [...path, 'until'], notes);
    if (amount !== null && isZero(amount))
      notes.error([...path, 'amount'], `expected an amount above 0; found "${given.amount}"`);
    if (from !== null && until !== null && until <= from)
      notes.error([...path, 'until'], `expected an instant after ${given.from}`);
    return amount === null || from === null || until === null ? [] : [{ id, org, amount, from, until }];
  });
  return credits.sort((a, b) => a.from - b.from || compareText(a.id, b.id));
}

/** Reads every valid tax, ordered by id. */
export function readTaxes(documents: readonly (TaxDocument | null)[], notes: Notes): Tax[] {
  noteTwins('tax', documents, notes);
  const taxes = documents.flatMap((document, index) => {
    if (document === null) return [];
    const { id, org, rate: given } = document;
    const rate = readDecimal(given, ['tax', index, 'rate'], 'a rate of 0 or more', '0.20', notes);
    return rate === null ? [] : [{ id, org, rate }];
  });
  return taxes.sort((a, b) => compareText(a.id, b.id));
}

function noteTwins(
  key: 'credits' | 'tax',
  documents: readonly (CreditDocument | TaxDocument | null)[],
  notes: Notes,
): void {
  const seen = new Set<string>();
  for (const [index, document] of documents.entries()) {
    if (document === null) continue;
    const { id, org } = document;
    const name = `${org}/${id}`;
    if (seen.has(name))
      notes.error(
        [key, index, 'id'],
        `the ids of ${key === 'tax' ? 'taxes' : 'credits'} must be unique in an org; found ${id} of ${org} again`,
      );
    seen.add(name);
  }
}
