import { describe, expect, it } from 'vitest';
import { ran } from '../ran.ts';

/**
 * A database with hourly snapshots, a job every ten minutes, and replicas that write to their own disks, for six hours.
 */
const limited = `svcsim: 1
name: limited
start: 2026-11-01T00:00:00Z
for: 6h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: volumeset
    gvc: shop
    name: data
    spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10, snapshots: { schedule: "30 * * * *", retentionDuration: 3h } }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: "db:1", cpu: "2", memory: 512Mi, volumes: [{ uri: "svc://volumeset/data", path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 200m, memory: 256Mi }]
      job: { schedule: "*/10 * * * *", concurrencyPolicy: Forbid, restartPolicy: Never, historyLimit: 4 }
behavior:
  shop/job: { execution: { duration: 1m, failure: 50% } }
  shop/data: { usage: { start: 1GB } }
`;

/** Peak, bound, margin and the time of day of one limit of one target. */
function limitOf(limit: string, target: string, behaviours = '', more = ''): readonly (string | null)[] | undefined {
  const { report } = ran(limited.replace('behavior:\n', `behavior:\n${behaviours}`) + more);
  const found = report.capacity.limits.find((one) => one.limit === limit && one.target === `shop/${target}`);
  return found && [found.rule, found.unit, found.peak, found.bound, found.margin, found.at?.slice(11, 19) ?? null];
}

describe('the block of limits', () => {
  it('SNAP-3: an hourly schedule takes one snapshot an hour, which is all that is allowed', () => {
    const row = limitOf('scheduled snapshots in an hour', 'volumeset/data/0');
    expect(row).toEqual(['SNAP-3', 'count', '1', '1', '0', '00:30:00']);
  });

  it('CRON-7: the history fills up to its limit, one more execution in the same instant counts for nothing', () => {
    expect(limitOf('kept executions', 'workload/job')).toEqual(['CRON-7', 'count', '4', '4', '0', '00:31:00']);
  });

  it.each([
    ['perStatus', '4'],
    ['withoutRemoved', '4'],
  ])('CRON-7: with %s the limit is as full', (counts, peak) => {
    const more = `assumptions: { cron.history.counts: ${counts} }\n`;
    expect(limitOf('kept executions', 'workload/job', '', more)?.[2]).toBe(peak);
  });

  it.each([
    ['a level', 'web: { ephemeral: 300MB }', 'web', ['EPH-1', 'GB', '0.3', '1.0', '0.7', '00:00:00']],
    [
      'what grows as long as the containers run',
      'web: { ephemeral: { start: 100MB, growth: 100MB/h } }',
      'web',
      ['EPH-1', 'GB', '0.7', '1.0', '0.3', '06:00:00'],
    ],
    [
      'more than one core',
      'db: { ephemeral: { growth: 0.5GB/d } }',
      'db',
      ['EPH-2', 'GB', '0.125', '2.0', '1.875', '06:00:00'],
    ],
    [
      'a container that exits every two hours starts anew',
      'web: { ephemeral: { growth: 100MB/h }, crash: { every: 2h } }',
      'web',
      ['EPH-1', 'GB', '0.2', '1.0', '0.8', '02:00:00'],
    ],
    [
      'an eviction: all of it was used',
      'web: { ephemeral: { growth: 500MB/h } }',
      'web',
      ['EPH-1', 'GB', '1.0', '1.0', '0.0', '02:00:00'],
    ],
  ])('ephemeral storage: %s', (_, behaviour, name, row) => {
    expect(limitOf('ephemeral storage', `workload/${name}`, `  shop/${behaviour}\n`)).toEqual(row);
  });

  it('ephemeral storage has no row where no use is told, or another one on the way', () => {
    expect(limitOf('ephemeral storage', 'workload/web')).toBeUndefined();
    const change = 'timeline: [{ at: +1h, behavior: { shop/web: { ephemeral: 400MB } } }]\n';
    expect(limitOf('ephemeral storage', 'workload/web', '  shop/web: { ephemeral: 300MB }\n', change)).toBeUndefined();
  });

  const room = 'cpu: 500m, memory: 512Mi }';

  it('WL-7 to WL-10: how far a reserve lies below what may be used has rows where it does', () => {
    expect(limitOf('cpu above its reserve', 'workload/web')).toBeUndefined();
    const spread = limited.replace(room, 'cpu: 1500m, memory: 512Mi, minCpu: 500m, minMemory: 256Mi }');
    const rows = ran(spread).report.capacity.limits.filter(({ limit }) => limit.endsWith('its reserve'));
    expect(rows.map(({ limit, rule, unit, peak, bound, margin }) => [limit, rule, unit, peak, bound, margin])).toEqual([
      ['cpu above its reserve', 'WL-7', 'm', '1000.0', '4000.0', '3000.0'],
      ['cpu to its reserve', 'WL-8', 'ratio', '3.0', '4.0', '1.0'],
      ['memory above its reserve', 'WL-9', 'Mi', '256.0', '4096.0', '3840.0'],
      ['memory to its reserve', 'WL-10', 'ratio', '2.0', '4.0', '2.0'],
    ]);
  });

  it('ROLL-11: the longest termination stands beside the grace that it has', () => {
    const more = `timeline: [{ at: +1h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { suspend: true } } } }]
assumptions: { replica.stop.duration: 20s }
`;
    const row = limitOf('termination grace', 'workload/web', '', more);
    // Half of 90 s until the signal, then it stops; with instant times that alone takes none.
    expect(row?.slice(0, 2)).toEqual(['ROLL-11', 'ms']);
    expect(row?.slice(3)).toEqual(['90000', String(90_000 - Number(row?.[2])), '01:00:00']);
    expect(Number(row?.[2])).toBe(20_000);
    expect(limitOf('termination grace', 'workload/web')).toBeUndefined();
  });

  it('quotas have a bar each, of the most that records took and since when', () => {
    const more = `quotas: { workloads-per-gvc: 5, replicas-per-workload: 4, cpu-per-workload: 4 }
timeline:
  - { at: +1h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { maxScale: 4 } } } } }
  - { at: +2h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } } }
  - { at: +3h, delete: /gvc/shop/workload/job }
  - { at: +4h, post: /gvc/shop/workload, with: { name: late, spec: { type: standard, containers: [{ name: main, image: "l:1", cpu: 100m, memory: 128Mi }], defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } } }
`;
    const rows = ran(limited + more).report.capacity.limits.filter(({ limit }) => limit.startsWith('quota '));
    expect(
      rows.map(({ limit, target, unit, peak, bound, margin, at }) => [
        limit,
        target,
        unit,
        peak,
        bound,
        margin,
        at?.slice(11, 16),
      ]),
    ).toEqual([
      ['quota workloads-per-gvc', 'shop', 'count', '3', '5', '2', '00:00'],
      ['quota replicas-per-workload', 'shop/workload/db', 'count', '1', '4', '3', '00:00'],
      ['quota replicas-per-workload', 'shop/workload/late', 'count', '1', '4', '3', '04:00'],
      ['quota replicas-per-workload', 'shop/workload/web', 'count', '4', '4', '0', '01:00'],
      ['quota cpu-per-workload', 'shop/workload/db', 'm', '2000', '4000', '2000', '00:00'],
      ['quota cpu-per-workload', 'shop/workload/late', 'm', '100', '4000', '3900', '04:00'],
      ['quota cpu-per-workload', 'shop/workload/web', 'm', '2000', '4000', '2000', '01:00'],
    ]);
  });

  it('those without a bar say why', () => {
    const { limits, limitsLeftOut } = ran(limited).report.capacity;
    const why = new Map(limitsLeftOut.map((one) => [one.rule, one.why]));
    expect(why.get('LIMIT-1')).toBe('no volume was expanded');
    expect(why.get('VOL-9')).toBe('no scenario tells what volumes read and write');
    expect(why.get('api.quotas')).toMatch(/^the scenario sets none/);
    for (const rule of ['SNAP-3', 'CRON-7', 'VOL-7', 'WL-18']) {
      expect(limits.some((one) => one.rule === rule)).toBe(true);
      expect(why.has(rule)).toBe(false);
    }
  });

  it('WL-19: the longest of the requests that came one by one stands beside the timeout', () => {
    const asked = limited
      .replace(
        'image: "web:1", cpu: 500m, memory: 512Mi }',
        'image: "web:1", cpu: 500m, memory: 512Mi, ports: [{ number: 8080, protocol: http }] }',
      )
      .replace(
        'behavior:',
        'demand: [{ to: shop/web, rate: 1/m, arrivals: poisson }]\nbehavior:\n  shop/web: { request: { duration: 2s } }',
      );
    const row = ran(asked).report.capacity.limits.find(({ limit }) => limit === 'request time');
    expect(row).toMatchObject({ rule: 'WL-19', unit: 'ms', peak: '2000', bound: '5000', margin: '3000' });
  });
});
