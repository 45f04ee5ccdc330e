import { describe, expect, it } from 'vitest';
import type { WorkloadCapacity } from '../../src/report/capacity/capacityWorkloads.ts';
import { isAlwaysAtLimit } from '../../src/web/tables/limitTable.ts';

const scaled = { gvc: 'g', name: 'api', location: 'here', saturation: [{ limit: 'maxScale', value: 5 }] };
const fixed = { gvc: 'g', name: 'db', location: 'here', saturation: [] };
const workloads = [scaled, fixed] as unknown as WorkloadCapacity[];
const limit = {
  limit: 'scale',
  rule: 'WL-18',
  target: 'g/workload/api',
  location: 'here',
  unit: 'count',
  peak: '5',
  bound: '5',
  margin: '0',
  at: '2026-11-01T00:00:00.000Z',
};

describe('a limit that was reached', () => {
  it.each([
    ['a greatest scale that autoscaling came to', {}, false],
    ['replicas that are as few as they are many', { target: 'g/workload/db', peak: '1', bound: '1' }, true],
    ['four expansions within a day', { limit: 'expansions in 24 hours', rule: 'LIMIT-1' }, false],
    ['a history, which is always full', { limit: 'kept executions', rule: 'CRON-7' }, true],
    ['a setting at its bound, which no instant has', { limit: 'cpu to its reserve', rule: 'WL-10', at: null }, true],
  ])('%s', (_, change, isCourse) => {
    expect(isAlwaysAtLimit({ ...limit, ...change }, { workloads })).toBe(isCourse);
  });
});
