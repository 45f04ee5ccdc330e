import { describe, it } from 'vitest';
import { minute, second } from '../../src/engine/time.ts';
import { coldStartShare, failureAfter, meanTries } from '../../src/experiment/selftest/forms.ts';
import {
  constant,
  expectClosedForm,
  expectLost,
  expectSharedProcessor,
  expectSingleServer,
  expectWaiting,
  exponential,
  meanOver,
  sharers,
} from './station.ts';

describe('of requests that find every replica full and no room in the line, as many are lost as Erlang says (B)', () => {
  it.each([
    [0.7, 120_000],
    [0.9, 90_000],
  ])('3 replicas, each busy for %d of the time if all could stay: %d requests', expectLost);
});

describe('of requests that may wait, as many do as Erlang says (C)', () => {
  it.each([
    [0.5, 150_000],
    [0.7, 200_000],
  ])('2 replicas, each busy for %d of the time: %d requests', expectWaiting);
});

describe('requests that one replica takes one by one wait for as long as Pollaczek and Khinchine say (M/G/1)', () => {
  // Half as busy again, or of uneven requests, takes many more to see: those are in the slow suite.
  it.each([
    ['all alike', 0.5, constant, 40_000],
    ['all alike', 0.7, constant, 180_000],
  ])('%s, busy for %d of the time', (_, busy, each, calls) => expectSingleServer(busy, each, calls));
});

describe('requests that share one processor take 1 / (1 - busy) times their own time (M/G/1 processor sharing)', () => {
  it('half busy', () => expectSharedProcessor(0.5, exponential, 260_000));
});

describe('requests that fail and are tried again', () => {
  it.each([0.5, 0.7, 0.9])('take (1 - p^(r+1)) / (1 - p) tries, p = %d', (p) => {
    const spec = sharers(2, { requestRetryPolicy: { attempts: 3 } });
    const shape = { spec, request: { duration: '50ms', failure: `${p * 100}%` }, perSecond: 20 };
    expectClosedForm(
      meanOver(shape, 12_000, ({ tries }) => tries),
      meanTries(p, 3),
    );
  });

  it.each([
    [0.5, 60_000],
    [0.7, 24_000],
    [0.9, 12_000],
  ])('fail all the same in p^(r+1) of the cases, p = %d', (p, calls) => {
    const spec = sharers(2, { requestRetryPolicy: { attempts: 1 } });
    const shape = { spec, request: { duration: '50ms', failure: `${p * 100}%` }, perSecond: 20 };
    expectClosedForm(
      meanOver(shape, calls, ({ status }) => (status === 503 ? 1 : 0)),
      failureAfter(p, 1),
    );
  });
});

describe('requests that come to a workload that goes to sleep find it so in e^(-rate (service + delay)) of the cases', () => {
  const autoscaling = { metric: 'concurrency', minScale: 0, maxScale: 1, maxConcurrency: 0, scaleToZeroDelay: 60 };
  const spec = { type: 'serverless', defaultOptions: { timeoutSeconds: 600, autoscaling } };

  it.each([
    ['all alike', 0.5, { duration: '2s' }, 16_000],
    ['of any length', 0.7, { duration: { exponential: { mean: '20s' } } }, 40_000],
    ['all alike', 0.9, { duration: '2s' }, 32_000],
  ])('services %s, %d a minute', (_, perMinute, request, calls) => {
    const assumptions = { 'serverless.zero': 'idleExact' };
    const shape = { spec, request, perSecond: perMinute / 60, assumptions, timing: 'instant' } as const;
    const mean = typeof request.duration === 'string' ? 2 * second : 20 * second;
    const held = meanOver(shape, calls, (call) => (call.held ? 1 : 0));
    expectClosedForm(held, coldStartShare(shape.perSecond, mean, minute));
  });
});
