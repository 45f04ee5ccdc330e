/** Reads price books that the command line gives for a finished run. */

import { exampleBook } from '../../platform/metering/exampleBook.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { horizonOf } from '../../report/bill/reprice.ts';
import type { Priced } from '../../scenario/lint/unknownPriceNames.ts';
import { parseBook } from '../../scenario/read/bookFile.ts';
import type { PlacedBook } from '../../scenario/read/prices.ts';
import { readText, textOf } from '../inputs.ts';
import { showProblems } from '../problems.ts';

/**
 * Reads the price book in a file, which may be a scenario with its own; without a file, the built-in book.
 *
 * @returns null if the book has problems; they were printed
 */
export function readBook(file: string | undefined, { of }: { readonly of: Bill }): PlacedBook | null {
  if (file === undefined) return { book: exampleBook, places: new Map() };
  const about = { period: horizonOf(of), org: of.usage[0]?.org ?? '', priced: pricedBy(of) };
  const parsed = parseBook(readText(file), { file, read: textOf, about });
  showProblems(parsed, process.stderr);
  return parsed.placed;
}

/** What is on a bill. */
function pricedBy({ usage }: Bill): Priced {
  return {
    locations: usage.map(({ location }) => location),
    providers: usage.map(({ provider }) => provider),
    gvcs: usage.map(({ gvc }) => gvc),
    containers: usage.flatMap(({ container }) => container ?? []),
  };
}
