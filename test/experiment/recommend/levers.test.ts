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
});
