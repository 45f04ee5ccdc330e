import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isList, isObject, type Json, type Path } from '../../../../src/platform/api/document/json.ts';
import type { Kind } from '../../../../src/platform/api/records/kinds.ts';
import { documentSchemas } from '../../../../src/platform/api/schemas/envelope.ts';
import { fits } from '../../../../src/platform/api/schemas/fits.ts';

const probe = {
  exec: { command: ['ls'] },
  grpc: { port: 80 },
  tcpSocket: { port: 80 },
  httpGet: { path: '/', port: 80, scheme: 'HTTP', httpHeaders: [{ name: 'a' }] },
  periodSeconds: 10,
};
const options = {
  autoscaling: {
    metric: 'keda',
    target: 0.5,
    minScale: 1,
    metricPercentile: 'p99',
    multi: [{ metric: 'cpu', target: 60 }],
    keda: { triggers: [{ type: 'cron' }], pollingInterval: 86_400, fallback: { replicas: 0 }, advanced: {} },
  },
  timeoutSeconds: 600,
  capacityAI: true,
  multiZone: { enabled: false },
};
const container = {
  name: 'web',
  image: 'web:1',
  cpu: '1',
  args: ['-v'],
  env: [{ name: 'BUILD', value: 'even' }],
  inheritEnv: true,
  ports: [{ number: 80, protocol: 'http2' }],
  volumes: [{ uri: 'svc://volumeset/data', path: '/data' }],
  readinessProbe: probe,
  lifecycle: { preStop: {} },
};

/** With nearly every field that has a form. */
const documents: { readonly [kind in Kind]?: Json } = {
  org: { name: 'acme', description: '', tags: { a: 1 }, spec: { any: [] } },
  gvc: {
    name: 'shop',
    spec: { staticPlacement: { locationLinks: ['//location/a'] }, env: [{ name: 'A' }], keda: { enabled: true } },
  },
  location: { name: 'aws-us-east-1', provider: 'aws', region: 'us-east-1', spec: { enabled: true } },
  domain: { name: 'www.example.com', spec: { routes: [{ prefix: '/', workloadLink: '//x' }] } },
  volumeset: {
    name: 'data',
    gvc: 'shop',
    spec: {
      fileSystemType: 'ext4',
      initialCapacity: 10,
      autoscaling: { minFreePercentage: 100, scalingFactor: 1, predictive: { enabled: true, scalingFactor: 1.1 } },
      snapshots: { createFinalSnapshot: true, schedule: '@daily' },
      mountOptions: { resources: { minCpu: '1' } },
      customEncryption: { regions: { 'us-east-1': { keyId: 'key' } } },
    },
  },
  workload: {
    kind: 'workload',
    name: 'web',
    tags: {},
    spec: {
      type: 'standard',
      containers: [container],
      defaultOptions: options,
      localOptions: [{ location: 'aws-us-east-1', ...options }],
      loadBalancer: { replicaDirect: true, direct: {} },
      rolloutOptions: { minReadySeconds: 0, maxSurgeReplicas: '25%', scalingPolicy: 'Parallel' },
      requestRetryPolicy: { attempts: 2, retryOn: ['unavailable'] },
      job: { schedule: '@daily', concurrencyPolicy: 'Forbid', historyLimit: 10, suspend: false },
      extras: [1],
    },
  },
};
const kinds = Object.keys(documents) as Kind[];

/** What is just inside of a bound, just outside, and of every other type. */
const values: readonly (Json | undefined)[] = [
  ...[undefined, null, true, '', 'cpu', '1', {}, [], [null], ['a'], [{}], { name: 'a' }, { a: [] }],
  ...[-1, 0, 0.5, 1, 1.09, 1.1, 2, 10, 11, 100, 101, 600, 601, 86_400, 86_401, 1e15, 2 ** 53, Number.MAX_VALUE],
  ...[Number.NaN, Number.POSITIVE_INFINITY],
];

describe('whether a document has the form of its kind', () => {
  it.each(kinds)('is asked of a whole %s', (kind) => {
    expect(fits(documentSchemas[kind], documents[kind])).toBe(true);
  });

  it('is answered as the schema does, whatever stands at any place', () => {
    let [taken, refused] = [0, 0];
    for (const kind of kinds) {
      const change = fc.record({
        path: fc.constantFrom(...placesOf(documents[kind] ?? null)),
        value: fc.constantFrom(...values),
      });
      const property = fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const document = changes.reduce<Json | undefined>(
          (all, { path, value }) => put(all, path, value),
          documents[kind],
        );
        const isTaken = fits(documentSchemas[kind], document);
        expect(isTaken).toBe(documentSchemas[kind].safeParse(document).success);
        if (isTaken) taken += 1;
        else refused += 1;
      });
      fc.assert(property, { seed: 1, numRuns: 1_000 });
    }
    expect(Math.min(taken, refused)).toBeGreaterThan(400);
  });
});

/** Every path in a value, its own among them. */
function placesOf(value: Json, path: Path = []): readonly Path[] {
  if (isList(value)) return [path, ...value.flatMap((entry, index) => placesOf(entry, [...path, index]))];
  if (!isObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))];
}

/** The value with another at a path; as it is, where the path leads nowhere. */
function put(value: Json | undefined, [key, ...rest]: Path, other: Json | undefined): Json | undefined {
  if (key === undefined) return other;
  if (isList(value)) return value.map((entry, index) => (index === key ? (put(entry, rest, other) ?? null) : entry));
  return isObject(value) ? ({ ...value, [key]: put(value[key], rest, other) } as Json) : value;
}
