import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { freePercentage } from '../../../src/report/fold/measure.ts';
import { UseCourse } from '../../../src/report/fold/useCourse.ts';
import { courseOf, storedAt } from '../../../src/report/fold/volumeCourse.ts';
import { type VolumeNow, volumesNow } from '../../../src/report/fold/volumeNow.ts';
import { ran } from '../ran.ts';

const hours = 6;

/**
 * Two volumes of one set, one in each location, that store as the points say and jump once; and what is asked of them.
 */
function stored(points: readonly (readonly [number, number])[], jumpGB: number, asked: string) {
  const curve = points.map(([at, usedGB]) => `[${at}m, ${usedGB}GB]`).join(', ');
  const { run, report } = ran(`svcsim: 1
name: stored
start: 2026-11-01T00:00:00Z
for: ${hours}h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1, //location/aws-eu-central-1] } } }
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 20 } }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: "db:1", cpu: 500m, memory: 512Mi, volumes: [{ uri: "svc://volumeset/data", path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
behavior: { shop/data: { usage: { points: [${curve}] } } }
timeline:
  - { at: +2h, fault: { usageJump: { of: shop/data, location: aws-us-east-1, add: ${jumpGB}GB } } }
expect: [{ ${asked} }]
`);
  const { sim, scenario } = run;
  return { report, scenario, volumes: volumesNow(sim.world, sim.now), now: sim.now };
}

type Metric = 'volumes.usedGB' | 'volumes.freePercentage';

/** The value at an instant, asked of each volume by itself. */
function valueAt(metric: Metric, volumes: readonly VolumeNow[], at: number, now: number): number {
  const values = volumes.map((volume) => {
    const usedBytes = storedAt(courseOf(volume, 0, now), volume.set.settings, at) ?? 0;
    return metric === 'volumes.usedGB' ? usedBytes / 1e9 : freePercentage(usedBytes, volume.capacityBytes);
  });
  return metric === 'volumes.usedGB' ? values.reduce((sum, value) => sum + value, 0) : Math.min(...values);
}

const right = {
  '>=': (value: number, bound: number) => value >= bound,
  '<=': (value: number, bound: number) => value <= bound,
  '<': (value: number, bound: number) => value < bound,
  '=': (value: number, bound: number) => Math.abs(value - bound) <= 2,
} as const;

describe('the course of what volumes use', () => {
  it('law: agrees with looking at every reading', () => {
    const point = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 25 }));
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 15 }),
        fc.constantFrom<Metric>('volumes.usedGB', 'volumes.freePercentage'),
        fc.constantFrom<keyof typeof right>('>=', '<=', '<', '='),
        fc.integer({ min: 0, max: 50 }),
        (steps, jumpGB, metric, operator, bound) => {
          let age = 0;
          const points = steps.map(([after, usedGB]) => {
            age += after;
            return [age, usedGB] as const;
          });
          const unit = metric === 'volumes.usedGB' ? ' GB' : '%';
          const give = operator === '=' ? `, tolerance: 2${unit}` : '';
          const asked = `metric: ${metric}, of: shop/data, always: "${operator} ${bound}${unit}"${give}`;
          const { volumes, scenario, now, report } = stored(points, jumpGB, asked);
          const [expectation] = scenario.expect;
          if (expectation === undefined) throw new Error('nothing is expected');
          const course = new UseCourse(metric, expectation, volumes, scenario.start, now);
          const readings = Array.from({ length: hours * 60 }, (_, index) => scenario.start + index * minute);
          const wrong = readings.filter((at) => !right[operator](valueAt(metric, volumes, at, now), bound));
          const { total, firstAt } = course.breaches();
          expect({ total, firstAt }).toEqual({ total: wrong.length * minute, firstAt: wrong[0] ?? null });
          if (wrong[0] !== undefined) expect(report.expectations[0]?.firstBrokenAt).toBe(wrong[0]);
          const values = readings.map((at) => valueAt(metric, volumes, at, now));
          const worst = operator === '>=' ? Math.min(...values) : Math.max(...values);
          expect(course.worst()?.value).toBeCloseTo(worst, 9);
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });
});

describe('what lasts', () => {
  const lasting = (asked: string) =>
    ran(`svcsim: 1
name: lasting
start: 2026-11-01T00:00:00Z
for: 6h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 200m, memory: 256Mi }]
      job: { schedule: "0 2,5 * * *", concurrencyPolicy: Forbid, restartPolicy: Never }
behavior: { shop/job: { execution: { duration: 100m } } }
expect: [{ metric: executions.duration, of: shop/job, ${asked} }]
`).report;

  it('is too long from the first instant on at which it is', () => {
    const { expectations, capacity } = lasting('always: "<= 30m"');
    expect(expectations[0]).toMatchObject({ pass: false, firstBrokenAt: Date.UTC(2026, 10, 1, 2, 30, 0, 1) });
    expect(expectations[0]?.message).toBe(
      'executions.duration of shop/job: longer than 30m since 1 Nov 02:30:00.001, longest 1h 40m',
    );
    expect(capacity.objectives[0]?.breach).toMatchObject({ firstAt: '2026-11-01T02:30:00.001Z', count: 1 });
    expect(lasting('always: "< 30m"').expectations[0]?.firstBrokenAt).toBe(Date.UTC(2026, 10, 1, 2, 30));
  });

  it('is still under way when the run ends', () => {
    const { expectations } = lasting('is: "> 50m", share: "<= 1%"');
    // From 02:50 on, 3 h 10 min less a millisecond of 6 hours.
    expect(expectations[0]).toMatchObject({ pass: false, firstBrokenAt: Date.UTC(2026, 10, 1, 2, 50, 0, 1) });
    expect(Number(expectations[0]?.measured)).toBeCloseTo((190 * minute - 1) / (6 * hour), 6);
  });
});
