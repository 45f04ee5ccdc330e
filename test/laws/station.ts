/**
 * Servers, customers and lines of queueing theory, as workloads to which requests come at random.
 */
import { expect } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import { pollaczekWait, sharedSojourn } from '../../src/experiment/selftest/forms.ts';
import { type StationShape, servers, sharers, stationDocument } from '../../src/experiment/selftest/stations.ts';
import type { FactData } from '../../src/platform/facts.ts';
import { erlangB, erlangC } from '../../src/platform/traffic/erlang.ts';
import { BatchMeans, type Interval } from './interval.ts';
import { scenarioOf } from './play.ts';
import type { Doc } from './worlds.ts';

export { type StationShape, servers, sharers };

/** The scenario in which so many requests come, give or take a few. */
export function stationDoc(shape: StationShape, calls: number): Doc {
  return stationDocument(shape, calls) as unknown as Doc;
}

/** The mean of what is asked of each of so many calls, in a row, in 100 batches; nothing of them is kept. */
export function meanOver(shape: StationShape, calls: number, of: (call: FactData['call.ended']) => number): Interval {
  // More come than are counted, so that chance cannot make them too few.
  const scenario = scenarioOf(stationDoc(shape, calls + 10 * Math.sqrt(calls)));
  const means = new BatchMeans(calls);
  const run = new Run(scenario, {
    events: false,
    sink: ({ type, data }) => {
      if (type === 'call.ended') means.add(of(data as FactData['call.ended']));
    },
  });
  run.advance();
  return means.interval();
}

/** Expects the closed form within the interval, and the interval to be narrow: at most 2 % to each side. */
export function expectClosedForm({ mean, halfWidth }: Interval, theory: number): void {
  expect(halfWidth / theory).toBeLessThanOrEqual(0.02);
  expect(Math.abs(mean - theory), `${mean} is not ${theory}, give or take ${halfWidth}`).toBeLessThanOrEqual(halfWidth);
}

/** Milliseconds of service on average. */
const service = 200;

/** How long services take: as a behaviour's `request`, and their standard deviation over their mean. */
export interface Services {
  readonly request: { readonly duration: unknown };
  readonly cv: number;
}

export const constant: Services = { request: { duration: `${service}ms` }, cv: 0 };
export const exponential: Services = { request: { duration: { exponential: { mean: `${service}ms` } } }, cv: 1 };
const [short, long] = ['50ms', '800ms'];
/** Four of five are short. */
export const uneven: Services = { request: { duration: { empirical: [short, short, short, short, long] } }, cv: 1.5 };

/** Requests per second that keep so many servers busy for that share of the time. */
export function rateFor(busy: number, count: number): number {
  return (busy * count * 1_000) / service;
}

/** One replica, one request at a time: wait and service. */
export function expectSingleServer(busy: number, { request, cv }: Services, calls: number): void {
  const perSecond = rateFor(busy, 1);
  const latency = meanOver({ spec: servers(1), request, perSecond }, calls, ({ latencyMs }) => latencyMs);
  expectClosedForm(latency, pollaczekWait({ perSecond, service, cv }) + service);
}

/** Three replicas and no room in the line: the share that is lost, as Erlang's B says. */
export function expectLost(busy: number, calls: number): void {
  const assumptions = { 'traffic.queue': 0 };
  const shape = { spec: servers(3), request: exponential.request, perSecond: rateFor(busy, 3), assumptions };
  const lost = meanOver(shape, calls, ({ status }) => (status === 503 ? 1 : 0));
  expectClosedForm(lost, erlangB(3, 3 * busy));
}

/** Two replicas: the share that waits, as Erlang's C says. */
export function expectWaiting(busy: number, calls: number): void {
  const shape = { spec: servers(2), request: exponential.request, perSecond: rateFor(busy, 2) };
  const waiting = meanOver(shape, calls, ({ waitedMs }) => (waitedMs > 0 ? 1 : 0));
  expectClosedForm(waiting, erlangC(2, 2 * busy));
}

/** One replica, its processor shared by all requests that are there. */
export function expectSharedProcessor(busy: number, { request }: Services, calls: number): void {
  const perSecond = rateFor(busy, 1);
  const shape = { spec: sharers(1), request: { cpu: request.duration }, perSecond };
  const latency = meanOver(shape, calls, ({ latencyMs }) => latencyMs);
  expectClosedForm(latency, sharedSojourn({ perSecond, service }));
}
