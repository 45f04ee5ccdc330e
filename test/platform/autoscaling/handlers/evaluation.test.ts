import { describe, expect, it } from 'vitest';
import { second } from '../../../../src/engine/time.ts';
import { ran, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const ports = [{ number: 8080, protocol: 'http' }];
const containers = [{ name: 'main', image: 'api:1', cpu: '1000m', memory: '512Mi', ports }];

/** The scalings of one workload in an hour: `after 15 s: 1 -> 5 (99 of 60)`. */
function scalings(given: {
  readonly type: string;
  readonly autoscaling: object;
  readonly rate: unknown;
  readonly request?: object;
  readonly for?: string;
  readonly assumptions?: object;
  readonly timeline?: readonly object[];
}): string[] {
  // Callers are patient, so that all that cannot be answered at once waits.
  const defaultOptions = { timeoutSeconds: 600, autoscaling: given.autoscaling };
  const { of } = ran({
    for: given.for ?? '1h',
    resources: [workload('api', given.type, { containers, defaultOptions })],
    behavior: { 'shop/api': { request: given.request ?? { cpu: '10ms', duration: '100ms' } } },
    demand: [{ to: 'shop/api', rate: given.rate }],
    // What a loop does from its least count on is to be seen.
    assumptions: { 'run.start': 'minScale', ...given.assumptions },
    ...(given.timeline === undefined ? {} : { timeline: given.timeline }),
  });
  return of('deployment.scaled').map(({ at, data }) => {
    const measured = data['measured'] as readonly { valueMilli: number; targetMilli: number }[] | undefined;
    const [first] = measured ?? [];
    const said = first === undefined ? '' : ` (${first.valueMilli / 1_000} of ${first.targetMilli / 1_000})`;
    return `after ${(at - start) / second} s: ${data['from']} -> ${data['to']}${said}`;
  });
}

const cpu = { metric: 'cpu', target: 60, minScale: 1, maxScale: 20 };

describe('replicas that follow cpu', () => {
  it('climb by no more than a full cpu can say, and come back when what waited is worked off', () => {
    // 900 a second are 9 cores: 15 replicas at 60 %. But a full replica says 100 %, so that a sync asks for 100/60 of
    // those there are.
    expect(scalings({ type: 'standard', autoscaling: cpu, rate: '900/s' })).toEqual([
      'after 15 s: 1 -> 2 (100 of 60)',
      'after 45 s: 2 -> 4 (100 of 60)',
      'after 75 s: 4 -> 7 (100 of 60)',
      'after 105 s: 7 -> 12 (100 of 60)',
      'after 135 s: 12 -> 20 (100 of 60)',
      'after 495 s: 20 -> 15 (45 of 60)',
    ]);
  });

  it('stay at a ratio of exactly 1.1, and do not at one above (`hpa.tolerance`)', () => {
    const four = { ...cpu, minScale: 4, maxScale: 9 };
    expect(scalings({ type: 'standard', autoscaling: four, rate: '264/s' })).toEqual([]);
    expect(scalings({ type: 'standard', autoscaling: four, rate: '268/s' })).toEqual(['after 15 s: 4 -> 5 (67 of 60)']);
  });

  it('come down once nothing has asked for more in the window (`hpa.down.window`)', () => {
    const rate = {
      steps: [
        ['0h', '228/s'],
        ['10m', '60/s'],
      ],
    };
    const kept = { ...cpu, scaleToZeroDelay: 120 };
    // Sampled over the 15 s before a sync: that of 10 min still sees the higher rate, and the window of 2 min ends 2
    // min after it.
    expect(scalings({ type: 'standard', autoscaling: kept, rate }).slice(-2)).toEqual([
      'after 195 s: 7 -> 4 (32 of 60)',
      'after 720 s: 4 -> 1 (15 of 60)',
    ]);
  });

  it('never go to zero (TYPE-4)', () => {
    const rate = {
      steps: [
        ['0h', '120/s'],
        ['10m', '0/s'],
      ],
    };
    const least = scalings({ type: 'stateful', autoscaling: { ...cpu, minScale: 1 }, rate });
    expect(least.at(-1)).toBe('after 900 s: 2 -> 1 (0 of 60)');
  });

  it('forget their history when they are suspended, and begin anew', () => {
    const suspend = (at: string, value: boolean): object => ({
      at,
      patch: '/gvc/shop/workload/api',
      with: { spec: { defaultOptions: { suspend: value } } },
    });
    const timeline = [suspend('+20m', true), suspend('+30m', false)];
    expect(scalings({ type: 'standard', autoscaling: cpu, rate: '50/s', timeline })).toEqual([]);
    // At rest it wants four; resumed, it begins at one, with nobody ready before 14 s.
    const found = scalings({ type: 'standard', autoscaling: cpu, rate: '228/s', timeline });
    expect(found[3]).toBe('after 375 s: 7 -> 4 (32 of 60)');
    expect(found[4]).toBe('after 1830 s: 1 -> 2 (100 of 60)');
  });
});

describe('a serverless workload to which less than a request comes in the time after which it falls asleep (`fluid.idle`)', () => {
  const autoscaling = { metric: 'concurrency', target: 10, minScale: 0, maxScale: 5, scaleToZeroDelay: 120 };
  const times = (given: object): readonly number[][] => {
    const { of } = ran({
      for: '25m',
      resources: [workload('api', 'serverless', { containers, defaultOptions: { timeoutSeconds: 60, autoscaling } })],
      behavior: { 'shop/api': { request: { duration: '7s' } } },
      demand: [{ to: 'shop/api', rate: '12/h', ...given }],
      assumptions: { 'run.start': 'minScale' },
    });
    return ['deployment.scaled', 'replica.ready'].map((type) => of(type).map(({ at }) => (at - start) / second));
  };

  it('falls asleep that long after its only request was answered', () => {
    // What comes while its replica goes, that one answers (13.4). The first request is whole 300 s later; a cold start
    // of 14 s, 7 s, and two minutes, seen at a tick.
    const [scaled, ready] = times({});
    expect(scaled?.map(Math.round)).toEqual([120, 466, 608, 954, 1_096, 1_442]);
    expect(ready?.map(Math.round)).toEqual([480, 968, 1_456]);
  });

  it('stays as long as for a single request', () => {
    const awake = ([scaled = [], ready = []]: readonly number[][]): readonly number[] =>
      ready.map((at) => (scaled.find((then) => then > at) ?? Number.NaN) - at).filter((time) => time > 0);
    const [flowing, calling] = [times({}), times({ arrivals: { uniform: { from: 1, to: 1 } } })].map(awake);
    expect(flowing).not.toHaveLength(0);
    for (const time of [...(flowing ?? []), ...(calling ?? [])]) {
      expect(time).toBeGreaterThanOrEqual(127);
      expect(time).toBeLessThan(129.1);
    }
  });
});

describe('a serverless workload that follows concurrency', () => {
  const kpa = { metric: 'concurrency', target: 10, minScale: 0, maxScale: 20, scaleToZeroDelay: 60 };

  it('goes to zero, is woken by the first request, and panics (TYPE-14)', () => {
    const rate = {
      steps: [
        ['0h', '0/s'],
        ['10m', '300/s'],
        ['20m', '0/s'],
      ],
    };
    const found = scalings({ type: 'serverless', autoscaling: kpa, rate });
    expect(found[0]).toBe('after 60 s: 1 -> 0 (0 of 10)');
    expect(found[1]).toBe('after 600.004 s: 0 -> 1');
    // 300 a second for 100 ms each are 30 in flight: three replicas, but the requests that waited for the first come on
    // top.
    expect(found.some((text) => text.includes('-> 3 (30 of 10)'))).toBe(true);
    expect(found.at(-1)).toBe('after 1260 s: 1 -> 0 (0 of 10)');
  });

  it('keeps what its minScale says', () => {
    const { of } = ran({
      for: '2h',
      resources: [
        workload('api', 'serverless', { containers, defaultOptions: { autoscaling: { ...kpa, minScale: 2 } } }),
      ],
    });
    expect(of('deployment.scaled')).toEqual([]);
  });
});

describe('a window in which replicas begin to do something else for a request', () => {
  const slower = { at: '+10m', fault: { slowService: { of: 'shop/api', latency: '2s' } }, for: '5m' };

  it('counts the cpu of each request as it was', () => {
    const autoscaling = { ...cpu, target: 50, maxScale: 3 };
    const begins = (at: string): string[] =>
      scalings({
        type: 'standard',
        autoscaling,
        rate: '40/s',
        request: { cpu: '10ms' },
        for: '10m20s',
        timeline: [{ at, behavior: { 'shop/api': { request: { cpu: '30ms' } } } }],
      });
    expect(begins('+10m')).toEqual(['after 615 s: 1 -> 2 (100 of 50)']);
    // 40 % for ten seconds or thirteen, then what one replica can do: 60 %, or 48 %.
    expect(begins('+10m10s')).toEqual(['after 615 s: 1 -> 2 (60 of 50)']);
    expect(begins('+10m13s')).toEqual([]);
  });

  it('has the latency into which the percentile of its requests falls', () => {
    const autoscaling = { metric: 'latency', target: 500, minScale: 1, maxScale: 30 };
    const request = { duration: '100ms' };
    // More than half of the minute that ends with the sample of 10:40 was slow, of that with the sample of 10:20 a
    // third.
    expect(
      scalings({ type: 'standard', autoscaling, rate: '40/s', request, for: '10m50s', timeline: [slower] }),
    ).toEqual(['after 645 s: 1 -> 5 (2100 of 500)']);
  });

  it('has as much in flight as requests of then took', () => {
    const autoscaling = { metric: 'concurrency', target: 10, minScale: 1, maxScale: 30 };
    const all = scalings({
      type: 'serverless',
      autoscaling,
      rate: '40/s',
      request: { duration: '100ms' },
      for: '16m30s',
      timeline: [slower],
    });
    // Of six seconds four at 4 and two at 84, then two and four.
    expect(all.slice(0, 3)).toEqual([
      'after 602 s: 1 -> 4 (30.667 of 10)',
      'after 604 s: 4 -> 6 (57.333 of 10)',
      'after 606 s: 6 -> 9 (84 of 10)',
    ]);
    expect(all.at(-1)).toMatch(/^after 9[45]\d s: 2 -> 1 /);
  });
});
