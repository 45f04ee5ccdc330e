/**
 * What every container of a workload is told in its environment, as a document.
 */
import { isoFromInstant } from '../../engine/time.ts';
import { dwellingsIn, environmentIn } from '../../platform/model/network/environment.ts';
import { deploymentsOf } from '../../platform/world.ts';
import type { Run } from '../run.ts';

interface ShownVariable {
  readonly name: string;
  readonly value: string;
  readonly from: 'platform' | 'gvc' | 'container';
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
}

export interface Environments {
  readonly schema: 'svcsim/environments/1';
  readonly at: string;
  /** `gvc/name`. */
  readonly workload: string;
  /** Replicas, and Active executions, in the order of their locations, then of creation. */
  readonly replicas: readonly {
    readonly name: string;
    readonly location: string;
    /** Workload version that it runs (VER-2). */
    readonly version: number;
    readonly containers: readonly { readonly name: string; readonly variables: readonly ShownVariable[] }[];
  }[];
}

/**
 * The environments of a workload now (ENV-1 to ENV-12), or of one of its replicas, of that name in any location; null: there is no such workload, or replica.
 */
export function environmentsOf(run: Run, gvc: string, name: string, replica: string | null): Environments | null {
  const { world } = run.sim;
  const link = `/org/${world.setup.org}/gvc/${gvc}/workload/${name}`;
  if (!world.control.records.has(link)) return null;
  const replicas = deploymentsOf(world, link).flatMap((deployment) =>
    dwellingsIn(world, deployment)
      .filter((dwelling) => replica === null || dwelling.name === replica)
      .map((dwelling) => ({
        name: dwelling.name,
        location: deployment.location,
        version: dwelling.version,
        containers: dwelling.containers.map((container) => ({
          name: container.name,
          variables: environmentIn(world, deployment, dwelling, container).map(({ reason, ...variable }) => ({
            ...variable,
            rules: reason.rules,
            assumptions: reason.assumptions,
          })),
        })),
      })),
  );
  if (replica !== null && replicas.length === 0) return null;
  return { schema: 'svcsim/environments/1', at: isoFromInstant(run.now), workload: `${gvc}/${name}`, replicas };
}
