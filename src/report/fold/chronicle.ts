/**
 * The result of a run, folded from its journal entry by entry. If loads are counted now and then, its memory does not
 * grow with the run.
 */

import type { Bundle, Entry } from '../../engine/journal.ts';
import { merged } from '../../engine/merged.ts';
import type { Instant } from '../../engine/time.ts';
import type { Expectation } from '../../platform/expectation.ts';
import type { Demand } from '../../platform/traffic/demand.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { type CountedDemand, noDemand } from '../load/demandCount.ts';
import type { RoutingChange } from '../load/loadFlow.ts';
import { LoadLines } from '../load/loadLines.ts';
import type { RequestTally } from '../load/requestTally.ts';
import { CallChronicle } from './callChronicle.ts';
import { DeploymentChronicle, type LoadDetail } from './deploymentChronicle.ts';
import { type EndWatch, endWatchOf } from './endWatch.ts';
import { batchOf, type Fact, factOf, placeOfSubject } from './fact.ts';
import { FaultChronicle } from './faultChronicle.ts';
import { FirstEntries } from './firstEntries.ts';
import type { Idle } from './idleChronicle.ts';
import { movedBy } from './measure.ts';
import { PageChronicle } from './page/pageChronicle.ts';
import { RefusalChronicle } from './refusalChronicle.ts';
import { ScaleCourse } from './scaleCourse.ts';
import { ScalePoints } from './scalePoints.ts';
import { VolumeChronicle } from './volumeChronicle.ts';
import { ExpectationWatcher, watchesOf } from './watcher.ts';

/** The input that a chronicle needs beforehand; a scenario has all of it. */
export interface ChronicleInput {
  readonly start: Instant;
  readonly end: Instant;
  readonly assumptions: Assumptions;
  readonly expect: readonly Expectation[];
  readonly demand: readonly Demand[];
}

/** Folds a run: add every entry in order from the first one, then call `settle`, then read. */
export class Chronicle {
  readonly input: ChronicleInput;
  entries = 0;
  /** By subject, in order of appearance. */
  readonly deployments: Map<string, DeploymentChronicle> = new Map();
  readonly volumes: Map<string, VolumeChronicle> = new Map();
  /** Calls to workloads that were in no location, by what was called. */
  readonly stray: Map<string, CallChronicle> = new Map();
  /** Workloads and volume sets, `gvc/kind/name`, that have come to behave otherwise. */
  readonly changed: Set<string> = new Set();
  /** What one replica of them uses idle, as far as that was changed. */
  readonly idles: Map<string, Idle> = new Map();
  /**
   * By workload, `gvc/workload/name`, in order of time; those that have been counted are forgotten but for the last
   * (`countLoads`).
   */
  readonly routings: Map<string, RoutingChange[]> = new Map();
  /** What was asked by then, of the same workloads; none where nothing has been counted. */
  readonly demands: Map<string, CountedDemand> = new Map();
  /** Changes that were kept when loads were counted last. */
  changesLeft = 0;
  refusals: RefusalChronicle = new RefusalChronicle();
  faults: FaultChronicle = new FaultChronicle();
  firsts: FirstEntries = new FirstEntries();
  watcher: ExpectationWatcher;
  endWatch: EndWatch;
  /** null: no page is made of the run. */
  page: PageChronicle | null;
  private readonly loadDetail: LoadDetail;
  private now: Instant;
  private hasBundles = false;

  /** @param loadDetail less than `figures`: the run is only measured, and no report can be made of it */
  constructor(input: ChronicleInput, page: PageChronicle | null = null, loadDetail: LoadDetail = 'figures') {
    this.input = input;
    this.page = page;
    this.loadDetail = loadDetail;
    this.now = input.start;
    this.watcher = new ExpectationWatcher(watchesOf(input.expect));
    this.endWatch = endWatchOf(input.expect);
  }

  listen(entry: Entry): void {
    if (entry.at > this.now) {
      this.look();
      this.now = entry.at;
    }
    this.entries += 1;
    const fact = factOf(entry);
    this.refusals.listen(fact);
    this.faults.listen(fact);
    this.firsts.listen(fact);
    if (fact.type === 'behaviour.changed') this.change(fact.subject.name, fact.at, fact.data);
    if (fact.type === 'demand.routed') this.route(fact.subject.name, { at: fact.at, demands: fact.data.demands });
    if (this.follow(fact)) {
      this.watcher.touch(entry.subject.name, entry);
      this.endWatch.touch(entry.subject.name, entry);
    } else this.watcher.touch('', entry);
    this.page?.listen(fact, this.deployments.get(entry.subject.name));
  }

  /** Whether nothing of it must be looked at instant by instant of which bundles tell (`RunOptions.bundles`). */
  get takesBundles(): boolean {
    const isWatched = this.watcher.watches.some(({ metric }) => movedBy(metric) === 'workload');
    return !isWatched && !this.endWatch.needsExecutions;
  }

  /** Whether entries may be named by their numbers: a journal is kept, and none has come in a bundle. */
  get isNumbered(): boolean {
    return !this.hasBundles && this.page?.isNumbered !== false;
  }

  /** Give it every bundle, too, where entries of schedules come late. */
  listenBundle(bundle: Bundle): void {
    this.hasBundles = true;
    const batch = batchOf(bundle);
    this.entries += batch.notes;
    this.refusals.addBatch(batch);
    const deployment = this.deployments.get(batch.subject.name);
    if (deployment === undefined) throw new Error(`executions of ${batch.subject.name}, which has not been opened`);
    deployment.addBatch(batch);
    this.page?.addBatch(batch);
  }

  /**
   * As it is at an instant up to which it is settled, with nothing counted of before: what waits has been asked.
   *
   * @param loads up to there, of those that are asked for amounts
   */
  carriedForward(at: Instant, loads: ReadonlyMap<DeploymentChronicle, RequestTally>): Chronicle {
    const begun = new Chronicle({ ...this.input, start: at }, null, this.loadDetail);
    begun.entries = this.entries;
    for (const [name, deployment] of this.deployments) {
      const load = loads.get(deployment) ?? null;
      begun.deployments.set(name, deployment.carriedForward(at, load));
      begun.endWatch.touch(name, null);
      if (load === null) continue;
      const { gvc, name: workload } = deployment.place;
      const key = `${gvc}/workload/${workload}`;
      const { offered } = begun.demands.get(key) ?? noDemand;
      begun.demands.set(key, { ...noDemand, offered: offered + load.backlog.waiting });
    }
    for (const [name, volume] of this.volumes) {
      begun.volumes.set(name, volume.carriedForward(at));
      begun.endWatch.touch(name, null);
    }
    for (const name of this.changed) begun.changed.add(name);
    for (const [name, idle] of this.idles) begun.idles.set(name, idle);
    for (const [name, routings] of this.routings)
      begun.routings.set(
        name,
        routings.slice(-1).map(({ demands }) => ({ at, demands })),
      );
    begun.faults = this.faults.carriedForward();
    return begun;
  }

  /** Closes all courses at the end of the run, or at an instant that more entries may follow. */
  settle(until: Instant): void {
    this.look();
    this.watcher.settle(this, until);
    for (const deployment of this.deployments.values()) deployment.settle(until);
    for (const volume of this.volumes.values()) volume.settle(until);
    if (until > this.now) this.now = until;
  }

  /** Loads are counted up to the end: what they are counted from is kept no longer. */
  forgetLoads(): void {
    this.routings.clear();
    this.demands.clear();
    for (const deployment of this.deployments.values())
      Object.assign(deployment, { course: null, counted: null, lines: null });
  }

  /** How many changes are kept of what loads are counted from. */
  get changesKept(): number {
    let kept = 0;
    for (const { course } of this.deployments.values()) kept += course?.steps ?? 0;
    for (const routings of this.routings.values()) kept += routings.length;
    return kept;
  }

  /** The same past; from here on they listen apart. */
  fork(): Chronicle {
    const fork = new Chronicle(this.input, null, this.loadDetail);
    fork.entries = this.entries;
    fork.hasBundles = this.hasBundles;
    for (const [name, deployment] of this.deployments) fork.deployments.set(name, deployment.fork());
    fork.page = this.page?.fork(fork.deployments) ?? null;
    for (const [name, volume] of this.volumes) fork.volumes.set(name, volume.fork());
    for (const [name, calls] of this.stray) fork.stray.set(name, calls.fork());
    for (const name of this.changed) fork.changed.add(name);
    for (const [name, idle] of this.idles) fork.idles.set(name, idle);
    for (const [name, routings] of this.routings) fork.routings.set(name, routings.slice());
    for (const [name, counted] of this.demands) fork.demands.set(name, counted);
    fork.changesLeft = this.changesLeft;
    fork.refusals = this.refusals.fork();
    fork.faults = this.faults.fork();
    fork.firsts = this.firsts.fork();
    fork.watcher = this.watcher.fork();
    fork.endWatch = this.endWatch.fork();
    fork.now = this.now;
    return fork;
  }

  /**
   * What chronicles of independent parts of a run have heard, each settled at the same instant, in one. The parts are
   * spent: what they kept is in it.
   *
   * @param input of the whole
   */
  static joined(input: ChronicleInput, parts: readonly Chronicle[]): Chronicle {
    const [first] = parts;
    if (first === undefined) throw new Error('a chronicle is joined from one part or more');
    const pages = parts.flatMap(({ page }) => (page === null ? [] : [page]));
    const page = pages.length === 0 ? null : PageChronicle.joined(input, pages);
    const joined = new Chronicle(input, page, first.loadDetail);
    for (const part of parts) {
      joined.entries += part.entries;
      joined.hasBundles ||= part.hasBundles;
      for (const [name, calls] of part.stray) joined.stray.set(name, calls);
      for (const name of part.changed) joined.changed.add(name);
      for (const [name, idle] of part.idles) joined.idles.set(name, idle);
      for (const [name, counted] of part.demands) joined.demands.set(name, counted);
      joined.refusals.join(part.refusals);
      joined.firsts.join(part.firsts);
      joined.faults.join(part.faults);
    }
    for (const [name, one] of inOrder(parts.map((part) => part.deployments))) joined.deployments.set(name, one);
    for (const [name, one] of inOrder(parts.map((part) => part.volumes))) joined.volumes.set(name, one);
    for (const [name, one] of inOrder(parts.map((part) => part.routings))) joined.routings.set(name, one);
    joined.watcher = ExpectationWatcher.joined(
      watchesOf(input.expect),
      parts.map(({ watcher }) => watcher),
    );
    joined.endWatch = endWatchOf(input.expect);
    joined.endWatch.join(parts.map(({ endWatch }) => endWatch));
    joined.now = first.now;
    return joined;
  }

  /** Looks at the instant that has passed, all of whose entries have been heard. */
  private look(): void {
    this.watcher.look(this, this.now);
    this.endWatch.look(this, this.now);
  }

  /** @param key workload or volume set, `gvc/kind/name` */
  private change(key: string, at: Instant, { cpuMillicores, memoryBytes }: Idle): void {
    this.changed.add(key);
    if (cpuMillicores === undefined && memoryBytes === undefined) return;
    const idle = {
      ...(cpuMillicores === undefined ? {} : { cpuMillicores }),
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
    };
    const before = this.idles.get(key) ?? {};
    const after = { ...before, ...idle };
    this.idles.set(key, after);
    for (const { place, replicas } of this.deployments.values())
      if (`${place.gvc}/${place.kind}/${place.name}` === key) replicas.turnIdle(at, before, after);
  }

  private route(workload: string, routing: RoutingChange): void {
    const routings = this.routings.get(workload) ?? [];
    // Of one instant the last counts: what came and went within it was never the case.
    if (routings.at(-1)?.at === routing.at) routings.pop();
    routings.push(routing);
    this.routings.set(workload, routings);
  }

  /** Hands an entry to whom it is about; false where it is about neither a deployment nor a volume. */
  private follow(fact: Fact): boolean {
    const { name } = fact.subject;
    const known = this.deployments.get(name) ?? this.volumes.get(name);
    if (known !== undefined) {
      known.listen(fact);
      return true;
    }
    if (fact.type === 'call.ended') {
      const calls = this.stray.get(name) ?? new CallChronicle();
      this.stray.set(name, calls);
      calls.listen(fact.data, fact);
      return false;
    }
    if (fact.type !== 'deployment.opened' && !fact.type.startsWith('volume.')) return false;
    const place = placeOfSubject(name);
    if (place === null) return false;
    if (place.kind === 'workload') {
      const { demand, end, assumptions } = this.input;
      const key = `${place.gvc}/workload/${place.name}`;
      const asked = demand.filter(({ to }) => to === key);
      const isFluid = asked.some(({ arrivals }) => arrivals.kind === 'fluid');
      const deployment = new DeploymentChronicle(place, assumptions, {
        points: asked.length === 0 || this.loadDetail !== 'figures' ? null : new ScalePoints(end),
        course: isFluid && this.loadDetail !== 'none' ? new ScaleCourse() : null,
        loadDetail: this.loadDetail,
        lines: isFluid && this.page?.draws(name) === true ? new LoadLines(this.page.frame, this.page.room) : null,
      });
      this.deployments.set(name, deployment);
      deployment.listen(fact);
    } else {
      const volume = new VolumeChronicle(place, this.input.assumptions['unit.gb']);
      this.volumes.set(name, volume);
      volume.listen(fact);
    }
    return true;
  }
}

/** What maps of several parts hold, by name; what one of them holds in its order there. */
function inOrder<One>(maps: readonly ReadonlyMap<string, One>[]): Map<string, One> {
  const lists = maps.map((map) => [...map]);
  return new Map([...merged(lists, ([one], [other]) => one < other)].map(({ item }) => item));
}
