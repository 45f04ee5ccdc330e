/**
 * What replicas and executions hold: reserves of their containers, mounts and object stores, each as long as they are
 * (BILL-1, BILL-3, BILL-4).
 */
import type { Instant } from '../../engine/time.ts';
import type { Mounter, Reserve } from '../../platform/facts.ts';
import type { Counted } from './counted.ts';
import { type Fact, keyOf, whereOf } from './fact.ts';
import type { Meter } from './meter.ts';
import {
  beginFlow,
  beginRun,
  countFlow,
  countOpenRun,
  endRun,
  type Flow,
  type Run,
  retagFlow,
  retagRun,
} from './run.ts';
import { type OneReplica, type Place, readSubject, type Series, seriesAt } from './series.ts';
import type { Terms } from './terms.ts';

const mountContainer = 'volume-mount';
const mounterContainer = 'cpln-mounter';
/** Where replicas are that nothing spreads. */
const firstZone = 'a';

/** A workload in a location, and the series of what its replicas hold, by meter and container. */
interface Deployment {
  place: Place;
  readonly series: Map<string, Series>;
  /** Replicas wanted. */
  desired: number;
  /** What is billed though nothing of it is there. */
  kept: readonly Run[];
  balancer: Run | null;
}

/** What one replica or execution has open. */
interface Holding {
  readonly deployment: Deployment;
  readonly start: Start;
  readonly isReplica: boolean;
  /** By which series tell it apart, where they do. */
  readonly replica: OneReplica | null;
  isReady: boolean;
  /** A container has exited, and none runs again. */
  isDown: boolean;
  isLeaving: boolean;
  /** None: it is not billed now. */
  runs: readonly Run[];
  mounts: readonly Run[];
  flow: Flow | null;
}

/** An amount of cpu and one of memory. */
type Pair = Pick<Mounter, 'cpuMillicores' | 'memoryBytes'>;

/** A replica or execution that begins. */
interface Start {
  readonly reserved: readonly Reserve[];
  readonly mounter: Mounter | null;
  readonly ephemeralBytes?: number;
  readonly zone?: string;
  /** From when on reserves are billed, if they are. */
  readonly from: Instant;
  /** From when on containers run. */
  readonly startedAt: Instant;
}

export class Holdings {
  private readonly terms: Terms;
  /** By subject. */
  private readonly deployments = new Map<string, Deployment>();
  /** By subject and ordinal, in the order in which they came. */
  private readonly held = new Map<string, Holding>();
  /** Tags of volume sets, by subject. */
  private readonly setTags = new Map<string, Place['tags']>();

  constructor(terms: Terms) {
    this.terms = terms;
  }

  openDeployment({ subject, data }: Fact<'deployment.opened'>): void {
    const { type: workloadType, provider, locationType, desired, tags = {} } = data;
    const where = { ...readSubject(subject.name), org: this.terms.org, provider, locationType };
    const place = { ...where, workloadType, performanceClass: null, tags };
    this.deployments.set(subject.name, { place, series: new Map(), desired, kept: [], balancer: null });
  }

  /** All that is open goes on under other tags. */
  retag(fact: Fact<'charges.tagged'>, tally: Counted): void {
    const { tags } = fact.data;
    const deployment = this.deploymentOf(fact);
    deployment.place = { ...deployment.place, tags };
    deployment.series.clear();
    const retag = (run: Run): Run => retagRun(run, tally, tags, fact.at, fact.seq);
    deployment.kept = deployment.kept.map(retag);
    deployment.balancer = deployment.balancer === null ? null : retag(deployment.balancer);
    for (const holding of this.held.values()) {
      if (holding.deployment !== deployment) continue;
      holding.runs = holding.runs.map(retag);
      if (this.terms.assumptions['billing.mountBilledTo'] === 'workload') holding.mounts = holding.mounts.map(retag);
      if (holding.flow !== null) holding.flow = retagFlow(holding.flow, tally, tags, fact.at, fact.seq);
    }
  }

  /** The mount points of a volume set, where they are billed to it, go on under other tags. */
  retagMounts({ subject, data, at, seq }: Fact<'charges.tagged'>, tally: Counted): void {
    this.setTags.set(subject.name, data.tags);
    if (this.terms.assumptions['billing.mountBilledTo'] === 'workload') return;
    for (const holding of this.held.values()) {
      holding.mounts = holding.mounts.map((run) => {
        const { gvc, resource } = run.pieces[0].series;
        return `${gvc}/${resource}` === subject.name ? retagRun(run, tally, data.tags, at, seq) : run;
      });
    }
  }

  /** A volume of a set begins, which says what tags the set has. */
  knowSet({ subject, data }: Fact<'volume.settled' | 'volume.created'>): void {
    this.setTags.set(subject.name.slice(0, subject.name.indexOf('@')), data.tags ?? {});
  }

  /** So many replicas are wanted from now on. */
  want(fact: Fact, desired: number, tally: Counted): void {
    const deployment = this.deploymentOf(fact);
    deployment.desired = desired;
    if (this.terms.assumptions['billing.surge'] === 'capAtDesired') this.reviewAll(deployment, fact, tally);
  }

  /** So many are billed though none is there. */
  keep(fact: Fact<'deployment.kept'>, tally: Counted): void {
    const deployment = this.deploymentOf(fact);
    const { replicas, ...start } = fact.data;
    for (const run of deployment.kept) endRun(run, tally, fact.at, fact.seq);
    deployment.kept =
      replicas === 0
        ? []
        : this.runsOf({ deployment, start: { ...start, mounter: null }, replica: null }, fact.at, fact, replicas);
  }

  openBalancer(fact: Fact): void {
    const deployment = this.deploymentOf(fact);
    deployment.balancer = this.runOf(seriesOf(deployment, null, 'load-balancer-time', null), 1, fact.at, fact);
  }

  closeBalancer(fact: Fact, tally: Counted): void {
    const deployment = this.deploymentOf(fact);
    if (deployment.balancer === null) throw new Error(`there is no balancer (${whereOf(fact)})`);
    endRun(deployment.balancer, tally, fact.at, fact.seq);
    deployment.balancer = null;
  }

  startReplica(fact: Fact<'replica.settled' | 'replica.created'>, from: Instant, tally: Counted): void {
    this.begin(fact, { ...fact.data, from }, { isReplica: true, isReady: fact.type === 'replica.settled' });
    this.review(fact, tally);
    if (fact.data.mounter !== null) this.startFlow(fact, fact.data.startedAt);
  }

  startExecution(fact: Fact<'execution.started' | 'execution.retried'>, from: Instant): void {
    const holding = this.begin(fact, { ...fact.data, mounter: null, from }, { isReplica: false, isReady: true });
    holding.runs = this.runsOf(holding, from, fact);
  }

  /** Its container waits until an instant. */
  pauseExecution(fact: Fact<'execution.restarted'>, tally: Counted): void {
    if (this.terms.assumptions['billing.restarts'] === 'billed') return;
    const holding = this.holdingOf(fact);
    this.release(holding, fact, tally);
    holding.runs = this.runsOf(holding, fact.data.startedAt, fact);
  }

  mount(fact: Fact<'mount.opened'>): void {
    const holding = this.holdingOf(fact);
    const { place } = holding.deployment;
    const { replica } = holding;
    const { volumeset, fromAt, cpuMillicores, memoryBytes } = fact.data;
    const toSet = this.terms.assumptions['billing.mountBilledTo'] === 'volumeSet';
    const resource = `volumeset/${volumeset}`;
    const tags = this.setTags.get(`${place.gvc}/${resource}`) ?? {};
    const setPlace = { ...place, resource, workloadType: null, tags };
    const begin = (meter: Meter, amount: number): Run => {
      const series = toSet
        ? seriesAt(setPlace, mountContainer, meter, replica)
        : seriesOf(holding.deployment, mountContainer, meter, replica);
      return beginRun(series, this.terms.metering, { from: fromAt, amount, entry: fact.seq });
    };
    const runs = [begin('mount-cpu', cpuMillicores), begin('mount-memory', memoryBytes)];
    const timed = this.terms.metered.has('mount-time') ? [begin('mount-time', 1)] : [];
    holding.mounts = [...holding.mounts, ...runs, ...timed];
  }

  /** Something has become of a replica: what is billed of it may be more or less. */
  change(fact: Fact, what: Partial<Pick<Holding, 'isReady' | 'isDown' | 'isLeaving'>>, tally: Counted): void {
    const holding = this.holdingOf(fact);
    Object.assign(holding, what);
    const endsNow = holding.isLeaving && this.terms.assumptions['billing.replicaUntil'] === 'terminating';
    if (endsNow) this.releaseMounts(holding, fact, tally);
    if (holding.isReplica) this.review(fact, tally);
    else if (endsNow) this.release(holding, fact, tally);
  }

  /** Containers run: what its object stores send flows from an instant on, which may lie ahead. */
  startFlow(fact: Fact, since: Instant): void {
    const holding = this.holdingOf(fact);
    const { mounter } = holding.start;
    if (mounter === null) return;
    const series = seriesOf(holding.deployment, mounterContainer, 'mounter-egress', holding.replica);
    holding.flow = beginFlow(series, mounter.egressBytesPerHour, since, fact.seq);
  }

  stopFlow(fact: Fact, tally: Counted): void {
    const holding = this.holdingOf(fact);
    if (holding.flow !== null) countFlow(holding.flow, tally, fact.at, [fact.seq]);
    holding.flow = null;
  }

  end(fact: Fact, tally: Counted): void {
    const holding = this.holdingOf(fact);
    this.stopFlow(fact, tally);
    this.release(holding, fact, tally);
    this.releaseMounts(holding, fact, tally);
    this.held.delete(keyOf(fact));
    if (this.terms.assumptions['billing.surge'] === 'capAtDesired') this.reviewAll(holding.deployment, fact, tally);
  }

  /**
   * Counts something of a deployment at an instant; nothing where the subject is none, as of a call that reached
   * nobody.
   */
  count(fact: Fact, meter: Meter, amount: bigint, at: Instant, tally: Counted): void {
    const deployment = this.deployments.get(fact.subject.name);
    if (deployment !== undefined && this.terms.metered.has(meter))
      tally.add(seriesOf(deployment, null, meter, null), false, amount, at, [fact.seq]);
  }

  countOpen(tally: Counted, until: Instant): void {
    for (const { kept, balancer } of this.deployments.values())
      for (const run of balancer === null ? kept : [...kept, balancer]) countOpenRun(run, tally, until);
    for (const { runs, mounts, flow } of this.held.values()) {
      for (const run of [...runs, ...mounts]) countOpenRun(run, tally, until);
      if (flow !== null) countFlow(flow, tally, until, []);
    }
  }

  private begin(fact: Fact, start: Start, kind: Pick<Holding, 'isReplica' | 'isReady'>): Holding {
    const key = keyOf(fact);
    const deployment = this.deployments.get(fact.subject.name);
    if (deployment === undefined) throw new Error(`${key} has no deployment (${whereOf(fact)})`);
    if (this.held.has(key)) throw new Error(`${key} begins again before it is gone (${whereOf(fact)})`);
    const open = { runs: [], mounts: [], flow: null, isDown: false, isLeaving: false };
    const replicaIndex = Number(fact.ordinal);
    const replica = kind.isReplica && this.terms.replicas ? { replicaIndex, zone: start.zone ?? firstZone } : null;
    const holding: Holding = { deployment, start, replica, ...kind, ...open };
    this.held.set(key, holding);
    return holding;
  }

  /** Bills a replica or not, as it is now; where only as many are billed as are wanted, all of its deployment. */
  private review(fact: Fact, tally: Counted): void {
    const holding = this.holdingOf(fact);
    if (this.terms.assumptions['billing.surge'] === 'capAtDesired') this.reviewAll(holding.deployment, fact, tally);
    else this.bill(holding, this.isBillable(holding), fact, tally);
  }

  private reviewAll(deployment: Deployment, fact: Fact, tally: Counted): void {
    let left = deployment.desired;
    for (const holding of this.held.values()) {
      if (holding.deployment !== deployment || !holding.isReplica) continue;
      const isBilled = left > 0 && this.isBillable(holding);
      left -= isBilled ? 1 : 0;
      this.bill(holding, isBilled, fact, tally);
    }
  }

  private isBillable({ isReady, isDown, isLeaving }: Holding): boolean {
    const { assumptions } = this.terms;
    const isTooEarly = assumptions['billing.replicaFrom'] === 'ready' && !isReady;
    const isTooLate = assumptions['billing.replicaUntil'] === 'terminating' && isLeaving;
    return !isTooEarly && !isTooLate && !(assumptions['billing.restarts'] === 'free' && isDown);
  }

  private bill(holding: Holding, isBilled: boolean, fact: Fact, tally: Counted): void {
    if (isBilled === holding.runs.length > 0) return;
    if (!isBilled) this.release(holding, fact, tally);
    else holding.runs = this.runsOf(holding, Math.max(fact.at, holding.start.from), fact);
  }

  /** All that so many replicas hold from an instant on, but their mounts. */
  private runsOf(
    {
      deployment,
      start: { reserved, mounter, ephemeralBytes },
      replica,
    }: Pick<Holding, 'deployment' | 'replica'> & {
      readonly start: Pick<Start, 'reserved' | 'mounter' | 'ephemeralBytes'>;
    },
    from: Instant,
    fact: Fact,
    times = 1,
  ): readonly Run[] {
    const run = (meter: Meter, container: string | null, amount: number): Run =>
      this.runOf(seriesOf(deployment, container, meter, replica), times * amount, from, fact);
    const pair = (what: 'reserved' | 'mounter', container: string, amounts: Pair): Run[] => [
      run(`${what}-cpu`, container, amounts.cpuMillicores),
      run(`${what}-memory`, container, amounts.memoryBytes),
    ];
    return [
      ...reserved.flatMap((one) => pair('reserved', one.container, one)),
      ...(mounter === null ? [] : pair('mounter', mounterContainer, mounter)),
      ...(this.terms.metered.has('replica-time') ? [run('replica-time', null, 1)] : []),
      ...(ephemeralBytes === undefined ? [] : [run('ephemeral-storage', null, ephemeralBytes)]),
    ];
  }

  private runOf(series: Series, amount: number, from: Instant, { seq }: Fact): Run {
    return beginRun(series, this.terms.metering, { from, amount, entry: seq });
  }

  private release(holding: Holding, fact: Fact, tally: Counted): void {
    for (const run of holding.runs) endRun(run, tally, fact.at, fact.seq);
    holding.runs = [];
  }

  private releaseMounts(holding: Holding, fact: Fact, tally: Counted): void {
    for (const run of holding.mounts) endRun(run, tally, fact.at, fact.seq);
    holding.mounts = [];
  }

  private deploymentOf(fact: Fact): Deployment {
    const deployment = this.deployments.get(fact.subject.name);
    if (deployment === undefined) throw new Error(`${fact.subject.name} was never opened (${whereOf(fact)})`);
    return deployment;
  }

  private holdingOf(fact: Fact): Holding {
    const holding = this.held.get(keyOf(fact));
    if (holding === undefined) throw new Error(`${keyOf(fact)} holds nothing (${whereOf(fact)})`);
    return holding;
  }
}

function seriesOf(
  { place, series }: Deployment,
  container: string | null,
  meter: Meter,
  replica: OneReplica | null,
): Series {
  const key = `${meter} ${container} ${replica?.replicaIndex} ${replica?.zone}`;
  const known = series.get(key) ?? seriesAt(place, container, meter, replica);
  series.set(key, known);
  return known;
}
