import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '../../../src/engine/time.ts';
import { deploymentsOf } from '../../../src/platform/world.ts';
import { database, ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);

function newImage(name: string, at = '+1h'): object {
  return {
    at,
    patch: `/gvc/shop/workload/${name}`,
    with: { spec: { containers: [{ name: 'main', image: `${name}:2` }] } },
  };
}

describe('what looks impossible still ends, and says how', () => {
  it('both rollout bounds zero by their percentages: one replica at a time may be missing (`rollout.bothZero`)', () => {
    const rolloutOptions = { maxSurgeReplicas: '0%', maxUnavailableReplicas: '1%' };
    const { of } = ran({
      for: '3h',
      resources: [workload('web', 'standard', { ...replicas(3), rolloutOptions })],
      timeline: [newImage('web')],
    });
    expect(of('rollout.started')[0]?.data).toMatchObject({ surge: 0, unavailable: 1 });
    // Each of three in turn: gone for routing at once, its successor ready 14 s later.
    expect(of('rollout.completed')[0]?.data).toMatchObject({ tookMs: 3 * 14_000, lowestReady: 2 });
  });

  it('scaling factor 1 expands to the bare margin, up to the fourth time in a day (`volume.factorOne`, LIMIT-1)', () => {
    const autoscaling = { minFreePercentage: 20, scalingFactor: 1, maxCapacity: 1_000 };
    const { of } = ran({
      for: '20h',
      resources: database({ autoscaling }),
      behavior: { 'shop/data': { usage: { start: '7.9GB', growth: '1GB/h' } } },
    });
    expect(of('expansion.accepted')).toHaveLength(4);
    expect(of('expansion.refused')).toHaveLength(1);
  });

  it('a start with a tail that has no end comes at most a hundred years later (`replica.start.duration`)', () => {
    const endless = { pareto: { minimum: '1d', shape: 0.01 } };
    const { of } = ran({
      for: '1h',
      resources: [workload('web', 'standard', replicas(1))],
      timeline: [newImage('web', '+1m')],
      assumptions: { 'replica.start.duration': endless },
    });
    expect(of('replica.created').map(({ data }) => Number(data['startedAt']) - start <= 36_501 * day)).toEqual([true]);
  });

  it('minFreePercentage 100 asks for the most there is, once (`volume.minFree100`)', () => {
    const autoscaling = { minFreePercentage: 100, scalingFactor: 2, maxCapacity: 64 };
    const { of } = ran({
      for: '6h',
      resources: database({ autoscaling }),
      behavior: { 'shop/data': { usage: { start: '1GB', growth: '1GB/d' } } },
    });
    expect(of('expansion.accepted').map(({ data }) => data['toMicroGB'])).toEqual([64_000_000]);
  });

  it('a schedule of 30 February never fires (CRON-1)', () => {
    const { of } = ran({ for: '400d', resources: [workload('never', 'cron', { job: { schedule: '0 0 30 2 *' } })] });
    expect(of('execution.started')).toEqual([]);
  });

  it('a volume that fills stays full, and its replica stays up (`volume.full`)', () => {
    const { of, run } = ran({
      for: '20h',
      resources: database({}),
      behavior: { 'shop/data': { usage: { start: '9GB', growth: '1GB/h' } } },
    });
    expect(of('volume.full').map(({ at }) => at)).toEqual([start + hour]);
    expect(of('replica.terminating')).toEqual([]);
    expect(run.bill().bill.totals.map(({ meter }) => meter)).toContain('volume-capacity');
  });

  it('two thousand replicas roll in batches of a quarter (ROLL-5, ROLL-7)', () => {
    const { of, run } = ran({
      for: '2h',
      resources: [workload('web', 'standard', replicas(2_000))],
      timeline: [newImage('web')],
    });
    expect(of('rollout.completed')[0]?.data).toMatchObject({ lowestReady: 1_500, tookMs: 2 * 14_000 });
    expect(deploymentsOf(run.sim.world, '/org/acme/gvc/shop/workload/web')[0]?.replicas).toHaveLength(2_000);
  });

  it('no replicas at all, and a new version for them: it is noted, and nothing starts', () => {
    const { of, run } = ran({
      for: '2h',
      resources: [workload('web', 'standard', replicas(0))],
      timeline: [newImage('web')],
    });
    expect(of('replica.settled')).toEqual([]);
    expect(of('replica.created')).toEqual([]);
    expect(run.bill().bill.totals).toEqual([]);
  });

  it('a year of a one-minute cron: every minute has its execution', () => {
    const { of } = ran({
      for: '365d',
      resources: [workload('tick', 'cron', { job: { schedule: '* * * * *' } })],
      behavior: { 'shop/tick': { execution: { duration: '10s' } } },
    });
    expect(of('execution.started')).toHaveLength((365 * day) / minute);
    expect(of('execution.skipped')).toEqual([]);
  });
});
