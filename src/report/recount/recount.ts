/**
 * The second integrator: a bill's quantities from the journal alone, without a line of the ledger's code.
 *
 * It hears the entries one by one and keeps only what is open, and one sum for each series and month.
 */

import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import { calendarOf } from './calendar.ts';
import { Hearing } from './hearing.ts';
import { chargedOf, type Meter } from './meter.ts';
import { hasTiers } from './price.ts';
import { type Grain, type Sum, Tally } from './tally.ts';
import type { BillingAssumptions } from './terms.ts';

/** What the recount knows beside the journal. */
export interface RecountOptions {
  readonly org: string;
  /** Of the run: where periods begin that are no months. */
  readonly start: Instant;
  readonly assumptions: BillingAssumptions;
  /**
   * Its dates cut the sums, its tiers make them fine, its metering policy rounds runs, and what has no stated charge is
   * counted where it names that.
   */
  readonly book: Pick<PriceBook, 'skus' | 'metering'>;
}

export class Recount {
  readonly options: RecountOptions;
  private readonly tally: Tally;
  private readonly hearing: Hearing;

  constructor(options: RecountOptions) {
    const { org, start, assumptions, book } = options;
    const entries = book.skus.flatMap((sku) => sku.prices);
    const cuts = entries.flatMap(({ from, until }) => (until === null ? [from] : [from, until]));
    const tiered = new Set(book.skus.filter(hasTiers).map(({ meter }) => meter));
    const metered = chargedOf(assumptions['billing.chargedMeters'], book);
    const terms = { org, metering: book.metering, metered, assumptions, replicas: false };
    const monthAt = calendarOf(assumptions['billing.period'], start);
    this.options = options;
    this.tally = new Tally(cuts, ({ meter }) => tiered.has(meter), monthAt);
    this.hearing = new Hearing(terms, this.tally);
  }

  /** Takes the next entry of a whole journal; throws where entries contradict each other. */
  listen(entry: Entry): void {
    this.hearing.listen(entry);
  }

  /**
   * Base units by meter, surplus included, with everything that is open counted up to `until`. The recount itself goes
   * on.
   */
  totals(until: Instant): ReadonlyMap<Meter, bigint> {
    const totals = new Map<Meter, bigint>();
    for (const { series, base } of this.series(until))
      totals.set(series.meter, (totals.get(series.meter) ?? 0n) + base);
    return totals;
  }

  /**
   * Base units by series and month, a month in parts where a price of the book changes, and where one has tiers; in the
   * order of series, surplus, time.
   *
   * @param until excluded; not before the last entry heard
   * @param grain of the parts of meters with tiers
   */
  series(until: Instant, grain: Grain = 'hour'): readonly Sum[] {
    const tally = this.tally.fork();
    this.hearing.countOpen(tally, until);
    tally.coarsen(grain);
    return tally.all();
  }
}
