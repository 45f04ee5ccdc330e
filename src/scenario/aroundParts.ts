/**
 * What a scenario around manifests is made of: its parts, and what they need to know of workloads.
 */

import { workloadType } from '../platform/api/document/defaults.ts';
import { type Json, type JsonObject, numberAt, objectAt, objectsAt } from '../platform/api/document/json.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import { quotedName } from './read/recording/chosen.ts';
import type { ScenarioResource } from './scenario.ts';

/** Lines under one key of the scenario. */
export interface AroundPart {
  readonly lines: readonly string[];
  /** What was assumed, a sentence each. */
  readonly assumed: readonly string[];
  /** The paths of the values that are guessed, as `guessed:` has them. */
  readonly guessed: readonly string[];
}

export interface Named {
  readonly resources: readonly ScenarioResource[];
  readonly assumptions: Assumptions;
}

/** A recording that says what one workload is asked. */
export interface MeasuredDemand {
  readonly owner: ScenarioResource;
  /** The map under `trace:`, in one line. */
  readonly trace: string;
}

/** The workloads that requests can reach: those with ports, cron workloads left out; first those that are open. */
export function calledWorkloads({ resources, assumptions }: Named): readonly ScenarioResource[] {
  const called = resources.filter(
    (one) => one.kind === 'workload' && hasPorts(one) && workloadType(specOf(one), assumptions) !== 'cron',
  );
  return [...called.filter(isOpen), ...called.filter((one) => !isOpen(one))];
}

/** `shop/api`, or `shop/workload/api` where another kind has the name too; quoted where YAML needs it. */
export function keyOf(one: ScenarioResource, resources: readonly ScenarioResource[]): string {
  return quotedName(plainKeyOf(one, resources));
}

/** The same without quotes. */
export function plainKeyOf({ kind, gvc, name }: ScenarioResource, resources: readonly ScenarioResource[]): string {
  const isShared = resources.some(
    (one) => one.kind !== kind && ['workload', 'volumeset'].includes(one.kind) && one.gvc === gvc && one.name === name,
  );
  return isShared ? `${gvc}/${kind}/${name}` : `${gvc}/${name}`;
}

/** Whether a container has a port, in the older form `port: 80` too. */
export function hasPorts(one: ScenarioResource): boolean {
  return objectsAt(specOf(one), 'containers').some(
    (container) => listAt(container, 'ports').length > 0 || numberAt(container, 'port') !== undefined,
  );
}

/** Whether the firewall lets in callers from outside. */
export function isOpen(one: ScenarioResource): boolean {
  return listAt(objectAt(objectAt(specOf(one), 'firewallConfig'), 'external'), 'inboundAllowCIDR').length > 0;
}

export function specOf({ doc }: ScenarioResource): JsonObject {
  return objectAt(doc, 'spec');
}

export function listAt(value: JsonObject, key: string): readonly Json[] {
  const list = value[key];
  return Array.isArray(list) ? list : [];
}
