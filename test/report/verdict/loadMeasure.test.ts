import { describe, expect, it } from 'vitest';
import { type Asked, asked } from '../asked.ts';
import { ran } from '../ran.ts';

/** A replica in each of two locations. */
const locations = ['aws-us-east-1', 'aws-eu-central-1'];
const judged = (given: Asked) => ran(asked({ ...given, locations })).report.expectations;
const one = (demand: string, entry: string, timeline = '') => judged({ demand, timeline, expect: [entry] })[0];

const both = 'from: { aws-us-east-1: 75%, aws-eu-central-1: 25% }';
const steady = `{ to: shop/api, ${both}, rate: 20/s }`;
/** 150 a second on a replica that answers 50, and 50 on one that just does. */
const drowned = `{ to: shop/api, ${both}, rate: 200/s }`;
const outage = locations
  .map((location) => `{ at: +1h, fault: { locationOutage: { location: ${location} } } }`)
  .join(', ');

describe('expectations of requests that come as amounts', () => {
  it.each<[string, string, string, string, boolean, string]>([
    ['all that came', steady, 'load.requests, of: shop/api, is: "= 144000"', '', true, '144000'],
    ['in one location', steady, 'load.requests, at: aws-eu-central-1, total: "= 36000"', '', true, '36000'],
    ['none failed', steady, 'load.failed, of: shop/api, is: 0', '', true, '0'],
    ['all were good', steady, 'load.goodPercentage, of: shop, is: ">= 100%"', '', true, '100.0'],
    ['half found no location', steady, 'load.unrouted, is: "<= 71999"', outage, false, '72000'],
    ['which count among all', steady, 'load.requests, is: "= 144000"', outage, true, '144000'],
    ['and are not good', steady, 'load.goodPercentage, is: ">= 50.1%"', outage, false, '50.0'],
    [
      'in a location all is good still',
      steady,
      'load.goodPercentage, at: aws-us-east-1, is: "= 100%"',
      outage,
      true,
      '100.0',
    ],
    ['nobody waits', steady, 'load.waiting, is: 0', '', true, '0'],
    ['nothing was lost', steady, 'load.lost, is: 0', outage, true, '0'],
    ['nothing was tried again', steady, 'load.retries, is: 0', '', true, '0'],
  ])('%s', (_, demand, entry, timeline, pass, measured) => {
    expect(one(demand, entry, timeline)).toMatchObject({ pass, measured });
  });

  it('are the figures of the capacity report, the worst of several locations', () => {
    const names = ['failed', 'waiting', 'latency.mean', 'latency.p50', 'latency.p90', 'latency.p99'];
    const { report } = ran(asked({ locations, demand: drowned, expect: names.map((name) => `load.${name}, is: 0`) }));
    const east = report.capacity.workloads.find(({ location }) => location === 'aws-us-east-1')?.load;
    const { mean, p50, p90, p99 } = east?.latencyMs ?? {};
    const expected = [east?.requests.failed, east?.waitingPeak?.requests, mean, p50, p90, p99].map(Number);
    expect(report.expectations.map(({ measured }) => Number(measured))).toEqual(expected);
    expect(expected.every((value) => value > 1)).toBe(true);
  });

  it('that bear none say when the first whole one came to nothing', () => {
    // 20 a second: one more is there after 50 ms.
    const unrouted = one(steady, 'load.unrouted, is: 0', outage);
    expect(unrouted?.firstBrokenAt).toBe(Date.UTC(2026, 10, 2, 1, 0, 0, 50));
    expect(unrouted?.message).toMatch(/^load\.unrouted: 72,000 \(expected exactly 0\), first at 2 Nov 01:00:00\.050$/);
    const [east] = judged({
      demand: steady,
      timeline: '{ at: +30m, fault: { failingService: { of: shop/api, failure: 100% } }, for: 10m }',
      expect: ['load.failed, at: aws-us-east-1, is: 0'],
    });
    expect(east).toMatchObject({ pass: false, firstBrokenAt: Date.UTC(2026, 10, 2, 0, 30) });
    expect(one(steady, 'load.unrouted, is: "<= 71999"', outage)?.firstBrokenAt).toBeNull();
  });

  it('say what was measured, which need be no whole number', () => {
    expect(one(drowned, 'load.latency.mean, at: aws-us-east-1, is: "<= 100ms"')?.message).toMatch(
      /^load\.latency\.mean at aws-us-east-1: 4\.\d+s \(expected at most 100ms\)$/,
    );
    expect(one(drowned, 'load.goodPercentage, is: ">= 99.9%"')?.message).toMatch(
      /: \d\d\.\d+ % \(expected at least 99\.9 %\)$/,
    );
  });
});

describe('expectations of requests of which none was measured', () => {
  const single = `{ to: shop/api, rate: 1/s, arrivals: poisson }`;
  const silent = `{ to: shop/api, rate: 0/s, arrivals: poisson }`;
  const isAmount = 'the demand is rate-based, and calls.* counts single requests only';
  it.each<[string, string, string, string | null]>([
    ['failures of what comes as amounts', steady, 'calls.failed, of: shop/api, is: 0', isAmount],
    ['all the time', steady, 'calls.failed, of: shop/api, always: 0', isAmount],
    ['their number', steady, 'calls.total, of: shop/api, is: 0', isAmount],
    ['their latency', steady, 'calls.latency.p99, of: shop/api, is: "<= 100ms"', isAmount],
    ['latency where none came', silent, 'calls.latency.p99, is: "<= 100ms"', 'there were no single requests'],
    ['latency where none came, always', silent, 'calls.latency.p50, always: "<= 1s"', 'there were no single requests'],
    ['no amounts', single, 'load.failed, is: 0', 'the workload has no rate-based demand'],
    [
      'no amount was answered',
      '{ to: shop/api, rate: 0/s }',
      'load.latency.mean, is: "<= 1s"',
      'no request was answered',
    ],
    ['none failed of none', silent, 'calls.failed, is: 0', null],
    ['none came', silent, 'calls.total, is: 0', null],
    ['some came', single, 'calls.latency.p99, is: "<= 1s"', null],
  ])('%s', (_, demand, entry, why) => {
    const result = one(demand, entry);
    expect(result?.pass).toBe(why === null);
    if (why === null) return;
    expect(result?.measured).toBeNull();
    expect(result?.message.endsWith(`: not measured: ${why}`)).toBe(true);
  });
});

describe('calls to a workload that is gone', () => {
  it('count as those that failed', () => {
    const demand = '{ to: shop/api, rate: 1/s, arrivals: poisson }';
    const timeline = '{ at: +1h, delete: /gvc/shop/workload/api }';
    const expected = [
      'calls.total, is: 0',
      'calls.failed, of: shop/api, is: 0',
      'calls.failed, at: aws-us-east-1, is: 0',
    ];
    const [total, failed, here] = judged({ demand, timeline, expect: expected }).map(({ measured }) =>
      Number(measured),
    );
    expect(total).toBeGreaterThan(7_000);
    expect(failed).toBeGreaterThan(3_400);
    expect(here).toBe(0);
  });
});
