/**
 * Six hours of a platform of which everything billed is asked that the API takes, drawn.
 */
import fc from 'fast-check';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { block, files, scenarioOf, stateful, web } from './recountScenarios.ts';

const nightly = `
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 200m, memory: 128Mi }]
      job: { schedule: "*/7 * * * *", concurrencyPolicy: Replace, restartPolicy: OnFailure, activeDeadlineSeconds: 500 }`;

const behaviour = `behavior:
  shop/web: { mounter: { egress: 7.3GB/d }, crash: { every: { uniform: { from: 5m, to: 3h } } }, start: { uniform: { from: 1s, to: 20s } } }
  shop/db: { stop: { uniform: { from: 1s, to: 60s } }, crash: { every: 4h }, mounter: { egress: 100MB/h }, ephemeral: { growth: 400MB/h } }
  shop/data: { usage: { start: 5GB, growth: 20GB/d } }
  shop/job: { execution: { duration: { uniform: { from: 1m, to: 10m } }, failure: 40% } }
`;

const options = (fields: string) => `with: { spec: { defaultOptions: { ${fields} } } }`;
const volumeCommand = (type: string, index: number, more = '') =>
  `post: /gvc/shop/volumeset/data/-command, with: { type: ${type}, spec: { location: aws-us-east-1, volumeIndex: ${index}${more} } }`;

const workload = fc.constantFrom('web', 'db', 'job');
const index = fc.constantFrom(0, 1, 2);
const request = fc.oneof(
  fc
    .tuple(workload, fc.nat(3))
    .map(
      ([name, scale]) =>
        `patch: /gvc/shop/workload/${name}, ${options(`autoscaling: { minScale: ${scale}, maxScale: ${scale} }`)}`,
    ),
  fc
    .tuple(workload, fc.boolean())
    .map(([name, suspend]) => `patch: /gvc/shop/workload/${name}, ${options(`suspend: ${suspend}`)}`),
  fc
    .tuple(fc.constantFrom('web', 'job'), fc.nat(9))
    .map(
      ([name, tag]) =>
        `patch: /gvc/shop/workload/${name}, with: { spec: { containers: [{ name: main, image: "x:${tag}", minCpu: ${130 + tag}m }] } }`,
    ),
  fc
    .tuple(index, fc.integer({ min: 11, max: 40 }))
    .map(([at, GB]) => volumeCommand('expandVolume', at, `, newStorageCapacity: ${GB}`)),
  fc
    .tuple(index, fc.integer({ min: 10, max: 15 }))
    .map(([at, GB]) => volumeCommand('shrinkVolume', at, `, newStorageCapacity: ${GB}`)),
  index.map((at) => volumeCommand('deleteVolume', at)),
  fc
    .tuple(fc.nat(2), fc.nat(2))
    .map(([at, hour]) =>
      volumeCommand(
        'createVolumeSnapshot',
        at,
        `, snapshotName: s${at}, snapshotExpirationDate: "2026-11-01T0${hour}:30:00Z"`,
      ),
    ),
  fc.nat(2).map((at) => volumeCommand('restoreVolume', at, `, snapshotName: s${at}`)),
  workload.map((name) => `delete: /gvc/shop/workload/${name}`),
  fc.constant('delete: /gvc/shop/volumeset/data'),
  fc.boolean().map((enabled) => `patch: /location/gcp-us-east1, with: { spec: { enabled: ${enabled} } }`),
  workload.map(
    (name) =>
      `post: /gvc/shop/workload/${name}/-command, with: { type: stopReplica, spec: { location: aws-us-east-1 } }`,
  ),
  fc.constant(
    'post: /gvc/shop/workload/job/-command, with: { type: runCronWorkload, spec: { location: aws-us-east-1 } }',
  ),
);
const tags = fc.constantFrom('{ team: web }', '{ team: null, cost: "7" }', '{ team: db, cost: null }');
const tagged = fc
  .tuple(
    fc.constantFrom('', '/gvc/shop', '/gvc/shop/workload/web', '/gvc/shop/workload/db', '/gvc/shop/volumeset/data'),
    tags,
  )
  .map(([path, given]) => `patch: ${path === '' ? '/' : path}, with: { tags: ${given} }`);
const steps = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 359 * 60 }), fc.oneof({ arbitrary: request, weight: 12 }, tagged)),
  { maxLength: 25 },
);

/** From an even seed on, with another one's restart policy. */
export const drawnWorld: fc.Arbitrary<Scenario> = fc
  .tuple(steps, fc.boolean(), fc.nat(999))
  .map(([asked, isShared, seed]) => {
    const restart = seed % 2 === 0 ? 'OnFailure' : 'Never';
    const timeline = asked.map(([at, text]) => `  - { at: +${at}s, ${text} }\n`).join('');
    return scenarioOf({
      start: '2026-10-31T21:00:00Z',
      length: '6h',
      locations: ['aws-us-east-1', 'gcp-us-east1'],
      resources: stateful(isShared ? files : block) + web + nightly.replace('OnFailure', restart),
      rest: `${behaviour}seed: ${seed}\nassumptions: { cron.never.retries: 2 }\ntimeline:${asked.length === 0 ? ' []' : ''}\n${timeline}`,
    });
  });

/** Ways to count the length of a run. */
export const drawnMetering: fc.Arbitrary<object> = fc.constantFrom<object>(
  {},
  { preset: 'whole-hours' },
  { granularity: '7m', roundUp: false },
  { granularity: '10m', align: 'clock' },
);
