import { describe, expect, it } from 'vitest';
import { ran } from '../ran.ts';

/** `shop/hot` for two hours: two replicas that reserve 500m and 256 MiB each. */
const found = (behavior: string, more: { readonly locations?: string; readonly demand?: string } = {}) =>
  findingsOf(behavior, more, 'reserve-exceeded');

const findingsOf = (
  behavior: string,
  more: { readonly locations?: string; readonly demand?: string },
  wanted: string,
) =>
  ran(`svcsim: 1
name: hot
start: 2026-11-02T00:00:00Z
for: 2h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [${more.locations ?? '//location/aws-us-east-1'}] } } }
  - kind: workload
    gvc: shop
    name: hot
    spec:
      type: standard
      containers: [{ name: main, image: "hot:1", cpu: 2000m, memory: 1Gi, minCpu: 500m, minMemory: 256Mi, ports: [{ number: 80, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
behavior: { shop/hot: ${behavior} }
demand: [${more.demand ?? ''}]
`)
    .report.summary.findings.filter(({ kind }) => kind === wanted)
    .map(({ severity, subject, message }) => [severity, subject, message]);

describe('findings: more is used than is reserved', () => {
  it('with how much more, of what', () => {
    expect(found('{ cpu: 1500m, memory: 900Mi }')).toEqual([
      [
        'warning',
        'shop/workload/hot@aws-us-east-1',
        'uses more than it reserves: cpu 300 % of the reserved amount, memory 351.6 % of the reserved amount',
      ],
    ]);
  });

  it('once for all locations, and not where the reserve is enough to the last', () => {
    const locations = '//location/aws-us-east-1, //location/aws-eu-central-1, //location/gcp-us-east1';
    const [[, subject, message] = []] = found('{ cpu: 501m }', { locations });
    expect(subject).toMatch(/^shop\/workload\/hot@/);
    expect(message).toMatch(/cpu 100\.2 % of the reserved amount; also in 2 other locations$/);
    expect(found('{ cpu: 500m, memory: 256Mi }')).toEqual([]);
    expect(found('{ request: { cpu: 10ms } }')).toEqual([]);
  });

  it('also where it is so for a while only, that a mean does not show: 7 minutes of two hours, not 5', () => {
    const peak = (minutes: number) =>
      found('{ request: { cpu: 10ms } }', {
        demand: `{ to: shop/hot, rate: { steps: [[0m, 20/s], [60m, 150/s], [${60 + minutes}m, 20/s]] } }`,
      });
    // 150 a second for 10 ms are 1,500m of 1,000m.
    expect(peak(7)[0]?.[2]).toMatch(
      /^uses more than it reserves: cpu 2\d(\.\d)? % of the reserved amount on average, 150 % at p95/,
    );
    expect(peak(5)).toEqual([]);
  });
});

describe('findings: more is said to be used than containers may', () => {
  it('with what is counted in its place', () => {
    expect(findingsOf('{ cpu: 2500m, memory: 2Gi }', {}, 'use-above-ceiling')).toEqual([
      [
        'warning',
        'shop/workload/hot',
        'the idle use in behavior is above the limits of its containers: 2,500m cpu (limit 2,000m), 2,048Mi memory (limit 1,024Mi); use is counted up to the limit',
      ],
    ]);
    expect(findingsOf('{ cpu: 2000m, memory: 1Gi }', {}, 'use-above-ceiling')).toEqual([]);
  });
});
