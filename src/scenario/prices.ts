/**
 * `prices:`, the book itself or the path of one.
 */
import type { Finding } from '../platform/finding.ts';
import { type PriceBook, parsePriceBook } from '../platform/metering/pricebook.ts';
import type { Tree } from './document.ts';
import { isMap } from './load.ts';
import { problemAt, type Reading, relativeTo } from './reading.ts';
import { shown, type TreeMap } from './shape.ts';

/** The price book, null where there is none or, with problems, an unreadable one. */
export function readPrices(root: TreeMap, reading: Reading): PriceBook | null {
  const given = root.prices;
  if (isMap(given)) return parsed(given, given, reading);
  if (typeof given !== 'string') return null;
  const file = relativeTo(reading.places.file(root, ['prices']), given);
  const text = reading.text(file, root, ['prices']);
  if (text === null) return null;
  const { values, problems } = reading.documents(text, file);
  const [book] = values;
  if (isMap(book)) return problems.length > 0 ? null : parsed(book, book, reading);
  if (problems.length === 0) {
    const place = { file, line: 1, column: 1, endColumn: 2 };
    reading.add(
      problemAt(place, { code: 'wrong-type', message: `expected a price book, which is a map, found ${shown(book)}` }),
    );
  }
  return null;
}

function parsed(doc: Tree, anchor: object, reading: Reading): PriceBook | null {
  const { book, findings } = parsePriceBook(doc);
  for (const finding of findings) complain(anchor, finding, reading);
  return book;
}

function complain(anchor: object, { path, atKey = false, rule, message, severity }: Finding, reading: Reading): void {
  reading.complain(anchor, path, {
    code: severity === 'warning' ? 'price-book-doubts' : 'price-book',
    rule,
    message,
    severity,
    atKey,
  });
}
