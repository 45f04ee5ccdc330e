/**
 * Images that are at hand where a replica comes to (`replica.pull.cache`).
 */
import type { Distribution } from '../../../engine/distribution.ts';
import type { Instant } from '../../../engine/time.ts';
import { noTime } from '../../../rules/assumptions/quantity.ts';
import type { World } from '../../world.ts';
import type { Deployment } from '../deployment.ts';
import type { ContainerSettings } from '../settings.ts';

/**
 * Whether all images of these containers are at hand at an instant: never, always, or once a replica of the workload
 * has pulled them in this location. What other workloads pull there counts for nothing: each is worked out by itself.
 */
export function areAtHand(
  { assumptions }: Pick<World, 'assumptions'>,
  { images }: Deployment,
  containers: readonly ContainerSettings[],
  at: Instant,
): boolean {
  const cache = assumptions['replica.pull.cache'];
  if (cache !== 'location') return cache === 'always';
  return containers.every(({ image }) => images.some((one) => one.image === image && one.from <= at));
}

/**
 * How long pulling takes that begins at an instant: nothing where the images are at hand, else what the workload
 * states, or `replica.pull.duration`.
 */
export function pullOf(
  world: Pick<World, 'assumptions'>,
  deployment: Deployment,
  containers: readonly ContainerSettings[],
  at: Instant,
): Distribution {
  if (areAtHand(world, deployment, containers, at)) return noTime;
  return deployment.behaviour.pull ?? world.assumptions['replica.pull.duration'];
}

/** From an instant on these images are at hand, where that is remembered. */
export function keepImages(
  { assumptions }: Pick<World, 'assumptions'>,
  deployment: Deployment,
  containers: readonly ContainerSettings[],
  from: Instant,
): void {
  if (assumptions['replica.pull.cache'] !== 'location') return;
  for (const { image } of containers) {
    const known = deployment.images.find((one) => one.image === image);
    if (known !== undefined && known.from <= from) continue;
    deployment.images = [...deployment.images.filter((one) => one !== known), { image, from }];
  }
}
