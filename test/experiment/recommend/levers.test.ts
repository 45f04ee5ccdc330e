import { describe, expect, it } from 'vitest';
import type { Advice } from '../../../src/report/verdict/recommendation.ts';
import { advised, figuresWith, serving, shopOf } from './advised.ts';

const request = 'shop/api: { request: { cpu: 10ms, duration: 20ms }, memory: 100Mi }';
const day = (most: number): string => `{ daily: [["00:00", 20/s], ["12:00", ${most}/s]] }`;
const failed = 'shop/workload/api: failed requests';

/** What was tried of a subject: the proposal, and all that was rejected. */
const tried = ({ recommendations, unchanged }: Advice): string[] => [
  ...recommendations.flatMap(({ field, proposed, rejected }) => [
    `${field} ${proposed}`,
    ...rejected.map((one) => one.proposed),
  ]),
  ...unchanged.flatMap(({ rejected }) => rejected.map(({ proposed }) => proposed)),
];

describe('levers beside the bounds of the scale', () => {
  it('another metric, where replicas are full and the metric asks for no more', () => {
    const text = shopOf({
      resources: [serving('api', 'metric: memory, target: 60, minScale: 1, maxScale: 9')],
      behavior: [request.replace('100Mi', '300Mi')],
      demand: [`{ to: shop/api, rate: ${day(150)} }`],
    });
    const [first] = advised(text).recommendations;
    expect(first).toMatchObject({ field: 'metric', now: 'memory', severity: 'error', target: 'shop/workload/api' });
    expect(first?.proposed).toMatch(/^(cpu|rps), target \d+$/);
    const [before, after] = [figuresWith(text, []), figuresWith(text, first?.set ?? [])];
    expect(after.problems.get(failed) ?? 0).toBeLessThan(0.02 * (before.problems.get(failed) ?? 0));
    // The question's own field is named where another one was chosen.
    expect(first?.rejected.map(({ proposed }) => proposed)).toContain('target 24');
  });

  it('a higher target, where the count follows the load: fewer replicas do the same work', () => {
    const text = shopOf({
      resources: [serving('api', 'metric: cpu, target: 30, minScale: 1, maxScale: 30')],
      behavior: [request],
      demand: ['{ to: shop/api, rate: 200/s }'],
    });
    const target = advised(text).recommendations.find(({ field }) => field === 'target');
    expect(target).toMatchObject({ now: '30', proposed: '67', severity: 'info' });
    expect(Number(target?.effect.cost)).toBeLessThan(0);
  });

  it('maxConcurrency, where it is what full replicas lack', () => {
    const serverless = serving(
      'api',
      'metric: concurrency, target: 2, maxConcurrency: 2, minScale: 1, maxScale: 2',
    ).replace('type: standard', 'type: serverless');
    const text = shopOf({
      resources: [serverless],
      behavior: ['shop/api: { request: { duration: 100ms } }'],
      demand: [`{ to: shop/api, rate: ${day(400)} }`],
    });
    // The platform counts from the arrival, or requests would wait for ever.
    expect(tried(advised(`${text}assumptions: { timeout.from: arrival }\n`))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^maxConcurrency 3$/)]),
    );
  });

  it('cpu, where the processor is, beside a greater maxScale', () => {
    const text = shopOf({
      resources: [serving('api', 'metric: cpu, target: 60, minScale: 1, maxScale: 4')],
      behavior: [request],
      demand: [`{ to: shop/api, rate: ${day(300)} }`],
    });
    const all = tried(advised(text));
    expect(all).toContain('cpu 750m');
    expect(all).toEqual(expect.arrayContaining([expect.stringMatching(/^(maxScale )?5$/)]));
  });

  it('autoscaling in place of a fixed count, and a location that has callers', () => {
    const text = shopOf({
      resources: [serving('api', 'metric: disabled, minScale: 1, maxScale: 1')],
      behavior: [request],
      demand: [`{ to: shop/api, rate: ${day(150)}, from: { aws-us-east-1: 50%, aws-eu-central-1: 50% } }`],
    });
    expect(tried(advised(text))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(metric )?(metric )?cpu, target 60, maxScale [24]$/),
        'staticPlacement aws-us-east-1, aws-eu-central-1',
      ]),
    );
  });

  it('in the one location whose options it is about', () => {
    const local =
      'localOptions: [{ location: //location/aws-eu-central-1, autoscaling: { metric: cpu, target: 60, minScale: 1, maxScale: 2 } }]';
    const text = shopOf({
      locations: ['aws-us-east-1', 'aws-eu-central-1'],
      resources: [
        serving('api', 'metric: cpu, target: 60, minScale: 1, maxScale: 9').replace(
          'maxScale: 9 } } } }',
          `maxScale: 9 } }, ${local} } }`,
        ),
      ],
      behavior: [request],
      demand: [`{ to: shop/api, rate: ${day(150)}, from: { aws-eu-central-1: 100% } }`],
    });
    const scale = advised(text).recommendations.find(({ severity }) => severity === 'error');
    expect(scale).toMatchObject({ location: 'aws-eu-central-1' });
    expect(scale?.set.every((one) => one.includes('localOptions') || one.includes('containers'))).toBe(true);
  });

  const serverless = (autoscaling: string): string =>
    serving('api', autoscaling).replace('type: standard', 'type: serverless');
  /** A replica of 500m answers 3.33 requests a second, 1.33 at a time. */
  const slow = 'shop/api: { request: { cpu: 150ms, duration: 400ms } }';

  it('concurrency as metric of a serverless workload, with a target that a full replica reaches', () => {
    const all = tried(
      advised(
        shopOf({
          resources: [serverless('metric: rps, target: 30, minScale: 1, maxScale: 30')],
          behavior: [slow],
          demand: ['{ to: shop/api, rate: { daily: [["00:00", 1/s], ["12:00", 30/s]] } }'],
        }),
      ),
    );
    expect(all).toEqual(expect.arrayContaining([expect.stringMatching(/^metric (metric )?concurrency, target 1$/)]));
  });

  it('not concurrency, where the platform refuses it or a full replica has one request', () => {
    const standard = shopOf({
      resources: [serving('api', 'metric: memory, target: 60, minScale: 1, maxScale: 9')],
      behavior: [request.replace('100Mi', '300Mi')],
      demand: [`{ to: shop/api, rate: ${day(150)} }`],
    });
    const full = shopOf({
      resources: [serverless('metric: rps, target: 200, minScale: 1, maxScale: 30')],
      behavior: ['shop/api: { request: { cpu: 30ms } }'],
      demand: [`{ to: shop/api, rate: ${day(150)} }`],
    });
    for (const text of [standard, full]) {
      const all = tried(advised(text));
      expect(all).toEqual(expect.arrayContaining([expect.stringMatching(/cpu, target 60$/)]));
      expect(all.filter((one) => one.includes('concurrency'))).toEqual([]);
    }
  });

  it('a target that a full replica reaches, in place of one that it never does, with the reason why that saves', () => {
    const target = advised(
      shopOf({
        resources: [serverless('metric: concurrency, target: 50, minScale: 0, maxScale: 30')],
        behavior: [slow],
        demand: ['{ to: shop/api, rate: { daily: [["00:00", 1/s], ["12:00", 30/s]] } }'],
      }),
    ).recommendations.find(({ field }) => field === 'target');
    expect(target).toMatchObject({ now: '50', proposed: '1', severity: 'error' });
    expect(target?.reason).toContain(
      'a full replica serves 1.33 requests at a time, no more than the target of 50, so autoscaling waits for a backlog',
    );
  });
});
