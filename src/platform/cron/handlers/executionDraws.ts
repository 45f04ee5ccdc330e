/**
 * Random values of the executions of a deployment.
 */
import { type Distribution, drawsOf } from '../../../engine/distribution.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import { pullsFailUntil } from '../../fault/handlers/state.ts';
import { drawDuration, drawStart, type Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { areAtHand, keepImages, pullOf } from '../../workload/handlers/images.ts';
import { planPull, pullBackoff } from '../../workload/pulling.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import type { RunDraws } from '../runPlan.ts';

/** What the first attempt of an execution is given. */
export interface FirstAttempt {
  /** `Infinity`: its containers never exit (`cron.neverExits`). */
  readonly runTime: Duration;
  readonly fails: boolean;
  /** The steps of its start; null: drawn when it starts. */
  readonly start: StartDraws | null;
}

export interface StartDraws {
  readonly schedule: Duration;
  readonly pull: Duration;
  readonly start: Duration;
}

/** Drawn at every tick, run or skipped, so that the same tick draws the same under every policy. */
export function drawForTick(sim: Sim, deployment: Deployment): FirstAttempt {
  return {
    runTime: drawRunTime(sim, deployment, 'execution.duration'),
    fails: drawFailure(sim, deployment, 'execution.failure'),
    start: null,
  };
}

/** What `drawForTick` takes at so many ticks, in vain: nothing starts at them. */
export function skipTicks({ streams }: Sim, { behaviour, subject }: Deployment, ticks: number): void {
  const { duration = 'never', failure = 0 } = behaviour.execution ?? {};
  const each = duration === 'never' ? 0 : drawsOf(duration);
  if (each > 0) streams.skipFor(subject.name, 'execution.duration', ticks * each);
  if (failure > 0) streams.skipFor(subject.name, 'execution.failure', ticks);
}

/** Draws from separate streams: a command does not change what later ticks draw. */
export function drawForCommand(sim: Sim, deployment: Deployment): FirstAttempt {
  return {
    runTime: drawRunTime(sim, deployment, 'execution.duration.command'),
    fails: drawFailure(sim, deployment, 'execution.failure.command'),
    start: null,
  };
}

function drawRunTime(sim: Sim, { behaviour, subject }: Deployment, purpose: string): Duration {
  const duration = behaviour.execution?.duration;
  if (duration === undefined) return 0;
  return duration === 'never' ? Number.POSITIVE_INFINITY : drawDuration(sim, duration, subject, purpose);
}

function drawFailure(sim: Sim, { behaviour, subject }: Deployment, purpose: string): boolean {
  const share = behaviour.execution?.failure ?? 0;
  if (share <= 0) return false;
  return sim.streams.next(sim.streams.openFor(subject.name, purpose)) < share;
}

/** Draws for one execution, attempt after attempt. One object: five functions would be made anew at each start. */
export class ExecutionDraws implements RunDraws {
  private readonly sim: Sim;
  private readonly deployment: Deployment;
  private readonly containers: readonly ContainerSettings[];
  private readonly first: FirstAttempt | null;
  private schedules = 0;
  private pulls = 0;
  private starts = 0;
  private runs = 0;
  private checks = 0;

  /** @param first what was drawn for the first attempt; null: it is behind us */
  constructor(sim: Sim, deployment: Deployment, containers: readonly ContainerSettings[], first: FirstAttempt | null) {
    this.sim = sim;
    this.deployment = deployment;
    this.containers = containers;
    this.first = first;
  }

  schedule(): Duration {
    this.schedules += 1;
    if (this.schedules === 1 && this.first?.start != null) return this.first.start.schedule;
    return this.draw(this.sim.world.assumptions['replica.schedule.duration'], 'schedule');
  }

  pull(from: Instant): Duration {
    this.pulls += 1;
    const { world } = this.sim;
    if (areAtHand(world, this.deployment, this.containers, from)) return 0;
    const takes = this.waitForPull(from) + this.pullItself(from);
    keepImages(world, this.deployment, this.containers, from + takes);
    return takes;
  }

  private pullItself(from: Instant): Duration {
    if (this.pulls === 1 && this.first?.start != null) return this.first.start.pull;
    return this.draw(pullOf(this.sim.world, this.deployment, this.containers, from), 'pull');
  }

  /** Tries that fail first, while the image cannot be pulled (8.6). */
  private waitForPull(from: Instant): Duration {
    const { world } = this.sim;
    const failing = pullsFailUntil(world, this.deployment);
    if (failing === null) return 0;
    return planPull({ from, failsUntil: failing.until, backoff: pullBackoff(world.assumptions) }).wait;
  }

  start(): Duration {
    this.starts += 1;
    if (this.starts === 1 && this.first?.start != null) return this.first.start.start;
    return drawStart(this.sim, this.deployment);
  }

  runTime(): Duration {
    this.runs += 1;
    if (this.runs === 1 && this.first !== null) return this.first.runTime;
    return drawRunTime(this.sim, this.deployment, 'execution.duration.again');
  }

  fails(): boolean {
    this.checks += 1;
    if (this.checks === 1 && this.first !== null) return this.first.fails;
    return drawFailure(this.sim, this.deployment, 'execution.failure.again');
  }

  private draw(distribution: Distribution, purpose: string): Duration {
    return drawDuration(this.sim, distribution, this.deployment.subject, purpose);
  }
}
