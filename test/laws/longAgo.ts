/**
 * An organization with a workload of each kind that looks ahead, and what may be changed in it.
 */
import { type Doc, gvcOf, type Resource } from './worlds.ts';

const gvc = 'ash';
const east = 'aws-us-east-1';
const west = 'aws-us-west-2';
const other = 'azure-eastus2';

interface Container {
  readonly [key: string]: unknown;
}

const main = (own: Container = {}): Container => ({
  name: 'main',
  image: 'shop/main:1',
  cpu: '500m',
  memory: '512Mi',
  ports: [{ number: 8080, protocol: 'http' }],
  ...own,
});

function workload(name: string, type: string, autoscaling: object, containers: readonly Container[]): Resource {
  return { kind: 'workload', gvc, name, spec: { type, containers, defaultOptions: { autoscaling } } };
}

function volumeset(name: string, autoscaling: object): Resource {
  const spec = {
    fileSystemType: 'ext4',
    performanceClass: 'general-purpose-ssd',
    initialCapacity: 20,
    autoscaling: { maxCapacity: 900, minFreePercentage: 10, scalingFactor: 1.5, ...autoscaling },
  };
  return { kind: 'volumeset', gvc, name, spec };
}

const predictive = { enabled: true, lookbackHours: 6, projectionHours: 12, minDataPoints: 10 };
const fixed = (scale: number): object => ({ metric: 'disabled', minScale: scale, maxScale: scale });

/**
 * Workloads scaled by each kind of loop, with and without load, and volumes that grow as they fill or are foreseen to.
 */
export const organization: Doc & { readonly demand: readonly object[] } = {
  svcsim: 1,
  start: '2026-11-02T00:00:00Z',
  for: '12d',
  seed: 1,
  assumptions: {},
  resources: [
    gvcOf({ gvc, locations: [east, west] }),
    workload('web', 'standard', { metric: 'cpu', target: 60, minScale: 1, maxScale: 9 }, [main()]),
    workload('idle', 'standard', { metric: 'cpu', target: 60, minScale: 1, maxScale: 9 }, [main()]),
    workload('lazy', 'serverless', { metric: 'concurrency', target: 5, minScale: 1, maxScale: 9 }, [main()]),
    workload('asleep', 'serverless', { metric: 'rps', target: 5, minScale: 0, maxScale: 9 }, [main()]),
    workload(
      'queue',
      'standard',
      {
        metric: 'keda',
        minScale: 1,
        maxScale: 8,
        keda: { triggers: [{ type: 'rabbitmq', name: 'jobs', metadata: { mode: 'QueueLength', value: '10' } }] },
      },
      [main()],
    ),
    workload('db', 'stateful', fixed(2), [
      main({
        volumes: [
          { uri: 'svc://volumeset/disk', path: '/disk' },
          { uri: 'svc://volumeset/logs', path: '/logs' },
        ],
      }),
    ]),
    volumeset('disk', {}),
    volumeset('logs', { predictive }),
  ],
  behavior: {
    'ash/*': { request: { cpu: '10ms', duration: '40ms', failure: '1%' } },
    'ash/queue': { keda: { jobs: 25 } },
    'ash/disk': { usage: { start: '4GB', growth: '2GB/d' } },
    'ash/logs': { usage: { start: '4GB', growth: '2GB/d' } },
  },
  demand: [
    { to: 'ash/web', rate: '60/s' },
    { to: 'ash/lazy', rate: '20/s' },
  ],
  timeline: [],
};

/** A change of the organization in its first hours. */
export interface Change {
  readonly name: string;
  readonly steps: readonly object[];
  /** The organization that is so from the start; absent: the change is undone. */
  readonly fromTheStart?: (doc: Doc) => Doc;
}

const scaled = ['web', 'idle', 'lazy', 'asleep', 'queue'];
const all = [...scaled, 'db'];
const path = (name: string): string => `/gvc/ash/workload/${name}`;

/** The same patch of the spec of each of some workloads, two hours apart from each other. */
function patches(names: readonly string[], spec: object, at = 1): object[] {
  return names.map((name, index) => ({ at: `+${at * 60 + index}m`, patch: path(name), with: { spec } }));
}

function withSpecs(names: readonly string[], change: (spec: Spec) => object): (doc: Doc) => Doc {
  return (doc) => ({
    ...doc,
    resources: doc.resources.map((one) =>
      one.kind === 'workload' && names.includes(one.name)
        ? { ...one, spec: { ...one.spec, ...change(one.spec as Spec) } }
        : one,
    ),
  });
}

interface Spec {
  readonly containers: readonly Container[];
  readonly defaultOptions: { readonly autoscaling: object };
}

function containersChanged(name: string, own: Container): Change {
  return {
    name,
    steps: patches(all, { containers: [{ name: 'main', ...own }] }),
    fromTheStart: withSpecs(all, ({ containers }) => ({ containers: containers.map((one) => ({ ...one, ...own })) })),
  };
}

function autoscalingChanged(name: string, names: readonly string[], own: object): Change {
  return {
    name,
    steps: patches(names, { defaultOptions: { autoscaling: own } }),
    fromTheStart: withSpecs(names, ({ defaultOptions: { autoscaling, ...others } }) => ({
      defaultOptions: { ...others, autoscaling: { ...autoscaling, ...own } },
    })),
  };
}

const patchedTo = (locations: readonly string[]): object => ({
  patch: '/gvc/ash',
  with: { spec: gvcOf({ gvc, locations }).spec },
});

function fault(name: string, details: object): Change {
  return { name: `a fault that ended: ${name}`, steps: [{ at: '+1h', fault: { [name]: details }, for: '40m' }] };
}

export const changes: readonly Change[] = [
  containersChanged('cpu', { cpu: '600m' }),
  containersChanged('memory', { memory: '640Mi' }),
  containersChanged('image', { image: 'shop/main:2' }),
  containersChanged('environment', { env: [{ name: 'A', value: 'b' }] }),
  containersChanged('ports', { ports: [{ number: 8090, protocol: 'http' }] }),
  autoscalingChanged('scale', scaled, { minScale: 2 }),
  autoscalingChanged('target', ['web', 'idle', 'lazy'], { target: 50 }),
  autoscalingChanged('metric', ['web', 'idle'], { metric: 'rps', target: 40 }),
  {
    name: 'behaviour',
    steps: [{ at: '+1h', behavior: { 'ash/*': { request: { cpu: '12ms', failure: '5%' } } } }],
    fromTheStart: (doc) => ({
      ...doc,
      behavior: { ...doc.behavior, 'ash/*': { request: { cpu: '12ms', duration: '40ms', failure: '5%' } } },
    }),
  },
  {
    name: 'demand that came and went',
    steps: [
      { at: '+1h', demand: { 'ash/web': { scale: 9 }, 'ash/lazy': { scale: 9 } } },
      { at: '+2h', demand: { 'ash/web': { scale: 1 }, 'ash/lazy': { scale: 1 } } },
    ],
  },
  {
    name: 'suspended and resumed',
    steps: [
      ...patches(all, { defaultOptions: { suspend: true } }),
      ...patches(all, { defaultOptions: { suspend: false } }, 2),
    ],
  },
  {
    name: 'a location that joined',
    steps: [{ at: '+1h', ...patchedTo([east, west, other]) }],
    fromTheStart: (doc) => ({
      ...doc,
      resources: [gvcOf({ gvc, locations: [east, west, other] }), ...doc.resources.slice(1)],
    }),
  },
  {
    name: 'a location that left and came again',
    steps: [
      { at: '+1h', ...patchedTo([east]) },
      { at: '+2h', ...patchedTo([east, west]) },
    ],
  },
  {
    name: 'volumes expanded',
    steps: ['disk', 'logs'].map((name, index) => ({
      at: `+${60 + index}m`,
      post: `/gvc/ash/volumeset/${name}/-command`,
      with: { type: 'expandVolume', spec: { location: east, volumeIndex: 0, newStorageCapacity: 30 } },
    })),
  },
  fault('locationOutage', { location: east }),
  fault('slowService', { of: 'ash/web', latency: '1s' }),
  fault('failingService', { of: 'ash/lazy', failure: '50%' }),
  fault('pullFailure', { of: 'ash/web' }),
  fault('stuckReadiness', { of: 'ash/web' }),
  fault('zoneLoss', { location: east, zone: 'a' }),
  {
    name: 'replicas that were lost',
    steps: [
      { at: '+1h', fault: { nodeLoss: { of: 'ash/web' } } },
      { at: '+2h', fault: { replicaCrash: { of: 'ash/db' } } },
    ],
  },
  {
    // Their new replicas never become ready: two versions that may use different amounts of cpu stay side by side.
    name: 'a rollout that is stuck for good',
    steps: [
      { at: '+30m', fault: { stuckReadiness: { of: 'ash/web' } } },
      ...patches(['web', 'idle'], { containers: [{ name: 'main', cpu: '600m' }] }),
    ],
    fromTheStart: (doc) => doc,
  },
  {
    name: 'a single request',
    steps: ['web', 'idle', 'lazy', 'asleep'].map((name) => ({ at: '+1h', probe: { to: `ash/${name}` } })),
  },
];
