import { describe, expect, it } from 'vitest';
import { type Asked, asked } from '../asked.ts';
import { ran } from '../ran.ts';

/** One replica answers 50 requests a second, and a request times out after five seconds. */
const found = (given: Asked) =>
  ran(asked(given)).report.summary.findings.filter(({ kind }) => kind === 'requests-timed-out');

/** For so many seconds ten a second more than can be answered: a wait of a fifth of that. */
const burst = (seconds: number): string =>
  `{ to: shop/api, rate: { steps: [[0s, 10/s], [600s, 60/s], [${600 + seconds}s, 10/s]] } }`;

describe('findings: requests waited longer than timeoutSeconds (requests-timed-out)', () => {
  it('a wait of just the timeout is none, and a second more of the burst is', () => {
    expect(found({ demand: burst(25) })).toEqual([]);
    const [finding, ...others] = found({ demand: burst(26) });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      subject: 'shop/workload/api',
      rule: 'timeout.from',
      rules: ['WL-19'],
      lastedMs: 1_000,
    });
    expect(finding?.message).toMatch(
      /^\d+ of [\d,]+ requests \(.*\) timed out in the queue: longer than timeoutSeconds \(5s\), for 1s; its scale is fixed at 1$/,
    );
    expect(finding?.change).toEqual([
      'shop/workload/api.spec.defaultOptions.autoscaling.minScale',
      'shop/workload/api.spec.defaultOptions.autoscaling.maxScale',
      'shop/workload/api.spec.defaultOptions.timeoutSeconds',
    ]);
  });

  it.each<[string, string, string, string]>([
    [
      'at maxScale',
      'metric: cpu, target: 60, minScale: 1, maxScale: 2',
      '% of those not served came at maxScale',
      'maxScale',
    ],
    [
      'a target that is never exceeded',
      'metric: cpu, target: 95, minScale: 1, maxScale: 9',
      'full replicas never exceed its target',
      'target',
    ],
    [
      'a target that a full replica does not answer',
      'metric: rps, target: 50, minScale: 1, maxScale: 9',
      'a full replica answers 50 requests a second, no more than the target of 50, so autoscaling asks for too few',
      'target',
    ],
    [
      'the same target, one below what a full replica answers',
      'metric: rps, target: 49, minScale: 1, maxScale: 9',
      '% of those not served came at maxScale',
      'maxScale',
    ],
    [
      'below maxScale',
      'metric: cpu, target: 60, minScale: 1, maxScale: 40',
      'most of those not served came before autoscaling asked for more replicas',
      'minScale',
    ],
  ])('says what held them up: %s', (_, autoscaling, words, field) => {
    const [finding] = found({ autoscaling, demand: '{ to: shop/api, rate: { steps: [[0h, 10/s], [1h, 800/s]] } }' });
    expect(finding?.message).toContain(words);
    expect(finding?.change?.[0]).toBe(`shop/workload/api.spec.defaultOptions.autoscaling.${field}`);
  });

  it('says what held them up: replicas that start slowly, once autoscaling has asked for them', () => {
    const [finding] = found({
      autoscaling: 'metric: cpu, target: 60, minScale: 1, maxScale: 3',
      demand: '{ to: shop/api, rate: { steps: [[0h, 10/s], [1h, 70/s]] } }',
      assumptions: 'replica.start.duration: 10m',
    });
    expect(finding?.message).toContain('most of those not served came while replicas were starting');
    expect(finding?.change?.[0]).toBe('shop/workload/api.spec.defaultOptions.autoscaling.minScale');
  });

  it('other losses of the same workload stand in their own finding, and none counts twice', () => {
    const { findings } = ran(
      asked({
        demand: '{ to: shop/api, rate: 60/s }',
        timeline: '{ at: +1h, fault: { locationOutage: { location: aws-us-east-1 } } }',
      }),
    ).report.summary;
    expect(findings.map(({ kind }) => kind)).toEqual(['load-failed', 'requests-timed-out']);
    // Those of the outage, and those that were in the queue when it began.
    expect(findings[0]?.message).toBe(
      '216,250 of 432,000 requests (50.1 %) were not served: 216,000 found no location that serves them, 250 were waiting in a location that stopped serving',
    );
  });

  it('of single requests: with their status, how long it went on, and what a request takes by itself', () => {
    const demand = '{ to: shop/api, rate: 1/s, arrivals: { uniform: { from: 1, to: 1 } } }';
    const [finding, ...others] = found({ demand, request: '{ duration: 6s }' });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'error',
      rule: 'WL-19',
      change: ['shop/workload/api.spec.defaultOptions.timeoutSeconds'],
    });
    expect(finding?.message).toMatch(
      /^7,\d+ of 7,\d+ requests \(100 %\) failed with 504: they took longer than timeoutSeconds \(5s\); a request takes 6s on an idle replica$/,
    );
    expect(found({ demand, request: '{ duration: 4s }' })).toEqual([]);
  });
});
