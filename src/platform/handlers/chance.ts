/** Whether chance can decide anything in a run: only then has another seed another run. */
import { deploymentsOf, type World } from '../world.ts';

/**
 * Whether anything follows from the seed: a stream that was opened, noise of demand or of a trigger of keda, or lots
 * among events or replicas (`order.ties`, `replica.scaleDown.order`).
 *
 * Noise and lots are hashes of the seed and open no stream.
 */
export function isChanceUsed({
  streams,
  world,
}: {
  readonly streams: { readonly size: number };
  readonly world: World;
}): boolean {
  return (
    streams.size > 0 ||
    world.assumptions['order.ties'] === 'shuffle' ||
    world.assumptions['replica.scaleDown.order'] === 'random' ||
    world.activeDemands.some(({ demand }) => demand.jitter !== null) ||
    hasNoisyTrigger(world)
  );
}

function hasNoisyTrigger(world: World): boolean {
  const deployments = [...world.deployments.keys()].flatMap((link) => deploymentsOf(world, link));
  return deployments.some(({ behaviour: { keda = {} } }) =>
    Object.values(keda).some((signal) => signal !== 'failing' && signal.jitter !== null),
  );
}
