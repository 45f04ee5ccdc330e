/**
 * In how many locations the workloads of a scenario begin.
 */
import { locationNames } from '../platform/api/checks/placement.ts';
import { objectAt } from '../platform/api/document/json.ts';
import type { Scenario } from './scenario.ts';

/** Locations of each GVC, by its name. */
export function locationCounts({ resources }: Pick<Scenario, 'resources'>): ReadonlyMap<string, number> {
  return new Map(
    resources.flatMap(({ kind, name, doc }) =>
      kind === 'gvc' ? [[name, locationNames(objectAt(doc, 'spec')).length]] : [],
    ),
  );
}

/** The number of initial deployments: workloads times locations. */
export function deploymentCount(scenario: Pick<Scenario, 'resources'>): number {
  const locations = locationCounts(scenario);
  return scenario.resources.reduce(
    (sum, { kind, gvc }) => sum + (kind === 'workload' ? (locations.get(gvc ?? '') ?? 0) : 0),
    0,
  );
}
