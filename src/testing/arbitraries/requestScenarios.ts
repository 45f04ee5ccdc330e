/**
 * Generated scenarios whose workloads get single requests, while all that may happen to them does.
 */
import fc from 'fast-check';
import type { ResourceDocument, ScenarioDocument, StepDocument } from '../document.ts';
import { scenarios } from './scenarios.ts';
import { shrinkingScenarios } from './simpler.ts';

/** What is drawn of the requests to one workload. */
interface CallShape {
  readonly request: object;
  readonly options: object;
  readonly retry: object | undefined;
  readonly tags: object;
  readonly guards: object;
  readonly perMinute: number;
  readonly arrivals: unknown;
}

const share = fc.constantFrom('0%', '0%', '20%', '90%');
const callShape: fc.Arbitrary<CallShape> = fc.record({
  request: fc.record({
    duration: fc.constantFrom<unknown>(
      '0s',
      '250ms',
      { exponential: { mean: '300ms' } },
      { gamma: { mean: '2s', cv: 2 } },
    ),
    cpu: fc.constantFrom<unknown>('0s', '30ms', { exponential: { mean: '60ms' } }),
    failure: share,
  }),
  options: fc.record({ timeoutSeconds: fc.constantFrom(1, 5, 60) }),
  retry: fc.option(
    fc.record({
      attempts: fc.integer({ min: 0, max: 4 }),
      retryOn: fc.constantFrom(['5xx'], ['reset'], ['connect-failure'], ['retriable-status-codes', 'connect-failure']),
    }),
    { nil: undefined },
  ),
  tags: fc.subarray(['svc/externalAuthAddress', 'svc/rateLimitAddress']).map(tagsOf),
  guards: fc.record({
    authorization: fc.record({ latency: fc.constantFrom('0s', '80ms', '3s'), failure: share, denied: share }),
    rateLimit: fc.record({
      latency: fc.constantFrom('0s', '20ms'),
      failure: share,
      rate: fc.constantFrom('20/m', '3/s'),
    }),
  }),
  perMinute: fc.integer({ min: 1, max: 60 }),
  arrivals: fc.constantFrom<unknown>('poisson', 'poisson', { gamma: { cv: 3 } }, { uniform: { from: 0.5, to: 1.5 } }),
});

function tagsOf(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, 'guard.example.com']));
}

/** Other readings of the specification that change what becomes of a call. */
const readings = fc.subarray<readonly [string, unknown]>(
  [
    ['timeout.from', 'arrival'],
    ['timeout.scope', 'perTry'],
    ['traffic.queue', 2],
    ['traffic.terminating', 'never'],
    ['traffic.route.replica', 'leastRequests'],
    ['retry.backoff', 'none'],
    ['serverless.zero', 'idleExact'],
    ['serverless.wake', 'nextTick'],
    ['rateLimit.failure', 'deny'],
  ],
  { maxLength: 3 },
);

const trouble = fc.record({
  pick: fc.nat(3),
  minute: fc.nat(35),
  does: fc.constantFrom('slowService', 'failingService', 'replicaKill', 'replicaCrash'),
  service: fc.constantFrom('requests', 'authorization', 'rateLimit'),
});

/** Nobody calls in the last twenty minutes, so that a run of one hour ends with nobody there. */
const calledUntil = '40m';

const drawn: fc.Arbitrary<ScenarioDocument> = fc
  .record({
    doc: scenarios({ hours: [1], burstsMax: 5 }),
    shapes: fc.array(callShape, { minLength: 4, maxLength: 4 }),
    readings,
    troubles: fc.array(trouble, { maxLength: 4 }),
  })
  .map(({ doc, shapes, readings, troubles }) => {
    const called = doc.resources.filter(({ kind, spec = {} }) => kind === 'workload' && !('job' in spec));
    const shapeOf = (one: ResourceDocument): CallShape | undefined => shapes[called.indexOf(one)];
    const behavior = { ...doc.behavior };
    for (const one of called) {
      const shape = shapeOf(one);
      const key = keyOf(one);
      behavior[key] = { ...behavior[key], request: shape?.request, ...shape?.guards };
    }
    const demand = called.map((one) => {
      const { perMinute = 0, arrivals } = shapeOf(one) ?? {};
      const steps = [
        ['0m', `${perMinute}/m`],
        [calledUntil, '0/m'],
      ];
      return { to: keyOf(one), rate: { steps }, arrivals };
    });
    const steps = troubles.flatMap(({ pick, minute, does, service }): StepDocument[] => {
      const one = called[pick % Math.max(1, called.length)];
      if (one === undefined) return [];
      const of = `${one.gvc}/workload/${one.name}`;
      const fault = { slowService: { of, service, latency: '700ms' }, failingService: { of, service, failure: '60%' } };
      const at = `+${minute}m7s`;
      if (does === 'slowService' || does === 'failingService')
        return [{ at, fault: { [does]: fault[does] }, for: '5m' }];
      return [{ at, fault: { [does]: { of, replicas: 1 } } }];
    });
    return {
      ...doc,
      assumptions: { ...doc.assumptions, ...Object.fromEntries(readings) },
      resources: doc.resources.map((one) => {
        const shape = shapeOf(one);
        return shape === undefined ? one : withCalls(one, shape);
      }),
      behavior,
      demand,
      timeline: [...doc.timeline, ...steps],
    } as ScenarioDocument;
  });

/**
 * Scenarios of an hour whose workloads get single requests in its first forty minutes, with checks, retries, and all
 * that may happen to workloads meanwhile. They are valid, and shrink by whole resources.
 */
export const scenariosWithRequests: fc.Arbitrary<ScenarioDocument> = shrinkingScenarios(drawn);

function keyOf({ gvc, name }: ResourceDocument): string {
  return `${gvc}/${name}`;
}

/** The workload with a port, and with what its shape says of requests. */
function withCalls(one: ResourceDocument, { options, retry, tags }: CallShape): ResourceDocument {
  const { containers, defaultOptions, ...rest } = one.spec as {
    readonly containers: readonly object[];
    readonly defaultOptions: { readonly autoscaling: object };
  };
  const [main, ...others] = containers;
  const ports = [{ number: 8080, protocol: 'http' }];
  const isServerless = 'type' in rest && rest.type === 'serverless';
  return {
    ...one,
    tags,
    spec: {
      ...rest,
      containers: [{ ...main, ports }, ...others],
      defaultOptions: {
        ...defaultOptions,
        ...options,
        autoscaling: {
          ...defaultOptions.autoscaling,
          ...(isServerless ? { maxConcurrency: 3, scaleToZeroDelay: 60 } : {}),
        },
      },
      ...(retry === undefined ? {} : { requestRetryPolicy: retry }),
    },
  };
}
