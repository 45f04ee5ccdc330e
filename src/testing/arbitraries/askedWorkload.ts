/**
 * Scenarios around one workload that gets requests: `ash/api`.
 */
import type { ResourceDocument, ScenarioDocument } from '../document.ts';
import { gvcOf } from './scenarios.ts';

/** The locations that they use, the first of them if nothing else is given. */
export const places = ['aws-us-east-1', 'azure-eastus2'];

/** A container that serves HTTP; its image has the version. */
export function container(version: number, cpu = '500m'): object {
  return {
    name: 'main',
    image: `api:${version}`,
    cpu,
    memory: '512Mi',
    ports: [{ number: 8080, protocol: 'http' }],
  };
}

/** What is given of such a scenario. */
export interface AskedScenario {
  readonly for: string;
  readonly seed?: number;
  /** The first of `places` if absent. */
  readonly locations?: readonly string[];
  /** Of `ash/api`, beside its container. */
  readonly spec: object;
  readonly behavior: ScenarioDocument['behavior'];
  readonly demand: readonly object[];
  readonly timeline?: ScenarioDocument['timeline'];
  readonly assumptions?: ScenarioDocument['assumptions'];
  /** Other workloads. */
  readonly others?: readonly ResourceDocument[];
}

/** The scenario; it is valid if what is given is. */
export function askedScenario(given: AskedScenario): ScenarioDocument & { readonly demand: readonly object[] } {
  const { seed = 1, locations = places.slice(0, 1), timeline = [], assumptions = {}, others = [] } = given;
  const api = { kind: 'workload', gvc: 'ash', name: 'api', spec: { containers: [container(1)], ...given.spec } };
  return {
    svcsim: 1,
    start: '2026-11-29T00:00:00Z',
    for: given.for,
    seed,
    assumptions,
    resources: [gvcOf({ gvc: 'ash', locations }), api, ...others],
    behavior: given.behavior,
    demand: given.demand,
    timeline,
  };
}
