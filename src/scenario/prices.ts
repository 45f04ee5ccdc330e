/**
 * `prices:`, the book itself or the path of one.
 */
import type { Instant } from '../engine/time.ts';
import type { Finding } from '../platform/finding.ts';
import { type PriceBook, parsePriceBook } from '../platform/metering/pricebook.ts';
import { findGaps } from '../platform/metering/priceMatch.ts';
import { isMap } from './load.ts';
import { problemAt, type Reading, relativeTo } from './reading.ts';
import { shown, type TreeMap } from './shape.ts';

/** Start included, end excluded; null where it is not known. */
type Period = { readonly start: Instant; readonly end: Instant } | null;

/** The price book, null where there is none or, with problems, an unreadable one. An instant of the period without a price is a problem. */
export function readPrices(root: TreeMap, period: Period, reading: Reading): PriceBook | null {
  const given = root.prices;
  if (isMap(given)) return parsed(given, period, reading);
  if (typeof given !== 'string') return null;
  const file = relativeTo(reading.places.file(root, ['prices']), given);
  const text = reading.text(file, root, ['prices']);
  if (text === null) return null;
  const { values, problems } = reading.documents(text, file);
  const [book] = values;
  if (isMap(book)) return problems.length > 0 ? null : parsed(book, period, reading);
  if (problems.length === 0) {
    const place = { file, line: 1, column: 1, endColumn: 2 };
    reading.add(
      problemAt(place, { code: 'wrong-type', message: `expected a price book, which is a map, found ${shown(book)}` }),
    );
  }
  return null;
}

function parsed(doc: TreeMap, period: Period, reading: Reading): PriceBook | null {
  const { book, findings } = parsePriceBook(doc);
  const gaps = book === null || period === null ? [] : findGaps(book, period);
  const [first, ...more] = joined(doc, findings);
  if (first !== undefined) complain(doc, first, first.severity === 'error' ? form : null, reading);
  for (const finding of [...more, ...gaps]) complain(doc, finding, null, reading);
  return book;
}

/** The least that is a book: who has written none has this to begin with. */
const form =
  'a book is { kind: pricebook, name: mine, currency: USD, issuer: Me, skus: [{ id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 1970-01-01T00:00:00Z, list: "0.03" }] }] }; scenarios/rules/bill-1-reserved.yaml has one';

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
  reading: Reading,
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
