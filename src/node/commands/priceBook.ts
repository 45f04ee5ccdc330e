/** Price books that the command line names beside a run that is over. */

import { exampleBook } from '../../platform/metering/exampleBook.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { horizonOf } from '../../report/bill/reprice.ts';
import type { Priced } from '../../scenario/lint/unknownPriceNames.ts';
import { parseBook } from '../../scenario/read/bookFile.ts';
import type { PlacedBook } from '../../scenario/read/prices.ts';
import { readText, textOf } from '../inputs.ts';
import { showProblems } from '../problems.ts';

/**
 * The book in a file, or the one that a scenario's file brings; the built-in one where none is named.
 *
 * @returns null: there are problems with it, and they are shown
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
