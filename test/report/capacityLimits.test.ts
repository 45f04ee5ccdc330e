import { describe, expect, it } from 'vitest';
import { ran } from './ran.ts';

/** A database with hourly snapshots, a job every ten minutes, and replicas that write to their own disks, for six hours. */
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
});
