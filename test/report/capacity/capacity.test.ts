import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../src/engine/time.ts';
import { usageFromPoints } from '../../../src/platform/volume/usage.ts';
import { newVolume } from '../../../src/platform/volume/volume.ts';
import { daysToFull, growthBytesPerHour } from '../../../src/report/words/trend.ts';
import { eventful, ran } from '../ran.ts';

const GB = 1_000_000_000;

describe('the trend of a volume', () => {
  const volume = newVolume({ volumeset: 1, location: 0, index: 0 }, { initialMicroGB: 80_000_000 } as never, 0);
  const now = 20 * day;
  const line = { kind: 'line', startBytes: GB, growthBytesPerHour: GB / 16 } as const;

  it('is the growth of a straight line', () => {
    expect(growthBytesPerHour(volume, line, now)).toBeCloseTo(GB / 16, 0);
    expect(daysToFull({ usedBytes: 35 * GB, capacityBytes: 80 * GB }, volume, { usage: line }, now)).toBeCloseTo(30, 6);
  });

  it('looks back a week, no further', () => {
    const usage = usageFromPoints([
      [0, 50 * GB],
      [13 * day, 0],
      [20 * day, 7 * GB],
    ]);
    expect(growthBytesPerHour(volume, usage, now)).toBeCloseTo(GB / 24, 0);
  });

  it.each([
    ['never full while use falls', { ...line, growthBytesPerHour: -1 }, GB, null],
    ['never full while use stands still', { ...line, growthBytesPerHour: 0 }, GB, null],
    ['full already', line, 80 * GB, 0],
  ] as const)('%s', (_, usage, usedBytes, days) => {
    expect(daysToFull({ usedBytes, capacityBytes: 80 * GB }, volume, { usage }, now)).toBe(days);
  });

  it('is unknown within the first hour', () => {
    expect(growthBytesPerHour(volume, line, hour - 1)).toBeNull();
  });
});

describe('the capacity report', () => {
  const { capacity, bill } = ran(eventful).report;
  const of = (name: string) => capacity.workloads.find((one) => one.name === name && one.location === 'aws-us-east-1');

  it('sets use beside the reserve, and use above it apart', () => {
    const web = of('web');
    expect(web?.cpu).toMatchObject({ unit: 'Core-Seconds', limit: 'reserve' });
    expect(Number(web?.cpu.efficiency)).toBeCloseTo(0.4, 1);
    expect(Number(web?.cpu.waste?.quantity)).toBeCloseTo(Number(web?.cpu.reserved) - Number(web?.cpu.used), 6);
    expect(web?.cpu.waste?.over).toBe('0.0');
    expect(Number(web?.memory.efficiency)).toBeGreaterThan(1);
    // 300Mi of 256Mi: only while a replica starts is any of its reserve not used, and 44Mi are beyond it while it is
    // ready.
    const { quantity, over } = web?.memory.waste ?? {};
    expect(Number(over) / Number(web?.memory.used)).toBeCloseTo(44 / 300, 6);
    expect(Number(quantity)).toBeLessThan(0.002 * Number(web?.memory.reserved));
    const balance = Number(web?.memory.reserved) + Number(over) - Number(web?.memory.used);
    expect(Number(quantity)).toBeCloseTo(balance, 6);
    expect(Number(web?.memory.headroom)).toBeLessThan(0);
  });

  it('says that use is unknown where the scenario is silent', () => {
    expect(of('db')?.cpu).toMatchObject({ used: null, usedP99: null, headroom: null, efficiency: null, waste: null });
  });

  it('METRIC-1: has what is used by a workload of each type', () => {
    const behavior = { cpu: '50m', memory: '64Mi' };
    const types = ['standard', 'stateful', 'cron', 'serverless'];
    const containers = [{ name: 'main', image: 'own:1', cpu: '100m', memory: '128Mi' }];
    const own = (type: string): object =>
      type === 'cron'
        ? { job: { schedule: '0 * * * *' } }
        : { defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } } };
    const document = {
      svcsim: 1,
      start: '2026-11-01T00:00:00Z',
      for: '2h',
      timing: 'instant',
      resources: [
        { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
        ...types.map((type) => ({
          kind: 'workload',
          gvc: 'shop',
          name: type,
          spec: {
            type,
            ...own(type),
            containers: type === 'serverless' ? [{ ...containers[0], ports: [{ number: 8080 }] }] : containers,
          },
        })),
      ],
      behavior: Object.fromEntries(
        types.map((type) => [
          `shop/${type}`,
          type === 'cron' ? { execution: { duration: '10m', cpu: '50m' } } : behavior,
        ]),
      ),
    };
    const { report } = ran(JSON.stringify(document));
    for (const type of types) {
      const workload = report.capacity.workloads.find(({ name }) => name === type);
      expect([type, Number(workload?.cpu.used)]).toEqual([type, expect.closeTo(type === 'cron' ? 60 : 360, 0)]);
    }
  });

  it('METRIC-2: shows object-store mounts as the container cpln-mounter of their workload', () => {
    const mounter = of('web')?.containers.find(({ container }) => container === 'cpln-mounter');
    const egress = bill.usage.find((row) => row.meter === 'mounter-egress' && row.location === 'aws-us-east-1');
    expect(mounter?.egressGB).toBe(egress?.quantity);
    expect(Number(mounter?.egressGB)).toBeGreaterThan(1);
    expect(of('web')?.containers.map(({ container }) => container)).toEqual(['cpln-mounter', 'main']);
  });

  it('tells how long the greatest scale was reached, where there is a choice', () => {
    expect(of('web')?.saturation).toEqual([
      {
        limit: 'maxScale',
        value: 5,
        ms: 5 * hour,
        count: 1,
        longestMs: 5 * hour,
        firstAt: '2026-11-01T19:00:00.000Z',
      },
    ]);
    expect(of('db')?.saturation).toEqual([]);
  });

  it('keeps volumes of indexes that were scaled away', () => {
    const [first, second] = capacity.volumes.filter(({ location }) => location === 'aws-us-east-1');
    expect([first?.lifecycle, second?.lifecycle]).toEqual(['bound', 'unused']);
    expect(first).toMatchObject({
      usedGB: '10.0',
      capacityGB: '10.0',
      lowestFreePct: '0.0',
      daysToFull: '0.0',
      grows: false,
    });
    expect(first?.firstRefusal).toMatchObject({ at: '2026-11-01T16:00:00.000Z', cause: 'no-space' });
    expect(first?.fullMs).toBe(8 * hour);
  });

  it('names each limit with its rule, its peak and what was left', () => {
    const limits = capacity.limits.map(({ limit, rule, peak, bound, margin }) => [limit, rule, peak, bound, margin]);
    expect(limits).toContainEqual(['scale', 'WL-18', '5', '5', '0']);
    expect(limits).toContainEqual(['volume capacity', 'VOL-7', '10.0', '65536.0', '65526.0']);
    expect(limits).toContainEqual(['active deadline', 'CRON-10', '3000000', '3000000', '0']);
  });
});
