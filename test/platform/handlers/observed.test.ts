import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { database, type Given, ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const here = 'aws-us-east-1';
const secondsOf = (entry: Entry | undefined): number => ((entry?.at ?? Number.NaN) - start) / 1_000;
const last = (given: Given, type: string): Entry | undefined => ran(given).of(type).at(-1);

const command = (at: string, of: string, type: string, spec: object = {}): object => {
  return { at, post: `/gvc/shop/${of}/-command`, with: { type, spec: { location: here, ...spec } } };
};
const ports = [{ number: 8080, protocol: 'http' }];
const serving = (spec: object = {}): object =>
  workload('web', 'standard', {
    containers: [{ name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi', ports }],
    ...replicas(2),
    ...spec,
  });

describe('`rollout.propagation.duration`: the locations act on a write when it has reached them', () => {
  const image = (name: string): object => ({ spec: { containers: [{ name: 'main', image: name }] } });
  const written = (takes: string, timeline: readonly object[]): Given => ({
    for: '10m',
    resources: [workload('web', 'standard', replicas(1))],
    timeline,
    assumptions: { 'rollout.propagation.duration': takes },
  });

  it.each([
    ['0s', 60],
    ['4s', 64],
  ])('%s: a rollout begins at second %i', (takes, at) => {
    const { of } = ran(written(takes, [{ at: '+1m', patch: '/gvc/shop/workload/web', with: image('web:2') }]));
    expect(secondsOf(of('request.accepted')[0])).toBe(60);
    expect(secondsOf(of('rollout.started')[0])).toBe(at);
    expect(of('rollout.started')[0]?.cause).toBe(of('request.accepted')[0]?.seq);
    expect(of('rollout.started')[0]?.reason.assumptions).toContain('rollout.propagation.duration');
  });

  it('a deleted workload goes on until its deletion has arrived, then nothing of it is left', () => {
    const { of } = ran(written('4s', [{ at: '+1m', delete: '/gvc/shop/workload/web' }]));
    expect(secondsOf(of('replica.terminating')[0])).toBe(64);
    expect(secondsOf(of('replica.gone')[0])).toBe(64 + 46);
    expect(of('deployment.closed')).toHaveLength(1);
  });

  it('a later write that arrives with an earlier one makes one rollout', () => {
    const timeline = [
      { at: '+1m', patch: '/gvc/shop/workload/web', with: image('web:2') },
      { at: '+62s', patch: '/gvc/shop/workload/web', with: image('web:3') },
    ];
    expect(ran(written('4s', timeline)).of('rollout.started')).toHaveLength(1);
  });
});

describe('`cron.removed.termination`: the replica of a removed execution keeps its reserve', () => {
  it.each([
    ['0s', 1],
    ['100s', 101],
  ])('%s: for %i s', (takes, seconds) => {
    const { of } = ran({
      for: '10m',
      resources: [workload('job', 'cron', { job: { schedule: '0 0 1 1 *', activeDeadlineSeconds: 30 } })],
      behavior: { 'shop/job': { execution: { duration: '1h' } } },
      timeline: [command('+1m', 'workload/job', 'runCronWorkload')],
      assumptions: { 'cron.removed.termination': takes },
    });
    expect(secondsOf(of('execution.gone')[0]) - secondsOf(of('execution.removed')[0])).toBe(seconds);
    expect(of('execution.gone')[0]?.reason.assumptions).toContain('cron.removed.termination');
  });
});

describe('`fault.kill.routed`: requests still go to a killed replica', () => {
  const killed = (routed: string): Given => ({
    for: '3m',
    resources: [serving({ defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2 } } })],
    behavior: { 'shop/web': { request: { duration: '20ms' } } },
    demand: [{ to: 'shop/web', rate: '10/s', arrivals: 'poisson' }],
    timeline: [{ at: '+1m', fault: { replicaKill: { of: 'shop/web', replicas: 1 } } }],
    assumptions: { 'fault.kill.routed': routed },
  });

  it.each([
    ['0s', 60],
    ['10s', 70],
  ])('%s: it is lost at second %i', (routed, at) => {
    const lost = last(killed(routed), 'replica.lost');
    expect(lost?.data).toEqual({ why: 'killed' });
    expect(lost?.reason.assumptions).toContain('fault.kill.routed');
    expect(secondsOf(lost)).toBe(at);
  });

  it('a request that comes there is refused and tried again at the other replica', () => {
    const retried = ran(killed('10s'))
      .of('call.ended')
      .filter(({ data }) => Number(data['tries']) > 1);
    expect(retried.length).toBeGreaterThan(20);
    for (const { data, at } of retried) expect([data['status'], (at - start) / 1_000 <= 71]).toEqual([200, true]);
  });
});

describe('`firewall.duration`: a changed firewall is in force later', () => {
  it.each([
    ['0s', 60],
    ['40s', 100],
  ])('%s: requests from outside are refused from second %i on', (takes, at) => {
    const { of } = ran({
      for: '3m',
      resources: [serving({ firewallConfig: { external: { inboundAllowCIDR: ['0.0.0.0/0'] } } })],
      behavior: { 'shop/web': { request: { duration: '20ms' } } },
      demand: [{ to: 'shop/web', rate: '10/s', arrivals: 'poisson' }],
      timeline: [
        {
          at: '+1m',
          patch: '/gvc/shop/workload/web',
          with: { spec: { firewallConfig: { external: { inboundAllowCIDR: [] } } } },
        },
      ],
      assumptions: { 'firewall.duration': takes, 'firewall.enforce': 'external' },
    });
    const refused = of('call.ended').filter(({ data }) => data['status'] === 403);
    expect(Math.floor(secondsOf(refused[0]))).toBe(at);
    expect(refused[0]?.reason.assumptions).toContain('firewall.duration');
    const after = of('call.ended').filter((one) => secondsOf(one) > at + 1);
    expect(after.every(({ data }) => data['status'] === 403)).toBe(true);
  });

  it('requests as a rate get other routes then, because of the change that was made', () => {
    const { of, entries } = ran({
      for: '3m',
      resources: [serving({ firewallConfig: { external: { inboundAllowCIDR: ['0.0.0.0/0'] } } })],
      behavior: { 'shop/web': { request: { duration: '20ms' } } },
      demand: [{ to: 'shop/web', rate: '10/s' }],
      timeline: [
        {
          at: '+1m',
          patch: '/gvc/shop/workload/web',
          with: { spec: { firewallConfig: { external: { inboundAllowCIDR: [] } } } },
        },
        { at: '+70s', patch: '/gvc/shop/workload/web', with: { description: 'another write' } },
      ],
      assumptions: { 'firewall.duration': '40s', 'firewall.enforce': 'external' },
    });
    const routed = of('demand.routed').at(-1)!;
    expect([secondsOf(routed), routed.reason.assumptions.includes('firewall.duration')]).toEqual([100, true]);
    expect(secondsOf(entries.find(({ seq }) => seq === routed.cause))).toBe(60);
  });
});

describe('`volume.restore.order`: a restore', () => {
  const restored = (order: string): Given => ({
    for: '10m',
    resources: database({}),
    timeline: [
      command('+1m', 'volumeset/data', 'createVolumeSnapshot', { volumeIndex: 0, snapshotName: 'saved' }),
      command('+2m', 'volumeset/data', 'restoreVolume', { volumeIndex: 0, snapshotName: 'saved' }),
    ],
    assumptions: { 'volume.restore.order': order },
  });

  it.each([
    ['stopFirst', [120, 166, 186, 215]],
    ['prepareFirst', [140, 186, 186, 215]],
  ])('%s: stop, gone, replaced and ready at %j', (order, instants) => {
    const { of } = ran(restored(order));
    const types = ['replica.terminating', 'replica.gone', 'volume.replaced', 'replica.ready'];
    expect(types.map((type) => secondsOf(of(type).at(-1)))).toEqual(instants);
    expect(of('volume.replaced')[0]?.reason.assumptions).toContain('volume.restore.order');
    expect(of('command.completed')).toHaveLength(2);
  });

  it('prepareFirst: a replica that goes meanwhile waits for the device, which is used as soon as it is ready', () => {
    const given = restored('prepareFirst');
    const timeline = [...(given.timeline ?? []), { at: '+125s', fault: { replicaKill: { of: 'shop/db' } } }];
    const { of } = ran({ ...given, timeline });
    expect(secondsOf(of('volume.replaced')[0])).toBe(140);
    expect(secondsOf(of('replica.ready').at(-1))).toBe(140 + 29);
  });
});
