/**
 * One workload in one location over a run: its replicas, rollouts, executions and what they reserve.
 */

import type { Instant } from '../../engine/time.ts';
import type { ExecutionBatch } from '../../platform/cron/executionBatch.ts';
import { type Assumptions, defaultAssumptions } from '../../rules/assumptions.ts';
import type { LoadLines } from '../load/loadLines.ts';
import type { RequestTally } from '../load/requestTally.ts';
import { scaleOf } from '../load/scalePressure.ts';
import { BaselineChronicle } from './baselineChronicle.ts';
import { CallChronicle } from './callChronicle.ts';
import { ExecutionChronicle } from './executionChronicle.ts';
import type { Fact, SubjectPlace } from './fact.ts';
import { ReplicaChronicle } from './replicaChronicle.ts';
import { ReserveChronicle } from './reserveChronicle.ts';
import { RolloutChronicle } from './rolloutChronicle.ts';
import type { ScaleCourse } from './scaleCourse.ts';
import { ScaleOutChronicle } from './scaleOutChronicle.ts';
import type { ScalePoints } from './scalePoints.ts';

/** These hear nothing, ever: they stand for all deployments without. */
const noCalls = new CallChronicle();
const noExecutions = new ExecutionChronicle(defaultAssumptions);
const noRollouts = new RolloutChronicle();
const noScaleOuts = new ScaleOutChronicle();

/** What is kept of loads: nothing, counts of requests alone, or also the figures of replicas and latencies. */
export type LoadDetail = 'none' | 'requests' | 'figures';

export class DeploymentChronicle {
  readonly place: SubjectPlace;
  type = '';
  openedAt: Instant | null = null;
  replicas: ReplicaChronicle = new ReplicaChronicle();
  /** One for all that have had none; so are the scale-outs. */
  rollouts: RolloutChronicle = noRollouts;
  /** Of a cron workload; one for all others. */
  executions: ExecutionChronicle = noExecutions;
  reserves: ReserveChronicle;
  baseline: BaselineChronicle = new BaselineChronicle();
  scaleOuts: ScaleOutChronicle = noScaleOuts;
  /** Requests that came one by one; one for all that none came to. */
  calls: CallChronicle = noCalls;
  /** For a report; null: nobody asks anything of it, or there is no report. */
  points: ScalePoints | null;
  /** What its load is counted from; null: nobody asks it for amounts, or nothing is kept of loads. */
  course: ScaleCourse | null;
  /** Empty: what its load is drawn with from the beginning, as it is counted; null: nobody draws it. */
  lines: LoadLines | null;
  readonly loadDetail: LoadDetail;
  /** What has been counted of its load already; null: nothing has. */
  counted: CountedLoad | null = null;
  readonly assumptions: Assumptions;

  constructor(
    place: SubjectPlace,
    assumptions: Assumptions,
    { points, course, lines, loadDetail }: Pick<DeploymentChronicle, 'points' | 'course' | 'lines' | 'loadDetail'>,
  ) {
    this.place = place;
    this.points = points;
    this.course = course;
    this.lines = lines;
    this.loadDetail = loadDetail;
    this.assumptions = assumptions;
    this.reserves = new ReserveChronicle(assumptions);
  }

  listen(fact: Fact): void {
    if (fact.type === 'call.ended') {
      if (this.calls === noCalls) this.calls = new CallChronicle();
      const { desired, ready } = this.replicas;
      this.calls.listen(fact.data, fact, scaleOf(desired.last ?? 0, ready.last ?? 0));
      return;
    }
    const { at } = fact;
    if (fact.type === 'deployment.opened') this.open(at, fact.data.type, fact.data.desired);
    if (this.rollouts === noRollouts && fact.type.startsWith('rollout.')) this.rollouts = new RolloutChronicle();
    if (this.rollouts !== noRollouts) this.rollouts.listen(fact, this.replicas);
    if (fact.type === 'deployment.bounded') this.baseline.change(at, this.reserves, fact.data);
    this.replicas.listen(fact);
    if (this.executions !== noExecutions) this.executions.listen(fact);
    this.followReserve(fact);
    const { desired, ready, readyByVersion } = this.replicas;
    const versions = this.type === 'serverless' ? (readyByVersion ?? undefined) : undefined;
    if (fact.type === 'deployment.scaled' && this.scaleOuts === noScaleOuts) this.scaleOuts = new ScaleOutChronicle();
    if (fact.type === 'deployment.scaled' || this.scaleOuts.isUnderWay)
      this.scaleOuts.listen(fact, { desired: desired.last ?? 0, ready: ready.last ?? 0 });
    this.points?.set(at, desired.last ?? 0, ready.last ?? 0);
    this.course?.set(at, desired.last ?? 0, ready.last ?? 0, versions);
    const reserve = this.course === null ? null : this.replicas.readyTime.reserve;
    if (reserve !== null) this.course?.reserve(at, reserve);
  }

  /** Executions in the place of their entries. */
  addBatch(batch: ExecutionBatch): void {
    this.executions.addBatch(batch);
    this.reserves.addBatch(batch);
  }

  /** Closes all courses at an instant; they may go on after that. */
  settle(until: Instant): void {
    this.rollouts.settle(until, this.replicas);
    this.replicas.settle(until);
    this.executions.settle(until);
    this.reserves.settle(until);
  }

  /**
   * As it is at an instant up to which it is settled, with nothing counted of before.
   *
   * @param load up to there; null: nobody asks it for amounts
   */
  carriedForward(at: Instant, load: RequestTally | null): DeploymentChronicle {
    const { points, course, loadDetail } = this;
    const begun = new DeploymentChronicle(this.place, this.assumptions, {
      points: points?.carriedForward(at) ?? null,
      course: course?.fork() ?? null,
      lines: null,
      loadDetail,
    });
    begun.type = this.type;
    begun.openedAt = this.openedAt;
    begun.replicas = this.replicas.carriedForward(at);
    if (this.rollouts !== noRollouts) begun.rollouts = this.rollouts.carriedForward(at);
    if (this.executions !== noExecutions) begun.executions = this.executions.carriedForward(at);
    begun.reserves = this.reserves.carriedForward(at);
    begun.baseline = this.baseline.carriedForward();
    if (this.scaleOuts !== noScaleOuts) begun.scaleOuts = this.scaleOuts.carriedForward();
    if (load !== null) begun.counted = { tally: load.carriedForward(at), until: at };
    return begun;
  }

  fork(): DeploymentChronicle {
    const fork = new DeploymentChronicle(this.place, this.assumptions, {
      points: this.points?.fork() ?? null,
      course: this.course?.fork() ?? null,
      lines: this.lines,
      loadDetail: this.loadDetail,
    });
    fork.type = this.type;
    fork.openedAt = this.openedAt;
    fork.replicas = this.replicas.fork();
    if (this.rollouts !== noRollouts) fork.rollouts = this.rollouts.fork();
    if (this.executions !== noExecutions) fork.executions = this.executions.fork();
    fork.reserves = this.reserves.fork();
    fork.baseline = this.baseline.fork();
    if (this.scaleOuts !== noScaleOuts) fork.scaleOuts = this.scaleOuts.fork();
    fork.calls = this.calls === noCalls ? noCalls : this.calls.fork();
    fork.counted = this.counted === null ? null : { ...this.counted, tally: this.counted.tally.fork() };
    return fork;
  }

  private open(at: Instant, type: string, desired: number): void {
    this.type = type;
    this.openedAt ??= at;
    this.replicas.open(at, type === 'cron' ? 0 : desired, type === 'serverless');
    if (type === 'cron' && this.executions === noExecutions) this.executions = new ExecutionChronicle(this.assumptions);
    if (this.executions !== noExecutions) this.executions.open(at);
    this.reserves.open(at);
  }

  private followReserve(fact: Fact): void {
    const { at } = fact;
    const key = fact.ordinal ?? '';
    switch (fact.type) {
      case 'replica.created':
        this.reserves.await(at, key, fact.data);
        return;
      case 'replica.ready':
        this.reserves.ready(at, key);
        return;
      case 'replica.settled':
      case 'execution.started':
        this.reserves.begin(at, key, fact.data);
        return;
      case 'execution.retried':
        this.reserves.end(at, key);
        this.reserves.begin(at, key, fact.data);
        return;
      case 'replica.terminating':
      case 'execution.removed':
        if (this.assumptions['billing.replicaUntil'] === 'terminating') this.reserves.end(at, key);
        return;
      case 'replica.gone':
      case 'execution.succeeded':
      case 'execution.failed':
      case 'execution.gone':
        this.reserves.end(at, key);
        return;
      default:
    }
  }
}

/** The load of a deployment up to an instant at which something changed. */
export interface CountedLoad {
  readonly tally: RequestTally;
  readonly until: Instant;
}
