/**
 * The second integrator: a bill's quantities from the journal alone, without a line of the ledger's code.
 *
 * It hears the entries one by one and keeps only what is open, and one sum for each series and month.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/pricebook.ts';
import type { Assumptions } from '../../platform/rules/assumptions.ts';
import type { Fact } from './fact.ts';
import { Holdings } from './holdings.ts';
import type { Meter } from './meter.ts';
import { hasTiers } from './price.ts';
import { type Grain, type Sum, Tally } from './tally.ts';
import { Volumes } from './volumes.ts';

/** What the recount knows beside the journal. */
export interface RecountOptions {
  readonly org: string;
  readonly assumptions: Pick<Assumptions, 'billing.replicaFrom' | 'billing.replicaUntil' | 'billing.chargedMeters'>;
  /** Its dates cut the sums, its tiers make them fine, its metering policy rounds runs. */
  readonly book: Pick<PriceBook, 'skus' | 'metering'>;
}

export class Recount {
  readonly options: RecountOptions;
  private readonly tally: Tally;
  private readonly holdings: Holdings;
  private readonly volumes: Volumes;
  private heardAt: Instant = Number.NEGATIVE_INFINITY;

  constructor(options: RecountOptions) {
    const { org, book } = options;
    const entries = book.skus.flatMap((sku) => sku.prices);
    const cuts = entries.flatMap(({ from, until }) => (until === null ? [from] : [from, until]));
    const tiered = new Set(book.skus.filter(hasTiers).map(({ meter }) => meter));
    this.options = options;
    this.tally = new Tally(cuts, ({ meter }) => tiered.has(meter));
    this.holdings = new Holdings(org, book.metering);
    this.volumes = new Volumes(org, book.metering);
  }

  /**
   * Takes the next entry of a whole journal (BILL-1, BILL-2, BILL-3, BILL-4, `billing.replicaFrom`, `billing.replicaUntil`).
   *
   * Throws where entries contradict each other: something ends that never began, or begins twice.
   */
  listen(entry: Entry): void {
    const { tally, holdings, volumes } = this;
    // What a run tells its sink is of the closed list.
    const fact = entry as Fact;
    this.heardAt = fact.at;
    switch (fact.type) {
      case 'deployment.opened':
        holdings.openDeployment(fact);
        break;
      case 'replica.settled':
      case 'replica.created':
        holdings.start(fact, { ...fact.data, from: this.billedFrom(fact) });
        break;
      case 'execution.started':
        holdings.start(fact, { ...fact.data, mounter: null, from: this.billedFrom(fact) });
        break;
      case 'execution.retried':
        holdings.end(fact, tally);
        holdings.start(fact, { ...fact.data, mounter: null, from: this.billedFrom(fact) });
        break;
      case 'mount.opened':
        holdings.mount(fact);
        break;
      case 'replica.exited':
      case 'replica.evicted':
        holdings.stopFlow(fact, tally);
        break;
      case 'replica.restarted':
        holdings.startFlow(fact, fact.data.startedAt);
        break;
      case 'replica.terminating':
      case 'execution.removed':
        holdings.stopFlow(fact, tally);
        if (this.options.assumptions['billing.replicaUntil'] === 'terminating') holdings.release(fact, tally);
        break;
      case 'replica.gone':
      case 'execution.succeeded':
      case 'execution.failed':
      case 'execution.gone':
        holdings.end(fact, tally);
        break;
      case 'volume.settled':
      case 'volume.created':
        volumes.start(fact);
        break;
      case 'volume.expanded':
        volumes.expand(fact, tally);
        break;
      case 'volume.replaced':
        volumes.replace(fact, tally);
        break;
      case 'volume.deleted':
        volumes.end(fact, tally);
        break;
    }
  }

  /** Base units by meter, surplus included, with everything that is open counted up to `until`. The recount itself goes on. */
  totals(until: Instant): ReadonlyMap<Meter, bigint> {
    const totals = new Map<Meter, bigint>();
    for (const { series, base } of this.series(until))
      totals.set(series.meter, (totals.get(series.meter) ?? 0n) + base);
    return totals;
  }

  /**
   * Base units by series and month, a month in parts where a price of the book changes, and where one has tiers; in the order of series, surplus, time.
   *
   * @param until excluded; not before the last entry heard
   * @param grain of the parts of meters with tiers
   */
  series(until: Instant, grain: Grain = 'hour'): readonly Sum[] {
    if (until < this.heardAt) throw new Error(`the journal goes on to ${this.heardAt}, after ${until}`);
    const tally = this.tally.fork();
    this.volumes.countOpen(tally, until);
    this.holdings.countOpen(tally, until);
    tally.coarsen(grain);
    return tally.all();
  }

  private billedFrom({
    at,
    data,
  }: Fact<'replica.settled' | 'replica.created' | `execution.${'started' | 'retried'}`>): Instant {
    switch (this.options.assumptions['billing.replicaFrom']) {
      case 'placed':
        return data.placedAt;
      case 'created':
        return at;
      case 'started':
        return data.startedAt;
      case 'ready':
        throw new Error('billing.replicaFrom: ready cannot be recounted');
    }
  }
}
