import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import type { FactData } from '../../src/platform/facts.ts';
import { container } from './asked.ts';
import { billText, ended, expectSameJournal, holds, scenarioOf } from './play.ts';
import { type Doc, gvcOf, type Resource } from './worlds.ts';

/** A workload that single requests come to, now more, now none; its firewall lets nobody in from inside. */
interface Shape {
  readonly type: string;
  readonly autoscaling: object;
  readonly authorization: { readonly latency: string; readonly denied: string };
  readonly rateLimit: { readonly latency: string; readonly rate: string };
  readonly request: object;
  readonly steps: readonly (readonly [string, string])[];
  readonly assumptions: object;
}

const scale = { scaleToZeroDelay: fc.constantFrom(30, 60), target: fc.constantFrom(1, 2, 5), maxScale: fc.constant(6) };
const serverless = fc.record({
  type: fc.constant('serverless'),
  autoscaling: fc.record({
    ...scale,
    metric: fc.constantFrom('concurrency', 'concurrency', 'rps'),
    minScale: fc.constantFrom(0, 0, 0, 1),
  }),
});
const standard = fc.record({
  type: fc.constantFrom('standard', 'stateful'),
  autoscaling: fc.record({
    ...scale,
    metric: fc.constantFrom('rps', 'latency'),
    target: fc.constantFrom(2, 300),
    minScale: fc.constant(1),
  }),
});
const latency = fc.constantFrom('0s', '300ms', '900ms');
const perMinute = fc.constantFrom(0, 0, 0, 1, 6, 120, 300);
const shape: fc.Arbitrary<Shape> = fc
  .record({
    kind: fc.oneof({ weight: 3, arbitrary: serverless }, { weight: 1, arbitrary: standard }),
    authorization: fc.record({ latency, denied: fc.constantFrom('0%', '0%', '50%', '100%') }),
    rateLimit: fc.record({ latency, rate: fc.constantFrom('0/s', '20/m', '100/s') }),
    request: fc.record({ duration: fc.constantFrom('50ms', '700ms', { exponential: { mean: '3s' } }) }),
    rates: fc.array(perMinute, { minLength: 10, maxLength: 10 }),
    wake: fc.constantFrom('atOnce', 'atOnce', 'nextTick'),
    zero: fc.constantFrom('idleAtTick', 'idleExact'),
  })
  .map(({ kind, rates, wake, zero, ...rest }) => ({
    ...kind,
    ...rest,
    steps: rates.map((rate, index) => [`${2 * index}m`, `${rate}/m`] as const),
    assumptions: { 'serverless.wake': wake, 'serverless.zero': zero },
  }));

const web: Resource = {
  kind: 'workload',
  gvc: 'ash',
  name: 'web',
  spec: {
    type: 'standard',
    containers: [container(1)],
    defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
  },
};

/** @param strangers how many requests a second come from inside, and are refused */
function docOf({ type, autoscaling, authorization, rateLimit, request, ...rest }: Shape, strangers: number): Doc {
  const welcome = { to: 'ash/api', rate: { steps: rest.steps }, arrivals: 'poisson' };
  const refused = { to: 'ash/api', by: 'ash/web', rate: `${strangers}/s`, arrivals: 'poisson' };
  const api: Resource = {
    kind: 'workload',
    gvc: 'ash',
    name: 'api',
    tags: { 'svc/externalAuthAddress': 'guard.example.com', 'svc/rateLimitAddress': 'guard.example.com' },
    spec: {
      type,
      containers: [container(1)],
      defaultOptions: { autoscaling },
      firewallConfig: { internal: { inboundAllowType: 'none' } },
    },
  };
  return {
    svcsim: 1,
    start: '2026-11-29T00:00:00Z',
    for: '20m',
    seed: 1,
    assumptions: rest.assumptions,
    resources: [gvcOf({ gvc: 'ash', locations: ['aws-us-east-1'] }), api, web],
    behavior: { 'ash/api': { authorization, rateLimit, request } },
    demand: strangers > 0 ? [welcome, refused] : [welcome],
    timeline: [],
  } as Doc;
}

/**
 * All but what is told of those who are refused, and of where requests go; without journal numbers, which they shift.
 */
function othersIn(journal: readonly Entry[]): object[] {
  return journal.flatMap(({ at, type, subject, ordinal, reason, data }) => {
    const isStranger = type === 'call.ended' && (data as FactData['call.ended']).caller === 'ash/workload/api/2';
    return isStranger || type === 'demand.routed' ? [] : [{ at, type, name: subject.name, ordinal, reason, data }];
  });
}

describe('requests that are refused at the door (metric.request.counts)', () => {
  it('change nothing of what becomes of a workload and of all others', () => {
    let scaled = 0;
    let refused = 0;
    holds(40, shape, (given) => {
      // None is denied, which would be drawn for each of them.
      const open = { ...given, authorization: { ...given.authorization, denied: '0%' } };
      const [alone, among] = [0, 4].map((strangers) => ended(scenarioOf(docOf(open, strangers)), false));
      if (alone === undefined || among === undefined) throw new Error('two runs');
      expect(othersIn(among.journal)).toEqual(othersIn(alone.journal));
      for (const { type } of alone.journal) if (type === 'deployment.scaled') scaled += 1;
      refused += among.journal.length - alone.journal.length;
    });
    expect(scaled).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(40 * 4_000);
  });

  it('are passed over looking ahead as at every tick', () => {
    const seen = new Map<string, number>();
    holds(40, shape, (given) => {
      const scenario = scenarioOf(docOf(given, 0.5));
      const [literal, ahead] = [ended(scenario, true), ended(scenario, false)];
      expectSameJournal(ahead.journal, literal.journal);
      expect(billText(ahead.run)).toBe(billText(literal.run));
      for (const { type, data } of ahead.journal) {
        const what = type === 'call.ended' ? `${data.status}` : type === 'deployment.scaled' ? `to ${data.to}` : null;
        if (what !== null) seen.set(what, (seen.get(what) ?? 0) + 1);
      }
    });
    for (const what of ['200', '403', '429', 'to 0', 'to 1', 'to 2'])
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(10);
  });
});
