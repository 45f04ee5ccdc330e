/**
 * Images that are already cached where a new replica starts (`replica.pull.cache`).
 */
import type { Distribution } from '../../../engine/distribution.ts';
import type { Instant } from '../../../engine/time.ts';
import { noTime } from '../../../rules/assumptions/quantity.ts';
import type { World } from '../../world.ts';
import type { Deployment } from '../deployment.ts';
import type { ContainerSettings } from '../settings.ts';

/**
 * Whether all images of these containers are cached at an instant: never, always, or once a replica of the workload has
 * pulled them in this location. Pulls of other workloads there do not count: each workload is computed by itself.
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
 * How long a pull takes that begins at an instant: 0 if the images are cached, else the duration that the workload
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

/** Records these images as cached from an instant on, if the cache is remembered. */
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
