import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import type { ScaleBounds } from '../../../src/platform/autoscaling/decision.ts';
import { BoundChronicle } from '../../../src/report/fold/boundChronicle.ts';
import { capacityCsv } from '../../../src/report/render/capacityCsv.ts';
import { ran } from '../ran.ts';

const here = '2026-11-02T';

/** 200 requests a second for which nine replicas are wanted, over a day in which the bounds are patched. */
function asked(bounds: ScaleBounds, ...patches: readonly [at: string, bounds: ScaleBounds][]) {
  const scaling = (of: ScaleBounds): object => ({ defaultOptions: { autoscaling: of } });
  const containers = [
    { name: 'm', image: 'a:1', cpu: '500m', memory: '512Mi', ports: [{ number: 80, protocol: 'http' }] },
  ];
  const autoscaling = { metric: 'cpu', target: 60, ...bounds };
  const spec = { type: 'standard', containers, defaultOptions: { autoscaling } };
  const document = {
    svcsim: 1,
    start: `${here}00:00:00Z`,
    for: '1d',
    resources: [
      { kind: 'gvc', name: 'g', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
      { kind: 'workload', gvc: 'g', name: 'w', spec },
    ],
    behavior: { 'g/w': { request: { cpu: '12ms', duration: '80ms' } } },
    demand: [{ to: 'g/w', rate: '200/s' }],
    timeline: patches.map(([at, of]) => ({ at, patch: '/gvc/g/workload/w', with: { spec: scaling(of) } })),
  };
  return ran(JSON.stringify(document));
}

/** Time in hours at each bound, and what the limits say: peak, bound and since when. */
function seen({ report }: ReturnType<typeof asked>) {
  return {
    hours: report.capacity.workloads[0]?.saturation
      .filter(({ limit }) => limit === 'maxScale')
      .map(({ value, ms, count }) => [value, Math.round(ms / hour), count]),
    limits: report.capacity.limits
      .filter(({ limit }) => limit === 'scale')
      .map(({ peak, bound, at }) => [peak, bound, at?.slice(11, 13)]),
  };
}

describe('WL-18: time at the greatest scale, where that changes within the run', () => {
  it('is told for the bound that was raised and for the one that holds since', () => {
    const { hours, limits } = seen(asked({ minScale: 1, maxScale: 3 }, ['+20h', { minScale: 1, maxScale: 20 }]));
    expect(hours).toEqual([
      [3, 20, 1],
      [20, 0, 0],
    ]);
    expect(limits).toEqual([
      ['3', '3', '00'],
      ['9', '20', '20'],
    ]);
  });

  it('is told for a bound that was lowered, though more were wanted before it', () => {
    const { hours, limits } = seen(asked({ minScale: 1, maxScale: 20 }, ['+10h', { minScale: 1, maxScale: 6 }]));
    expect(hours).toEqual([
      [20, 0, 0],
      [6, 14, 1],
    ]);
    expect(limits.map(([, bound]) => bound)).toEqual(['20', '6']);
  });

  it('goes on over a change of the least scale, and pauses while there is no choice', () => {
    const patches: readonly [string, ScaleBounds][] = [
      ['+4h', { minScale: 2, maxScale: 3 }],
      ['+8h', { minScale: 3, maxScale: 3 }],
      ['+12h', { minScale: 1, maxScale: 3 }],
    ];
    const result = asked({ minScale: 1, maxScale: 3 }, ...patches);
    expect(seen(result).hours).toEqual([[3, 20, 2]]);
    const csv = capacityCsv(result.report.capacity);
    expect(csv.match(/saturation maxScale,/g)).toHaveLength(5);
  });

  it('has rows of their own in the table, by the value of the bound', () => {
    const csv = capacityCsv(
      asked({ minScale: 1, maxScale: 3 }, ['+20h', { minScale: 1, maxScale: 20 }]).report.capacity,
    );
    expect(csv).toContain('saturation maxScale 3,time,72000000,ms');
    expect(csv).toContain('saturation maxScale 20,time,0');
  });

  it('journals the change, with the request that caused it and the count that follows from it', () => {
    const { entries } = asked({ minScale: 1, maxScale: 20 }, ['+10h', { minScale: 1, maxScale: 6 }]);
    const bounded = entries.find(({ type }) => type === 'deployment.bounded');
    expect(bounded?.reason.rules).toEqual(['WL-18']);
    expect(bounded?.data).toEqual({ from: { minScale: 1, maxScale: 20 }, to: { minScale: 1, maxScale: 6 } });
    expect(entries.find(({ seq }) => seq === bounded?.cause)?.type).toBe('request.accepted');
    expect(entries.find(({ cause }) => cause === bounded?.seq)).toMatchObject({ type: 'deployment.scaled' });
  });
});

describe('a bound chronicle', () => {
  it('of a workload that is made anew tells of its last life alone', () => {
    const bounds = new BoundChronicle();
    bounds.open(0, 5);
    bounds.open(10, 2);
    bounds.settle(14);
    const reach = bounds.reached({ minScale: 1, maxScale: 2 }).get(2);
    expect([reach?.peak, reach?.atBound?.total]).toEqual([{ value: 2, at: 10 }, 4]);
  });

  it('is the count of all milliseconds, whatever changes when, in a fork too', () => {
    const steps = fc.array(
      fc.record({
        after: fc.nat({ max: 3 }),
        max: fc.integer({ min: 1, max: 4 }),
        min: fc.nat({ max: 4 }),
        want: fc.nat(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const law = fc.property(steps, fc.nat({ max: 12 }), (all, forkedAfter) => {
      let bounds = new BoundChronicle();
      let held: ScaleBounds | null = null;
      let at = 0;
      let wanted = 0;
      const times = new Map<number, { peak: number; ms: number | null }>();
      const pass = (ms: number): void => {
        if (held === null || ms === 0) return;
        const { maxScale, minScale } = held;
        const seenSoFar = times.get(maxScale) ?? { peak: 0, ms: null };
        const isAt = minScale < maxScale && wanted === maxScale;
        const before = minScale < maxScale ? (seenSoFar.ms ?? 0) : seenSoFar.ms;
        times.set(maxScale, { peak: Math.max(seenSoFar.peak, wanted), ms: isAt ? (before ?? 0) + ms : before });
      };
      for (const [index, { after, max, min, want }] of all.entries()) {
        pass(after);
        at += after;
        const next = { minScale: Math.min(min, max), maxScale: max };
        wanted = want % (max + 1);
        if (held === null) bounds.open(at, wanted);
        else {
          const { minScale, maxScale } = held;
          if (minScale !== next.minScale || maxScale !== max) bounds.change(at, held, next);
          bounds.want(at, wanted);
        }
        held = next;
        if (index === forkedAfter) {
          const fork = bounds.fork();
          bounds.want(at + 1, 0);
          bounds = fork;
        }
      }
      pass(2);
      bounds.settle(at + 2);
      const reached = [...bounds.reached(held)].filter(([, { peak }]) => peak !== null);
      const found = reached.map(([max, { peak, atBound }]) => [max, peak?.value, atBound?.total ?? null]);
      expect(found.sort()).toEqual([...times].map(([max, { peak, ms }]) => [max, peak, ms]).sort());
    });
    fc.assert(law, { seed: 1, numRuns: 500 });
  });
});
