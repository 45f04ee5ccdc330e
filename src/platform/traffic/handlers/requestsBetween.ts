/**
 * The arrival rate at the locations of a workload at one instant, as its autoscaling would see it in the long run.
 */
import type { Instant } from '../../../engine/time.ts';
import { passingShare } from '../../call/guard.ts';
import { deploymentsOf, type World } from '../../world.ts';
import { perSecondAt } from '../rate.ts';
import { askedOf, routingOf } from './routes.ts';

/**
 * Requests per second by location, both as amounts and one by one; of the single ones, those that pass all checks
 * (`metric.request.counts`).
 */
export function comingAt(world: World, workload: string, at: Instant): ReadonlyMap<string, number> {
  const coming = new Map<string, number>();
  if (!askedOf(world.activeDemands).has(workload)) return coming;
  const { asked, shares } = routingOf(world, workload);
  const scale = world.scales.get(workload) ?? 1;
  const rates = asked.map(({ rate }) => perSecondAt(rate, at) * scale);
  const passing = passingOf(world, workload, (index) => rates[index] ?? 0);
  for (const [index, { demand }] of asked.entries()) {
    const perSecond = (rates[index] ?? 0) * (demand.arrivals.kind === 'fluid' ? 1 : passing);
    for (const [location, share] of shares[index] ?? new Map<string, number>())
      coming.set(location, (coming.get(location) ?? 0) + share * perSecond);
  }
  return coming;
}

/** The share of single calls to a workload that pass its checks, 0 to 1. */
function passingOf(world: World, workload: string, rateOf: (index: number) => number): number {
  const [deployment] = deploymentsOf(world, workload);
  if (deployment === undefined) return 0;
  let perSecond = 0;
  for (const [index, { demand }] of (askedOf(world.activeDemands).get(workload) ?? []).entries())
    if (demand.arrivals.kind !== 'fluid') perSecond += rateOf(index);
  return passingShare(deployment.settings.requests, deployment.behaviour, perSecond);
}
