/**
 * A shop that much happens in, and requests at random that a client might send to it: good ones, refused ones, reads.
 */
import fc from 'fast-check';
import type { Session } from '../../../src/experiment/session/session.ts';
import type { ApiRequest } from '../../../src/platform/api/requests/request.ts';

const container = { name: 'main', image: 'web:1', cpu: '500m', memory: '512Mi' };

/** Autoscaled, stateful, scheduled, scaled to zero; called, expanded, faulted: on every grid something is due. */
export const busyShop = {
  svcsim: 1,
  name: 'busy-shop',
  start: '2026-11-01T00:00:00Z',
  for: '30d',
  seed: 7,
  resources: [
    { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
    {
      kind: 'volumeset',
      gvc: 'shop',
      name: 'data',
      spec: {
        fileSystemType: 'ext4',
        performanceClass: 'general-purpose-ssd',
        initialCapacity: 10,
        autoscaling: { maxCapacity: 200, minFreePercentage: 20, scalingFactor: 1.3 },
      },
    },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'api',
      spec: {
        type: 'standard',
        containers: [{ ...container, ports: [{ number: 8080, protocol: 'http' }] }],
        defaultOptions: { autoscaling: { metric: 'cpu', target: 60, minScale: 1, maxScale: 8 } },
      },
    },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'search',
      spec: {
        type: 'serverless',
        containers: [{ ...container, ports: [{ number: 8080, protocol: 'http' }] }],
        defaultOptions: { autoscaling: { metric: 'concurrency', target: 10, minScale: 0, maxScale: 5 } },
      },
    },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'db',
      spec: {
        type: 'stateful',
        containers: [{ ...container, volumes: [{ uri: 'svc://volumeset/data', path: '/data' }] }],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2 } },
      },
    },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'nightly',
      spec: { type: 'cron', containers: [container], job: { schedule: '*/2 * * * *', concurrencyPolicy: 'Forbid' } },
    },
  ],
  behavior: {
    'shop/api': {
      request: { cpu: '12ms', duration: '80ms' },
      crash: { every: { exponential: { mean: '6h' } } },
      memory: '200Mi',
    },
    'shop/search': { request: { cpu: '8ms', duration: '40ms' }, memory: '100Mi' },
    'shop/nightly': { execution: { duration: { lognormal: { mean: '90s', cv: 0.5 } }, failure: '10%' } },
    'shop/data': { usage: { start: '6GB', growth: '30GB/d' } },
    'shop/*': { stop: '3s' },
  },
  demand: [
    {
      to: 'shop/api',
      rate: {
        points: [
          ['0h', '10/s'],
          ['2h', '90/s'],
          ['4h', '20/s'],
        ],
      },
    },
    {
      to: 'shop/search',
      rate: {
        steps: [
          ['0h', '0/s'],
          ['1h', '5/s'],
          ['90m', '0/s'],
        ],
      },
    },
  ],
  timeline: [
    { at: '+1h', fault: { replicaKill: { of: 'shop/api', replicas: 1 } } },
    { every: '7 * * * *', patch: '/gvc/shop/workload/search', with: { tags: { swept: 'yes' } }, until: '+20h' },
    { at: '+3h', behavior: { 'shop/*': { stop: '5s' } } },
    { at: '+29d', fault: { replicaKill: { of: 'shop/api', replicas: 1 } } },
  ],
};

export const gvcPath = '/org/acme/gvc/shop';

/** Nothing takes time, and each replica of the API writes more than a core may have: 2 cores have room for it. */
export const brittleShop = {
  ...busyShop,
  timing: 'instant',
  resources: busyShop.resources.map((one) =>
    one.name === 'api'
      ? {
          ...one,
          spec: {
            type: 'standard',
            containers: [{ name: 'main', image: 'web:1', cpu: '2', memory: '512Mi', ports: [{ number: 8080 }] }],
            defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
          },
        }
      : one,
  ),
  behavior: { ...busyShop.behavior, 'shop/api': { ephemeral: '1.1GB' } },
};

/** Begins a loop that takes no time. */
export const lessCpu: ApiRequest = {
  method: 'PATCH',
  path: `${gvcPath}/workload/api`,
  body: { spec: { containers: [{ name: 'main', cpu: '500m' }] } },
};
/** Steps after which a new replica of the API begins such a loop. */
export const moreStorage = (at?: string): string =>
  JSON.stringify([{ ...(at === undefined ? {} : { at }), behavior: { 'shop/api': { ephemeral: '3GB' } } }]);

/** Distances of the grids that readings, evaluations and schedules lie on, in ms. */
const grids = [15_000, 2_000, 30_000, 60_000, 120_000];

/** One thing that a client does: moves time, or asks. `pick` chooses among what there is. */
export interface Turn {
  readonly kind: 'request' | 'step' | 'wait' | 'grid';
  readonly pick: number;
  readonly size: number;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('request' as const) },
    { weight: 1, arbitrary: fc.constant('step' as const) },
    { weight: 3, arbitrary: fc.constant('wait' as const) },
    { weight: 4, arbitrary: fc.constant('grid' as const) },
  ),
  pick: fc.nat(9_999),
  size: fc.nat(99_999),
});

/** As many turns, always the same for a seed; of those with a request more than a fifth are exactly on a grid. */
export function turnsOf(seed: number, count: number): readonly Turn[] {
  return fc.sample(turn, { seed, numRuns: count });
}

/** Does all turns. @returns how many requests were answered, by status */
export function take(session: Session, all: readonly Turn[]): Map<number, number> {
  const statuses = new Map<number, number>();
  const ask = (pick: number, size: number): void => {
    const { status } = session.request(requestOf(pick, size));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (const { kind, pick, size } of all) {
    if (kind === 'request') ask(pick, size);
    else if (kind === 'step') session.steps(JSON.stringify([stepOf(pick, size)]));
    else if (kind === 'wait') session.advance({ until: session.now + (size % 90_000) });
    else {
      const grid = grids[pick % grids.length] ?? 1;
      session.advance({ until: (Math.floor(session.now / grid) + 1 + (size % 5)) * grid });
      ask(size, pick);
    }
  }
  return statuses;
}

const names = ['api', 'search', 'db', 'nightly', 'new-1', 'new-2', 'none'];

/** A request that is good, refused or a read, as the numbers choose. */
export function requestOf(pick: number, size: number): ApiRequest {
  const name = names[size % names.length] ?? 'api';
  const workload = `${gvcPath}/workload/${name}`;
  const location = 'aws-us-east-1';
  const scale = 1 + (size % 4);
  const all: readonly ApiRequest[] = [
    { method: 'GET', path: workload },
    { method: 'GET', path: `${workload}/deployment/${location}` },
    { method: 'GET', path: `${gvcPath}/volumeset/data` },
    { method: 'GET', path: `${gvcPath}/workload?max=3` },
    { method: 'HEAD', path: `${gvcPath}/volumeset` },
    { method: 'POST', path: '/org/acme/workload/-query', body: {} },
    { method: 'GET', path: `${workload}/-command` },
    { method: 'PATCH', path: workload, body: { tags: { size } } },
    { method: 'PATCH', path: workload, body: { spec: { containers: [{ name: 'main', image: `web:${size}` }] } } },
    {
      method: 'PATCH',
      path: workload,
      body: { spec: { defaultOptions: { autoscaling: { minScale: scale, maxScale: scale + 3 } } } },
    },
    { method: 'PATCH', path: workload, body: { spec: { defaultOptions: { suspend: size % 2 === 0 } } } },
    { method: 'PATCH', path: workload, body: { version: size } },
    { method: 'PATCH', path: workload, body: { spec: { type: 'cron' } } },
    {
      method: 'POST',
      path: `${gvcPath}/workload`,
      body: { name, spec: { type: 'standard', containers: [{ ...container, name: 'main' }] } },
    },
    {
      method: 'PUT',
      path: `${gvcPath}/workload`,
      body: { kind: 'workload', name: 'new-2', spec: { type: 'standard', containers: [container] } },
    },
    { method: 'DELETE', path: workload },
    { method: 'DELETE', path: `${gvcPath}/workload/new-1`, body: { ignored: true } },
    {
      method: 'POST',
      path: `${gvcPath}/workload/nightly/-command`,
      body: { type: 'runCronWorkload', spec: { location } },
    },
    { method: 'POST', path: `${workload}/-command`, body: { type: 'stopReplica', spec: { location } } },
    {
      method: 'POST',
      path: `${gvcPath}/volumeset/data/-command`,
      body: { type: 'expandVolume', spec: { location, volumeIndex: size % 3, newStorageCapacity: 12 + (size % 60) } },
    },
    {
      method: 'POST',
      path: `${gvcPath}/volumeset/data/-command`,
      body: { type: 'createVolumeSnapshot', spec: { location, volumeIndex: 0, snapshotName: `s-${size % 9}` } },
    },
    {
      method: 'POST',
      path: `${gvcPath}/volumeset`,
      body: {
        // A name that a workload has too: what short names mean in the scenario must not change by it.
        name: size % 2 === 0 ? 'api' : 'more',
        spec: { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 10 + (size % 5) },
      },
    },
    { method: 'DELETE', path: `${gvcPath}/volumeset/more` },
    { method: 'PATCH', path: '/org/acme/location/aws-us-east-1', body: { spec: { enabled: size % 3 !== 0 } } },
    {
      method: 'PATCH',
      path: gvcPath,
      body: {
        spec: {
          staticPlacement: {
            locationLinks: ['//location/aws-us-east-1', ...(size % 2 === 0 ? ['//location/aws-eu-central-1'] : [])],
          },
        },
      },
    },
    {
      method: 'PUT',
      path: '/org/acme/domain',
      body: { name: 'www.example.com', spec: { routes: [{ prefix: '/', workloadLink: workload }] } },
    },
    { method: 'POST', path: '/nowhere', body: {} },
    { method: 'POST', path: '/org/other/gvc', body: { name: 'x' } },
    { method: 'PATCH', path: workload, body: [1, 'two', null] },
    {
      method: 'PATCH',
      path: workload,
      body: { tags: { text: 'ü \u{1F600} \u007f \ufffd \ud800 "<<"', '<<': 1e21, zero: -0 } },
    },
    { method: 'POST', path: `${gvcPath}/workload?x=%2F+a`, body: 'text' },
    { method: 'PUT', path: `${gvcPath}/workload/a%2Fb`, body: {} },
  ];
  const callers: readonly Partial<ApiRequest>[] = [
    {},
    {},
    {},
    { as: 'none' },
    { as: '//user/simulator' },
    { as: '/org/acme/user/nobody' },
    { headers: { Authorization: 'Bearer any' } },
    { as: `${gvcPath}/workload/api`, from: `${gvcPath}/workload/api` },
    { as: `${gvcPath}/workload/api`, from: `${gvcPath}/workload/db` },
  ];
  const request = all[pick % all.length] ?? { method: 'GET', path: '/org/acme' };
  return { ...request, ...callers[(pick + size) % callers.length] };
}

/** A step that the API lacks, now or a little later. */
export function stepOf(pick: number, size: number): object {
  const all: readonly object[] = [
    { behavior: { 'shop/data': { usage: { add: `${1 + (size % 4)}GB` } } } },
    { behavior: { 'shop/*': { stop: `${1 + (size % 9)}s` } } },
    { fault: { replicaKill: { of: 'shop/api', replicas: 1 } } },
    { fault: { replicaCrash: { of: 'shop/workload/db', replicas: 1 } } },
    { fault: { locationOutage: { location: 'aws-us-east-1' } }, for: '3m' },
    { fault: { apiThrottle: {} }, for: '20s' },
    { at: '+5h', behavior: { 'shop/search': { memory: '150Mi' } } },
    { probe: { to: 'shop/api', from: 'aws-us-east-1' } },
  ];
  return all[pick % all.length] ?? {};
}
