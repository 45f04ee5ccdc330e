import { describe, expect, it } from 'vitest';
import { constant } from '../../../src/engine/distribution.ts';
import {
  isProcessorBound,
  meanServing,
  processorOf,
  type RequestBehaviour,
  type Serving,
  type ServingSettings,
  servingOf,
} from '../../../src/platform/traffic/serving.ts';
import { noTrouble } from '../../../src/platform/traffic/trials.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const Mi = 1_048_576;

/** A replica with these millicores. */
function serves(request: RequestBehaviour, cpuMillicores = 500, more: Partial<ServingSettings> = {}): Serving {
  const containers = [{ cpuMillicores, memoryBytes: 512 * Mi }];
  const settings = { containers, maxConcurrency: null, timeout: 5_000, ...more };
  return servingOf(request, {}, settings, defaultAssumptions);
}

/** Half of all tries fail and are retried twice: 1 + 1/2 + 1/4 tries. */
const retried = { ...noTrouble, failure: 0.5, pauses: [25, 50] };
const varied = { kind: 'gamma', mean: 12, cv: 2 } as const;

describe('what one request takes of a replica', () => {
  it.each<[string, Serving, Partial<Serving>]>([
    [
      '12 ms of one core, of half a core',
      serves({ cpu: constant(12) }),
      { processorTime: 24, cpuMillicoresPerRps: 12 },
    ],
    [
      'as often as it is tried',
      serves({ cpu: constant(12) }, 500, { trouble: retried }),
      { tries: 1.75, processorTime: 42, cpuMillicoresPerRps: 21 },
    ],
    ['with a cv that is the cv of its processor time', serves({ cpu: varied }), { processorCv: 2 }],
    ['none without a processor time', serves({ duration: varied }), { processorCv: 0, processorTime: 0 }],
    ['none of a processor time of 0', serves({ cpu: constant(0) }), { processorCv: 0, processorTime: 0 }],
    ['nothing of the processor, even where there is none', serves({ cpu: constant(0) }, 0), { processorTime: 0 }],
    [
      'a place while it is tried, not in the pauses between',
      serves({ duration: constant(80) }, 500, { maxConcurrency: 2, trouble: retried }),
      // 1.75 * 80 + 25/2 + 50/4.
      { duration: 165, pause: 25, capacityPerSecond: 2_000 / 140 },
    ],
    [
      'at least the time that its processor is busy',
      serves({ cpu: constant(12), duration: constant(10) }),
      { duration: 24, cv: 0 },
    ],
    [
      'the duration that it says where that is as long',
      serves({ cpu: constant(12), duration: { kind: 'exponential', mean: 24 } }),
      { duration: 24, cv: 1, spread: 'memoryless' },
    ],
    ['memory', serves({ memoryBytes: constant(3 * Mi) }), { memoryPerRequestBytes: 3 * Mi }],
    ['no memory if it says none', serves({}), { memoryPerRequestBytes: 0 }],
    ['no place, where it takes no time', serves({}, 500, { maxConcurrency: 2 }), { capacityPerSecond: Infinity }],
  ])('%s', (_, serving, expected) => {
    expect(serving).toMatchObject(expected);
  });

  it.each<[string, Serving, Partial<Serving['oneTry']>]>([
    [
      'a processor time on two cores lasts as long as on one',
      serves({ cpu: varied }, 2_000),
      { cpu: varied, beside: 6 },
    ],
    ['on half a core it takes no longer than its processor is busy', serves({ cpu: varied }), { beside: 0 }],
    [
      'a duration says itself how long',
      serves({ cpu: varied, duration: constant(80) }, 2_000),
      { beside: 0, mean: 80 },
    ],
    ['a processor time of 0 does not count', serves({ cpu: constant(0) }), { cpu: null, duration: null, mean: 0 }],
    ['none does not count', serves({}), { cpu: null, beside: 0 }],
  ])('one try: %s', (_, { oneTry }, expected) => {
    expect(oneTry).toMatchObject(expected);
  });

  it.each<[string, Serving, Serving['work']]>([
    ['the processor where that limits', serves({ cpu: varied, duration: constant(80) }), varied],
    [
      'the processor where both limit alike',
      serves({ cpu: constant(40), duration: varied }, 500, { maxConcurrency: 1 }),
      constant(40),
    ],
    [
      'a place where that limits',
      serves({ cpu: varied, duration: constant(80) }, 500, { maxConcurrency: 1 }),
      constant(80),
    ],
    ['its duration without a processor time', serves({ duration: constant(80) }), constant(80)],
  ])('what a try needs: %s', (_, { work }, expected) => {
    expect(work).toEqual(expected);
  });

  it('fluid.processor: the smallest of the containers works, or all together', () => {
    const containers = [500, 200].map((cpuMillicores) => ({ cpuMillicores, memoryBytes: Mi }));
    const works = (processor: 'smallestContainer' | 'allContainers') =>
      processorOf(containers, { 'fluid.processor': processor });
    expect([works('smallestContainer'), works('allContainers')]).toEqual([200, 700]);
  });

  it('takes what an idle replica takes, 0 if that is not said', () => {
    const containers = [{ cpuMillicores: 500, memoryBytes: Mi }];
    const settings = { containers, maxConcurrency: null, timeout: 5_000 };
    const idle = { cpuMillicores: 20, memoryBytes: 7 };
    expect(servingOf({}, idle, settings, defaultAssumptions)).toMatchObject({
      idleCpuMillicores: 20,
      idleMemoryBytes: 7,
    });
    expect(serves({})).toMatchObject({ idleCpuMillicores: 0, idleMemoryBytes: 0 });
  });

  it.each<[string, RequestBehaviour]>([
    ['processor time', { cpu: { kind: 'pareto', minimum: 1, shape: 1 } }],
    ['duration', { duration: { kind: 'pareto', minimum: 1, shape: 1 } }],
  ])('throws if the mean %s is not finite', (_, request) => {
    expect(() => serves(request)).toThrow('must be finite');
  });

  it('no answer takes longer than its timeout, or than all its tries with their pauses (`timeout.scope`)', () => {
    expect(serves({}, 500, { trouble: retried }).timeout).toBe(5_000);
    expect(serves({}, 500, { trouble: { ...retried, isPerTry: true } }).timeout).toBe(15_075);
  });
});

describe('whether the processor limits a replica', () => {
  const cpu = constant(12);
  it.each<[string, Serving, boolean]>([
    ['it does', serves({ cpu }), true],
    ['its places do', serves({ cpu, duration: constant(80) }, 500, { maxConcurrency: 1 }), false],
    ['both alike', serves({ cpu, duration: constant(24) }, 500, { maxConcurrency: 1 }), true],
    [
      'both, but for the rounding of a quotient',
      { ...serves({ cpu }), capacityPerSecond: (1_000 / 24) * (1 - 1e-12) },
      true,
    ],
    ['nothing does', serves({}), false],
  ])('%s', (_, serving, expected) => {
    expect(isProcessorBound(serving)).toBe(expected);
  });

  it('the slack is a thousand-millionth, its end included', () => {
    const at = (capacityPerSecond: number) =>
      isProcessorBound({ ...serves({ cpu }), processorTime: 1_000, capacityPerSecond });
    expect([at(1 / (1 + 1e-9)), at(1 / (1 + 2e-9))]).toEqual([true, false]);
  });
});

describe('fluid.versions: replicas of two versions serve as their mean', () => {
  const trouble = { ...noTrouble, failure: 0.25, pauses: [5] };
  const [small, large] = [
    serves({ cpu: varied, duration: { kind: 'exponential', mean: 40 } }, 500),
    serves({ cpu: { ...varied, mean: 36 }, duration: constant(120) }, 1_000, {
      trouble: { ...trouble, failure: 0.75 },
      timeout: 130,
    }),
  ];
  const mean = meanServing([
    { serving: small, count: 3 },
    { serving: large, count: 1 },
  ]);
  /** Three of the one for each of the other. */
  const between = (of: (serving: Serving) => number): number => (3 * of(small) + of(large)) / 4;

  it.each<[string, (serving: Serving) => number]>([
    ['cpuMillicores', ({ cpuMillicores }) => cpuMillicores],
    ['processorTime', ({ processorTime }) => processorTime],
    ['cpuMillicoresPerRps', ({ cpuMillicoresPerRps }) => cpuMillicoresPerRps],
    ['duration', ({ duration }) => duration],
    ['pause', ({ pause }) => pause],
    ['cv', ({ cv }) => cv],
    ['p50', ({ durationPercentiles }) => durationPercentiles[50]],
    ['p75', ({ durationPercentiles }) => durationPercentiles[75]],
    ['p99', ({ durationPercentiles }) => durationPercentiles[99]],
    ['mean of a try', ({ oneTry }) => oneTry.mean],
    ['capacityPerSecond', ({ capacityPerSecond }) => capacityPerSecond],
    ['tries', ({ tries }) => tries],
    ['failure', ({ failure }) => failure],
    ['late', ({ late }) => late],
  ])('%s', (_, of) => {
    // So a mean of equal values shows nothing.
    expect(of(small)).not.toBe(of(large));
    expect(of(mean)).toBeCloseTo(between(of), 9);
  });

  it('time beside the processor, and memory', () => {
    const wide = servingOf(
      { cpu: varied },
      {},
      { containers: [{ cpuMillicores: 4_000, memoryBytes: 1_024 * Mi }], maxConcurrency: null, timeout: 5_000 },
      defaultAssumptions,
    );
    const { oneTry, memoryBytes } = meanServing([
      { serving: serves({ cpu: varied }), count: 1 },
      { serving: wide, count: 2 },
    ]);
    expect([oneTry.beside, memoryBytes]).toEqual([(2 * (12 - 3)) / 3, (512 * Mi + 2 * 1_024 * Mi) / 3]);
  });

  it('what is no mean is that of the first', () => {
    const { work, timeout, spread, maxConcurrency, processorCv } = small;
    expect(mean).toMatchObject({ work, timeout, spread, maxConcurrency, processorCv });
    expect(mean.oneTry).toMatchObject({ cpu: small.oneTry.cpu, duration: small.oneTry.duration, added: 0 });
  });

  it('of one version it is that version, of none there is none', () => {
    expect(meanServing([{ serving: large, count: 7 }])).toBe(large);
    expect(() => meanServing([])).toThrow('cannot take a mean over no replicas');
  });
});
