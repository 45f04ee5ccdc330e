import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenariosIn } from '../../scripts/scenarios.ts';
import { formatDecimal, plus, zero } from '../../src/platform/metering/decimal.ts';
import { amount } from '../../src/report/bill/costs.ts';
import type { Capacity } from '../../src/report/capacity/capacity.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { eventful, ran } from './ran.ts';

const causes = ['baseline', 'scaleOut', 'surge', 'executions', 'volumes', 'mounts', 'other'] as const;

function sumOf(parts: { readonly [cause in (typeof causes)[number]]: string }): string {
  return formatDecimal(causes.map((cause) => amount(parts[cause])).reduce(plus, zero));
}

function expectExactParts({ cost, workloads }: Capacity): void {
  expect(sumOf(cost)).toBe(cost.usage);
  for (const one of workloads) {
    expect(sumOf(one.costByCause)).toBe(one.cost);
    for (const cause of causes) expect(one.costByCause[cause]).not.toMatch(/^-/);
  }
}

describe('the cost by cause', () => {
  const { capacity, bill } = ran(eventful).report;

  it('law: its parts add up exactly to the usage of the bill, those of a workload to its cost, and none is below 0', () => {
    expectExactParts(capacity);
    const usage = bill.usage.map(({ cost }) => amount(cost ?? '0')).reduce(plus, zero);
    expect(capacity.cost.usage).toBe(formatDecimal(usage));
  });

  it('has the least scale, what is beyond it, surges and executions apart', () => {
    const [job, web] = ['job', 'web'].map((name) => capacity.workloads.find((one) => one.name === name)?.costByCause);
    expect(job).toMatchObject({ baseline: '0.0', scaleOut: '0.0', surge: '0.0' });
    expect(Number(job?.executions)).toBeGreaterThan(0);
    expect(Number(web?.surge)).toBeGreaterThan(0);
    // Two more than the least three for five hours.
    expect(Number(web?.scaleOut) / Number(web?.baseline)).toBeCloseTo(10 / (3 * 24 - 10 + 20), 1);
    expect(Number(web?.mounts)).toBeGreaterThan(0);
    expect(Number(capacity.cost.waste)).toBeGreaterThan(0);
  });

  it('has no waste where nothing is known of the use, and tells which of it is known', () => {
    const silent = ran(eventful.replace(/ {2}shop\/web: .*\n/, '').replace(', cpu: 150m }', ' }')).report.capacity;
    expect(silent.cost).toMatchObject({ waste: null, wasteCpu: null, wasteMemory: null });
    const reserves = silent.workloads.flatMap(({ cpu, memory }) => [
      amount(cpu.cost ?? '0'),
      amount(memory.cost ?? '0'),
    ]);
    expect(silent.cost.useUnknown).toBe(formatDecimal(reserves.reduce(plus, zero)));
    // Of executions nobody knows the memory, and of the database nothing.
    const { cost, workloads } = capacity;
    expect(amount(cost.waste ?? '0')).toEqual(plus(amount(cost.wasteCpu ?? '0'), amount(cost.wasteMemory ?? '0')));
    const unknown = workloads.flatMap(({ cpu, memory }) =>
      [cpu, memory].flatMap((one) => (one.used === null ? [amount(one.cost ?? '0')] : [])),
    );
    expect(cost.useUnknown).toBe(formatDecimal(unknown.reduce(plus, zero)));
    expect(Number(cost.useUnknown)).toBeGreaterThan(0);
    expect(Number(cost.waste)).toBeLessThan(Number(cost.usage) - Number(cost.useUnknown));
  });

  it('of a scale that load moves is baseline up to the least scale, whatever that was at the time', () => {
    const scaled = `svcsim: 1
name: scaled
start: 2026-11-02T00:00:00Z
for: 4h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: api
    spec:
      type: standard
      containers: [{ name: main, image: "api:1", cpu: 100m, memory: 128Mi }]
      rolloutOptions: { terminationGracePeriodSeconds: 0 }
      defaultOptions: { autoscaling: { metric: disabled, minScale: 4, maxScale: 4 } }
timeline:
  - { at: +1h, patch: /gvc/shop/workload/api, with: { spec: { defaultOptions: { autoscaling: { metric: cpu, target: 60, minScale: 1, maxScale: 4 } } } } }
`;
    const [api] = ran(scaled).report.capacity.workloads;
    // Four replicas for an hour as asked; one from then on, and three more until autoscaling has taken them back.
    const share = Number(api?.costByCause.baseline) / Number(api?.cost);
    const least = 7 / (Number(api?.replicas?.mean) * 4);
    expect(share).toBeCloseTo(least, 6);
    expect(Number(api?.costByCause.scaleOut)).toBeGreaterThan(0);
  });

  it.each(scenariosIn('rules'))('law: the parts of %s add up exactly', (name) => {
    const text = readFileSync(`scenarios/rules/${name}.yaml`, 'utf8');
    const { scenario } = parseScenario(text, { file: name });
    if (scenario !== null) expectExactParts(ran(text).report.capacity);
  });
});
