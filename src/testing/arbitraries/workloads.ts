/**
 * One workload of a random world, with its volume set and how both behave.
 */
import fc from 'fast-check';
import type { ResourceDocument } from '../document.ts';

export type GeneratedType = 'standard' | 'stateful' | 'cron' | 'serverless';

/** What is drawn of a workload; the place in the list and the world settle the rest. */
export interface WorkloadShape {
  readonly type: GeneratedType;
  /** Which of the world's gvcs. */
  readonly home: number;
  readonly scale: number;
  readonly containers: number;
  readonly rollout: object;
  readonly local: 'none' | 'suspended' | 'smaller';
  readonly job: object;
  readonly run: {
    readonly start: string;
    readonly readyAfter: string;
    readonly stop: string;
    readonly crash: string | null;
  };
  readonly execution: object;
  readonly isOverflowing: boolean;
  readonly set: SetShape;
  /** What its first container is asked; `hasty`: ended where it is slow to come up. */
  readonly probes: 'none' | 'readiness' | 'hasty';
}

interface SetShape {
  readonly fileSystemType: 'ext4' | 'xfs' | 'shared';
  readonly initialCapacity: number;
  readonly autoscaling: object | null;
  readonly snapshots: object | null;
  readonly usage: { readonly start: string; readonly growth: string };
}

/** A drawn workload with its name and its place. */
export interface PlacedWorkload extends WorkloadShape {
  readonly gvc: string;
  readonly name: string;
  readonly locations: readonly string[];
  /** Name of its volume set; absent: the name of the workload and `-disk`. */
  readonly volumeset?: string;
}

const bounds = fc.constantFrom<readonly [number | string, number | string]>(
  ['25%', '25%'],
  ['50%', 0],
  [0, '50%'],
  [1, 1],
  [3, '10%'],
  ['100%', '100%'],
);
const rollout = fc
  .record({
    bounds,
    minReadySeconds: fc.constantFrom(0, 0, 20),
    terminationGracePeriodSeconds: fc.constantFrom(0, 10, 90),
    scalingPolicy: fc.constantFrom('OrderedReady', 'Parallel'),
  })
  .map(({ bounds: [maxSurgeReplicas, maxUnavailableReplicas], ...rest }) => ({
    maxSurgeReplicas,
    maxUnavailableReplicas,
    ...rest,
  }));
const job = fc.record(
  {
    schedule: fc.constantFrom('*/2 * * * *', '*/5 * * * *', '17,44 * * * *', '@every 7m'),
    concurrencyPolicy: fc.constantFrom('Forbid', 'Replace', 'Allow'),
    restartPolicy: fc.constantFrom('Never', 'OnFailure'),
    historyLimit: fc.constantFrom(1, 3),
    activeDeadlineSeconds: fc.constantFrom(200, 600),
  },
  { requiredKeys: ['schedule', 'concurrencyPolicy', 'restartPolicy', 'historyLimit'] },
);
const execution = fc.record({
  duration: fc.constantFrom('40s', '3m', { uniform: { from: '1m', to: '12m' } }, { exponential: { mean: '4m' } }),
  failure: fc.constantFrom('0%', '30%'),
});
const predictive = { enabled: true, lookbackHours: 2, projectionHours: 3, minDataPoints: 3 };
const growth = fc
  .record({
    maxCapacity: fc.constantFrom(30, 400),
    minFreePercentage: fc.constantFrom(10, 25, 40),
    scalingFactor: fc.constantFrom(1, 1.1, 1.7),
    predictive: fc.constantFrom(predictive, { enabled: false }),
  })
  .map(({ scalingFactor, ...rest }) => {
    // A predictive factor that is inherited must be one that prediction may have.
    if (rest.predictive.enabled && scalingFactor < 1.1) return { ...rest, scalingFactor: 1.1 };
    return { ...rest, scalingFactor };
  });
/** What is drawn of a volume set. */
export const setShapes: fc.Arbitrary<SetShape> = fc.record({
  fileSystemType: fc.constantFrom('ext4', 'xfs', 'shared'),
  initialCapacity: fc.constantFrom(10, 14),
  autoscaling: fc.option(growth),
  snapshots: fc.option(fc.constant({ schedule: '5 */2 * * *', retentionDuration: '5h' })),
  usage: fc.record({
    start: fc.constantFrom('1GB', '6GB', '9GB'),
    growth: fc.constantFrom('1GB/d', '8GB/d', '2GB/h'),
  }),
});

export const workloadShapes: fc.Arbitrary<WorkloadShape> = fc.record({
  type: fc.constantFrom('standard', 'stateful', 'stateful', 'cron', 'serverless'),
  home: fc.nat(1),
  scale: fc.integer({ min: 1, max: 6 }),
  containers: fc.integer({ min: 1, max: 2 }),
  rollout,
  local: fc.constantFrom('none', 'none', 'suspended', 'smaller'),
  job,
  run: fc.record({
    start: fc.constantFrom('0s', '20s', '90s'),
    readyAfter: fc.constantFrom('0s', '15s'),
    stop: fc.constantFrom('1s', '30s'),
    crash: fc.constantFrom(null, '4m', '40m', '5h'),
  }),
  execution,
  isOverflowing: fc.boolean(),
  set: setShapes,
  probes: fc.constantFrom('none', 'none', 'readiness', 'hasty'),
});

/** The volume set of a stateful workload. */
export function setName({ name, volumeset }: Pick<PlacedWorkload, 'name' | 'volumeset'>): string {
  return volumeset ?? `${name}-disk`;
}

/** A workload with what it mounts, and how both behave. */
export function resourcesOf(
  part: PlacedWorkload,
  isCalm: boolean,
): { resources: ResourceDocument[]; behavior: { [name: string]: object } } {
  const workload: ResourceDocument = {
    kind: 'workload',
    gvc: part.gvc,
    name: part.name,
    spec: workloadSpec(part, isCalm),
  };
  const behavior: { [name: string]: object } = { [`${part.gvc}/${part.name}`]: behaviourOf(part, isCalm) };
  if (part.type !== 'stateful') return { resources: [workload], behavior };
  behavior[`${part.gvc}/${setName(part)}`] = { usage: part.set.usage };
  return { resources: [workload, setOf(part)], behavior };
}

function workloadSpec(part: PlacedWorkload, isCalm: boolean): object {
  const { type, scale } = part;
  const containers = Array.from({ length: part.containers }, (_, index) => containerOf(part, index, isCalm));
  if (type === 'cron') return { type, containers, job: part.job };
  const first = part.locations[0] ?? '';
  const autoscaling = scaleOf(part, scale);
  const local = {
    none: [],
    suspended: [{ location: first, suspend: true }],
    smaller: [{ location: first, autoscaling: scaleOf(part, 1) }],
  }[part.local];
  return {
    type,
    containers,
    defaultOptions: { autoscaling },
    ...(local.length === 0 ? {} : { localOptions: local }),
    rolloutOptions: part.rollout,
  };
}

/** The scale of a workload that no metric moves; of a serverless one also down to zero. */
export function scaleOf({ type }: Pick<PlacedWorkload, 'type'>, scale: number): object {
  if (type === 'serverless') return { metric: 'concurrency', minScale: scale - 1, maxScale: scale + 2 };
  return { metric: 'disabled', minScale: scale, maxScale: scale + 2 };
}

const exec = { command: ['true'] };
const probing = {
  none: {},
  readiness: {
    readinessProbe: { exec, initialDelaySeconds: 3, periodSeconds: 7, successThreshold: 2, failureThreshold: 2 },
  },
  hasty: { livenessProbe: { exec, initialDelaySeconds: 4, periodSeconds: 5, failureThreshold: 2 } },
};

function containerOf(part: PlacedWorkload, index: number, isCalm: boolean): object {
  const { type } = part;
  const probes = isCalm && part.probes === 'hasty' ? 'none' : part.probes;
  const isMain = index === 0;
  return {
    name: isMain ? 'main' : 'side',
    image: isMain ? 'app:1' : 'side:1',
    cpu: '200m',
    memory: '256Mi',
    ...(isMain && type !== 'cron' ? probing[probes] : {}),
    ...(type === 'serverless' && isMain ? { ports: [{ number: 8080, protocol: 'http' }] } : {}),
    ...(type === 'stateful' && isMain ? { volumes: [{ uri: `svc://volumeset/${setName(part)}`, path: '/data' }] } : {}),
  };
}

function setOf(part: PlacedWorkload): ResourceDocument {
  return { kind: 'volumeset', gvc: part.gvc, name: setName(part), spec: specOfSet(part.set) };
}

/** The `spec` of a volume set of a shape. */
export function specOfSet({ fileSystemType, initialCapacity, autoscaling, snapshots }: SetShape): object {
  const isShared = fileSystemType === 'shared';
  return {
    fileSystemType,
    initialCapacity,
    performanceClass: isShared ? 'shared' : 'general-purpose-ssd',
    ...(autoscaling === null ? {} : { autoscaling }),
    ...(snapshots === null || isShared ? {} : { snapshots }),
  };
}

function behaviourOf({ type, run, execution, isOverflowing }: PlacedWorkload, isCalm: boolean): object {
  const { start, stop, readyAfter, crash } = run;
  const life = { start: { uniform: { from: '0s', to: start } }, stop: { uniform: { from: '0s', to: stop } } };
  if (type === 'cron') return { ...life, execution };
  return {
    ...life,
    readyAfter: { uniform: { from: '0s', to: readyAfter } },
    ...(crash === null || isCalm ? {} : { crash: { every: { exponential: { mean: crash } } } }),
    ...(isOverflowing && !isCalm ? { ephemeral: { growth: '400MB/h' } } : {}),
    mounter: { egress: '3GB/d' },
  };
}
