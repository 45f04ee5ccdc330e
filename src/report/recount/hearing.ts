/**
 * What a journal says of everything that is billed: what begins, changes and ends, entry by entry.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Counted } from './counted.ts';
import type { Fact } from './fact.ts';
import { Holdings } from './holdings.ts';
import type { Terms } from './terms.ts';
import { Volumes } from './volumes.ts';

export class Hearing {
  private readonly terms: Terms;
  private readonly counted: Counted;
  private readonly holdings: Holdings;
  private readonly volumes: Volumes;
  private heardAt: Instant = Number.NEGATIVE_INFINITY;

  constructor(terms: Terms, counted: Counted) {
    this.terms = terms;
    this.counted = counted;
    this.holdings = new Holdings(terms);
    this.volumes = new Volumes(terms);
  }

  /**
   * Takes the next entry of a whole journal (BILL-1, BILL-2, BILL-3, BILL-4, `billing.replicaFrom`,
   * `billing.replicaUntil`, `billing.restarts`).
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

  /** Counts everything that is open up to an instant, not before the last entry; it stays open. */
  countOpen(counted: Counted, until: Instant): void {
    if (until < this.heardAt) throw new Error(`the journal goes on to ${this.heardAt}, after ${until}`);
    this.volumes.countOpen(counted, until);
    this.holdings.countOpen(counted, until);
  }

  private hearDeployment(fact: Fact): void {
    const { counted: tally, holdings } = this;
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
      case 'charges.tagged':
        if (isPlaced(fact)) holdings.retag(fact, tally);
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
    const { counted: tally, holdings } = this;
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
    const { counted: tally, holdings } = this;
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
    const { counted: tally, volumes } = this;
    switch (fact.type) {
      case 'volume.settled':
      case 'volume.created':
        this.holdings.knowSet(fact);
        volumes.start(fact, tally);
        break;
      case 'charges.tagged':
        if (isPlaced(fact)) break;
        volumes.retag(fact, tally);
        this.holdings.retagMounts(fact, tally);
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
    const bytes = BigInt(this.terms.assumptions['billing.responseBytes']);
    this.holdings.count(fact, 'requests', requests, at, this.counted);
    this.holdings.count(fact, 'workload-egress', requests * bytes, at, this.counted);
  }

  private billedFrom(
    fact: Fact<'replica.settled' | 'replica.created' | `execution.${'started' | 'retried'}`>,
  ): Instant {
    switch (this.terms.assumptions['billing.replicaFrom']) {
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

/** Whether an entry is about something in a location, and not about a volume set in all of them. */
function isPlaced({ subject }: Fact): boolean {
  return subject.name.includes('@');
}
