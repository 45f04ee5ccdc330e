/**
 * Looks up the prices of the series of one rating, and collects findings about them.
 */

import { type Instant, isoFromInstant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Finding } from '../../rules/finding.ts';
import { isCharged } from './charged.ts';
import type { LedgerCell } from './ledger.ts';
import { entryAt, skusFor } from './priceMatch.ts';
import type { PriceBook, PriceEntry, Sku } from './prices.ts';
import type { MeterSeries } from './series.ts';

/** The inputs that decide what needs a price (`isCharged`). */
interface Charging {
  readonly charged: readonly string[];
  readonly byok: Assumptions['billing.byok'];
}

const missingPrice = 'missing price: no SKU prices ';

/** One finding for all meters without a price, and one for each tie and price change. */
export class PriceLookup {
  private readonly book: PriceBook;
  private readonly charging: Charging;
  private readonly found = new Map<string, { readonly finding: Finding; others: number }>();

  constructor({ book, ...charging }: Charging & { readonly book: PriceBook }) {
    this.book = book;
    this.charging = charging;
  }

  skuOf(series: MeterSeries): Sku | null {
    if (!isCharged(series, this.charging.charged, this.charging.byok)) return null;
    const skus = skusFor(this.book, series);
    const [sku] = skus;
    if (sku !== undefined && skus.length === 1) return sku;
    const name = `${series.org}/${series.gvc}/${series.resource} at ${series.location} (${series.locationType})`;
    if (sku === undefined) this.note(['skus'], `${missingPrice}${series.meter} of`, name);
    else
      this.note(
        ['skus', sku.index, 'match'],
        `tie: ${skus.map(({ id }) => id).join(' and ')} match equally well`,
        name,
      );
    return null;
  }

  /** The prices over a cell, if they are the same all over it. */
  entryOf(sku: Sku, cell: LedgerCell, horizon: { readonly start: Instant; readonly end: Instant }): PriceEntry | null {
    const from = Math.max(cell.from, horizon.start);
    const price = entryAt(sku, from);
    const path = ['skus', sku.index, 'prices'];
    if (price === null) {
      this.note(path, `gap: ${sku.id} has no price at`, isoFromInstant(from));
      return null;
    }
    if (price.until !== null && price.until < Math.min(cell.until, horizon.end)) {
      const change = isoFromInstant(price.until);
      this.note(
        path,
        `${sku.id} changes price at ${change}, within an entry of a ledger that was cut for other prices, at`,
        isoFromInstant(cell.from),
      );
      return null;
    }
    return price;
  }

  findings(): Finding[] {
    const all = [...this.found.values()].map(({ finding, others }) => {
      return others === 0 ? finding : { ...finding, message: `${finding.message}, and ${others} more` };
    });
    // A missing price has no path in the book, so several would be reported at the same one.
    const [missing, ...more] = all.filter(({ message }) => message.startsWith(missingPrice));
    if (missing === undefined || more.length === 0) return all;
    const rest = more.map(({ message }) => message.slice(missingPrice.length));
    const joined = { ...missing, message: [missing.message, ...rest].join('; nor ') };
    return [joined, ...all.filter((finding) => finding !== missing && !more.includes(finding))];
  }

  private note(path: Finding['path'], what: string, where: string): void {
    const known = this.found.get(what);
    if (known !== undefined) known.others += 1;
    else
      this.found.set(what, {
        finding: { path, rule: null, message: `${what} ${where}`, severity: 'error' },
        others: 0,
      });
  }
}
