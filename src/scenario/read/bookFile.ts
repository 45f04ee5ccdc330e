/**
 * Loads a price book without a scenario: from its own file, or from the scenario file that includes it.
 */

import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { withParameters } from '../params/substitution.ts';
import { inReadingOrder, type Problem } from '../text/problem.ts';
import { type Files, ScenarioReading } from '../text/reading.ts';
import { isMap } from '../text/tree.ts';
import { bookIn, type PlacedBook, type PriceInput, readPrices } from './prices.ts';
import { replicationOf, seedOf } from './settings.ts';

export interface ParsedBook {
  /** null exactly if a problem is an error. */
  readonly placed: PlacedBook | null;
  readonly problems: readonly Problem[];
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Reads a book's file; with a key `svcsim` it is a scenario, and the book is that of its `prices`, or the built-in one
 * where it has none, with the parameters that its seed draws.
 *
 * @param file its name, as problems show it
 * @param about the org and the time that it is for: in each instant there must be a price
 */
export function parseBook(
  text: string,
  { file, about, ...files }: Files & { readonly file: string; readonly about: Omit<PriceInput, 'reading'> },
): ParsedBook {
  const reading = new ScenarioReading(files);
  const placed = read(text, file, { ...about, reading });
  const problems = inReadingOrder(reading.problems, file);
  return { placed: reading.hasErrors ? null : placed, problems, texts: reading.texts };
}

function read(text: string, file: string, input: PriceInput): PlacedBook | null {
  const { values, problems } = input.reading.documents(text, file);
  const [document] = values;
  if (!isMap(document) || !Object.hasOwn(document, 'svcsim')) return bookIn(document, file, problems, input);
  if (document.prices === undefined) return { book: exampleBook, places: new Map() };
  const draws = { seed: seedOf(document), replication: replicationOf(document) };
  return readPrices(withParameters(document, file, draws, input.reading).root, input);
}
