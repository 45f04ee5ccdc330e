/**
 * The small scenarios that facts of a real platform are held against, and what is measured in their journals.
 */
import type { Entry } from '../../src/engine/journal.ts';
import { Run } from '../../src/experiment/run.ts';
import type { JsonObject } from '../../src/platform/api/document/json.ts';
import type { Timing } from '../../src/rules/resolveAssumptions.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

/** A scenario without what all of them share. */
export interface SmallWorld {
  readonly for?: string;
  readonly locations?: readonly string[];
  readonly resources: readonly object[];
  readonly behavior?: object;
  readonly demand?: readonly object[];
  readonly timeline?: readonly object[];
  readonly assumptions?: object;
}

/** What a run of a small world showed. */
export interface Seen {
  readonly entries: readonly Entry[];
  /** Entries of a type, in order. */
  readonly of: (type: string) => readonly Entry[];
  /** Seconds from the change in minute 10 to the last entry of a type; NaN: there is none. */
  readonly lastAt: (type: string) => number;
  /** The spec of a document of the GVC as the API returns it: `workload/web`. */
  readonly spec: (path: string) => JsonObject;
}

/** Where the world has its deployments, if it names no locations. */
export const here = 'aws-us-east-1';

const start = Date.UTC(2026, 10, 2);
/** When the change of each world happens. */
export const changeAt = '+10m';
export const changed = start + 600_000;

/**
 * Runs a small world, of a GVC `shop`, with one seed.
 *
 * @throws if it is not a valid scenario
 */
export function see(world: SmallWorld, timing: Timing, seed: number): Seen {
  const { locations = [here], resources, ...others } = world;
  const locationLinks = locations.map((location) => `//location/${location}`);
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks } } };
  const document = {
    svcsim: 1,
    name: 'calibration',
    start: new Date(start).toISOString(),
    for: '30m',
    timing,
    seed,
    ...others,
    resources: [gvc, ...resources],
  };
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'calibration.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const entries: Entry[] = [];
  const run = new Run(scenario, { sink: (entry) => entries.push(entry) });
  run.advance();
  const of = (type: string): readonly Entry[] => entries.filter((entry) => entry.type === type);
  return {
    entries,
    of,
    lastAt: (type) => ((of(type).at(-1)?.at ?? Number.NaN) - changed) / 1_000,
    spec: (path) => {
      const { body } = run.request({ method: 'GET', path: `/org/acme/gvc/shop/${path}` });
      return (body as { readonly spec?: JsonObject }).spec ?? {};
    },
  };
}

/** Seconds between the last entries of two types. */
export function between({ of }: Seen, from: string, to: string): number {
  return ((of(to).at(-1)?.at ?? Number.NaN) - (of(from).at(-1)?.at ?? Number.NaN)) / 1_000;
}

interface Shape {
  readonly type?: string;
  readonly replicas?: number;
  readonly container?: object;
  readonly spec?: object;
}

/** A workload `web` with one small container and a fixed number of replicas. */
export function web({ type = 'standard', replicas = 1, container = {}, spec = {} }: Shape = {}): object {
  const ports = [{ number: 8080, protocol: 'http' }];
  const isCron = type === 'cron';
  const main = {
    name: 'main',
    image: 'web:1',
    cpu: '100m',
    memory: '128Mi',
    ...(isCron ? {} : { ports }),
    ...container,
  };
  const scale = { defaultOptions: { autoscaling: { metric: 'disabled', minScale: replicas, maxScale: replicas } } };
  return {
    kind: 'workload',
    gvc: 'shop',
    name: 'web',
    spec: { type, containers: [main], ...(isCron ? {} : scale), ...spec },
  };
}

export const volumes = [{ uri: 'svc://volumeset/data', path: '/data' }];

/** The volume set of `database`. */
export const data = {
  kind: 'volumeset',
  gvc: 'shop',
  name: 'data',
  spec: { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 10 },
};

/** A stateful workload `web` of which each replica has a volume. */
export function database({ container = {}, ...shape }: Shape = {}): object[] {
  return [data, web({ ...shape, type: 'stateful', container: { volumes, ...container } })];
}

/** A readiness probe with the defaults of the API, or with other times. */
export function probed(initialDelaySeconds = 10, periodSeconds = 10): object {
  return { readinessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds, periodSeconds } };
}

/** The same documents, with a readiness probe of these times in each container. */
export function withProbes(world: SmallWorld, initialDelaySeconds: number, periodSeconds: number): SmallWorld {
  const probe = probed(initialDelaySeconds, periodSeconds);
  const text = JSON.stringify(world, (key, value) =>
    key === 'containers' ? (value as readonly object[]).map((one) => ({ ...one, ...probe })) : value,
  );
  return JSON.parse(text) as SmallWorld;
}

/** A preStop hook with a command. */
export function hooked(...command: readonly string[]): object {
  return { lifecycle: { preStop: { exec: { command } } } };
}

/** A change of `web` in minute 10. */
export function patch(spec: object): object {
  return { at: changeAt, patch: '/gvc/shop/workload/web', with: { spec } };
}

const elsewhere = { staticPlacement: { locationLinks: ['//location/aws-us-west-2'] } };
/** A workload in another location. */
export const caller: readonly object[] = [
  { kind: 'gvc', name: 'front', spec: elsewhere },
  { ...web(), gvc: 'front', name: 'caller' },
];
/** It calls `web` twice a second. */
export const calledFromElsewhere: Pick<SmallWorld, 'behavior' | 'demand'> = {
  behavior: { 'shop/web': { request: { duration: '50ms' } } },
  demand: [{ to: 'shop/web', by: 'front/caller', rate: '2/s', arrivals: 'poisson' }],
};

/** A new version: what an upgrade does, or a forced redeployment. */
export const redeployed = {
  at: changeAt,
  patch: '/gvc/shop/workload/web',
  with: { tags: { 'svc/deployTimestamp': '2026-11-02T00:10:00Z' } },
};

/** A command of `web` in minute 10. */
export function command(type: string, spec: object, of = 'workload/web'): object {
  return { at: changeAt, post: `/gvc/shop/${of}/-command`, with: { type, spec: { location: here, ...spec } } };
}

/** Requests that were not answered with success, in the end. */
export function failedRequests({ of }: Seen): number {
  return of('call.ended').filter(({ data: { status } }) => Number(status) === 0 || Number(status) >= 400).length;
}
