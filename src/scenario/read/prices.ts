/**
 * Reads `prices:`, which is the book itself or the path of one.
 */

import type { Instant } from '../../engine/time.ts';
import { parsePriceBook } from '../../platform/metering/pricebook.ts';
import { findGaps } from '../../platform/metering/priceMatch.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Finding } from '../../rules/finding.ts';
import { type Priced, unknownPriceNames } from '../lint/unknownPriceNames.ts';
import type { Scenario } from '../scenario.ts';
import { shown } from '../shape/shape.ts';
import type { FilePlace, Problem } from '../text/problem.ts';
import { problemAt, relativeTo, type ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

/** Start included, end excluded; null where it is not known. */
type Period = { readonly start: Instant; readonly end: Instant } | null;

/** What a book is read for. */
export interface PriceInput {
  readonly reading: ScenarioReading;
  readonly period: Period;
  readonly org: string;
  readonly priced: Priced;
}

/** A book, and where its parts stand for whom a run has something to say about them: by their paths, joined by dots. */
export interface PlacedBook {
  readonly book: PriceBook;
  readonly places: ReadonlyMap<string, FilePlace>;
}

/**
 * The price book, null where there is none or, with problems, an unreadable one. An instant of the period without a
 * price is a problem.
 */
export function readPrices(root: TreeMap, input: PriceInput): PlacedBook | null {
  const { reading } = input;
  const given = root.prices;
  if (isMap(given)) return parsed(given, input);
  if (typeof given !== 'string') return null;
  const file = relativeTo(reading.places.file(root, ['prices']), given);
  const text = reading.text(file, root, ['prices']);
  if (text === null) return null;
  const { values, problems } = reading.documents(text, file);
  return bookIn(values[0], file, problems, input);
}

/** The book that is a file's first document, which has these problems as a text. */
export function bookIn(
  book: Tree | undefined,
  file: string,
  problems: readonly Problem[],
  input: PriceInput,
): PlacedBook | null {
  const { reading } = input;
  if (isMap(book)) return problems.length > 0 ? null : parsed(book, input);
  if (problems.length === 0) {
    const place = { file, line: 1, column: 1, endColumn: 2 };
    reading.add(
      problemAt(place, { code: 'wrong-type', message: `expected a price book, which is a map, found ${shown(book)}` }),
    );
  }
  return null;
}

/**
 * What a run finds wrong with its book, as problems: at the book's part that is to blame, or at the start of the
 * scenario's file where it brings none.
 */
export function bookProblems(
  { pricePlaces, files }: Pick<Scenario, 'pricePlaces' | 'files'>,
  findings: readonly Finding[],
): Problem[] {
  return findings.map(({ path, rule, message, severity }) => {
    const start = { file: files[0] ?? '', line: 1, column: 1, endColumn: 2 };
    const place = pricePlaces.get(path.join('.')) ?? pricePlaces.get(path.slice(0, 2).join('.')) ?? start;
    return problemAt(place, { code: 'price-book', rule, message, severity });
  });
}

function parsed(doc: TreeMap, { reading, period, org, priced }: PriceInput): PlacedBook | null {
  const { book, findings } = parsePriceBook(doc);
  const gaps = book === null || period === null ? [] : findGaps(book, period);
  const [first, ...more] = joined(doc, findings);
  if (first !== undefined)
    complain(doc, first, first.severity === 'error' && isUnformed(first, doc) ? form : null, reading);
  for (const finding of [...more, ...gaps, ...unknownPriceNames(doc, org, priced)])
    complain(doc, finding, null, reading);
  return book === null ? null : { book, places: placesOf(doc, book, reading) };
}

function placesOf(doc: TreeMap, book: PriceBook, { places }: ScenarioReading): ReadonlyMap<string, FilePlace> {
  const indexes = [...new Set(book.skus.map(({ index }) => index))];
  const ofSkus = indexes.flatMap((index) => [[], ['match'], ['prices']].map((more) => ['skus', index, ...more]));
  return new Map([['skus'], ...ofSkus].map((path) => [path.join('.'), places.place(doc, path, 'key')]));
}

/** The least that is a book: who has written none has this to begin with. */
const form =
  'write { kind: pricebook, name: mine, currency: USD, issuer: Me, skus: [{ id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 1970-01-01T00:00:00Z, list: "0.03" }] }] }, as in scenarios/rules/bill-1-reserved.yaml';

/** Whether it is about the book as a whole, or a key that is not there. */
function isUnformed({ path }: Finding, doc: TreeMap): boolean {
  return path.length === 0 || (path.length === 1 && !Object.hasOwn(doc, String(path[0])));
}

/** All keys that the book lacks in one finding. */
function joined(doc: TreeMap, findings: readonly Finding[]): readonly Finding[] {
  const isAbsent = ({ path }: Finding): boolean => path.length === 1 && !Object.hasOwn(doc, String(path[0]));
  const [first, ...more] = findings.filter(isAbsent);
  if (first === undefined || more.length === 0) return findings;
  const keys = [first, ...more].map(({ path }) => String(path[0]));
  const message = `the keys ${keys.slice(0, -1).join(', ')} and ${keys.at(-1)} are missing`;
  return [{ ...first, message }, ...findings.filter((finding) => !isAbsent(finding))];
}

function complain(
  anchor: object,
  { path, atKey = false, rule, message, severity }: Finding,
  hint: string | null,
  reading: ScenarioReading,
): void {
  reading.complain(anchor, path, {
    code: severity === 'warning' ? 'price-book-doubts' : 'price-book',
    rule,
    message,
    severity,
    hint,
    atKey,
  });
}
