import { describe, expect, it } from 'vitest';
import type { FactData } from '../../../../src/platform/facts.ts';
import { ran, workload } from '../../handlers/ran.ts';
import { container } from './calling.ts';

const start = Date.UTC(2026, 10, 1);
const fixed = { defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } } };
const api = workload('api', 'standard', { containers: [container], ...fixed });

/** Arrivals of an hour, in milliseconds after its begin, and what became of each. */
function arrivals(
  demand: object,
  more: { readonly resources?: readonly object[]; readonly timeline?: readonly object[] } = {},
) {
  const { resources = [], timeline = [] } = more;
  const { of } = ran({
    for: '1h',
    resources: [api, ...resources],
    demand: [{ to: 'shop/api', arrivals: 'poisson', ...demand }],
    timeline,
  });
  return of('call.ended').map(({ at, data }) => {
    const end = data as FactData['call.ended'];
    return { at: at - start - end.latencyMs, ...end };
  });
}

describe('requests that come one by one', () => {
  it('come at even gaps where the gaps do not vary', () => {
    const even = { uniform: { from: 1, to: 1 } };
    const found = arrivals({ rate: '2/s', arrivals: even });
    expect(found.slice(0, 3).map(({ at }) => at)).toEqual([500, 1_000, 1_500]);
    expect(found).toHaveLength(2 * 3_600 - 1);
  });

  it('gaps run by the clock of the rate: a request that is begun at one rate is finished at another', () => {
    const even = { uniform: { from: 1, to: 1 } };
    // Three quarters of a request in the first 750 ms, the rest at a tenth of the pace; then nothing for ever.
    const steps = [
      ['0s', '1/s'],
      ['750ms', '0.1/s'],
      ['4s', '0/s'],
    ];
    expect(arrivals({ rate: { steps }, arrivals: even }).map(({ at }) => at)).toEqual([3_250]);
  });

  it('several may come in one millisecond, and all do', () => {
    const steps = [
      ['0s', '5000/s'],
      ['1s', '0/s'],
    ];
    const found = arrivals({ rate: { steps }, arrivals: { uniform: { from: 1, to: 1 } } });
    expect(found).toHaveLength(5_000);
    expect(found.filter(({ at }) => at === 500)).toHaveLength(5);
  });

  it('none come while the rate is zero, and as many as it says while it is not', () => {
    const steps = [
      ['0m', '0/s'],
      ['20m', '3/s'],
      ['40m', '0/s'],
    ];
    const found = arrivals({ rate: { steps } });
    expect(found.every(({ at }) => at >= 20 * 60_000 && at <= 40 * 60_000)).toBe(true);
    // 3,600, give or take five standard deviations.
    expect(Math.abs(found.length - 3_600)).toBeLessThan(300);
  });

  it('as burstily as their gaps vary', () => {
    const spread = (given: unknown): number => {
      const counts = new Array<number>(60).fill(0);
      for (const { at } of arrivals({ rate: '2/s', arrivals: given })) counts[Math.floor(at / 60_000)]! += 1;
      const mean = counts.reduce((sum, count) => sum + count, 0) / 60;
      return counts.reduce((sum, count) => sum + (count - mean) * (count - mean), 0) / 60 / mean;
    };
    // Variance over mean of the counts of a minute: 1 at random, the square of cv in the long run.
    expect(spread('poisson')).toBeGreaterThan(0.6);
    expect(spread('poisson')).toBeLessThan(1.6);
    expect(spread({ gamma: { cv: 3 } })).toBeGreaterThan(4);
    expect(spread({ uniform: { from: 0.9, to: 1.1 } })).toBeLessThan(0.1);
  });
});

describe('who calls', () => {
  it('the outside world, from the locations of its shares', () => {
    const found = arrivals({ rate: '1/s', from: { 'aws-eu-central-1': '75%', 'aws-us-east-1': '25%' } });
    const near = found.filter(({ from }) => from === 'aws-us-east-1').length / found.length;
    expect(near).toBeGreaterThan(0.2);
    expect(near).toBeLessThan(0.3);
  });

  it('another workload, from where it runs', () => {
    const web = workload('web', 'standard', fixed);
    const found = arrivals({ rate: '1/m', by: 'shop/web' }, { resources: [web] });
    expect(found.length).toBeGreaterThan(20);
    expect(new Set(found.map(({ from }) => from))).toEqual(new Set(['aws-us-east-1']));
    expect(new Set(found.map(({ caller }) => caller))).toEqual(new Set(['shop/workload/api/1']));
  });

  it('nobody, while none of the callers is ready', () => {
    const web = workload('web', 'standard', fixed);
    const timeline = [
      { at: '+30m', patch: '/gvc/shop/workload/web', with: { spec: { defaultOptions: { suspend: true } } } },
    ];
    const found = arrivals({ rate: '1/m', by: 'shop/web' }, { resources: [web], timeline });
    expect(found.length).toBeGreaterThan(10);
    expect(found.every(({ at }) => at < 30 * 60_000)).toBe(true);
  });
});

describe('where a request goes', () => {
  const gvc = {
    kind: 'gvc',
    name: 'wide',
    spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/aws-eu-central-1'] } },
  };
  const wide = { ...(api as { readonly [key: string]: unknown }), gvc: 'wide' };
  const outage = { at: '+20m', fault: { locationOutage: { location: 'aws-eu-central-1' } }, for: '20m' };
  const placesOf = (given: object) => {
    const { of } = ran({
      for: '1h',
      resources: [gvc, wide],
      demand: [{ to: 'wide/api', arrivals: 'poisson', rate: '1/s', from: 'aws-eu-central-1' }],
      ...given,
    });
    return of('call.ended').map(({ at, subject: { name }, data }) => ({
      at: at - start,
      place: name.slice(name.indexOf('@') + 1),
      status: Number(data.status),
    }));
  };

  it('to the location of its caller; elsewhere while that is out', () => {
    const found = placesOf({ timeline: [outage] });
    const away = found.filter(({ place }) => place === 'aws-us-east-1');
    expect(away.length).toBeGreaterThan(1_000);
    expect(away.every(({ at }) => at >= 20 * 60_000 && at <= 41 * 60_000)).toBe(true);
    expect(found.every(({ status }) => status === 200)).toBe(true);
  });

  it('to each alike where that is assumed', () => {
    const found = placesOf({ assumptions: { 'traffic.route.location': 'equal' } });
    const near = found.filter(({ place }) => place === 'aws-eu-central-1').length / found.length;
    expect(Math.abs(near - 0.5)).toBeLessThan(0.05);
  });
});
