import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { type Probe, readyAfterStart } from '../../../src/platform/workload/readiness.ts';

const probe = (initialDelay: number, period: number, successThreshold = 1): Probe => {
  return { initialDelay: initialDelay * second, period: period * second, successThreshold };
};

describe('`probe.*`: when a started replica is ready', () => {
  it.each<[string, (Probe | null)[], number, number]>([
    ['at once without a probe, whenever the application is up', [null], 25, 0],
    ['at the first try where it is up by then', [probe(10, 10)], 0, 10],
    ['a try at the very instant of being up succeeds', [probe(10, 10)], 20, 20],
    ['else at the next try', [probe(10, 10)], 21, 30],
    ['after as many successes in a row as are asked for', [probe(10, 10, 3)], 25, 50],
    ['when the slowest container is', [probe(10, 10), probe(0, 7), null], 25, 30],
  ])('%s', (_, probes, up, expected) => {
    const containers = probes.map((readinessProbe) => ({ name: 'main', readinessProbe }));
    expect(readyAfterStart({ type: 'standard', containers }, up * second)).toBe(expected * second);
  });

  it('a serverless one when its application answers', () => {
    expect(readyAfterStart({ type: 'serverless', containers: [{ name: 'main' }] }, 25)).toBe(25);
  });
});
