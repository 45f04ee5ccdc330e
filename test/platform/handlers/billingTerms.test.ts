import { describe, expect, it } from 'vitest';
import { database, type Given, ran, replicas, workload } from './ran.ts';

/** What a small world is billed for, by meter, in consumed units: under the default, and under the alternative. */
function bills(given: Given, terms: object): readonly [Record<string, string>, Record<string, string>] {
  return [billed(given, {}), billed(given, terms)];
}

function billed(given: Given, terms: object): Record<string, string> {
  const { run } = ran({ timing: 'instant', ...given, assumptions: { ...given.assumptions, ...terms } });
  return Object.fromEntries(run.bill().bill.totals.map(({ meter, quantity }) => [meter, quantity]));
}

/** 100m reserved: a replica-hour is 360 Core-Seconds. */
const hours = (replicaHours: number): string => {
  const text = String(replicaHours * 360);
  return text.includes('.') ? text : `${text}.0`;
};
const grace = { rolloutOptions: { terminationGracePeriodSeconds: 600 } };
const web = (count: number, more: object = {}): object => workload('web', 'standard', { ...replicas(count), ...more });
const command = (at: string, type: string, spec: object): object => ({
  at,
  post: '/gvc/shop/volumeset/data/-command',
  with: { type, spec: { location: 'aws-us-east-1', volumeIndex: 0, ...spec } },
});
const aside = { timing: 'measured' } as const;

describe('from when to when a replica is billed', () => {
  const crash = { at: '+1h', fault: { replicaCrash: { of: 'shop/web' } } };

  it('`billing.replicaFrom: ready`: the time before it is ready for the first time is free', () => {
    const probe = { httpGet: { path: '/', port: 8080 }, initialDelaySeconds: 600 };
    const containers = [
      { name: 'main', image: 'a:1', cpu: '100m', memory: '128Mi', ports: [{ number: 8080 }], readinessProbe: probe },
    ];
    const given = { for: '2h', resources: [web(1, { containers })], assumptions: { 'run.start': 'cold' } };
    const [usual, ready] = bills(given, { 'billing.replicaFrom': 'ready' });
    expect([usual['reserved-cpu'], ready['reserved-cpu']]).toEqual([hours(2), hours(2 - 1 / 6)]);
  });

  it('`billing.restarts: free`: nothing from an exit until the containers run again, here five minutes later', () => {
    const given = { for: '2h', resources: [web(1)], timeline: [crash], assumptions: { 'replica.crash.first': '5m' } };
    const [usual, free] = bills(given, { 'billing.restarts': 'free' });
    expect([usual['reserved-cpu'], free['reserved-cpu']]).toEqual([hours(2), hours(2 - 1 / 12)]);
  });

  it('`billing.restarts: free`: an execution whose container waits is not billed meanwhile', () => {
    const job = workload('job', 'cron', { job: { schedule: '0 1 * * *', restartPolicy: 'OnFailure' } });
    const given = {
      for: '2h',
      resources: [job],
      behavior: { 'shop/job': { execution: { duration: '10m', failure: '100%' } } },
      assumptions: { 'cron.onFailure.limit': 2, 'replica.crash.first': '5m' },
    };
    const [usual, free] = bills(given, { 'billing.restarts': 'free' });
    // Two attempts of 10 min, the wait of 5 min between.
    expect([usual['reserved-cpu'], free['reserved-cpu']]).toEqual([hours(25 / 60), hours(20 / 60)]);
  });

  it('`billing.surge: capAtDesired`: of replicas beyond the wanted count none is billed, those that came last first', () => {
    const patch = { spec: { containers: [{ name: 'main', image: 'web:2', cpu: '100m', memory: '128Mi' }] } };
    const timeline = [{ at: '+1h', patch: '/gvc/shop/workload/web', with: patch }];
    const given = { for: '2h', resources: [web(1, grace)], timeline, assumptions: { 'replica.start.duration': '6m' } };
    const [usual, capped] = bills(given, { 'billing.surge': 'capAtDesired' });
    expect(Number(usual['reserved-cpu'])).toBeGreaterThan(2 * 360);
    expect(capped['reserved-cpu']).toBe(hours(2));
  });

  it('`billing.zeroReplicas: keepMinScale`: a suspended workload pays for as many as its bounds ask for at least', () => {
    const timeline = [
      { at: '+1h', patch: '/gvc/shop/workload/web', with: { spec: { defaultOptions: { suspend: true } } } },
    ];
    const [usual, kept] = bills(
      { for: '3h', resources: [web(2)], timeline },
      { 'billing.zeroReplicas': 'keepMinScale' },
    );
    expect(Number(usual['reserved-cpu'])).toBeLessThan(2.1 * 360);
    expect(kept['reserved-cpu']).toBe(hours(6));
  });

  it('it is so for one that is suspended from the start, and ends with its deletion', () => {
    const given = {
      for: '3h',
      resources: [
        web(2, { defaultOptions: { suspend: true, autoscaling: { minScale: 2, maxScale: 2, metric: 'disabled' } } }),
      ],
      timeline: [{ at: '+2h', delete: '/gvc/shop/workload/web' }],
    };
    const [usual, kept] = bills(given, { 'billing.zeroReplicas': 'keepMinScale' });
    expect([usual['reserved-cpu'], kept['reserved-cpu']]).toEqual([undefined, hours(4)]);
  });
});

describe('`billing.reserved: limitsWithoutCapacityAI`: whether a replica is billed by its reserve or by its limits', () => {
  const terms = { 'billing.reserved': 'limitsWithoutCapacityAI' };
  /** A reserve of 100m below a limit of 300m. */
  const containers = [{ name: 'main', image: 'a:1', cpu: '300m', minCpu: '100m', memory: '128Mi', minMemory: '64Mi' }];
  const options = (more: object): object => ({
    containers,
    defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 }, ...more },
  });

  it.each([
    ['standard', { capacityAI: true }, hours(1), '225.0'],
    ['standard', { capacityAI: false }, hours(3), '450.0'],
    ['stateful', {}, hours(3), '450.0'],
  ])('%s with %j', (type, more, cpu, memory) => {
    const [usual, other] = bills({ for: '1h', resources: [workload('web', type, options(more))] }, terms);
    expect([usual['reserved-cpu'], usual['reserved-memory']]).toEqual([hours(1), '225.0']);
    expect([other['reserved-cpu'], other['reserved-memory']]).toEqual([cpu, memory]);
  });

  it('an override of its location decides, and a replica keeps what its version says', () => {
    const own = (capacityAI: boolean): object => ({
      localOptions: [{ location: '//location/aws-us-east-1', autoscaling: { metric: 'disabled' }, capacityAI }],
    });
    const spec = { ...options({ capacityAI: true }), ...own(false) };
    const timeline = [{ at: '+1h', patch: '/gvc/shop/workload/web', with: { spec: own(true) } }];
    const given = { for: '2h', resources: [workload('web', 'standard', spec)], timeline };
    const [, other] = bills({ ...given, ...aside }, terms);
    // 300m for 3660 s, up to 14 s for the new replica and 46 s for its own end; 100m from 1 s after the write.
    expect(other['reserved-cpu']).toBe('1457.9');
  });

  it('a change that makes no new version holds for new replicas: metric disabled turns Capacity AI on', () => {
    const metric = (name: string): object => ({ autoscaling: { metric: name, minScale: 1, maxScale: 1 } });
    const given = {
      for: '2h',
      resources: [workload('web', 'standard', { containers, defaultOptions: metric('cpu') })],
      timeline: [
        { at: '+1h', patch: '/gvc/shop/workload/web', with: { spec: { defaultOptions: metric('disabled') } } },
        { at: '+1h', fault: { replicaKill: { of: 'shop/web' } } },
      ],
    };
    const [usual, other] = bills(given, terms);
    expect([usual['reserved-cpu'], other['reserved-cpu']]).toEqual([hours(2), hours(4)]);
  });

  it('executions of cron workloads, which have no Capacity AI, are billed by their limits, of a command too', () => {
    const job = workload('job', 'cron', { containers, job: { schedule: '0 0 * * *' } });
    const given = {
      for: '2h',
      resources: [job],
      behavior: { 'shop/job': { execution: { duration: '1h' } } },
    };
    const [usual, other] = bills(given, terms);
    expect([usual['reserved-cpu'], other['reserved-cpu']]).toEqual([hours(1), hours(3)]);
  });

  it('it counts as an assumption that decided only if a reserve lies below its limit', () => {
    const decisions = (spec: object): number | undefined =>
      ran({
        for: '1h',
        resources: [workload('web', 'stateful', { ...replicas(1), ...spec })],
      }).run.sim.world.decisions.get('billing.reserved');
    expect([decisions({}), decisions({ containers })]).toEqual([undefined, 1]);
  });
});

describe('from when to when a volume is billed, and for how much', () => {
  const gbHours = (text: string | undefined): number => Number(text) / 3_600;

  it('`billing.disabledLocation: nothing`: its volumes are free while a location is disabled', () => {
    const location = (at: string, enabled: boolean) => ({
      at,
      patch: '/location/aws-us-east-1',
      with: { spec: { enabled } },
    });
    const timeline = [location('+1h', false), location('+3h', true)];
    const [usual, nothing] = bills(
      { for: '4h', resources: database({}), timeline },
      { 'billing.disabledLocation': 'nothing' },
    );
    expect([usual, nothing].map((bill) => gbHours(bill['volume-capacity']))).toEqual([40, 20]);
  });

  it('`billing.volumeFrom: firstBound`: a volume that no replica has had is free', () => {
    const timeline = [
      { at: '+1h', patch: '/gvc/shop/workload/db', with: { spec: replicas(2) } },
      { at: '+1h1m', patch: '/gvc/shop/workload/db', with: { spec: replicas(1) } },
    ];
    const given = {
      ...aside,
      for: '3h',
      resources: database({}),
      timeline,
      assumptions: { 'volume.duration.create': '10m', 'termination.preStop': 'none' },
    };
    const [usual, bound] = bills(given, { 'billing.volumeFrom': 'firstBound' });
    expect(gbHours(bound['volume-capacity'])).toBe(30);
    expect(gbHours(usual['volume-capacity'])).toBeGreaterThan(45);
  });

  it('`billing.expandAt: requested`: an expansion counts from its acceptance', () => {
    const given = {
      for: '3h',
      resources: database({}),
      timeline: [command('+1h', 'expandVolume', { newStorageCapacity: 30 })],
      assumptions: { 'volume.duration.device': '1h', 'replica.stop.duration': '0s', 'termination.preStop': 'none' },
    };
    const [usual, requested] = bills(given, { 'billing.expandAt': 'requested' });
    expect([usual, requested].map((bill) => gbHours(bill['volume-capacity']))).toEqual([10 + 10 + 30, 10 + 30 + 30]);
  });

  it('`billing.replacementOverlap: newOnly`: the old device is free while the new one is made', () => {
    const given = {
      for: '3h',
      resources: database({ initialCapacity: 20 }),
      timeline: [command('+1h', 'shrinkVolume', { newStorageCapacity: 10 })],
      assumptions: { 'volume.duration.device': '1h', 'replica.stop.duration': '0s', 'termination.preStop': 'none' },
    };
    const [usual, newOnly] = bills(given, { 'billing.replacementOverlap': 'newOnly' });
    expect([usual, newOnly].map((bill) => gbHours(bill['volume-capacity']))).toEqual([20 + 20 + 10, 20 + 10]);
  });

  it('`billing.sharedVolumeFrom: firstMount`: a shared set is free until a replica mounts it', () => {
    const shared = database({ fileSystemType: 'shared', performanceClass: 'shared' }, 1);
    const given = {
      for: '3h',
      resources: shared.slice(0, 1),
      timeline: [{ at: '+1h', post: '/gvc/shop/workload', with: { ...(shared[1] as object), gvc: undefined } }],
    };
    const [usual, mounted] = bills(given, { 'billing.sharedVolumeFrom': 'firstMount' });
    expect([usual, mounted].map((bill) => gbHours(bill['shared-volume-capacity']))).toEqual([30, 20]);
  });

  it('`billing.capacityGrid: 1GB`: capacities count as whole GB, rounded up', () => {
    const given = { for: '1h', resources: database({ initialCapacity: 10.25 }) };
    const [usual, whole] = bills(given, { 'billing.capacityGrid': '1GB' });
    expect([usual, whole].map((bill) => gbHours(bill['volume-capacity']))).toEqual([10.25, 11]);
  });
});

describe('who pays for mounts, and how much', () => {
  it('`billing.mountBilledTo: volumeSet`: mount points are charged to the set, under its tags', () => {
    const resources = database({ fileSystemType: 'shared', performanceClass: 'shared' }, 2);
    const timeline = [{ at: '+1h', patch: '/gvc/shop/volumeset/data', with: { tags: { team: 'disks' } } }];
    const { run } = ran({ for: '2h', resources, timeline, assumptions: { 'billing.mountBilledTo': 'volumeSet' } });
    const mounts = run.bill().bill.usage.filter(({ meter }) => meter === 'mount-cpu');
    expect(mounts.map(({ resource, container, tags, quantity }) => [resource, container, tags, quantity])).toEqual([
      ['volumeset/data', 'volume-mount', {}, '3600.0'],
      ['volumeset/data', 'volume-mount', { team: 'disks' }, '3600.0'],
    ]);
  });

  const stores = { 'shop/web': { mounter: { stores: 3 } } };

  it('`billing.mounterPer: store`: a mounter for each object store of a replica', () => {
    const [usual, store] = bills(
      { for: '1h', resources: [web(1)], behavior: stores },
      { 'billing.mounterPer': 'store' },
    );
    expect([usual['mounter-cpu'], store['mounter-cpu']]).toEqual(['360.0', '1080.0']);
  });

  it('`billing.mounterReserve: mountDefault`: as much as the mount of a shared volume', () => {
    const given = { for: '1h', resources: [web(1)], behavior: stores };
    const [usual, mount] = bills(given, { 'billing.mounterReserve': 'mountDefault' });
    expect([usual, mount].map((bill) => [bill['mounter-cpu'], bill['mounter-memory']])).toEqual([
      ['360.0', '450.0'],
      ['1800.0', '3600.0'],
    ]);
  });
});

describe('`billing.period`', () => {
  const invoices = (terms: object) => {
    const { run } = ran({ for: '45d', resources: database({}), assumptions: terms });
    return run.bill().bill.invoices.map(({ id, period, partial }) => [id, period, partial]);
  };

  it('months of the calendar by default', () => {
    expect(invoices({})).toEqual([
      ['INV-acme-2026-11', '2026-11', false],
      ['INV-acme-2026-12', '2026-12', true],
    ]);
  });

  it('fixed30d: thirty days each from the start of the run', () => {
    expect(invoices({ 'billing.period': 'fixed30d' })).toEqual([
      ['INV-acme-2026-11-01', '2026-11-01', false],
      ['INV-acme-2026-12-01', '2026-12-01', true],
    ]);
  });

  it('wholeRun: one invoice, and a GB-Month of 30 days', () => {
    expect(invoices({ 'billing.period': 'wholeRun' })).toEqual([['INV-acme-2026-11-01', '2026-11-01', false]]);
    const { run } = ran({ for: '45d', resources: database({}), assumptions: { 'billing.period': 'wholeRun' } });
    const [row] = run.bill().bill.usage.filter(({ meter }) => meter === 'volume-capacity');
    expect(row?.pricingQuantity).toBe('15.0');
  });
});

describe('`billing.byok`: what is charged on own clusters', () => {
  const charged = (byok: string) => {
    const locations = { cellar: { provider: 'byok', region: 'home' } };
    const gvc = { kind: 'gvc', name: 'yard', spec: { staticPlacement: { locationLinks: ['//location/cellar'] } } };
    const own = { ...(web(1) as object), gvc: 'yard' };
    const { run } = ran({ for: '1h', locations, resources: [gvc, own], assumptions: { 'billing.byok': byok } });
    return run.bill().bill.usage.map(({ meter, cost }) => [meter, cost !== null]);
  };

  it.each([
    ['sameMeters', true],
    ['replicaTimeOnly', false],
    ['free', false],
  ] as const)('%s', (byok, isCharged) => {
    expect(charged(byok)).toEqual([
      ['reserved-cpu', isCharged],
      ['reserved-memory', isCharged],
    ]);
  });
});

describe('how often an assumption of billing decided something', () => {
  it('is counted where the ledger is written', () => {
    const timeline = [{ at: '+1h', fault: { replicaCrash: { of: 'shop/web' } } }];
    const { run } = ran({ for: '2h', resources: [web(3)], timeline });
    const { decisions } = run.sim.world;
    expect(decisions.get('billing.replicaFrom')).toBe(3);
    expect(decisions.get('billing.restarts')).toBe(3);
    expect(decisions.get('billing.surge')).toBeUndefined();
  });
});
