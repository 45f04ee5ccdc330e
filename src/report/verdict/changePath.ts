/**
 * Where a scenario says what a finding speaks of: paths as `--set` takes them.
 */
import { objectAt, objectsAt, textAt } from '../../platform/api/document/json.ts';
import { nameOfLink } from '../../platform/api/document/link.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import { nameOfLink as nameOfSubject, type World } from '../../platform/world.ts';

/** Each deployment of the world by its name in the journal; of several in one place the last. */
export function deploymentsByName({ entities }: Pick<World, 'entities'>): ReadonlyMap<string, Deployment> {
  return new Map(
    entities.flatMap((entity) => (entity.kind === 'deployment' ? [[entity.subject.name, entity] as const] : [])),
  );
}

/** `shop/workload/api` */
export function workloadPath({ workload }: Pick<Deployment, 'workload'>): string {
  return nameOfSubject(workload);
}

/**
 * The options that apply to a deployment: `shop/workload/api.spec.defaultOptions`, or those of its location, as
 * `shop/workload/api.spec.localOptions[1]`.
 */
export function optionsPath(
  deployment: Pick<Deployment, 'workload' | 'location'>,
  { control }: Pick<World, 'control'>,
): string {
  const { workload, location } = deployment;
  const own = objectsAt(control.records.get(workload)?.spec, 'localOptions');
  const index = own.findIndex((options) => nameOfLink(textAt(options, 'location') ?? '') === location);
  return `${workloadPath(deployment)}.spec.${index === -1 ? 'defaultOptions' : `localOptions[${index}]`}`;
}

/** Whether a deployment's options state something below `autoscaling`, instead of leaving it to the default. */
export function isStated(
  key: string,
  deployment: Pick<Deployment, 'workload' | 'location'>,
  { control }: Pick<World, 'control'>,
): boolean {
  const { workload, location } = deployment;
  const spec = control.records.get(workload)?.spec;
  const own = objectsAt(spec, 'localOptions').find(
    (options) => nameOfLink(textAt(options, 'location') ?? '') === location,
  );
  return objectAt(own ?? objectAt(spec ?? {}, 'defaultOptions'), 'autoscaling')[key] !== undefined;
}
