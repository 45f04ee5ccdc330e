import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, second } from '../../../src/engine/time.ts';
import { ran } from '../ran.ts';

/** Two replicas of a database with 200 GB each of the faster class: 3000 IOPS and 125 MB/s on AWS. */
const database = (behaviour: string, more = '', type = 'high-throughput-ssd'): string => `svcsim: 1
name: database
start: 2026-11-02T00:00:00Z
for: 2d
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: ext4, performanceClass: ${type}, initialCapacity: 200 } }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: "db:1", cpu: 500m, memory: 512Mi, volumes: [{ uri: "svc://volumeset/data", path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
behavior: { shop/data: ${behaviour} }
${more}`;

const volumesOf = (...given: Parameters<typeof database>) => ran(database(...given)).report.capacity.volumes;
const flat = (value: string): object => ({ mean: value, p50: value, p95: value, p99: value, peak: value });

function above(volume: ReturnType<typeof volumesOf>[number] | undefined, limit = 'class IOPS') {
  return volume?.saturation.find((one) => one.limit === limit);
}

describe('what a volume is asked to read and write', () => {
  it('stands against what its class gives, for each volume', () => {
    for (const volume of volumesOf('{ operations: 600/s, throughput: 100MB/s }')) {
      expect(volume).toMatchObject({ iopsUsed: flat('600.0'), megabytesPerSecondUsed: flat('100.0') });
      expect(volume.headrooms.slice(1)).toEqual([
        { of: 'iops', limit: 'class IOPS', unit: 'IOPS', p99: '600.0', bound: '3000', headroom: '0.8' },
        { of: 'throughput', limit: 'class MB/s', unit: 'MB/s', p99: '100.0', bound: '125', headroom: '0.2' },
      ]);
      expect(above(volume)).toEqual({
        limit: 'class IOPS',
        value: 3_000,
        ms: 0,
        count: 0,
        longestMs: 0,
        firstAt: null,
      });
    }
  });

  it('is not known where nothing is said of it: then nothing is told', () => {
    const [volume] = volumesOf('{ usage: { start: 8GB } }');
    expect(volume).toMatchObject({ iopsUsed: null, megabytesPerSecondUsed: null });
    expect(volume?.saturation.map(({ limit }) => limit)).toEqual(['capacity']);
    expect(volume?.headrooms.map(({ limit, headroom }) => [limit, headroom])).toEqual([
      ['capacity', '0.96'],
      ['class IOPS', null],
    ]);
  });

  it('as much as the class gives is not more', () => {
    expect(above(volumesOf('{ operations: 3000/s }')[0])?.ms).toBe(0);
    expect(above(volumesOf('{ operations: 3001/s }')[0])?.ms).toBe(2 * day);
  });

  it('more is told, and holds nothing back', () => {
    const plain = ran(database('{ usage: { start: 8GB, growth: 1GB/d } }'));
    const { run, report } = ran(
      database(
        '{ usage: { start: 8GB, growth: 1GB/d }, operations: { steps: [[0h, 0/s], [1h, 9000/s], [90m, 0/s]] } }',
      ),
    );
    expect(report.summary.findings.filter(({ kind }) => kind === 'volume-overworked')).toMatchObject([
      { severity: 'warning', subject: 'shop/volumeset/data@aws-us-east-1/0', at: '2026-11-02T01:00:00.000Z' },
      { severity: 'warning', subject: 'shop/volumeset/data@aws-us-east-1/1', at: '2026-11-02T01:00:00.000Z' },
    ]);
    expect(report.summary.findings[0]?.message).toBe(
      'peak demand 9,000 IOPS; for 30m above the limit of its performanceClass (3,000 IOPS at the end of the run)',
    );
    expect(run.sim.journal.fingerprint()).toBe(plain.run.sim.journal.fingerprint());
  });

  it('VOL-11: an expansion that brings more ends it', () => {
    const expanded = `timeline:
  - at: +36h
    post: /gvc/shop/volumeset/data/-command
    with: { type: expandVolume, spec: { location: aws-us-east-1, volumeIndex: 0, newStorageCapacity: 32868 } }
`;
    const [first, second] = volumesOf('{ operations: 3500/s }', expanded);
    expect(above(first)).toMatchObject({ value: 3_800, ms: 36 * hour, count: 1, longestMs: 36 * hour });
    expect(above(second)).toMatchObject({ value: 3_000, ms: 2 * day });
  });

  it('changes with the behaviour, and counts only while a replica has the volume', () => {
    const timeline = `timeline:
  - { at: +12h, behavior: { shop/data: { operations: 400/s } } }
  - { at: +24h, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } } }
`;
    const [first, second] = volumesOf('{ operations: 200/s }', timeline);
    expect(first?.iopsUsed).toMatchObject({ mean: '350.0', p50: '400.0', peak: '400.0' });
    expect(second).toMatchObject({ lifecycle: 'unused', iopsUsed: { mean: '300.0', p50: '200.0' } });
  });

  it('law: the time above what the class gives is what looking every ten seconds finds, but for one look at each end', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(60)), { minLength: 1, maxLength: 4 });
    const law = fc.property(points, (steps) => {
      const course: (readonly [hours: number, height: number])[] = [[0, 0]];
      for (const [length, hundreds] of steps) course.push([(course.at(-1)?.[0] ?? 0) + length, hundreds * 100]);
      const text = course.map(([at, height]) => `[${at}h, ${height}/s]`).join(', ');
      const found = above(volumesOf(`{ operations: { points: [${text}] } }`, '', 'general-purpose-ssd')[0]);
      let looks = 0;
      for (let at = 5 * second; at < 2 * day; at += 10 * second) if (heightAt(course, at / hour) > 3_000) looks += 1;
      expect(Math.abs((found?.ms ?? 0) - looks * 10 * second)).toBeLessThanOrEqual(2 * course.length * 10 * second);
    });
    fc.assert(law, { seed: 1, numRuns: 25 });
  });
});

function heightAt(course: readonly (readonly [hours: number, height: number])[], at: number): number {
  const next = course.findIndex(([hours]) => hours > at);
  if (next === -1) return course.at(-1)?.[1] ?? 0;
  const [[from = 0, first = 0] = [], [until = 0, last = 0] = []] = [course[next - 1], course[next]];
  return first + ((last - first) * (at - from)) / (until - from);
}
