import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { dwellingsIn, environmentIn } from '../../../src/platform/network/handlers/environment.ts';
import { deploymentsOf } from '../../../src/platform/world.ts';
import { database, type Given, ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const web = '/gvc/shop/workload/web';
const port = { number: 80, protocol: 'http' };
const container = { name: 'main', image: 'web:1', cpu: '1', memory: '128Mi' };
const serving = { containers: [{ ...container, ports: [port] }] };

/**
 * What the journal has of these types: seconds since the start, the type's last word, the replica, and how it came out;
 * looking ahead has the same as looking at every tick.
 */
function course(given: Given, types: readonly string[]): string[] {
  const [ahead, literal] = [false, true].map((isLiteral) =>
    ran(given, isLiteral)
      .entries.filter(({ type }) => types.includes(type))
      .map(lineOf),
  );
  expect(ahead).toEqual(literal);
  return ahead ?? [];
}

function lineOf({ at, type, ordinal, data }: Entry): string {
  const { to, toMicroGB, status } = data as { readonly [key: string]: unknown };
  const parts = [(at - start) / 1_000, type.split('.').at(-1), ordinal, to ?? toMicroGB ?? status];
  return parts.filter((part) => part !== undefined && part !== null).join(' ');
}

/** The assumptions that the first entry of a type cites. */
function assumed(given: Given, type: string): readonly string[] {
  return ran(given).of(type)[0]?.reason.assumptions ?? [];
}

const image = (at: string, name: string): object => ({
  at,
  patch: web,
  with: { spec: { containers: [{ ...container, image: name }] } },
});

describe('`replica.pull.cache`: images that need not be pulled again', () => {
  const given = (cache: string): Given => ({
    for: '30m',
    resources: [workload('web', 'standard', { containers: [container], ...replicas(1) })],
    timeline: [
      image('+1m', 'web:2'),
      image('+10m', 'web:1'),
      { at: '+20m', fault: { replicaKill: { of: 'shop/web' } } },
    ],
    assumptions: { 'replica.pull.cache': cache },
  });

  it.each([
    ['never', ['74 ready 1', '614 ready 2', '1214 ready 3']],
    ['location', ['74 ready 1', '606 ready 2', '1206 ready 3']],
    ['always', ['66 ready 1', '606 ready 2', '1206 ready 3']],
  ])('%s: a new image, one that was there before, and the same once more', (cache, ready) => {
    expect(course(given(cache), ['replica.ready'])).toEqual(ready);
  });

  it('the reason of a replica cites the cache in the place of the time of a pull', () => {
    expect(assumed(given('always'), 'replica.created')).toContain('replica.pull.cache');
    expect(assumed(given('always'), 'replica.created')).not.toContain('replica.pull.duration');
    expect(assumed(given('never'), 'replica.created')).toContain('replica.pull.duration');
  });

  it('an image at hand is not missed while none can be pulled', () => {
    const timeline = [
      { at: '+1m', fault: { pullFailure: { of: 'shop/web' } }, for: '5m' },
      { at: '+2m', fault: { replicaKill: { of: 'shop/web' } } },
    ];
    const ready = (cache: string) => course({ ...given(cache), timeline }, ['replica.ready']);
    expect(ready('location')).toEqual(['126 ready 1']);
    expect(ready('never')[0]).not.toBe('126 ready 1');
  });

  it.each([
    ['never', [24, 144, 264]],
    ['location', [24, 136, 256]],
    ['always', [16, 136, 256]],
  ])('%s: of executions the first pulls, or each, or none', (cache, ends) => {
    const spec = { job: { schedule: '*/2 * * * *' } };
    const given: Given = {
      for: '5m',
      resources: [workload('web', 'cron', spec)],
      behavior: { 'shop/web': { execution: { duration: '10s' } } },
      assumptions: { 'replica.pull.cache': cache },
    };
    const { of } = ran(given);
    expect(of('execution.succeeded').map(({ at }) => (at - start) / 1_000)).toEqual(ends);
  });
});

describe('`replica.scaleDown.order` random: lots that the seed decides', () => {
  const leaving = (order: string): string[] =>
    course(
      {
        for: '10m',
        resources: [workload('web', 'standard', replicas(6))],
        timeline: [{ at: '+1m', patch: web, with: { spec: replicas(2) } }],
        assumptions: { 'replica.scaleDown.order': order },
      },
      ['replica.terminating'],
    );

  it('others leave than the newest, and the same whenever it is run', () => {
    const lots = leaving('random');
    expect(lots).toHaveLength(4);
    expect(lots).not.toEqual(leaving('newestFirst'));
    expect(lots).toEqual(leaving('random'));
  });
});

describe('`reschedule.mode`: replicas of a node that is drained (ROLL-5)', () => {
  it.each([
    ['asRollout', ['60 created 4', '60 terminating 3', '60 terminating 2']],
    ['evictWithinU', ['60 terminating 3', '60 terminating 2', '60 created 4']],
  ])('%s: others come first, or as many leave as may be unavailable', (mode, first) => {
    const rolloutOptions = { maxSurgeReplicas: 1, maxUnavailableReplicas: 2 };
    const given: Given = {
      for: '10m',
      resources: [workload('web', 'standard', { ...replicas(4), rolloutOptions })],
      timeline: [{ at: '+1m', fault: { drain: { of: 'shop/web' } } }],
      assumptions: { 'reschedule.mode': mode },
    };
    expect(course(given, ['replica.created', 'replica.terminating']).slice(0, 3)).toEqual(first);
    expect(course(given, ['replica.created'])).toHaveLength(4);
  });

  it('evictWithinU: one leaves at least, though none may be unavailable, and the next only when another is ready', () => {
    const rolloutOptions = { maxSurgeReplicas: 1, maxUnavailableReplicas: 0 };
    const given: Given = {
      for: '10m',
      resources: [workload('web', 'standard', { ...replicas(2), rolloutOptions })],
      timeline: [{ at: '+1m', fault: { drain: { of: 'shop/web' } } }],
      assumptions: { 'reschedule.mode': 'evictWithinU' },
    };
    expect(course(given, ['replica.terminating'])).toEqual(['60 terminating 1', '74 terminating 0']);
  });
});

describe('`hpa.cpu.base`: what cpu utilisation is a share of', () => {
  // 300m are used. Of two replicas that is 30 % of their limit and 60 % of their reserve.
  const autoscaling = { metric: 'cpu', target: 50, minScale: 1, maxScale: 20 };
  const main = { ...container, cpu: '500m', minCpu: '250m', ports: [port] };
  const given = (base: string, more: Partial<Given> = {}): Given => ({
    for: '20m',
    resources: [workload('web', 'standard', { containers: [main], defaultOptions: { autoscaling } })],
    behavior: { 'shop/web': { request: { cpu: '10ms' } } },
    demand: [{ to: 'shop/web', rate: '30/s' }],
    assumptions: { 'hpa.cpu.base': base },
    ...more,
  });
  const desired = (of: Given, isLiteral = false): number[] => {
    const { run, entries } = ran(of, isLiteral);
    const counts = entries.filter(({ type }) => type === 'deployment.scaled').map(({ data }) => Number(data['to']));
    const [link = ''] = run.sim.world.deployments.keys();
    return [...counts, deploymentsOf(run.sim.world, link)[0]?.desired ?? -1];
  };

  it.each([
    ['limit', 2],
    ['reserve', 3],
  ])('%s: a run begins with %i replicas, and keeps them', (base, count) => {
    expect(new Set(desired(given(base)))).toEqual(new Set([count]));
    expect(ran(given(base)).of('replica.created')).toEqual([]);
  });

  it.each([
    ['limit', 2],
    ['reserve', 5],
  ])('%s: each replica counts by its own version, so a lower reserve asks for more: %i', (base, count) => {
    const timeline = [
      { at: '+2m', patch: web, with: { spec: { containers: [{ ...main, image: 'web:2', minCpu: '125m' }] } } },
    ];
    expect(desired(given(base, { timeline })).at(-1)).toBe(count);
    expect(desired(given(base, { timeline }), true)).toEqual(desired(given(base, { timeline })));
  });

  it('old replicas count by their own reserve while the new version does not get ready', () => {
    const containers = [{ ...main, image: 'web:2', minCpu: '125m' }];
    const timeline = [
      { at: '+2m', fault: { stuckReadiness: { of: 'shop/web' } } },
      { at: '+3m', patch: web, with: { spec: { containers } } },
    ];
    // 300m of 3 x 250m are 40 %; by the reserve of the new version they would be 80 %.
    expect(new Set(desired(given('reserve', { timeline })))).toEqual(new Set([3]));
  });

  it('is cited wherever a sync decides by cpu', () => {
    const demand = [
      {
        to: 'shop/web',
        rate: {
          steps: [
            ['0s', '30/s'],
            ['5m', '90/s'],
          ],
        },
      },
    ];
    const scaled = ran(given('reserve', { demand })).of('deployment.scaled').at(-1);
    expect(scaled?.reason.assumptions).toContain('hpa.cpu.base');
  });
});

describe('`fields.maxUnavailableOnStateful`: how many ordinals an update takes at once (ROLL-5)', () => {
  it.each([
    ['keep', 4],
    ['drop', 2],
  ])('%s: of eight replicas with maxUnavailableReplicas 4, %i', (how, count) => {
    const rolloutOptions = { maxUnavailableReplicas: 4, scalingPolicy: 'Parallel' };
    const given: Given = {
      for: '10m',
      resources: [workload('web', 'stateful', { containers: [container], ...replicas(8), rolloutOptions })],
      timeline: [image('+1m', 'web:2')],
      assumptions: { 'fields.maxUnavailableOnStateful': how, 'rollout.stateful.maxUnavailable': 'honoured' },
    };
    expect(course(given, ['replica.terminating']).filter((line) => line.startsWith('60 '))).toHaveLength(count);
    expect(assumed(given, 'rollout.started')).toContain('fields.maxUnavailableOnStateful');
  });
});

describe('`ignore.effect`: what the tag that makes the scheduler pass over a workload does to what runs (TAG-35)', () => {
  const tagged = (at: string, value: string | null): object => ({
    at,
    patch: web,
    with: { tags: { 'svc/ignore': value } },
  });
  const given = (effect: string, type = 'standard', spec: object = replicas(1)): Given => ({
    for: '20m',
    resources: [workload('web', type, spec)],
    timeline: [tagged('+1m', 'true'), tagged('+10m', null)],
    assumptions: { 'ignore.effect': effect },
  });

  it('stopsPasses leaves it; terminates ends it, until the tag has gone', () => {
    const types = ['replica.terminating', 'replica.created'];
    expect(course(given('stopsPasses'), types)).toEqual([]);
    expect(course(given('terminates'), types)).toEqual(['60 terminating 0', '600 created 1']);
    expect(ran(given('terminates')).of('replica.terminating')[0]?.reason).toEqual({
      rules: ['TAG-35'],
      assumptions: ['ignore.effect'],
    });
  });

  it('terminates removes an execution, and no tick comes', () => {
    const cron = { ...given('terminates', 'cron', { job: { schedule: '* * * * *', concurrencyPolicy: 'Allow' } }) };
    const behavior = { 'shop/web': { execution: { duration: '90s' } } };
    const starts = course({ ...cron, behavior }, ['execution.started']);
    expect(starts.slice(0, 2).map((line) => line.split(' ')[0])).toEqual(['0', '600']);
    expect(course({ ...cron, behavior }, ['execution.removed'])).toHaveLength(1);
  });
});

describe('`fault.stuckReadiness.whom`: who does not get ready', () => {
  it.each([
    ['notYetReady', []],
    ['readyToo', ['60 unready 0', '180 ready 0']],
  ])('%s', (whom, seen) => {
    const given: Given = {
      for: '10m',
      resources: [workload('web', 'standard', replicas(1))],
      timeline: [{ at: '+1m', fault: { stuckReadiness: { of: 'shop/web' } }, for: '2m' }],
      assumptions: { 'fault.stuckReadiness.whom': whom },
    };
    expect(course(given, ['replica.unready', 'replica.ready'])).toEqual(seen);
  });
});

const command = (at: string, type: string, spec: object): object => ({
  at,
  post: '/gvc/shop/volumeset/data/-command',
  with: { type, spec: { location: 'aws-us-east-1', volumeIndex: 0, ...spec } },
});

describe('`volume.expand.order`: whether a replica leaves before its volume grows', () => {
  it.each([
    ['stopFirst', ['60 terminating 0', '106 gone 0', '126 expanded 20000000', '155 ready 0']],
    ['growFirst', ['80 expanded 20000000', '80 terminating 0', '126 gone 0', '155 ready 0']],
  ])('%s', (order, seen) => {
    const given: Given = {
      for: '10m',
      resources: database({}),
      timeline: [command('+1m', 'expandVolume', { newStorageCapacity: 20 })],
      assumptions: { 'volume.expand.order': order },
    };
    expect(course(given, ['volume.expanded', 'replica.terminating', 'replica.gone', 'replica.ready'])).toEqual(seen);
  });
});

describe('`volume.expand.restart`: whether a replica restarts when its volume grows (VOLCMD-6)', () => {
  const online = { 'volume.expand.restart': 'online' };
  const types = ['volume.expanded', 'replica.terminating', 'replica.gone', 'replica.ready', 'replica.lost'];
  const growing = (more: Partial<Given> = {}): Given => ({
    for: '10m',
    resources: database({}),
    timeline: [command('+1m', 'expandVolume', { newStorageCapacity: 20 })],
    assumptions: online,
    ...more,
  });

  it.each([
    ['yes', ['60 terminating 0', '106 gone 0', '126 expanded 20000000', '155 ready 0']],
    ['online', ['80 expanded 20000000']],
  ])('%s', (how, seen) => {
    expect(course(growing({ assumptions: { 'volume.expand.restart': how } }), types)).toEqual(seen);
  });

  it('the assumption is the reason that is cited, and no rule of a restart', () => {
    const { of } = ran(growing());
    expect(of('volume.expanded')[0]?.reason).toEqual({
      rules: ['VOLCMD-5'],
      assumptions: ['volume.duration.device', 'volume.expand.restart'],
    });
    expect(assumed(growing({ assumptions: {} }), 'replica.terminating')).toContain('volume.expand.restart');
  });

  it('by autoscaling, too: it grows again and again, and the replica is never down', () => {
    const given = growing({
      for: '3d',
      resources: database({ autoscaling: { minFreePercentage: 20, scalingFactor: 1.2, maxCapacity: 100 } }),
      behavior: { 'shop/data': { usage: { start: '7GB', growth: '6GB/d' } } },
      timeline: [],
    });
    const seen = course(given, types);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.filter((line) => !line.includes('expanded'))).toEqual([]);
  });

  it('a replica that is lost meanwhile returns without waiting for the device, and pays for a detachment', () => {
    const long = { ...online, 'volume.duration.device': '10m' };
    const timeline = [...(growing().timeline ?? []), { at: '+2m', fault: { replicaKill: { of: 'shop/db' } } }];
    // Detached 30 s, attached 15 s, started in 14 s.
    expect(course(growing({ for: '15m', timeline, assumptions: long }), types)).toEqual([
      '120 lost 0',
      '120 gone 0',
      '179 ready 0',
      '660 expanded 20000000',
    ]);
  });

  it('a deletion that waited behind it ends the replica, as always', () => {
    const timeline = [command('+1m', 'expandVolume', { newStorageCapacity: 30 }), command('+61s', 'deleteVolume', {})];
    expect(course(growing({ timeline }), [...types, 'volume.replaced'])).toEqual([
      '80 expanded 30000000',
      '80 terminating 0',
      '126 gone 0',
      '146 replaced 10000000',
      '175 ready 0',
    ]);
  });

  it('replicas of a shared volume go on, whatever `volume.shared.restart` says', () => {
    const volumes = [{ uri: 'svc://volumeset/data', path: '/data' }];
    const resources = [
      { kind: 'volumeset', gvc: 'shop', name: 'data', spec: { fileSystemType: 'shared', initialCapacity: 10 } },
      workload('db', 'stateful', { containers: [{ ...container, volumes }], ...replicas(2) }),
    ];
    const assumptions = { ...online, 'volume.shared.restart': 'allAtOnce' };
    expect(course(growing({ resources, assumptions }), types)).toEqual(['80 expanded 20000000']);
  });
});

describe('`volume.shared.restart`: replicas that mount a shared volume that grows (VOLCMD-6)', () => {
  it.each([
    ['oneByOne', ['80 terminating 1', '140 terminating 0']],
    ['none', []],
    ['allAtOnce', ['80 terminating 0', '80 terminating 1']],
  ])('%s', (how, seen) => {
    const volumes = [{ uri: 'svc://volumeset/data', path: '/data' }];
    const given: Given = {
      for: '15m',
      resources: [
        { kind: 'volumeset', gvc: 'shop', name: 'data', spec: { fileSystemType: 'shared', initialCapacity: 10 } },
        workload('db', 'stateful', { containers: [{ ...container, volumes }], ...replicas(2) }),
      ],
      timeline: [command('+1m', 'expandVolume', { newStorageCapacity: 20 })],
      assumptions: { 'volume.shared.restart': how },
    };
    expect(course(given, ['replica.terminating'])).toEqual(seen);
  });
});

describe('`volume.full`: what becomes of a replica whose volume is full', () => {
  const given = (how: string): Given => ({
    for: '70m',
    resources: database({}),
    behavior: { 'shop/data': { usage: { start: '9GB', growth: '2GB/h' } } },
    timeline: [command('+35m', 'expandVolume', { newStorageCapacity: 20 })],
    assumptions: { 'volume.full': how },
  });
  const types = ['volume.full', 'replica.exited', 'replica.restarted', 'replica.terminating', 'replica.ready'];

  it('clamp: it stays, and writes fail', () => {
    expect(course(given('clamp'), types)).toEqual(['1800 full', '2100 terminating 0', '2195 ready 0']);
  });

  it('crash: it exits, again each time that it runs, until there is room', () => {
    expect(course(given('crash'), types)).toEqual([
      '1800 full',
      ...['1800 exited 0', '1815 restarted 0', '1815 exited 0', '1840 restarted 0', '1840 exited 0'],
      ...['1885 restarted 0', '1885 exited 0', '1970 restarted 0', '1970 exited 0'],
      ...['2100 terminating 0', '2195 ready 0'],
    ]);
  });

  it('crash: the exit names the full volume as its cause', () => {
    const { of } = ran(given('crash'));
    const [full] = of('volume.full');
    expect(of('replica.exited')[0]?.cause).toBe(full?.seq);
  });
});

describe('`env.changed`: the variables of a GVC that change while a replica runs', () => {
  const link = '/org/acme/gvc/shop/workload/web';
  const env = (value: string) => [{ name: 'LEVEL', value }];
  const level = (how: string): (string | undefined)[] => {
    const { run } = ran({
      for: '30m',
      resources: [workload('web', 'stateful', { containers: [{ ...container, inheritEnv: true }], ...replicas(2) })],
      timeline: [
        { at: '+1m', patch: '/gvc/shop', with: { spec: { env: env('low') } } },
        { at: '+10m', patch: '/gvc/shop', with: { spec: { env: env('high') } } },
        { at: '+15m', fault: { replicaKill: { of: 'shop/web', replicas: ['web-1'] } } },
        { at: '+20m', patch: '/gvc/shop', with: { spec: { env: env('higher') } } },
      ],
      assumptions: { 'env.changed': how },
    });
    const { world } = run.sim;
    return deploymentsOf(world, link).flatMap((deployment) =>
      [...dwellingsIn(world, deployment)]
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((dwelling) =>
          dwelling.containers.map(
            (one) => environmentIn(world, deployment, dwelling, one).find(({ name }) => name === 'LEVEL')?.value,
          ),
        ),
    );
  };

  it('seen: by every replica; keptFromStart: by those that were created since', () => {
    expect(level('seen')).toEqual(['higher', 'higher']);
    expect(level('keptFromStart')).toEqual([undefined, 'high']);
  });
});

describe('snapshots', () => {
  it.each([
    ['untilExpiry', []],
    ['withVolume', ['186 deleted']],
  ])('`snapshot.afterReplacement` %s: after a restore', (how, seen) => {
    const given: Given = {
      for: '15m',
      resources: database({}),
      timeline: [
        command('+1m', 'createVolumeSnapshot', { snapshotName: 'one' }),
        command('+2m', 'restoreVolume', { snapshotName: 'one' }),
      ],
      assumptions: { 'snapshot.afterReplacement': how },
    };
    expect(course(given, ['snapshot.deleted'])).toEqual(seen);
  });

  it.each([
    ['minutes', ['120 expired']],
    ['months', []],
  ])('SNAP-1, `snapshot.retentionUnit`: the m of 2m is %s', (unit, seen) => {
    const given: Given = {
      for: '59m',
      resources: database({ snapshots: { retentionDuration: '2m', schedule: '0 * * * *' } }),
      assumptions: { 'snapshot.retentionUnit': unit },
    };
    expect(course(given, ['snapshot.expired'])).toEqual(seen);
  });
});

describe('`volume.reading.interval` exact: a volume grows in the millisecond in which it has too little free', () => {
  const growing = (more: object): Given => ({
    for: '20s',
    timing: 'instant',
    resources: database({
      autoscaling: { minFreePercentage: 20, scalingFactor: 1.5, maxCapacity: 100, ...more },
    }),
    behavior: { 'shop/data': { usage: { start: '7.99GB', growth: '6GB/h' } } },
    assumptions: { 'volume.reading.interval': 'exact', 'volume.reading.grain': 'exact' },
  });

  it('looking ahead and reading every millisecond alike', () => {
    expect(course(growing({}), ['volume.expanded'])).toEqual(['6.001 expanded 15000004']);
  });

  it('comes to C0 * s^k after k expansions, without reading every millisecond of a day', () => {
    const behavior = { 'shop/data': { usage: { start: '1GB', growth: '2GB/h' } } };
    const { of, run } = ran({ ...growing({}), for: '20h', behavior });
    const sizes = of('volume.expanded').map(({ data }) => Number(data['toMicroGB']) / 1e6);
    expect(sizes.map((size) => Math.round(size * 1_000) / 1_000)).toEqual([15, 22.5, 33.75, 50.625]);
    expect(run.sim.journal.seq).toBeLessThan(100);
  });

  it('growth that is predicted goes by readings of each minute: a line needs points', () => {
    const given = growing({ predictive: { enabled: true } });
    expect(course({ ...given, for: '2m' }, ['volume.expanded'])[0]).toMatch(/^60 expanded /);
  });
});

describe('`volume.detach.elapsed`: a replica that returns ten minutes after its volume was released', () => {
  const startsAgain = (how: string, more: object = {}) => {
    const suspended = (suspend: boolean) => ({ spec: { defaultOptions: { suspend } } });
    const { of } = ran({
      for: '30m',
      resources: database({}),
      timeline: [
        { at: '+5m', patch: '/gvc/shop/workload/db', with: suspended(true) },
        { at: '+15m', patch: '/gvc/shop/workload/db', with: suspended(false) },
      ],
      assumptions: { 'volume.detach.elapsed': how, ...more },
    });
    expect(of('volume.bound').at(-1)?.reason.assumptions).toContain('volume.detach.elapsed');
    return ((of('replica.ready').at(-1)?.at ?? 0) - (of('replica.created').at(-1)?.at ?? 0)) / 1_000;
  };

  it.each([
    ['counted', 29],
    ['chargedAgain', 59],
  ])('%s: is ready after %i s', (how, seconds) => expect(startsAgain(how)).toBe(seconds));

  it('counted: waits for what is left of a detachment that takes longer', () => {
    expect(startsAgain('counted', { 'volume.duration.detach': '600s' })).toBe(29 + 46);
  });
});

describe('where requests and values come to', () => {
  const two = {
    kind: 'gvc',
    name: 'two',
    spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/gcp-us-east1'] } },
  };
  const inTwo = (spec: object): object => ({ ...workload('web', 'standard', spec), gvc: 'two' });

  it('`traffic.route.location` weights: by the weights of `locations`, 1 of those that have none', () => {
    const { of } = ran({
      for: '5m',
      locations: { 'gcp-us-east1': { weight: 3 } },
      resources: [two, inTwo({ ...serving, ...replicas(1) })],
      behavior: { 'two/web': { request: { cpu: '1ms' } } },
      demand: [{ to: 'two/web', from: { 'aws-us-east-1': '100%' }, rate: '4/s' }],
      assumptions: { 'traffic.route.location': 'weights' },
    });
    expect(of('demand.routed')[0]?.data).toMatchObject({
      demands: [{ shares: { 'aws-us-east-1': 0.25, 'gcp-us-east1': 0.75 } }],
    });
  });

  it.each([
    ['whole', ['300 scaled 1', '300 scaled 4', '315 scaled 8', '330 scaled 10']],
    ['equalShares', ['300 scaled 1', '300 scaled 4', '315 scaled 5', '600 scaled 10']],
  ])('`keda.value.location` %s: each location hears all of a value, or its part of it', (how, first) => {
    const triggers = [{ type: 'rabbitmq', name: 'q', metadata: { value: '10', queueName: 'q', mode: 'QueueLength' } }];
    const given: Given = {
      for: '20m',
      resources: [
        two,
        inTwo({ defaultOptions: { autoscaling: { metric: 'keda', minScale: 0, maxScale: 50, keda: { triggers } } } }),
      ],
      behavior: {
        'two/web': {
          keda: {
            q: {
              steps: [
                ['0h', 0],
                ['5m', 100],
              ],
            },
          },
        },
      },
      timeline: [{ at: '+10m', patch: '/location/gcp-us-east1', with: { spec: { enabled: false } } }],
      assumptions: { 'keda.value.location': how },
    };
    course(given, ['deployment.scaled']);
    const { of } = ran(given);
    const here = of('deployment.scaled').filter(({ subject }) => subject.name.endsWith('aws-us-east-1'));
    expect(here.map(lineOf).slice(0, 4)).toEqual(first);
  });

  it.each([
    ['lessThanOne', '3900 scaled 0'],
    ['zeroRate', '7500 scaled 0'],
  ])('`fluid.idle` %s: a rate of less than one request in the delay', (how, first) => {
    const autoscaling = { metric: 'concurrency', target: 10, minScale: 0, maxScale: 3, scaleToZeroDelay: 300 };
    const given: Given = {
      for: '4h',
      resources: [workload('web', 'serverless', { ...serving, defaultOptions: { autoscaling } })],
      behavior: { 'shop/web': { request: { duration: '100ms' } } },
      demand: [
        {
          to: 'shop/web',
          rate: {
            steps: [
              ['0h', '1/s'],
              ['1h', '0.001/s'],
              ['2h', '0/s'],
            ],
          },
        },
      ],
      assumptions: { 'fluid.idle': how },
    };
    expect(course(given, ['deployment.scaled'])[0]).toBe(first);
  });
});

describe('requests that the API refuses for their number', () => {
  const tag = (at: string, n: number): object => ({ at, patch: web, with: { tags: { n } } });
  const given = (timeline: readonly object[], assumptions: object): Given => ({
    for: '5m',
    resources: [workload('web', 'standard', replicas(1))],
    timeline,
    assumptions,
  });
  const answers = ['request.accepted', 'request.refused', 'request.unexpected'];

  it('`api.rateLimit`: so many writes in a minute of the clock, then 429 until the next', () => {
    const timeline = [tag('+61s', 1), tag('+62s', 2), tag('+63s', 3), tag('+120s', 4)];
    const limited = given(timeline, { 'api.rateLimit': 2 });
    expect(course(limited, answers)).toEqual([
      '61 accepted 200',
      '62 accepted 200',
      '63 refused 429',
      '120 accepted 200',
    ]);
    expect(assumed(limited, 'request.refused')).toContain('api.rateLimit');
  });

  it.each([
    ['none', ['61 refused 429', '61 unexpected 429']],
    [
      'clientBackoff',
      ['61 refused 429', '62 refused 429', '64 refused 429', '68 refused 429', '76 refused 429', '92 accepted 200'],
    ],
  ])('`api.throttle.retry` %s: a client gives up, or asks again after 1, 2, 4, 8 and 16 s', (how, seen) => {
    const timeline = [
      { at: '+1m', fault: { apiThrottle: {} }, for: '20s' },
      { ...tag('+61s', 1), answers: 200 },
    ];
    expect(course(given(timeline, { 'api.throttle.retry': how }), answers)).toEqual(seen);
  });

  it('clientBackoff gives up after ten tries more, and then the answer is the one that counts', () => {
    const timeline = [
      { at: '+1m', fault: { apiThrottle: {} } },
      { ...tag('+61s', 1), answers: 200 },
    ];
    const seen = course(given(timeline, { 'api.throttle.retry': 'clientBackoff' }), answers);
    expect(seen.filter((line) => line.includes('refused'))).toHaveLength(11);
    expect(seen.at(-1)).toBe('192 unexpected 429');
  });
});

describe('`order.ties` shuffle: who goes first at one instant', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const given = (ties: string, more: object = {}): Given => ({
    for: '10m',
    resources: names.map((name) => workload(name, 'standard', replicas(1))),
    timeline: names.map((name) => ({ at: '+1m', fault: { replicaKill: { of: `shop/${name}` } } })),
    assumptions: { 'order.ties': ties, ...more },
  });
  const order = (ties: string, more: object = {}): string[] =>
    ran(given(ties, more))
      .of('replica.ready')
      .map(({ subject }) => /workload\/(\w)/.exec(subject.name)?.[1] ?? '');

  it.each([{}, { 'run.start': 'cold' }])('is by lots in the place of names, the same in each run: %j', (more) => {
    expect(order('idThenSequence', more).slice(0, 6)).toEqual(names);
    expect(order('shuffle', more).slice(0, 6)).not.toEqual(names);
    expect(order('shuffle', more)).toEqual(order('shuffle', more));
    expect([...order('shuffle', more)].sort()).toEqual([...order('idThenSequence', more)].sort());
  });

  it('changes nothing of what becomes of each, looking ahead or at every tick', () => {
    const seen = (ties: string, isLiteral: boolean) =>
      ran(given(ties), isLiteral)
        .entries.map(({ at, type, subject, data }) => `${at} ${type} ${subject.name} ${JSON.stringify(data)}`)
        .sort();
    expect(seen('shuffle', false)).toEqual(seen('idThenSequence', false));
    expect(seen('shuffle', true)).toEqual(seen('shuffle', false));
  });
});
