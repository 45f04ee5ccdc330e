/**
 * What replicas and executions hold: reserves of their containers, mounts and object stores, each as long as they are (BILL-1, BILL-3, BILL-4).
 */
import type { Instant } from '../../engine/time.ts';
import type { Mounter, Reserve } from '../../platform/facts.ts';
import { type Fact, keyOf, whereOf } from './fact.ts';
import type { Meter } from './meter.ts';
import { beginFlow, beginRun, countFlow, countOpenRun, endRun, type Flow, type Metering, type Run } from './run.ts';
import { type Place, readSubject, type Series, seriesAt } from './series.ts';
import type { Tally } from './tally.ts';

const mountContainer = 'volume-mount';
const mounterContainer = 'cpln-mounter';

/** A workload in a location, and the series of what its replicas hold, by meter and container. */
interface Deployment {
  readonly place: Place;
  readonly series: Map<string, Series>;
}

/** What one replica or execution has open. */
interface Holding {
  readonly deployment: Deployment;
  readonly mounter: Mounter | null;
  runs: readonly Run[];
  flow: Flow | null;
}

/** An amount of cpu and one of memory. */
type Pair = Pick<Mounter, 'cpuMillicores' | 'memoryBytes'>;

/** A replica or execution that begins. */
interface Start {
  readonly reserved: readonly Reserve[];
  readonly mounter: Mounter | null;
  /** From when on reserves are billed. */
  readonly from: Instant;
  /** From when on containers run. */
  readonly startedAt: Instant;
}

export class Holdings {
  private readonly org: string;
  private readonly metering: Metering;
  /** By subject. */
  private readonly deployments = new Map<string, Deployment>();
  /** By subject and ordinal. */
  private readonly held = new Map<string, Holding>();

  constructor(org: string, metering: Metering) {
    this.org = org;
    this.metering = metering;
  }

  openDeployment({ subject, data }: Fact<'deployment.opened'>): void {
    const { type: workloadType, provider, locationType } = data;
    const where = { ...readSubject(subject.name), org: this.org, provider, locationType };
    const place = { ...where, workloadType, performanceClass: null };
    this.deployments.set(subject.name, { place, series: new Map() });
  }

  start(fact: Fact, { reserved, mounter, from, startedAt }: Start): void {
    const key = keyOf(fact);
    const deployment = this.deployments.get(fact.subject.name);
    if (deployment === undefined) throw new Error(`${key} has no deployment (${whereOf(fact)})`);
    if (this.held.has(key)) throw new Error(`${key} begins again before it is gone (${whereOf(fact)})`);
    const holding: Holding = { deployment, mounter, runs: [], flow: null };
    this.held.set(key, holding);
    for (const reserve of reserved) this.begin(holding, 'reserved', reserve.container, reserve, from, fact.seq);
    if (mounter === null) return;
    this.begin(holding, 'mounter', mounterContainer, mounter, from, fact.seq);
    this.startFlow(fact, startedAt);
  }

  mount(fact: Fact<'mount.opened'>): void {
    this.begin(this.holdingOf(fact), 'mount', mountContainer, fact.data, fact.data.fromAt, fact.seq);
  }

  /** Containers run: what its object stores send flows from an instant on, which may lie ahead. */
  startFlow(fact: Fact, since: Instant): void {
    const holding = this.holdingOf(fact);
    if (holding.mounter === null) return;
    const series = seriesOf(holding, mounterContainer, 'mounter-egress');
    holding.flow = beginFlow(series, holding.mounter.egressBytesPerHour, since, fact.seq);
  }

  stopFlow(fact: Fact, tally: Tally): void {
    const holding = this.holdingOf(fact);
    if (holding.flow !== null) countFlow(holding.flow, tally, fact.at, [fact.seq]);
    holding.flow = null;
  }

  /** Nothing is reserved for it any more, though it may still be there. */
  release(fact: Fact, tally: Tally): void {
    const holding = this.holdingOf(fact);
    for (const run of holding.runs) endRun(run, tally, fact.at, fact.seq);
    holding.runs = [];
  }

  end(fact: Fact, tally: Tally): void {
    this.stopFlow(fact, tally);
    this.release(fact, tally);
    this.held.delete(keyOf(fact));
  }

  countOpen(tally: Tally, until: Instant): void {
    for (const { runs, flow } of this.held.values()) {
      for (const run of runs) countOpenRun(run, tally, until);
      if (flow !== null) countFlow(flow, tally, until, []);
    }
  }

  private begin(
    holding: Holding,
    what: 'reserved' | 'mounter' | 'mount',
    container: string,
    { cpuMillicores, memoryBytes }: Pair,
    from: Instant,
    entry: number,
  ): void {
    const begin = (meter: Meter, amount: number): Run =>
      beginRun(seriesOf(holding, container, meter), this.metering, { from, amount, entry });
    holding.runs = [...holding.runs, begin(`${what}-cpu`, cpuMillicores), begin(`${what}-memory`, memoryBytes)];
  }

  private holdingOf(fact: Fact): Holding {
    const holding = this.held.get(keyOf(fact));
    if (holding === undefined) throw new Error(`${keyOf(fact)} holds nothing (${whereOf(fact)})`);
    return holding;
  }
}

function seriesOf({ deployment }: Holding, container: string, meter: Meter): Series {
  const { place, series } = deployment;
  const key = `${meter} ${container}`;
  const known = series.get(key) ?? seriesAt(place, container, meter);
  series.set(key, known);
  return known;
}
