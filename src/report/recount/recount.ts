/**
 * The second integrator: a bill's quantities from the journal alone, without a line of the ledger's code.
 *
 * It hears the entries one by one and keeps only what is open, and one sum for each series and month.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/pricebook.ts';
import { calendarOf } from './calendar.ts';
import type { Fact } from './fact.ts';
import { Holdings } from './holdings.ts';
import { chargedOf, type Meter } from './meter.ts';
import { hasTiers } from './price.ts';
import { type Grain, type Sum, Tally } from './tally.ts';
import type { BillingAssumptions } from './terms.ts';
import { Volumes } from './volumes.ts';

/** What the recount knows beside the journal. */
export interface RecountOptions {
  readonly org: string;
  /** Of the run: where periods begin that are no months. */
  readonly start: Instant;
  readonly assumptions: BillingAssumptions;
  /** Its dates cut the sums, its tiers make them fine, its metering policy rounds runs, and what has no stated charge is counted where it names that. */
  readonly book: Pick<PriceBook, 'skus' | 'metering'>;
}

export class Recount {
  readonly options: RecountOptions;
  private readonly tally: Tally;
  private readonly holdings: Holdings;
  private readonly volumes: Volumes;
  private heardAt: Instant = Number.NEGATIVE_INFINITY;

  constructor(options: RecountOptions) {
    const { org, start, assumptions, book } = options;
    const entries = book.skus.flatMap((sku) => sku.prices);
    const cuts = entries.flatMap(({ from, until }) => (until === null ? [from] : [from, until]));
    const tiered = new Set(book.skus.filter(hasTiers).map(({ meter }) => meter));
    const metered = chargedOf(assumptions['billing.chargedMeters'], book);
    const terms = { org, metering: book.metering, metered, assumptions };
    const monthAt = calendarOf(assumptions['billing.period'], start);
    this.options = options;
    this.tally = new Tally(cuts, ({ meter }) => tiered.has(meter), monthAt);
    this.holdings = new Holdings(terms);
    this.volumes = new Volumes(terms);
  }

  /**
   * Takes the next entry of a whole journal (BILL-1, BILL-2, BILL-3, BILL-4, `billing.replicaFrom`, `billing.replicaUntil`, `billing.restarts`).
   *
   * Throws where entries contradict each other: something ends that never began, or begins twice.
   */
  listen(entry: Entry): void {
    // What a run tells its sink is of the closed list.
    const fact = entry as Fact;
    this.heardAt = fact.at;
    this.hearDeployment(fact);
    this.hearReplica(fact);
    this.hearExecution(fact);
    this.hearVolume(fact);
    this.hearRequests(fact);
  }

  private hearDeployment(fact: Fact): void {
    const { tally, holdings } = this;
    switch (fact.type) {
      case 'deployment.opened':
        holdings.openDeployment(fact);
        break;
      case 'deployment.scaled':
      case 'deployment.resumed':
        holdings.want(fact, fact.data.to, tally);
        break;
      case 'deployment.suspended':
        holdings.want(fact, 0, tally);
        break;
      case 'rollout.switched':
        holdings.want(fact, fact.data.desired, tally);
        break;
      case 'deployment.kept':
        holdings.keep(fact, tally);
        break;
      case 'balancer.opened':
        holdings.openBalancer(fact);
        break;
      case 'balancer.closed':
        holdings.closeBalancer(fact, tally);
        break;
    }
  }

  private hearReplica(fact: Fact): void {
    const { tally, holdings } = this;
    switch (fact.type) {
      case 'replica.settled':
      case 'replica.created':
        holdings.startReplica(fact, this.billedFrom(fact), tally);
        break;
      case 'replica.ready':
        holdings.change(fact, { isReady: true }, tally);
        break;
      case 'replica.exited':
        holdings.stopFlow(fact, tally);
        holdings.change(fact, { isDown: true }, tally);
        break;
      case 'replica.restarted':
        holdings.startFlow(fact, fact.data.startedAt);
        holdings.change(fact, { isDown: false }, tally);
        break;
      case 'replica.evicted':
        holdings.stopFlow(fact, tally);
        break;
      case 'replica.terminating':
        holdings.stopFlow(fact, tally);
        holdings.change(fact, { isLeaving: true }, tally);
        break;
      case 'replica.gone':
        holdings.end(fact, tally);
        break;
      case 'mount.opened':
        holdings.mount(fact);
        this.volumes.mount(fact, tally);
        break;
    }
  }

  private hearExecution(fact: Fact): void {
    const { tally, holdings } = this;
    switch (fact.type) {
      case 'execution.started':
        holdings.startExecution(fact, this.billedFrom(fact));
        holdings.count(fact, 'cron-executions', 1n, fact.at, tally);
        break;
      case 'execution.retried':
        holdings.end(fact, tally);
        holdings.startExecution(fact, this.billedFrom(fact));
        break;
      case 'execution.restarted':
        holdings.pauseExecution(fact, tally);
        break;
      case 'execution.removed':
        holdings.change(fact, { isLeaving: true }, tally);
        break;
      case 'execution.succeeded':
      case 'execution.failed':
      case 'execution.gone':
        holdings.end(fact, tally);
        break;
    }
  }

  private hearVolume(fact: Fact): void {
    const { tally, volumes } = this;
    switch (fact.type) {
      case 'volume.settled':
      case 'volume.created':
        volumes.start(fact, tally);
        break;
      case 'expansion.accepted':
        volumes.await(fact, tally);
        break;
      case 'volume.expanded':
        volumes.expand(fact, tally);
        break;
      case 'volume.replaced':
        volumes.replace(fact, tally);
        break;
      case 'volume.billing':
        volumes.bill(fact, tally);
        break;
      case 'volume.deleted':
        volumes.end(fact, tally);
        break;
      case 'snapshot.taken':
        volumes.takeSnapshot(fact);
        break;
      case 'snapshot.expired':
      case 'snapshot.deleted':
        volumes.dropSnapshot(fact, tally);
        break;
    }
  }

  /** Amounts have come by the instant at which they are told; a single request counts when it has ended. */
  private hearRequests(fact: Fact): void {
    if (fact.type === 'requests.counted') this.countRequests(fact, BigInt(fact.data.requests), fact.at - 1);
    if (fact.type === 'call.ended' && fact.data.status !== 0) this.countRequests(fact, 1n, fact.at);
  }

  private countRequests(fact: Fact, requests: bigint, at: Instant): void {
    const bytes = BigInt(this.options.assumptions['billing.responseBytes']);
    this.holdings.count(fact, 'requests', requests, at, this.tally);
    this.holdings.count(fact, 'workload-egress', requests * bytes, at, this.tally);
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

  private billedFrom(
    fact: Fact<'replica.settled' | 'replica.created' | `execution.${'started' | 'retried'}`>,
  ): Instant {
    switch (this.options.assumptions['billing.replicaFrom']) {
      case 'placed':
        return fact.data.placedAt;
      case 'created':
        return fact.type === 'execution.retried' ? (fact.data.createdAt ?? fact.at) : fact.at;
      case 'started':
      case 'ready':
        return fact.data.startedAt;
    }
  }
}
