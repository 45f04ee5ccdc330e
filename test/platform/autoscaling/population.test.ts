import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import { type MeasuredReplica, partChangesAt, partOf } from '../../../src/platform/autoscaling/population.ts';

const now = 1000 * minute;
type Metric = Parameters<typeof partOf>[1];
const cpu: Metric = { metric: 'cpu', initialization: 300 * second, window: 15 * second };
const memory: Metric = { metric: 'memory', initialization: 0, window: 15 * second };
const old: MeasuredReplica = {
  phase: 'running',
  placedAt: now - 20 * minute,
  readySince: now - 19 * minute,
  wasReady: true,
  runningSince: now - 19 * minute,
  ready: true,
};
const young: MeasuredReplica = { ...old, placedAt: now - 60 * second, readySince: now - 30 * second };

interface Row {
  readonly why: string;
  readonly given: Partial<MeasuredReplica>;
  readonly of?: MeasuredReplica;
  readonly metric?: Metric;
  readonly part: ReturnType<typeof partOf>;
}

// After the algorithm details of the Kubernetes documentation on horizontal pod autoscaling.
describe('as what a replica enters a metric (hpa.cpuInitialization)', () => {
  it.each<Row>([
    { why: 'ready and measured: it counts', given: {}, part: 'counted' },
    { why: 'terminating: out, whatever else it is', given: { phase: 'terminating', runningSince: null }, part: 'out' },
    { why: 'not started: unready, sample or not', given: { phase: 'starting', readySince: null }, part: 'unready' },
    { why: '... for any metric', given: { phase: 'starting', readySince: null }, metric: memory, part: 'unready' },
    { why: 'without a sample: missing', given: { runningSince: null }, part: 'missing' },
    { why: 'old and not ready any more: it counts', given: { readySince: null }, part: 'counted' },
    {
      why: 'old, not ready, without a sample: missing',
      given: { readySince: null, runningSince: null },
      part: 'missing',
    },
    { why: 'old and never ready: unready', given: { readySince: null, wasReady: false }, part: 'unready' },
    {
      why: '... also where nothing is young',
      given: { readySince: null, wasReady: false },
      metric: { ...cpu, initialization: 0 },
      part: 'unready',
    },
    { why: 'young and ready for a sample window: it counts', of: young, given: {}, part: 'counted' },
    {
      why: 'ready for exactly a window: that is a whole one',
      of: young,
      given: { readySince: now - 15 * second },
      part: 'counted',
    },
    {
      why: 'ready for a millisecond less: unready',
      of: young,
      given: { readySince: now - 15 * second + 1 },
      part: 'unready',
    },
    { why: 'young and not ready: unready', of: young, given: { readySince: null }, part: 'unready' },
    {
      why: 'young, not ready, without a sample: unready before missing',
      of: young,
      given: { readySince: null, runningSince: null },
      part: 'unready',
    },
    {
      why: 'exactly 300 s old: no longer young',
      given: { placedAt: now - 300 * second, readySince: now - second },
      part: 'counted',
    },
    {
      why: 'a millisecond younger: young',
      given: { placedAt: now - 300 * second + 1, readySince: now - second },
      part: 'unready',
    },
    {
      why: 'memory knows no start-up grace',
      of: young,
      given: { readySince: null, wasReady: false },
      metric: memory,
      part: 'counted',
    },
    {
      why: 'rps and latency are measured where requests are answered: not ready, so missing',
      given: { ready: false, readySince: null },
      metric: { ...memory, metric: 'rps' },
      part: 'missing',
    },
  ])('$why', ({ of = old, given, metric = cpu, part }) => {
    expect(partOf({ ...of, ...given }, metric, now)).toBe(part);
  });
});

describe('what the clock alone changes ends a stretch of looking ahead', () => {
  it.each<[string, MeasuredReplica, Metric, number | null]>([
    ['a counted replica stays counted', old, cpu, null],
    ['ready soon for a whole window', { ...young, readySince: now - 10 * second }, cpu, now + 5 * second],
    [
      'grown up before that',
      { ...young, placedAt: now - 298 * second, readySince: now - 10 * second },
      cpu,
      now + 2 * second,
    ],
    ['not ready, but was: counts when grown up', { ...young, readySince: null }, cpu, now + 240 * second],
    ['never ready: stays unready', { ...young, readySince: null, wasReady: false }, cpu, null],
    ['not started: an event changes that, not the clock', { ...young, phase: 'starting' }, cpu, null],
    ['other metrics have no grace', young, memory, null],
  ])('%s', (_, replica, metric, at) => {
    expect(partChangesAt(replica, metric, now)).toBe(at);
    if (at === null) return;
    expect(partOf(replica, metric, at - 1)).toBe('unready');
    expect(partOf(replica, metric, at)).toBe('counted');
  });
});
