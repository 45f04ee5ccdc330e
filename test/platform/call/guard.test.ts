import { describe, expect, it } from 'vitest';
import {
  newAllowance,
  planAuthorization,
  planLimit,
  type ServiceAnswer,
  seesPort,
  takeAllowance,
} from '../../../src/platform/call/guard.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const quick: ServiceAnswer = { latency: 20, fails: false, denies: false };
const assumed = {
  ...defaultAssumptions,
  'traffic.status.authorizationDenied': 401,
  'traffic.status.authorizationDown': 502,
  'traffic.status.rateLimited': 420,
};

describe('what an external authorization says (TAG-17, TAG-22, TAG-23)', () => {
  it.each<[string, boolean, ServiceAnswer, number, number | null]>([
    ['passes', false, quick, 20, null],
    ['denies', false, { ...quick, denies: true }, 20, 401],
    ['denies, whoever would pass while it is down', true, { ...quick, denies: true }, 20, 401],
    ['answers in the very last moment', false, { ...quick, latency: 1_000 }, 1_000, null],
    ['denies in the very last moment', false, { ...quick, latency: 1_000, denies: true }, 1_000, 401],
    ['takes too long', false, { ...quick, latency: 1_001 }, 1_000, 502],
    ['takes too long, and calls pass then', true, { ...quick, latency: 1_200 }, 1_000, null],
    [
      'would deny, but takes too long, and calls pass then',
      true,
      { ...quick, latency: 1_200, denies: true },
      1_000,
      null,
    ],
    ['fails', false, { ...quick, fails: true }, 20, 502],
    ['fails, and calls pass then', true, { ...quick, fails: true }, 20, null],
  ])('%s (failureAllow %s)', (_, failureAllow, finding, after, status) => {
    const settings = { timeout: 1_000, failureAllow, listenPort: null };
    expect(planAuthorization(settings, finding, assumed)).toMatchObject({ after, status });
  });

  it.each<[number | null, number | null, boolean]>([
    [null, 80, true],
    [null, null, true],
    [80, 80, true],
    [80, 8080, false],
    [80, null, false],
  ])('it listens on %s, a call for port %s: seen %s (TAG-29)', (listenPort, port, isSeen) => {
    expect(seesPort({ timeout: 1_000, failureAllow: true, listenPort }, port)).toBe(isSeen);
  });
});

describe('what a rate limiter says (TAG-30)', () => {
  it.each<[string, 'allow' | 'deny', ServiceAnswer, number | null]>([
    ['within the limit', 'allow', quick, null],
    ['over the limit', 'allow', { ...quick, denies: true }, 420],
    ['it is down', 'allow', { ...quick, fails: true }, null],
    ['it is down', 'deny', { ...quick, fails: true }, 420],
  ])('%s (rateLimit.failure: %s)', (_, failure, finding, status) => {
    const assumptions = { ...assumed, 'rateLimit.failure': failure };
    expect(planLimit(finding, assumptions)).toMatchObject({ after: 20, status });
  });
});

describe('an allowance', () => {
  /** How many of the calls at these instants pass. */
  const passes = (behaviour: object, instants: readonly number[]): boolean[] => {
    const allowance = newAllowance(behaviour, 0);
    return instants.map((at) => takeAllowance(allowance, behaviour, at));
  };
  const times = (count: number, at: number): number[] => Array.from({ length: count }, () => at);

  it('lets the calls of a second through at once, one more each time that one has filled up', () => {
    const found = passes({ perSecond: 10 }, [...times(11, 0), 99, 100, 100, 199, 200]);
    expect(found.slice(0, 11)).toEqual([...times(10, 1).map(() => true), false]);
    expect(found.slice(11)).toEqual([false, true, false, false, true]);
  });

  it('fills up to its burst and no further', () => {
    expect(passes({ perSecond: 10, burst: 2 }, times(4, 60_000))).toEqual([true, true, false, false]);
  });

  it('lets one through at a time where it is slower than one a second', () => {
    expect(passes({ perSecond: 0.5 }, [0, 0, 1_999, 2_000])).toEqual([true, false, false, true]);
  });

  it('knows no limit where none is given', () => {
    expect(passes({}, times(1_000, 0))).not.toContain(false);
  });

  it('loses nothing to rounding: three thirds of a second are a second', () => {
    const instants = Array.from({ length: 3_000 }, (_, index) => 100 * index);
    expect(passes({ perSecond: 10, burst: 1 }, instants)).not.toContain(false);
  });
});
