/**
 * Random values of one execution. Each attempt of a tick draws the same under every schedule and policy that has the
 * tick.
 */
import type { Distribution } from '../../../engine/distribution.ts';
import { type DrawItem, uniformOf } from '../../../engine/random.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import { pullsFailUntil } from '../../fault/handlers/state.ts';
import { drawDuration, drawStart, type Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { areAtHand, keepImages, pullOf } from '../../workload/handlers/images.ts';
import { planPull, pullBackoff } from '../../workload/pulling.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import type { RunDraws } from '../runPlan.ts';

/** One object: five functions would be made anew at each start. */
export class ExecutionDraws implements RunDraws {
  private readonly sim: Sim;
  private readonly deployment: Deployment;
  private readonly containers: readonly ContainerSettings[];
  private readonly of: DrawItem;

  constructor(sim: Sim, deployment: Deployment, containers: readonly ContainerSettings[], of: DrawItem) {
    this.sim = sim;
    this.deployment = deployment;
    this.containers = containers;
    this.of = of;
  }

  schedule(attempt: number): Duration {
    return this.draw(this.sim.world.assumptions['replica.schedule.duration'], 'schedule', attempt);
  }

  pull(attempt: number, from: Instant): Duration {
    const { world } = this.sim;
    if (areAtHand(world, this.deployment, this.containers, from)) return 0;
    const pull = this.draw(pullOf(world, this.deployment, this.containers, from), 'pull', attempt);
    const takes = this.waitForPull(from) + pull;
    keepImages(world, this.deployment, this.containers, from + takes);
    return takes;
  }

  /** Tries that fail first, while the image cannot be pulled (8.6). */
  private waitForPull(from: Instant): Duration {
    const { world } = this.sim;
    const failing = pullsFailUntil(world, this.deployment);
    if (failing === null) return 0;
    return planPull({ from, failsUntil: failing.until, backoff: pullBackoff(world.assumptions) }).wait;
  }

  start(attempt: number): Duration {
    return drawStart(this.sim, this.deployment, this.attempt(attempt)).whole;
  }

  runTime(attempt: number): Duration {
    const duration = this.deployment.behaviour.execution?.duration;
    if (duration === undefined) return 0;
    return duration === 'never' ? Number.POSITIVE_INFINITY : this.draw(duration, 'execution.duration', attempt);
  }

  fails(attempt: number): boolean {
    const share = this.deployment.behaviour.execution?.failure ?? 0;
    if (share <= 0 || share >= 1) return share >= 1;
    return uniformOf(this.sim.streams.keyFor(this.attempt(attempt), 'execution.failure')) < share;
  }

  private draw(distribution: Distribution, purpose: string, attempt: number): Duration {
    return drawDuration(this.sim, distribution, this.attempt(attempt), purpose);
  }

  private attempt(part: number): DrawItem {
    return part === 0 ? this.of : { ...this.of, part };
  }
}
