/**
 * For each situation that `reached` counts, the parts of a scenario that lead to it: a workload in a GVC and a location
 * of its own, which nothing else in a generated scenario disturbs.
 */
import type { ResourceDocument, ScenarioDocument, StepDocument } from '../document.ts';
import type { Corner } from '../reached.ts';
import { gvcOf } from './scenarios.ts';

/** Parts that are added to a scenario. */
export interface CornerParts {
  readonly resources: readonly ResourceDocument[];
  readonly behavior: ScenarioDocument['behavior'];
  readonly timeline: readonly StepDocument[];
  readonly demand: readonly object[];
  /** The least length of the run. */
  readonly hours: number;
}

interface Recipe {
  /** Of the workload; its containers and its type are filled in. */
  readonly spec: { readonly type: string; readonly [key: string]: unknown };
  readonly container?: object;
  readonly behavior?: object;
  /** Of its volume set; absent: it has none. */
  readonly set?: object;
  readonly usage?: object;
  readonly steps?: (place: CornerPlace) => readonly StepDocument[];
  readonly demand?: object;
  /** How long it takes; absent: two hours at most. */
  readonly hours?: number;
}

interface CornerPlace {
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
}

const image = (place: CornerPlace, at: string, version: number): StepDocument => ({
  at,
  patch: `/gvc/${place.gvc}/workload/${place.name}`,
  with: { spec: { containers: [{ name: 'main', image: `app:${version}` }] } },
});
const options = (place: CornerPlace, at: string, defaultOptions: object): StepDocument => ({
  at,
  patch: `/gvc/${place.gvc}/workload/${place.name}`,
  with: { spec: { defaultOptions } },
});
const fixed = (scale: number): object => ({ autoscaling: { metric: 'disabled', minScale: scale, maxScale: scale } });
const standard = { type: 'standard', defaultOptions: fixed(3) };
const stateful = { type: 'stateful', defaultOptions: fixed(1) };
const cron = (schedule: string, policy: string, more: object = {}): Recipe['spec'] => ({
  type: 'cron',
  job: { schedule, concurrencyPolicy: policy, ...more },
});
const growing = { autoscaling: { maxCapacity: 400, minFreePercentage: 30, scalingFactor: 1.1 } };
const expand = ({ gvc, name, location }: CornerPlace, at: string): StepDocument => ({
  at,
  post: `/gvc/${gvc}/volumeset/${name}-disk/-command`,
  with: { type: 'expandVolume', spec: { location, volumeIndex: 0, newStorageCapacity: 90 } },
});
const ports = { ports: [{ number: 8080, protocol: 'http' }] };

const recipes: Readonly<Record<Corner, Recipe>> = {
  expansionRefused: { spec: stateful, set: growing, usage: { start: '6GB', growth: '24GB/h' } },
  expandedAfterRefusal: {
    spec: stateful,
    set: growing,
    usage: { start: '6GB', growth: '24GB/h' },
    hours: 26,
  },
  forbidSkip: { spec: cron('*/2 * * * *', 'Forbid'), behavior: { execution: { duration: '5m' } } },
  executionReplaced: { spec: cron('*/2 * * * *', 'Replace'), behavior: { execution: { duration: '5m' } } },
  executionAtDeadline: {
    spec: cron('*/10 * * * *', 'Forbid', { activeDeadlineSeconds: 60 }),
    behavior: { execution: { duration: '5m' } },
  },
  rolloutSuperseded: { spec: standard, steps: (place) => [image(place, '+10m', 2), image(place, '+605s', 3)] },
  rolloutStalled: {
    spec: standard,
    steps: (place) => [
      { at: '+9m', fault: { stuckReadiness: { of: `${place.gvc}/workload/${place.name}` } }, for: '40m' },
      image(place, '+10m', 2),
    ],
  },
  crashInRollout: {
    spec: standard,
    steps: (place) => [
      image(place, '+10m', 2),
      { at: '+603s', fault: { replicaCrash: { of: `${place.gvc}/workload/${place.name}` } } },
    ],
  },
  scaledUpInRollout: { spec: standard, steps: (place) => [image(place, '+10m', 2), options(place, '+605s', fixed(6))] },
  expansionInRollout: {
    spec: { type: 'stateful', defaultOptions: fixed(3) },
    set: {},
    usage: { start: '1GB' },
    steps: (place) => [image(place, '+10m', 2), expand(place, '+603s')],
  },
  faultInExpansion: {
    spec: stateful,
    set: {},
    usage: { start: '1GB' },
    steps: (place) => [
      expand(place, '+10m'),
      { at: '+605s', fault: { nodeLoss: { of: `${place.gvc}/workload/${place.name}` } }, for: '3m' },
    ],
  },
  deletedInExpansion: {
    spec: stateful,
    set: {},
    usage: { start: '1GB' },
    steps: (place) => [expand(place, '+10m'), { at: '+605s', delete: `/gvc/${place.gvc}/workload/${place.name}` }],
  },
  suspendedMidway: {
    spec: standard,
    steps: (place) => [image(place, '+10m', 2), options(place, '+605s', { suspend: true })],
  },
  // A replica takes 46 s to be gone, and 14 s to become ready; 6 s if its image is there.
  readyAsGone: {
    spec: standard,
    steps: (place) => [
      options(place, '+10m', fixed(2)),
      options(place, '+632s', fixed(3)),
      options(place, '+20m', fixed(2)),
      options(place, '+1240s', fixed(3)),
    ],
  },
  closedAndReopened: {
    spec: standard,
    steps: ({ location }) => [
      { at: '+10m', patch: `/location/${location}`, with: { spec: { enabled: false } } },
      { at: '+20m', patch: `/location/${location}`, with: { spec: { enabled: true } } },
    ],
  },
  eviction: { spec: standard, behavior: { ephemeral: { growth: '4GB/h' } } },
  // A snapshot of it tells how many bytes are stored.
  volumeFull: {
    spec: stateful,
    set: { snapshots: { schedule: '5 * * * *', retentionDuration: '1d' } },
    usage: { start: '9GB', growth: '8GB/h' },
  },
  snapshotExpired: {
    spec: stateful,
    set: { snapshots: { schedule: '5 * * * *', retentionDuration: '30m' } },
    usage: { start: '1GB' },
  },
  scaledByLoad: {
    spec: {
      type: 'standard',
      defaultOptions: { autoscaling: { metric: 'rps', target: 10, minScale: 1, maxScale: 6 } },
    },
    container: ports,
    demand: {
      rate: {
        steps: [
          ['0m', '5/s'],
          ['20m', '50/s'],
        ],
      },
    },
  },
  // Later, its replicas use memory, but none is ready to be asked: one of its two metrics has no value.
  scaledByTwoMetrics: {
    spec: {
      type: 'standard',
      defaultOptions: {
        autoscaling: {
          metric: 'multi',
          multi: [
            { metric: 'memory', target: 50 },
            { metric: 'rps', target: 10 },
          ],
          minScale: 1,
          maxScale: 6,
        },
      },
    },
    container: ports,
    steps: ({ gvc, name }) => [
      { at: '+40m', fault: { stuckReadiness: { of: `${gvc}/workload/${name}` } }, for: '30m' },
      { at: '+41m', fault: { replicaKill: { of: `${gvc}/workload/${name}` } } },
    ],
    demand: {
      rate: {
        steps: [
          ['0m', '5/s'],
          ['20m', '50/s'],
        ],
      },
    },
  },
  requestHeld: {
    spec: {
      type: 'serverless',
      defaultOptions: {
        autoscaling: { metric: 'concurrency', target: 5, minScale: 0, maxScale: 3, scaleToZeroDelay: 30 },
      },
    },
    container: ports,
    behavior: { request: { duration: '100ms' } },
    demand: { rate: '10/h', arrivals: 'poisson' },
  },
  requestRetried: {
    spec: { ...standard, requestRetryPolicy: { attempts: 3, retryOn: ['5xx'] } },
    container: ports,
    behavior: { request: { duration: '100ms', failure: '50%' } },
    demand: { rate: '1/m', arrivals: 'poisson' },
  },
};

/** The parts that lead to a situation within `hours`, under any assumptions that `scenarios` draws. */
export function cornerParts(corner: Corner): CornerParts {
  const { spec, container, behavior, set, usage, steps, demand, hours = 2 } = recipes[corner];
  const name = corner.toLowerCase();
  const place: CornerPlace = { gvc: `oak-${name}`, name, location: 'aws-eu-central-1' };
  const { gvc } = place;
  // A switch of a location concerns everything in it.
  const location = corner === 'closedAndReopened' ? 'aws-ap-southeast-1' : place.location;
  const mounts = set === undefined ? {} : { volumes: [{ uri: `svc://volumeset/${name}-disk`, path: '/data' }] };
  const containers = [{ name: 'main', image: 'app:1', cpu: '200m', memory: '256Mi', ...container, ...mounts }];
  const disk = { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 10, ...set };
  return {
    resources: [
      gvcOf({ gvc, locations: [location] }),
      ...(set === undefined ? [] : [{ kind: 'volumeset', gvc, name: `${name}-disk`, spec: disk }]),
      { kind: 'workload', gvc, name, spec: { ...spec, containers } },
    ],
    behavior: {
      ...(behavior === undefined ? {} : { [`${gvc}/${name}`]: behavior }),
      ...(usage === undefined ? {} : { [`${gvc}/${name}-disk`]: { usage } }),
    },
    timeline: steps?.({ ...place, location }) ?? [],
    demand: demand === undefined ? [] : [{ to: `${gvc}/${name}`, ...demand }],
    hours,
  };
}
