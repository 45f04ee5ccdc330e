import { describe, expect, it } from 'vitest';
import { conditionOf, type Failure, retryWait } from '../../../src/platform/call/retry.ts';

const refused: Failure = { kind: 'refused' };
const reset: Failure = { kind: 'reset', status: 503 };
const answered = (status: number): Failure => ({ kind: 'answered', status });
const codes = { 'retry.statusCodes': [503], 'retry.listedCodes': 'beside' } as const;

describe('a failed try is followed by another where a condition names it (RETRY-3)', () => {
  it.each<[string, Failure, boolean, string]>([
    ['connect-failure', refused, true, 'nobody took the connection'],
    ['connect-failure', reset, false, 'it was taken'],
    ['connect-failure', answered(503), false, 'it was taken'],
    ['reset', reset, true, 'gone before it had answered'],
    ['reset', refused, false, 'there was nothing to reset'],
    ['reset', answered(503), false, 'it answered'],
    ['5xx', refused, true, 'no answer shows as one of these'],
    ['5xx', reset, true, 'no answer shows as one of these'],
    ['5xx', answered(500), true, 'from 500 on'],
    ['5xx', answered(499), false, 'below 500'],
    ['gateway-error', answered(502), true, '502 to 504'],
    ['gateway-error', answered(504), true, '502 to 504'],
    ['gateway-error', answered(501), false, 'not of a gateway'],
    ['gateway-error', answered(505), false, 'not of a gateway'],
    ['retriable-4xx', answered(409), true, 'the only one'],
    ['retriable-4xx', answered(404), false, 'another try would find nothing either'],
    ['retriable-status-codes', answered(503), true, 'in the list'],
    ['retriable-status-codes', reset, true, 'a killed replica shows as one of the list'],
    ['retriable-status-codes', answered(500), false, 'not in the list'],
    ['500', answered(500), true, 'that code'],
    ['500', answered(503), false, 'another one'],
    ['unavailable', answered(503), false, 'a name of gRPC, and it does not speak that'],
  ])('%s, %o: %s, as %s', (condition, failure, isTried) => {
    expect(conditionOf(failure, { attempts: 2, retryOn: [condition], isGrpc: false }, codes)).toBe(
      isTried ? condition : null,
    );
  });

  it.each<[string, number, boolean]>([
    ['cancelled', 499, true],
    ['deadline-exceeded', 504, true],
    ['internal', 500, true],
    ['resource-exhausted', 429, true],
    ['unavailable', 503, true],
    ['unavailable', 500, false],
  ])('%s of a workload that speaks gRPC, status %d: %s', (condition, status, isTried) => {
    expect(conditionOf(answered(status), { attempts: 2, retryOn: [condition], isGrpc: true }, codes)).toBe(
      isTried ? condition : null,
    );
  });

  it('one of several conditions is enough, and the first of them is told; none is not enough', () => {
    const settings = { attempts: 2, retryOn: ['reset', '5xx', '500'], isGrpc: false };
    expect(conditionOf(answered(500), settings, codes)).toBe('5xx');
    expect(conditionOf(answered(500), { ...settings, retryOn: [] }, codes)).toBeNull();
  });

  it.each<['beside' | 'instead', number, string | null]>([
    ['beside', 503, 'retriable-status-codes'],
    ['beside', 500, '500'],
    ['instead', 503, null],
    ['instead', 500, '500'],
  ])('codes that are listed count %s those of retriable-status-codes: %d (retry.listedCodes)', (how, status, by) => {
    const settings = { attempts: 2, retryOn: ['500', 'retriable-status-codes'], isGrpc: false };
    expect(conditionOf(answered(status), settings, { ...codes, 'retry.listedCodes': how })).toBe(by);
  });

  it('the list of codes is an assumption', () => {
    const settings = { attempts: 2, retryOn: ['retriable-status-codes'], isGrpc: false };
    expect(conditionOf(answered(429), settings, { ...codes, 'retry.statusCodes': [429, 503] })).toBe(
      'retriable-status-codes',
    );
  });
});

describe('the wait before the nth further try', () => {
  const assumed = {
    'retry.backoff': 'exponential',
    'retry.backoffFirst': 25,
    'retry.backoffFactor': 2,
    'retry.backoffCap': 250,
  } as const;
  const never = (): number => {
    throw new Error('nothing is drawn');
  };
  const waits = (how: object, chance = never): number[] =>
    [1, 2, 3, 4, 5, 6].map((n) => retryWait(n, { ...assumed, ...how }, chance));

  it.each<[string, object, number[]]>([
    ['doubles up to the cap', {}, [25, 50, 100, 200, 250, 250]],
    ['by another factor', { 'retry.backoffFactor': 3 }, [25, 75, 225, 250, 250, 250]],
    ['by a factor of 1 stays', { 'retry.backoffFactor': 1 }, [25, 25, 25, 25, 25, 25]],
    ['is none', { 'retry.backoff': 'none' }, [0, 0, 0, 0, 0, 0]],
    ['begins at the cap where that is less', { 'retry.backoffFirst': 900 }, [250, 250, 250, 250, 250, 250]],
  ])('%s', (_, how, expected) => {
    expect(waits(how)).toEqual(expected);
  });

  it('with jitter is any part of that', () => {
    expect(waits({ 'retry.backoff': 'jitter' }, () => 0.5)).toEqual([13, 25, 50, 100, 125, 125]);
    expect(waits({ 'retry.backoff': 'jitter' }, () => 0)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
