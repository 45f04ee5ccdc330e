/**
 * Small scenarios of everything that is billed, and a run of one with its recount beside it.
 */

import type { Entry } from '../../src/engine/journal.ts';
import { Run } from '../../src/experiment/run.ts';
import { exampleBook } from '../../src/platform/metering/exampleBook.ts';
import { parsePriceBook } from '../../src/platform/metering/pricebook.ts';
import type { PriceBook } from '../../src/platform/metering/prices.ts';
import { compareWithBill, type Difference } from '../../src/report/recount/compare.ts';
import { Recount } from '../../src/report/recount/recount.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { good } from '../scenario/builders.ts';

interface Parts {
  readonly start?: string;
  readonly length: string;
  readonly locations?: readonly string[];
  readonly resources: string;
  readonly rest?: string;
}

export function scenarioOf({
  start = '2026-11-01T00:00:00Z',
  length,
  locations = ['aws-us-east-1'],
  resources,
  rest = '',
}: Parts) {
  const links = locations.map((location) => `//location/${location}`).join(', ');
  return good(`svcsim: 1
start: ${start}
for: ${length}
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [${links}] } } }
${resources}
${rest}`);
}

export const block = `
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10,
      autoscaling: { maxCapacity: 200, minFreePercentage: 20, scalingFactor: 1.5 } } }`;
export const files = `
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: shared, performanceClass: shared, initialCapacity: 20 } }`;

/** A volume set `data` and a workload `db` of two replicas that mount it. */
export function stateful(set: string): string {
  return `${set}
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers:
        - { name: main, image: "pg:1", cpu: 500m, memory: 1Gi, minCpu: 250m, minMemory: 520Mi, volumes: [{ uri: svc://volumeset/data, path: /data }] }
        - { name: side, image: "log:1", cpu: 70m, memory: 130Mi, minCpu: 33m, minMemory: 100Mi }
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }`;
}

export const web = `
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 300m, memory: 640Mi, minCpu: 225m, minMemory: 416Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 3, maxScale: 3 } }`;

/** By name; each ends within a few hundred events. */
export const scenarios = {
  expansion: scenarioOf({
    length: '4d',
    resources: stateful(block),
    rest: 'behavior:\n  shop/data: { usage: { start: 7GB, growth: 1.5GB/d } }\n',
  }),
  cron: scenarioOf({
    length: '3h',
    resources: `
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 200m, memory: 128Mi }]
      job: { schedule: "*/10 * * * *", concurrencyPolicy: Replace, activeDeadlineSeconds: 900 }
  - kind: workload
    gvc: shop
    name: late
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 200m, memory: 128Mi }]
      job: { schedule: "5 * * * *", concurrencyPolicy: Forbid, activeDeadlineSeconds: 600 }
`,
    rest: 'behavior:\n  shop/job: { execution: { duration: { uniform: { from: 8m, to: 11m } }, failure: 20% } }\n  shop/late: { execution: { duration: never } }\n',
  }),
  rollout: scenarioOf({
    length: '2h',
    locations: ['aws-us-east-1', 'gcp-us-east1'],
    resources: web,
    rest: `behavior:\n  shop/web: { start: { uniform: { from: 2s, to: 20s } } }
timeline:
  - { at: +30m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: "web:2", cpu: 400m, memory: 800Mi, minCpu: 250m }] } }, answers: 200 }
`,
  }),
  shared: scenarioOf({
    length: '3h',
    resources: stateful(files),
    rest: `timeline:
  - { at: +1h, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } }, answers: 200 }
  - { at: +2h, post: /gvc/shop/volumeset/data/-command, with: { type: expandVolume, spec: { location: aws-us-east-1, volumeIndex: 0, newStorageCapacity: 30 } }, answers: 201 }
`,
  }),
  egress: scenarioOf({
    start: '2026-10-31T12:00:00Z',
    length: '1d',
    resources: web,
    rest: `behavior:
  shop/web: { mounter: { cpu: 50m, memory: 64Mi, egress: 1GB/d }, crash: { every: { uniform: { from: 3h, to: 9h } } } }
`,
  }),
  // A rate whose product with the time is beyond what a double holds: after these 284 hours a float is a byte short.
  flood: scenarioOf({
    length: '284h',
    resources: web,
    rest: 'behavior:\n  shop/web: { mounter: { egress: 7445296295B/h } }\n',
  }),
  deletion: scenarioOf({
    length: '6h',
    resources: stateful(block),
    rest: `timeline:
  - { at: +1h, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } }, answers: 200 }
  - { at: +2h, post: /gvc/shop/volumeset/data/-command, with: { type: deleteVolume, spec: { location: aws-us-east-1, volumeIndex: 1 } }, answers: 201 }
  - { at: +3h, delete: /gvc/shop/workload/db, answers: 202 }
  - { at: +4h, delete: /gvc/shop/volumeset/data, answers: 202 }
  - { at: +5h, post: /gvc/shop/volumeset, with: { kind: volumeset, name: data, spec: { fileSystemType: xfs, performanceClass: high-throughput-ssd, initialCapacity: 200 } }, answers: 201 }
  - { at: +5h1m, post: /gvc/shop/workload, with: { kind: workload, name: db, spec: { type: stateful, containers: [{ name: main, image: "pg:1", volumes: [{ uri: svc://volumeset/data, path: /data }] }] } }, answers: 201 }
`,
  }),
  two: scenarioOf({
    length: '5h',
    resources: `${web}
  - { kind: gvc, name: blog, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: blog
    name: api
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 300m, memory: 640Mi, minCpu: 225m, minMemory: 416Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }`,
  }),
  replaced: scenarioOf({
    length: '6h',
    resources: stateful(block),
    rest: `timeline:
  - { at: +1h, post: /gvc/shop/volumeset/data/-command, with: { type: deleteVolume, spec: { location: aws-us-east-1, volumeIndex: 0 } }, answers: 201 }
  - { at: +2h7m, post: /gvc/shop/volumeset/data/-command, with: { type: expandVolume, spec: { location: aws-us-east-1, volumeIndex: 1, newStorageCapacity: 17 } }, answers: 201 }
`,
  }),
  snapshots: scenarioOf({
    length: '9h',
    resources: stateful(block).replace(
      'initialCapacity: 10,',
      'initialCapacity: 10, snapshots: { schedule: "20 * * * *", retentionDuration: 2.5h },',
    ),
    rest: `behavior:
  shop/data: { usage: { start: 5GB, growth: 7GB/d } }
timeline:
  - { at: +1h, post: /gvc/shop/volumeset/data/-command, with: { type: createVolumeSnapshot, spec: { location: aws-us-east-1, volumeIndex: 0, snapshotName: first } }, answers: 201 }
  - { at: +2h, post: /gvc/shop/volumeset/data/-command, with: { type: deleteVolumeSnapshot, spec: { location: aws-us-east-1, volumeIndex: 0, snapshotName: first } }, answers: 201 }
  - { at: +4h, post: /gvc/shop/volumeset/data/-command, with: { type: restoreVolume, spec: { location: aws-us-east-1, volumeIndex: 1, snapshotName: data-1-202611010320 } }, answers: 201 }
`,
  }),
  asked: scenarioOf({
    start: '2026-10-31T22:30:00Z',
    length: '4h',
    locations: ['aws-us-east-1', 'gcp-us-east1'],
    resources: `
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 300m, memory: 640Mi, minCpu: 225m, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
      loadBalancer: { direct: { enabled: true } }
  - kind: workload
    gvc: shop
    name: door
    spec:
      type: serverless
      containers: [{ name: main, image: "web:1", cpu: 100m, memory: 128Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: concurrency, minScale: 0, maxScale: 3 }, timeoutSeconds: 60 }`,
    rest: `behavior:
  shop/web: { request: { cpu: 1ms } }
  shop/door: { request: { cpu: 5ms, duration: 50ms } }
demand:
  - { to: shop/web, rate: { points: [[0h, 0.3/s], [4h, 3.7/s]] } }
  - { to: shop/door, rate: 200/h, arrivals: poisson }
timeline:
  - { at: +1h10m, patch: /gvc/shop/workload/web, with: { tags: { team: web }, spec: { defaultOptions: { suspend: true } } }, answers: 200 }
  - { at: +1h40m, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { suspend: false }, loadBalancer: { direct: { enabled: false } } } }, answers: 200 }
  - { at: +2h, patch: /location/gcp-us-east1, with: { spec: { enabled: false } }, answers: 200 }
`,
  }),
  ownCluster: scenarioOf({
    length: '3h',
    locations: ['aws-us-east-1', 'cellar'],
    resources: web,
    rest: `locations: { cellar: { provider: byok, region: home } }
behavior:
  shop/web: { mounter: { stores: 3, egress: 1GB/d } }
`,
  }),
  suspended: scenarioOf({
    length: '4h',
    resources: web,
    rest: `timeline:
  - { at: +1h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { suspend: true } } }, answers: 200 }
  - { at: +2h30m, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { suspend: false } } }, answers: 200 }
`,
  }),
} satisfies { readonly [name: string]: Scenario };

/** A book with prices of each kind: dated, contracted, by container, by location type, missing, in every unit. */
export function bookOf(metering: object = {}, changes: object = {}): PriceBook {
  return skusOf(metering, [], changes);
}

/** The same with more entries. */
export function skusOf(metering: object, more: readonly object[], changes: object = {}): PriceBook {
  const from = '2020-01-01T00:00:00Z';
  const { book, findings } = parsePriceBook({
    kind: 'pricebook',
    name: 'test',
    currency: 'USD',
    issuer: 'Test',
    metering,
    skus: [
      {
        id: 'cpu',
        meters: ['reserved-cpu', 'mount-cpu', 'mounter-cpu'],
        unit: 'Core-Hours',
        prices: [
          { from, list: '0.0312' },
          { from: '2026-11-01T01:00:00Z', list: '0.07', contracted: '0.0613' },
          { from: '2026-11-02T00:00:00Z', until: '2026-11-03T00:00:00Z', list: '0.05' },
        ],
      },
      {
        id: 'side',
        meters: ['reserved-cpu'],
        match: { container: 'side', gvc: 'shop' },
        unit: 'Core-Seconds',
        prices: [{ from, list: '0.000009' }],
      },
      {
        id: 'memory',
        meters: ['reserved-memory', 'mounter-memory'],
        unit: 'GiB-Hours',
        prices: [{ from, list: '0.0041' }],
      },
      {
        id: 'volume',
        meters: ['volume-capacity'],
        match: { performanceClass: 'general-purpose-ssd' },
        unit: 'GB-Months',
        prices: [{ from, list: '0.115' }],
      },
      { id: 'shared', meters: ['shared-volume-capacity'], unit: 'GB-Hours', prices: [{ from, list: '0.0004' }] },
      {
        id: 'egress',
        meters: ['mounter-egress'],
        match: { provider: 'aws' },
        unit: 'GB',
        prices: [{ from, list: '0.081' }],
      },
      ...more,
    ],
    ...changes,
  });
  if (book === null) throw new Error(JSON.stringify(findings));
  return book;
}

/** A book with tiers of every scope, which change in time, low enough to be passed, and with credits and taxes. */
export function tieredBook(metering: object = {}, changes: object = {}): PriceBook {
  const from = '2020-01-01T00:00:00Z';
  const later = '2026-11-01T02:00:00Z';
  const tiers = (...bounds: readonly string[]) => [
    ...bounds.map((upTo, index) => ({
      upTo,
      list: `0.${bounds.length - index}7`,
      contracted: `0.${bounds.length - index}3`,
    })),
    { list: '0.031' },
  ];
  return bookOf(metering, {
    skus: [
      {
        id: 'cpu',
        meters: ['reserved-cpu', 'mounter-cpu'],
        unit: 'Core-Hours',
        prices: [
          { from, tiers: tiers('0.1', '0.777777777', '2') },
          { from: later, tiers: tiers('0.3', '1', '20', '30') },
        ],
      },
      {
        id: 'mounts',
        meters: ['mount-cpu'],
        unit: 'Core-Seconds',
        prices: [{ from, tiers: tiers('100.000001', '500') }],
      },
      {
        id: 'memory',
        meters: ['reserved-memory', 'mounter-memory', 'mount-memory'],
        tierScope: 'gvc',
        unit: 'GiB-Hours',
        prices: [
          { from, list: '0.0041' },
          { from: later, tiers: tiers('1', '3.141592653') },
        ],
      },
      {
        id: 'volume',
        meters: ['volume-capacity', 'shared-volume-capacity'],
        tierScope: 'resource',
        unit: 'GB-Months',
        prices: [{ from, tiers: tiers('0.01', '0.2', '1') }],
      },
      { id: 'egress', meters: ['mounter-egress'], unit: 'GB', prices: [{ from, tiers: tiers('0.5', '1.000000001') }] },
    ],
    credits: [
      { id: 'late', org: 'acme', amount: '1000', from: '2026-11-01T01:00:00Z', until: '2027-01-01T00:00:00Z' },
      { id: 'trial', org: 'acme', amount: '0.01', from, until: '2026-12-01T00:00:00Z' },
      { id: 'other', org: 'birch', amount: '50', from, until: '2030-01-01T00:00:00Z' },
    ],
    tax: [
      { id: 'vat', org: 'acme', rate: '0.19' },
      { id: 'city', org: 'acme', rate: '0.005' },
    ],
    ...changes,
  });
}

export interface Watched {
  readonly run: Run;
  readonly recount: Recount;
  readonly book: PriceBook;
  readonly journal: readonly Entry[];
}

/** A run of a scenario that stands at its start, and a recount that hears it; `hear` hears it too. */
export function watch(
  given: Scenario,
  changes: Partial<Scenario> = {},
  hear: (entry: Entry) => void = () => {},
): Watched {
  const scenario = { ...given, ...changes };
  const book = scenario.prices ?? exampleBook;
  const { org, start, assumptions } = scenario;
  const recount = new Recount({ org, start, assumptions, book });
  const journal: Entry[] = [];
  const sink = (entry: Entry): void => {
    journal.push(entry);
    recount.listen(entry);
    hear(entry);
  };
  return { run: new Run(scenario, { sink }), recount, book, journal };
}

/** Runs to the end, and what the recount has to say about the bill. */
export function differencesOf({ run, recount, book }: Watched): Difference[] {
  run.advance();
  return compareWithBill(recount, run.bill().bill, book, { start: run.scenario.start, end: run.now });
}
