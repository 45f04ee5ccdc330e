/**
 * The price book that is used if none is given, as it is read: apart from its document, because reading it is a part of
 * the start of everything that imports it.
 */
import { exampleDocument } from './exampleDocument.ts';
import { parsePriceBook } from './pricebook.ts';
import type { PriceBook } from './prices.ts';

/** The built-in book. */
export const exampleBook: PriceBook = known(exampleDocument);

function known(doc: unknown): PriceBook {
  const { book, findings } = parsePriceBook(doc);
  if (book === null) throw new Error(`the built-in price book is wrong: ${JSON.stringify(findings)}`);
  return book;
}
