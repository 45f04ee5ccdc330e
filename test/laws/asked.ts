/**
 * Worlds around one workload that is asked: `ash/api`.
 */
import { type Doc, gvcOf, type Resource } from './worlds.ts';

export const places = ['aws-us-east-1', 'azure-eastus2'];

/** One that serves HTTP, of a version. */
export function container(version: number, cpu = '500m'): object {
  return {
    name: 'main',
    image: `api:${version}`,
    cpu,
    memory: '512Mi',
    ports: [{ number: 8080, protocol: 'http' }],
  };
}

export interface Asked {
  readonly for: string;
  readonly seed?: number;
  /** The first of `places` if absent. */
  readonly locations?: readonly string[];
  /** Of `ash/api`, beside its container. */
  readonly spec: object;
  readonly behavior: Doc['behavior'];
  readonly demand: readonly object[];
  readonly timeline?: Doc['timeline'];
  readonly assumptions?: Doc['assumptions'];
  /** Other workloads. */
  readonly others?: readonly Resource[];
}

/** It is a valid scenario, as far as what is given is. */
export function askedWorld(given: Asked): Doc & { readonly demand: readonly object[] } {
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
