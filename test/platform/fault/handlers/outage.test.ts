import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/engine/journal.ts';
import { minute, second } from '../../../../src/engine/time.ts';
import { database, ran, replicas, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const seconds = ({ at }: Entry): number => (at - start) / second;
const location = 'aws-us-east-1';

describe('a location that is down', () => {
  const down = ran({
    for: '2h',
    resources: [
      workload('api', 'standard', replicas(2)),
      ...database({ autoscaling: { maxCapacity: 100, minFreePercentage: 20, scalingFactor: 1.5 } }),
      workload('job', 'cron', { job: { schedule: '*/10 * * * *' } }),
    ],
    behavior: {
      'shop/job': { execution: { duration: '5m' } },
      'shop/data': { usage: { start: '7GB', growth: '3GB/h' } },
    },
    timeline: [
      { at: '+12m', fault: { locationOutage: { location } }, for: '30m' },
      {
        at: '+20m',
        patch: '/gvc/shop/workload/api',
        with: { spec: { containers: [{ name: 'main', image: 'api:2' }] } },
      },
      {
        at: '+25m',
        post: '/gvc/shop/workload/job/-command',
        with: { type: 'runCronWorkload', spec: { location } },
        answers: 400,
      },
    ],
  });

  it('loses its replicas without grace, and all starts anew at its end, on the newest version', () => {
    expect(down.of('replica.lost').map(seconds)).toEqual([720, 720, 720]);
    const made = down
      .of('replica.created')
      .filter(({ subject }) => subject.name.includes('/api@'))
      .map((entry) => [seconds(entry), (entry.data as { version: number }).version]);
    expect(made).toEqual([
      [2520, 2],
      [2520, 2],
    ]);
  });

  it('runs no executions: what is Active is Removed, and no tick starts another', () => {
    expect(down.of('execution.removed').map(seconds)).toEqual([720]);
    expect(down.of('execution.gone').map(seconds)).toEqual([720]);
    const ticks = down.of('execution.started').map((entry) => seconds(entry) / 60);
    expect(ticks).toEqual([0, 10, 50, 60, 70, 80, 90, 100, 110]);
    expect(down.of('request.unexpected')).toEqual([]);
  });

  it('reads no volume, and finds at the first reading after it what has become of it', () => {
    // 8 of 10 GB are used from minute 20 on.
    expect(down.of('expansion.accepted').map(seconds)[0]).toBe(2520);
    expect(down.of('volume.unused').map(seconds)).toEqual([720]);
  });

  it('is the cause of all that follows from it', () => {
    const bySeq = new Map(down.entries.map((entry) => [entry.seq, entry]));
    const lost = down.entries.filter(({ at, type }) => at === start + 12 * minute && type !== 'health.changed');
    for (const first of lost) {
      let entry: Entry | undefined = first;
      while (entry !== undefined && entry.type !== 'fault.begun') entry = bySeq.get(entry.cause ?? -1);
      expect([first.type, entry?.type]).toEqual([first.type, 'fault.begun']);
    }
  });

  it('stays down while another outage of it goes on', () => {
    const { of } = ran({
      for: '1h',
      resources: [workload('api', 'standard', replicas(1))],
      timeline: [
        { at: '+5m', fault: { locationOutage: { location } }, for: '10m' },
        { at: '+10m', fault: { locationOutage: { location } }, for: '20m' },
      ],
    });
    expect(of('replica.lost').map(seconds)).toEqual([300]);
    expect(of('deployment.reopened').map(seconds)).toEqual([1800]);
  });
});

describe('a location that is disabled for a while (LOC-7)', () => {
  it('is so by requests to it, with grace, and enabled again', () => {
    const { of } = ran({
      for: '1h',
      resources: [workload('api', 'standard', replicas(1))],
      timeline: [{ at: '+5m', fault: { disable: { location } }, for: '10m' }],
    });
    expect(of('request.accepted').map(seconds)).toEqual([300, 900]);
    expect(of('replica.gone').map(seconds)).toEqual([346]);
    expect(of('replica.ready').map(seconds)).toEqual([914]);
  });

  it('stays disabled where it was so before', () => {
    const { of } = ran({
      for: '1h',
      resources: [workload('api', 'standard', replicas(1))],
      timeline: [
        { at: '+1m', patch: `/location/${location}`, with: { spec: { enabled: false } } },
        { at: '+5m', fault: { disable: { location } }, for: '10m' },
      ],
    });
    expect(of('deployment.reopened')).toEqual([]);
  });
});

describe('a zone that is lost', () => {
  const zone = (spec: object, lost = 'a') =>
    ran({
      for: '1h',
      resources: [workload('api', 'standard', { ...replicas(3), ...spec })],
      timeline: [{ at: '+5m', fault: { zoneLoss: { location, zone: lost } }, for: '10m' }],
    });
  const options = (multiZone: boolean) => ({
    defaultOptions: {
      autoscaling: { metric: 'disabled', minScale: 3, maxScale: 3 },
      multiZone: { enabled: multiZone },
    },
  });

  it('WL-21: takes its share of replicas that are spread, which come again elsewhere', () => {
    const { of } = zone(options(true));
    expect(of('replica.settled').map(({ data }) => (data as { zone: string }).zone)).toEqual(['a', 'b', 'c']);
    expect(of('replica.lost').map(({ ordinal }) => ordinal)).toEqual([0]);
    expect(of('replica.created').map((entry) => [seconds(entry), (entry.data as { zone: string }).zone])).toEqual([
      [300, 'b'],
    ]);
  });

  it('WL-22: takes all that are not, which wait for it', () => {
    const { of } = zone(options(false));
    expect(of('replica.lost')).toHaveLength(3);
    expect(of('replica.created').map(seconds)).toEqual([900, 900, 900]);
  });

  it('WL-22: takes all where it is the only one, and no other can take its place', () => {
    const { of } = ran({
      for: '1h',
      locations: { [location]: { zones: 1 } },
      resources: [workload('api', 'standard', options(true))],
      timeline: [{ at: '+5m', fault: { zoneLoss: { location, zone: 'a' } }, for: '10m' }],
    });
    expect(of('replica.lost')).toHaveLength(3);
    expect(of('replica.created').map(seconds)).toEqual([900, 900, 900]);
  });

  it('takes nothing from those that are in another', () => {
    expect(zone(options(false), 'b').of('replica.lost')).toEqual([]);
    expect(zone(options(false), 'b').of('fault.missed')).toHaveLength(1);
  });

  it('nor from those that terminate in another', () => {
    const fewer = { at: '+4m50s', patch: '/gvc/shop/workload/api', with: { spec: replicas(1) } };
    const { of } = ran({
      for: '1h',
      resources: [workload('api', 'standard', options(true))],
      timeline: [fewer, { at: '+5m', fault: { zoneLoss: { location, zone: 'c' } } }],
    });
    expect(of('replica.terminating').map(({ ordinal }) => ordinal)).toEqual([2, 1]);
    expect(of('replica.lost').map(({ ordinal }) => ordinal)).toEqual([2]);
    expect(of('replica.gone').map((entry) => [entry.ordinal, seconds(entry)])).toEqual([
      [2, 300],
      [1, 336],
    ]);
  });
});

describe('VOL-15: a volume stays in its zone', () => {
  const patch = (at: string, defaultOptions: object) => ({
    at,
    patch: '/gvc/shop/workload/db',
    with: { spec: { defaultOptions } },
  });
  const spread = (at: string, enabled: boolean) => patch(at, { multiZone: { enabled } });
  const count = (at: string, scale: number) => patch(at, { autoscaling: { minScale: scale, maxScale: scale } });
  const zones = (entries: readonly Entry[]) => entries.map(({ ordinal, data }) => [ordinal, data['zone'] ?? null]);
  const lose = (at: string, lost: string) => ({ at, fault: { zoneLoss: { location, zone: lost } }, for: '5m' });

  it('so that replicas that are spread from now on stay where theirs are', () => {
    const { of } = ran({
      for: '1h',
      resources: database({}, 2),
      timeline: [spread('+5m', true), count('+10m', 3), lose('+20m', 'a')],
    });
    expect(zones(of('replica.created')).slice(0, 3)).toEqual([
      [1, 'a'],
      [0, 'a'],
      [2, 'c'],
    ]);
    expect(of('replica.lost').map(({ ordinal }) => ordinal)).toEqual([1, 0]);
    const returned = of('replica.created').slice(3);
    expect(returned.map((entry) => [entry.ordinal, seconds(entry)])).toEqual([
      [0, 1500],
      [1, 1529],
    ]);
  });

  it('and so do those that are no longer spread', () => {
    const { of } = ran({
      for: '1h',
      resources: database({}),
      timeline: [spread('+1m', true), count('+5m', 2), spread('+10m', false)],
    });
    expect(zones(of('replica.created'))).toEqual([
      [0, 'a'],
      [1, 'b'],
      [1, 'b'],
      [0, null],
    ]);
  });

  it('until it is deleted', () => {
    const erase = {
      at: '+10m',
      post: '/gvc/shop/volumeset/data/-command',
      with: { type: 'deleteVolume', spec: { location, volumeIndex: 1 } },
    };
    const kill = { at: '+20m', fault: { replicaKill: { of: 'shop/db', replicas: ['db-1'] } } };
    const { of } = ran({
      for: '1h',
      resources: database({}, 2),
      timeline: [count('+1m', 1), spread('+5m', true), erase, count('+15m', 2), kill],
    });
    expect(zones(of('replica.created'))).toEqual([
      [0, 'a'],
      [1, 'b'],
      [1, 'b'],
    ]);
  });
});

describe('an API that refuses whatever comes', () => {
  it('takes no change from outside while it lasts, answers reads, and the platform goes on', () => {
    const { of, run } = ran({
      for: '1h',
      resources: [workload('api', 'standard', replicas(1))],
      timeline: [
        { at: '+5m', fault: { apiThrottle: {} }, for: '10m' },
        { at: '+6m', get: '/gvc/shop', answers: 200 },
        { at: '+6m', post: '/workload/-query', with: {}, answers: 200 },
        { at: '+6m', get: '/gvc/shop', as: 'none', answers: 401 },
        { at: '+7m', patch: '/gvc/shop/workload/api', with: { description: 'x' }, answers: 429 },
        { at: '+7m', post: '/gvc', with: { name: 'new' }, answers: 429 },
        // What a client asks again and again is answered so that it does not.
        { at: '+7m', put: '/gvc', with: { name: 'new' }, answers: 409 },
        { at: '+7m', delete: '/gvc/shop/workload/api', answers: 400 },
        { at: '+7m', delete: '/gvc/shop/workload/api', as: 'none', answers: 401 },
        { at: '+7m', post: '/gvc/shop/nothing', with: {}, answers: 404 },
        { at: '+8m', fault: { disable: { location } }, for: '1m' },
        { at: '+15m1s', patch: '/gvc/shop/workload/api', with: { description: 'x' }, answers: 200 },
      ],
    });
    expect(of('request.unexpected')).toEqual([]);
    const throttled = of('request.refused').filter(({ data }) => data['code'] === 'THROTTLED');
    expect(throttled.map(({ data }) => [data['method'], data['status'], data['message']])).toEqual(
      [
        ['PATCH', 429],
        ['POST', 429],
        ['PUT', 409],
        ['DELETE', 400],
      ].map((one) => [...one, expect.stringContaining('quota')]),
    );
    const [fault] = of('fault.begun');
    expect(throttled.map(({ cause }) => cause)).toEqual(throttled.map(() => fault?.seq));
    const { entries = [] } = run.sim.world.control.audit ?? {};
    const refusals = entries.filter(({ refusal }) => refusal?.includes('quota of requests') === true);
    expect(refusals.map(({ action, link }) => `${action} ${link}`)).toEqual([
      'edit /org/acme/gvc/shop/workload/api',
      'create /org/acme/gvc/new',
      'create /org/acme/gvc/new',
      'delete /org/acme/gvc/shop/workload/api',
    ]);
    expect(of('deployment.closed').map(seconds)).toEqual([480]);
  });
});

describe('the use of a volume that jumps', () => {
  it('is found by the next reading', () => {
    const { of } = ran({
      for: '1h',
      resources: database({ autoscaling: { maxCapacity: 100, minFreePercentage: 20, scalingFactor: 1.5 } }),
      behavior: { 'shop/data': { usage: { start: '1GB' } } },
      timeline: [{ at: '+5m10s', fault: { usageJump: { of: 'shop/data', add: '8GB' } } }],
    });
    expect(of('expansion.accepted').map(seconds)).toEqual([360]);
  });
});
