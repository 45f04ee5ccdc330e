/**
 * Ticks that come to nothing, such as those of a suspended schedule: nobody listens, so they pass all at once.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { lastTick, stretchOf } from '../stretch.ts';
import { planTick } from '../tick.ts';
import { tickView } from './cron.ts';
import { skipTicks } from './executionDraws.ts';
import { cronOf, jobOf } from './state.ts';

/**
 * Passes the ticks of a deployment up to an instant, itself included, at which its schedule holds, or keeps the tick in
 * the place of the one before: nothing else happens at them, and nothing changes that until an execution comes to its
 * next event.
 *
 * @returns whether there were any
 */
export function passIdle(sim: Sim, deployment: Deployment, until: Instant): boolean {
  const cron = cronOf(deployment);
  const { tickAt, pending, halt, missedAt } = cron;
  const limit = Math.min(until, (pending[0]?.at ?? Number.POSITIVE_INFINITY) - 1);
  if (tickAt === null || tickAt > limit) return false;
  const plan = planTick(tickView(sim.world, deployment, tickAt), sim.world.assumptions);
  const isKept = plan.kind === 'act' && plan.actions.every((action) => action.do === 'remember');
  if (plan.kind !== 'hold' && !isKept) return false;
  // Each is told that Forbid keeps, and the first of a halt; where ticks are kept, the second is the first that passes.
  if (halt === null || halt.count === 0 || (isKept && missedAt === null)) return false;
  const { schedule } = jobOf(deployment);
  const { count, until: end, next } = stretchOf(schedule, tickAt, limit);
  skipTicks(sim, deployment, count);
  cron.halt = { ...halt, count: halt.count + count };
  sim.passed += count;
  if (isKept) cron.missedAt = lastTick(schedule, tickAt, end);
  cron.tickAt = next;
  return true;
}
