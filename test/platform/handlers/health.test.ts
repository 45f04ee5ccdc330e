import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { second } from '../../../src/engine/time.ts';
import type { Run } from '../../../src/experiment/run.ts';
import { healthOf } from '../../../src/platform/workload/handlers/health.ts';
import { ran, replicas, workload } from './ran.ts';

const patch = (at: string, spec: object): object => ({ at, patch: '/gvc/shop/workload/web', with: { spec } });
const remove = (at: string): object => ({ at, delete: '/gvc/shop/workload/web' });
const web = (spec: object = replicas(2)): object => workload('web', 'standard', spec);
const make = (at: string, spec: object = replicas(2)): object => {
  const { kind, name, spec: whole } = workload('web', 'standard', spec) as { kind: string; name: string; spec: object };
  return { at, post: '/gvc/shop/workload', with: { kind, name, spec: whole } };
};

/** Seconds, from and to of each change of health. */
function changes({ of, run }: { readonly of: (type: string) => readonly Entry[]; readonly run: Run }): unknown[] {
  return of('health.changed').map(({ at, data }) => [(at - run.scenario.start) / second, data.from, data.to]);
}

describe('HEALTH-1: the health of a workload, journalled where it changes', () => {
  it('is nothing new at the start of a run', () => {
    expect(changes(ran({ for: '1h', resources: [web()] }))).toEqual([]);
    expect(changes(ran({ for: '10s', resources: [web()], assumptions: { 'run.start': 'cold' } }))).toEqual([]);
  });

  it('is Loading until the first replica is ready, and Healthy from then on', () => {
    const seen = ran({ for: '10m', resources: [], timeline: [make('+1m')] });
    expect(changes(seen)).toEqual([
      [60, 'Unknown', 'Loading'],
      [74, 'Loading', 'Healthy'],
    ]);
    const [, healthy] = seen.of('health.changed');
    expect(healthy?.data).toEqual({ from: 'Loading', to: 'Healthy', locations: { 'aws-us-east-1': 'ready' } });
    expect(seen.entries.find(({ seq }) => seq === healthy?.cause)?.type).toBe('replica.ready');
  });

  it('is Unhealthy when no replica was ready for `rollout.progressDeadline`, and never before', () => {
    const seen = ran({
      for: '30m',
      resources: [],
      behavior: { 'shop/web': { start: '15m' } },
      timeline: [make('+1m')],
    });
    expect(changes(seen)).toEqual([
      [60, 'Unknown', 'Loading'],
      [660, 'Loading', 'Unhealthy'],
      [60 + 14 + 900, 'Unhealthy', 'Healthy'],
    ]);
  });

  it('is Unhealthy when all replicas are lost that were ready, not when one is', () => {
    const stop = (at: string, replica?: string) => ({
      at,
      post: '/gvc/shop/workload/web/-command',
      with: { type: 'stopReplica', spec: { location: 'aws-us-east-1', ...(replica === undefined ? {} : { replica }) } },
    });
    const stateful = workload('web', 'stateful', replicas(2));
    const seen = ran({ for: '30m', resources: [stateful], timeline: [stop('+1m', 'web-0'), stop('+10m')] });
    expect(changes(seen)).toEqual([
      [600, 'Healthy', 'Unhealthy'],
      [660, 'Unhealthy', 'Healthy'],
    ]);
  });

  it('is Unknown while suspended, and Loading again after that', () => {
    const seen = ran({
      for: '30m',
      resources: [web()],
      timeline: [
        patch('+1m', { defaultOptions: { suspend: true } }),
        patch('+5m', { defaultOptions: { suspend: false } }),
      ],
    });
    expect(changes(seen)).toEqual([
      [60, 'Healthy', 'Unknown'],
      [300, 'Unknown', 'Loading'],
      [314, 'Loading', 'Healthy'],
    ]);
    expect(seen.of('health.changed')[0]?.reason).toEqual({ rules: ['HEALTH-1'], assumptions: ['health.suspended'] });
  });

  it('is Deleting until nothing is left, and new for one of the same name', () => {
    const seen = ran({ for: '30m', resources: [web()], timeline: [remove('+1m'), make('+10m')] });
    expect(changes(seen)).toEqual([
      [60, 'Healthy', 'Deleting'],
      [600, 'Unknown', 'Loading'],
      [614, 'Loading', 'Healthy'],
    ]);
  });

  it('is Loading again while the first replica comes after a time at zero', () => {
    const autoscaling = { metric: 'concurrency', minScale: 0, maxScale: 3, scaleToZeroDelay: 60 };
    const containers = [{ name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi', ports: [{ number: 80 }] }];
    const seen = ran({
      for: '40m',
      resources: [workload('web', 'serverless', { containers, defaultOptions: { autoscaling } })],
      demand: [
        {
          to: 'shop/web',
          rate: {
            steps: [
              ['0m', '0/s'],
              ['30m', '5/s'],
            ],
          },
        },
      ],
      assumptions: { 'run.start': 'minScale' },
    });
    expect(seen.of('deployment.scaled')[0]?.data).toMatchObject({ from: 1, to: 0 });
    const [waking, awake, ...more] = seen.of('health.changed');
    expect([waking?.data.to, awake?.data.to, more]).toEqual(['Loading', 'Healthy', []]);
    expect((awake?.at ?? 0) - (waking?.at ?? 0)).toBe(14 * second);
  });

  it('is Unknown once the last location has gone, whatever a location that is off counts for', () => {
    const leave = { at: '+1m', patch: '/gvc/shop', with: { spec: { staticPlacement: { locationLinks: [] } } } };
    const assumptions = { 'health.suspended': 'Healthy' };
    expect(changes(ran({ for: '10m', resources: [web()], timeline: [leave], assumptions }))).toEqual([
      [60 + 46, 'Healthy', 'Unknown'],
    ]);
  });

  it('is Unknown while its only location is down', () => {
    const fault = { at: '+1m', fault: { locationOutage: { location: 'aws-us-east-1' } }, for: '5m' };
    expect(changes(ran({ for: '10m', resources: [web()], timeline: [fault] }))).toEqual([
      [60, 'Healthy', 'Unknown'],
      [360, 'Unknown', 'Loading'],
      [374, 'Loading', 'Healthy'],
    ]);
  });

  it('says only what is so when an instant is over', () => {
    const off = patch('+1m', { defaultOptions: { suspend: true } });
    const on = patch('+1m', { defaultOptions: { suspend: false } });
    // The pass of that instant finds the replicas that were there, and nothing to do.
    expect(changes(ran({ for: '10m', resources: [web()], timeline: [off, on] }))).toEqual([]);
  });
});

describe('`health.cron`: the health of a cron workload', () => {
  const job = { schedule: '*/10 * * * *', restartPolicy: 'Never' };
  const behavior = { 'shop/web': { execution: { duration: '1m', failure: '100%' } } };
  const cron = (given: object = {}) => ({ for: '35m', resources: [workload('web', 'cron', { job })], ...given });

  it('is Healthy once it is deployed, however its executions end', () => {
    const { run, of } = ran(cron({ behavior }));
    expect(of('execution.failed').length).toBeGreaterThan(0);
    expect(of('health.changed')).toEqual([]);
    expect(healthOf(run.sim.world, '/org/acme/gvc/shop/workload/web', run.now)).toBe('Healthy');
  });

  it('follows its last execution where the assumption says so', () => {
    const assumptions = { 'health.cron': 'lastExecution' };
    const timeline = [{ at: '+12m', behavior: { 'shop/web': { execution: { duration: '1m', failure: '0%' } } } }];
    expect(changes(ran(cron({ behavior, assumptions, timeline })))).toEqual([
      [74, 'Healthy', 'Unhealthy'],
      [1274, 'Unhealthy', 'Healthy'],
    ]);
  });

  it('is Unknown while its job is suspended', () => {
    const timeline = [patch('+1m', { job: { suspend: true } }), patch('+3m', { job: { suspend: false } })];
    expect(changes(ran(cron({ timeline })))).toEqual([
      [60, 'Healthy', 'Unknown'],
      [180, 'Unknown', 'Healthy'],
    ]);
  });
});
