import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { beginProbing, type HealthProbe, settledProbing } from '../../../src/platform/workload/probe.ts';
import {
  firstDeath,
  probesOf,
  type ReadinessView,
  readinessTurnsAt,
} from '../../../src/platform/workload/readiness.ts';

const probe = (initialDelay: number, period: number, successThreshold = 1, failureThreshold = 3): HealthProbe => {
  return { initialDelay: initialDelay * second, period: period * second, successThreshold, failureThreshold };
};

/** A replica whose containers, one for each probe, begin to run at 0. */
function begun(probes: readonly (HealthProbe | null)[], given: Partial<ReadinessView>): ReadinessView {
  const containers = probes.map((readinessProbe) => ({ name: 'main', readinessProbe }));
  const probings = probesOf(containers).map((one) => beginProbing(one, 0, 0));
  return { type: 'standard', ready: false, probings, answersFrom: 0, now: 0, ...given };
}

describe('`probe.grid`: when a started replica is ready', () => {
  it.each<[string, (HealthProbe | null)[], number, number]>([
    ['at once without a probe, whenever the application is up', [null], 25, 0],
    ['at the first try where it is up by then', [probe(10, 10)], 0, 10],
    ['a try at the very instant of being up succeeds', [probe(10, 10)], 20, 20],
    ['else at the next try', [probe(10, 10)], 21, 30],
    ['after as many successes in a row as are asked for', [probe(10, 10, 3)], 25, 50],
    ['when the slowest container is', [probe(10, 10), probe(0, 7), null], 25, 30],
  ])('%s', (_, probes, up, expected) => {
    expect(readinessTurnsAt(begun(probes, { answersFrom: up * second }))).toBe(expected * second);
  });

  it.each<[string, (HealthProbe | null)[], Partial<ReadinessView>]>([
    ['a probe that nothing answers', [probe(10, 10)], {}],
    ['no probe, where a fault keeps it from answering', [null], {}],
    ['one silent container of two', [probe(10, 10), probe(0, 7)], {}],
    ['a serverless one without an open port', [null], { type: 'serverless' }],
  ])('never: %s', (_, probes, given) => {
    expect(readinessTurnsAt(begun(probes, { answersFrom: null, ...given }))).toBeNull();
  });
});

describe('`probe.serverless`: a serverless replica without a probe', () => {
  it('is ready when its port opens', () => {
    expect(readinessTurnsAt(begun([null], { type: 'serverless', answersFrom: 25 }))).toBe(25);
  });

  it('is not ready as soon as it closes', () => {
    expect(readinessTurnsAt(begun([null], { type: 'serverless', ready: true, answersFrom: null, now: 40 }))).toBe(40);
  });

  it('with a probe is ready when that says so', () => {
    expect(readinessTurnsAt(begun([probe(10, 10)], { type: 'serverless', answersFrom: 25 }))).toBe(10 * second);
  });
});

describe('`probe.grid`: when a replica ceases to be ready', () => {
  const settled = (probes: readonly HealthProbe[]): ReadinessView => {
    const probings = probesOf(probes.map((readinessProbe) => ({ name: 'main', readinessProbe }))).map((one) =>
      settledProbing(one, 0, 0, 45 * second),
    );
    return { type: 'standard', ready: true, probings, answersFrom: null, now: 45 * second };
  };

  it.each<[string, HealthProbe[], number]>([
    ['when the first container of it has failed for too long', [probe(0, 10), probe(0, 10, 1, 2)], 60],
    ['by one probe', [probe(0, 10)], 70],
  ])('%s', (_, probes, expected) => {
    expect(readinessTurnsAt(settled(probes))).toBe(expected * second);
  });

  it('not while it answers', () => {
    expect(readinessTurnsAt({ ...settled([probe(0, 10)]), answersFrom: 0 })).toBeNull();
  });

  it('at once without a probe', () => {
    expect(readinessTurnsAt(settled([]))).toBe(45 * second);
  });
});

describe('which probe ends a container', () => {
  const container = (name: string, livenessProbe: HealthProbe) => ({ name, livenessProbe });
  const probings = probesOf([container('slow', probe(60, 10)), container('quick', probe(30, 10, 1, 2))]).map((one) =>
    beginProbing(one, 0, 0),
  );

  it('is the first to have failed as often as it may', () => {
    const death = firstDeath(probings, 50 * second);
    expect([death?.at, death?.probing.container]).toEqual([40 * second, 'quick']);
  });

  it('is none where the application is up in time', () => {
    expect(firstDeath(probings, 40 * second)).toBeNull();
  });

  it('is no readiness probe', () => {
    const only = probesOf([{ name: 'main', readinessProbe: probe(0, 10) }]).map((one) => beginProbing(one, 0, 0));
    expect(firstDeath(only, null)).toBeNull();
  });
});
