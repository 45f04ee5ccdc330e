import { describe, expect, it } from 'vitest';
import { volumesMost } from '../../../src/experiment/parts/volumesMost.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';

/** Two volume sets in two locations, `disk` of the workload `db`, `spare` of none; and a workload without volumes. */
function most(autoscaling: string, timeline = ''): number {
  const text = `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 1h
resources:
  - kind: gvc
    name: shop
    spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1, //location/aws-eu-central-1] } }
  - kind: volumeset
    gvc: shop
    name: disk
    spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 }
  - kind: volumeset
    gvc: shop
    name: spare
    spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: 'db:1', cpu: 100m, memory: 128Mi, ports: [{ number: 80, protocol: http }], volumes: [{ uri: 'svc://volumeset/disk', path: /data }] }]
      defaultOptions: { autoscaling: { ${autoscaling} } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: 'app:1', cpu: 100m, memory: 128Mi, ports: [{ number: 80, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: cpu, target: 70, minScale: 1, maxScale: 900 } }
timeline:
  - { at: +1m, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { maxScale: 950 } } } } }
${timeline}`;
  const { scenario, problems } = parseScenario(text, { file: 'shop.yaml' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  return volumesMost(scenario);
}

const patch = (autoscaling: string): string =>
  `  - { at: +10m, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { autoscaling: ${autoscaling} } } } }`;

describe('a run has at most so many volumes', () => {
  it.each([
    ['as its workload may have replicas, in each location', 'metric: disabled, minScale: 3, maxScale: 3', '', 6],
    ['as by default, where that is not written', 'metric: disabled, minScale: 1', '', 10],
    ['as the least, where that is more', 'metric: disabled, minScale: 8', '', 16],
    ['as a change brings', 'metric: disabled, minScale: 1, maxScale: 2', patch('{ minScale: 7, maxScale: 7 }'), 14],
    ['as a change leaves', 'metric: disabled, minScale: 4, maxScale: 4', patch('{ minScale: 1, maxScale: 1 }'), 8],
    ['as by default, where a change takes it away', 'metric: disabled, minScale: 1, maxScale: 2', patch('null'), 10],
  ])('%s', (_, autoscaling, timeline, expected) => {
    expect(most(autoscaling, timeline)).toBe(expected);
  });
});
