/**
 * What every container of a workload is told in its environment, as a document.
 */
import { isoFromInstant } from '../../engine/time.ts';
import { linkOf } from '../../platform/api/document/link.ts';
import { type Dwelling, dwellingsIn, environmentIn } from '../../platform/network/handlers/environment.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { ContainerSettings } from '../../platform/workload/settings.ts';
import { deploymentsOf, type World } from '../../platform/world.ts';
import type { Run } from '../run.ts';
import type { Refused } from './session.ts';

/** The environment of one container. */
export interface ContainerEnvironment {
  /** `gvc/name`. */
  readonly workload: string;
  readonly location: string;
  /** Replica, or Active execution. */
  readonly replica: string;
  /** Workload version that it runs (VER-2). */
  readonly version: number;
  readonly container: string;
  readonly variables: readonly {
    readonly name: string;
    readonly value: string;
    readonly from: 'platform' | 'gvc' | 'container';
    readonly rules: readonly string[];
    readonly assumptions: readonly string[];
  }[];
}

export interface Environments {
  readonly schema: 'svcsim/environments/1';
  readonly at: string;
  /** In the order of their locations, then of creation, then of the workload's containers. */
  readonly items: readonly ContainerEnvironment[];
}

/** Whose environments are asked for. */
export interface EnvironmentQuery {
  readonly gvc: string;
  readonly workload: string;
  /** Absent: of all; else of that name in any location. */
  readonly replica?: string | undefined;
  /** Absent: in all. */
  readonly location?: string | undefined;
}

/**
 * The environments of a workload now (ENV-1 to ENV-12), or of one of its replicas; none where it runs nothing. Refused
 * where there is nothing of a name.
 */
export function environmentsOf({ sim, now }: Run, asked: EnvironmentQuery): Environments | Refused {
  const { world } = sim;
  const { replica, location } = asked;
  const workload = `${asked.gvc}/${asked.workload}`;
  const link = linkOf('workload', asked.workload, { org: world.setup.org, gvc: asked.gvc });
  if (!world.control.records.has(link)) return { refused: `workload ${workload} does not exist` };
  const all = deploymentsOf(world, link);
  const here = location === undefined ? all : all.filter((one) => one.location === location);
  if (location !== undefined && here.length === 0)
    return { refused: `${workload} does not run in location ${location}; ${known(all.map((one) => one.location))}` };
  const places = here.flatMap((deployment) =>
    dwellingsIn(world, deployment).map((dwelling) => ({ deployment, dwelling })),
  );
  const found = replica === undefined ? places : places.filter(({ dwelling }) => dwelling.name === replica);
  if (replica !== undefined && found.length === 0) {
    const where = location === undefined ? '' : ` in ${location}`;
    return {
      refused: `${workload} has no replica ${replica}${where}; ${known(places.map(({ dwelling }) => dwelling.name))}`,
    };
  }
  const items = found.flatMap(({ deployment, dwelling }) =>
    dwelling.containers.map((container) => containerEnvironment(world, workload, { deployment, dwelling, container })),
  );
  return { schema: 'svcsim/environments/1', at: isoFromInstant(now), items };
}

/** The environment of one container, with the rules behind each variable. */
export function containerEnvironment(
  world: World,
  workload: string,
  place: { readonly deployment: Deployment; readonly dwelling: Dwelling; readonly container: ContainerSettings },
): ContainerEnvironment {
  const { deployment, dwelling, container } = place;
  return {
    workload,
    location: deployment.location,
    replica: dwelling.name,
    version: dwelling.version,
    container: container.name,
    variables: environmentIn(world, deployment, dwelling, container).map(({ name, value, from, reason }) => ({
      name,
      value,
      from,
      rules: reason.rules,
      assumptions: reason.assumptions,
    })),
  };
}

/** What there is in the place of what there is not. */
function known(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length === 0
    ? 'none exists now'
    : `found ${all.slice(0, 8).join(', ')}${all.length > 8 ? ' and more' : ''}`;
}
