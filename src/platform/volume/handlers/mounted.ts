import type { Deployment } from '../../workload/deployment.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import type { World } from '../../world.ts';

/** Links of the volume sets that containers of a deployment mount, each once. */
export function mountedLinks(
  world: World,
  { gvc }: Deployment,
  containers: readonly ContainerSettings[],
): readonly string[] {
  const { org } = world.setup;
  const known = linksMounted.get(containers);
  if (known !== undefined && known.gvc === gvc && known.org === org) return known.links;
  const names = containers.flatMap(({ volumes }) => volumes.map(({ volumeset }) => volumeset));
  const links = [...new Set(names)].map((name) => `/org/${org}/gvc/${gvc}/volumeset/${name}`);
  linksMounted.set(containers, { org, gvc, links });
  return links;
}

/** By containers, which are never changed: each step in the life of a replica asks for them. */
const linksMounted = new WeakMap<readonly ContainerSettings[], Mounted>();

interface Mounted {
  readonly org: string;
  readonly gvc: string;
  readonly links: readonly string[];
}
