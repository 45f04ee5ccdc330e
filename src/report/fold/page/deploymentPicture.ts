/**
 * The picture of one deployment: its replica counts and replicas over time, or its executions.
 */
import type { Instant } from '../../../engine/time.ts';
import type { ExecutionBatch } from '../../../platform/cron/executionBatch.ts';
import type { TimeFrame } from '../../picture/columns.ts';
import type { PictureBudget } from '../../picture/room.ts';
import { ThinnedLine } from '../../picture/thinnedLine.ts';
import type { DeploymentChronicle } from '../deploymentChronicle.ts';
import type { Fact } from '../fact.ts';
import type { ReserveLines } from '../reserveChronicle.ts';
import { drawBatch, executionLane } from './executionLane.ts';
import { Lane } from './lane.ts';
import { replicaLane } from './replicaLane.ts';
import { RolloutHistory } from './rolloutHistory.ts';
import { ScaleDecisions } from './scaleDecisions.ts';

export class DeploymentPicture {
  private readonly frame: TimeFrame;
  private isNumbered: boolean;
  private readonly type: string;
  desired: ThinnedLine;
  ready: ThinnedLine;
  /** What is billed: null of a cron workload, whose executions are shown one by one. */
  reserves: ReserveLines | null;
  lane: Lane;
  rollouts: RolloutHistory = new RolloutHistory();
  decisions: ScaleDecisions = new ScaleDecisions();

  constructor(frame: TimeFrame, room: PictureBudget, isNumbered: boolean, type: string) {
    const line = (): ThinnedLine => new ThinnedLine(frame, room, 'steps');
    this.frame = frame;
    this.isNumbered = isNumbered;
    this.type = type;
    const isCron = type === 'cron';
    this.desired = line();
    this.ready = line();
    this.reserves = isCron ? null : { count: line(), cpuMillicores: line(), memoryBytes: line() };
    this.lane = new Lane(frame, room, isNumbered, isCron ? executionLane : replicaLane);
  }

  /** The start of the run. */
  get start(): Instant {
    return this.frame.start;
  }

  /** From here on it is told what the deployment reserves. */
  follow(deployment: DeploymentChronicle): void {
    deployment.reserves.lines = this.reserves;
  }

  /** @param deployment has heard the entry */
  listen(fact: Fact, { replicas }: DeploymentChronicle): void {
    this.lane.listen(fact);
    if (this.reserves === null) return;
    this.rollouts.listen(fact, replicas);
    this.decisions.listen(fact);
    const { desired, ready } = replicas;
    this.desired.set(fact.at, desired.last);
    this.ready.set(fact.at, ready.last);
  }

  addBatch(batch: ExecutionBatch): void {
    if (this.reserves === null) drawBatch(this.lane, batch);
  }

  forgetEntries(): void {
    this.isNumbered = false;
    this.lane.forgetEntries();
  }

  /** The same past; `follow` the fork of its deployment. */
  fork(room: PictureBudget): DeploymentPicture {
    const before = { lines: room.lines, lanes: room.lanes };
    const fork = new DeploymentPicture(this.frame, room, this.isNumbered, this.type);
    Object.assign(room, before);
    fork.desired = this.desired.fork(room);
    fork.ready = this.ready.fork(room);
    if (this.reserves !== null) {
      const { count, cpuMillicores, memoryBytes } = this.reserves;
      fork.reserves = {
        count: count.fork(room),
        cpuMillicores: cpuMillicores.fork(room),
        memoryBytes: memoryBytes.fork(room),
      };
    }
    fork.lane = this.lane.fork(room);
    fork.rollouts = this.rollouts.fork();
    fork.decisions = this.decisions.fork();
    return fork;
  }
}
