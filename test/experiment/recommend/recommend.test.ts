import { describe, expect, it } from 'vitest';
import { parse as yaml } from 'yaml';
import { adviceText } from '../../../src/report/render/terminalAdvice.ts';
import type { Recommendation } from '../../../src/report/verdict/recommendation.ts';
import { noPaint } from '../../../src/report/words/paint.ts';
import { advised, disk, figuresWith, job, keeping, serving, shopOf } from './advised.ts';

const fixed = (count: number): string => `metric: disabled, minScale: ${count}, maxScale: ${count}`;
const steady = (perSecond: number): string => `{ to: shop/api, rate: ${perSecond}/s }`;
const request = 'shop/api: { request: { cpu: 10ms, duration: 20ms } }';

function rows(all: readonly Recommendation[]): string[] {
  return all.map(({ target, field, now, proposed }) => `${target} ${field}: ${now} -> ${proposed}`);
}

describe('reserves', () => {
  const used = (cpu: string, memory: string): string =>
    shopOf({
      resources: [serving('api', fixed(1), 'cpu: 1000m, memory: 1Gi, minCpu: 1000m, minMemory: 1Gi')],
      behavior: [`shop/api: { cpu: ${cpu}, memory: ${memory} }`],
    });

  it('shrink to a fifth above what is used', () => {
    expect(rows(advised(used('300m', '500Mi')).recommendations)).toEqual([
      'shop/workload/api minCpu: 1000m -> 360m',
      'shop/workload/api minMemory: 1024Mi -> 600Mi',
    ]);
  });

  it('shrink as far as the ratio allows, and say which rule stops more', () => {
    const [cpu] = advised(used('50m', '1000Mi')).recommendations;
    expect(cpu).toMatchObject({ field: 'minCpu', proposed: '250m' });
    expect(cpu?.rejected).toMatchObject([{ proposed: '60m', stoppedBy: 'rule', effect: null }]);
    expect(cpu?.rejected[0]?.why).toContain('WL-8');
  });

  it('stay where the limits are billed, since less of them would save nothing (`billing.reserved`)', () => {
    const text = (capacityAI: boolean): string =>
      `${used('300m', '500Mi')}assumptions: { billing.reserved: limitsWithoutCapacityAI, fields.defaults.capacityAI: { standard: '${capacityAI}' } }\n`;
    expect(advised(text(false)).recommendations).toEqual([]);
    expect(advised(text(true)).recommendations.map(({ field }) => field)).toEqual(['minCpu', 'minMemory']);
  });

  it('stay where nearly all is used, or where nobody says how much', () => {
    expect(advised(used('800m', '900Mi')).recommendations).toEqual([]);
    const silent = advised(shopOf({ resources: [serving('api', fixed(1))] }));
    expect(silent).toMatchObject({ recommendations: [], unchanged: [], runs: 1, patch: '', set: [] });
  });
});

describe('reserves of a count that goes by the clock', () => {
  it('stay where one replica needs them by night, however idle ten are by day', () => {
    const scaled = (at: number, count: number): string =>
      `{ every: "0 ${at} * * *", patch: /gvc/shop/workload/api, with: { spec: { defaultOptions: { autoscaling: { minScale: ${count}, maxScale: ${count} } } } } }`;
    const text = shopOf({
      resources: [serving('api', fixed(1))],
      behavior: ['shop/api: { request: { cpu: 10ms, duration: 20ms }, memory: 400Mi }'],
      demand: [
        '{ to: shop/api, rate: { daily: [["00:00", 47.5/s], ["08:00", 47.5/s], ["08:01", 150/s], ["19:59", 150/s], ["20:00", 47.5/s]] } }',
      ],
      timeline: [scaled(8, 10), scaled(20, 1)],
    });
    // For half of the time one replica uses 475m of its 500m.
    expect(advised(text)).toMatchObject({ recommendations: [], unchanged: [] });
  });
});

describe('reserves that are exceeded', () => {
  const hot = (cpu: string, resources: string): string =>
    shopOf({ resources: [serving('api', fixed(2), resources)], behavior: [`shop/api: { cpu: ${cpu} }`] });

  it('rise to a fifth above what is used, as a warning, though that costs more', () => {
    const [row] = advised(hot('1500m', 'cpu: 2000m, memory: 512Mi, minCpu: 500m')).recommendations;
    expect(row).toMatchObject({ field: 'minCpu', now: '500m', proposed: '1800m', severity: 'warning' });
    expect(Number(row?.effect.cost)).toBeGreaterThan(0);
    expect(row?.effect.problems).toMatchObject([
      { problem: 'shop/workload/api: cpu above its reserve', unit: 'Core-Hours', after: '0.0' },
    ]);
    expect(Number(row?.effect.problems[0]?.before)).toBeCloseTo(96, 0);
  });

  it('rise so that all containers together have room, where the limit of one keeps it small', () => {
    const side = (name: string, resources: string): string =>
      `{ name: ${name}, image: "a:1", ${resources}${name === 'a' ? ', ports: [{ number: 80, protocol: http }]' : ''} }`;
    const text = shopOf({
      resources: [
        `{ kind: workload, gvc: shop, name: api, spec: { type: standard, containers: [${side('a', 'cpu: 100m, memory: 128Mi')}, ${side('b', 'cpu: 1000m, memory: 128Mi, minCpu: 250m')}], defaultOptions: { autoscaling: { ${fixed(1)} } } } }`,
      ],
      behavior: ['shop/api: { cpu: 900m }'],
    });
    expect(rows(advised(text).recommendations)).toEqual(['shop/workload/api minCpu: a 100m, b 250m -> a 100m, b 985m']);
  });

  it('rise to the limit at most, and say so', () => {
    const [row] = advised(hot('900m', 'cpu: 1000m, memory: 512Mi, minCpu: 500m')).recommendations;
    expect(row).toMatchObject({ now: '500m', proposed: '1000m' });
    expect(row?.reason).toContain('which also needs a higher limit');
    expect(advised(hot('1500m', 'cpu: 1000m, memory: 512Mi, minCpu: 1000m')).recommendations).toEqual([]);
  });

  it.each([
    ['of a count that is halved', fixed(2), 40],
    ['of a count that follows the load', 'metric: cpu, target: 60, minScale: 3, maxScale: 9', 60],
  ])('are none that advice itself brings about: %s', (_, autoscaling, rate) => {
    const text = shopOf({
      resources: [serving('api', autoscaling, 'cpu: 1000m, memory: 1Gi')],
      behavior: ['shop/api: { cpu: 100m, memory: 512Mi, request: { cpu: 5ms, duration: 20ms } }'],
      demand: [steady(rate)],
    });
    const { set, recommendations } = advised(text);
    expect(recommendations.map(({ field }) => field)).toEqual(expect.arrayContaining(['minScale', 'minCpu']));
    expect([...figuresWith(text, set).problems.keys()]).toEqual([]);
  });
});

describe('bounds of the scale', () => {
  it('fall where replicas idle', () => {
    const text = shopOf({ resources: [serving('api', fixed(8))], behavior: [request], demand: [steady(40)] });
    const [fewer] = advised(text).recommendations;
    expect(fewer).toMatchObject({ field: 'minScale', now: '8', proposed: '2 (minScale and maxScale)' });
    expect(Number(fewer?.effect.cost)).toBeCloseTo((-6 / 8) * Number(advised(text).cost), 4);
  });

  it('fall no further than what is expected allows', () => {
    const text = shopOf({
      resources: [serving('api', fixed(8))],
      behavior: [request],
      demand: [steady(40)],
      expect: ['replicas.ready, of: shop/api, always: ">= 4"'],
    });
    const fewer = advised(text).recommendations.find(({ kind }) => kind === 'scale');
    expect(fewer).toMatchObject({ proposed: '4 (minScale and maxScale)' });
    const stopped = fewer?.rejected
      .filter(({ stoppedBy }) => stoppedBy === 'expectation')
      .map(({ proposed }) => proposed);
    expect(stopped).toEqual(['2 (minScale and maxScale)', '3 (minScale and maxScale)']);
  });

  it('rise where requests come to nothing at the greatest scale, by no more than it takes', () => {
    const text = shopOf({
      resources: [serving('api', 'metric: cpu, target: 60, minScale: 1, maxScale: 2')],
      behavior: [request],
      demand: [
        '{ to: shop/api, rate: { daily: [["00:00", 20/s], ["11:00", 20/s], ["12:00", 140/s], ["13:00", 20/s]] } }',
      ],
    });
    const advice = advised(text);
    expect(advice.recommendations).toMatchObject([{ field: 'maxScale', now: '2', severity: 'error' }]);
    expect(advice.total.problems.every(({ after }) => Number(after) < 100)).toBe(true);
    expect(Number(advice.total.cost)).toBeGreaterThan(0);
  });
});

describe('volumes', () => {
  const growing = (policy: string, usage: string, expects: readonly string[] = []): string =>
    shopOf({
      length: '20d',
      resources: [disk('data', policy), keeping('db', 'data')],
      behavior: [`shop/data: { usage: { ${usage} } }`],
      expect: expects,
    });

  it('begin smaller where they never need what they have', () => {
    expect(rows(advised(growing('initialCapacity: 200', 'start: 40GB')).recommendations)).toEqual([
      'shop/volumeset/data initialCapacity: 200 GB -> 50 GB',
    ]);
  });

  it('grow by another policy where expansions are refused', () => {
    const text = growing(
      'initialCapacity: 100, autoscaling: { maxCapacity: 1000, minFreePercentage: 10, scalingFactor: 1.02 }',
      'start: 80GB, growth: 25GB/d',
    );
    const { recommendations } = advised(text);
    expect(recommendations).toMatchObject([{ kind: 'volume', field: 'autoscaling' }]);
    const [row] = recommendations;
    expect(row?.effect.problems).toContainEqual(
      expect.objectContaining({ problem: 'shop/volumeset/data: refused expansions', after: '0.0' }),
    );
    expect(row?.rejected.length).toBeGreaterThan(1);
  });

  it('become able to grow where they fill up', () => {
    const { recommendations } = advised(growing('initialCapacity: 60', 'start: 40GB, growth: 2GB/d'));
    expect(recommendations).toMatchObject([{ severity: 'error', field: 'capacity', now: '60 GB, no autoscaling' }]);
    expect(recommendations[0]?.proposed).toMatch(/^autoscaling with minFreePercentage 20/);
    // 80 GB at the end, and a month more of 2 GB a day, of which a fifth is to be free.
    expect(recommendations[0]?.reason).toContain('175 GB leave 20 % free for 30 more days');
    expect(recommendations[0]?.rejected).toMatchObject([
      { proposed: 'initialCapacity 175 GB', stoppedBy: 'dearer' },
      { proposed: 'initialCapacity 350 GB', stoppedBy: 'dearer' },
    ]);
    expect(recommendations[0]?.effect.problems).toMatchObject([
      { problem: 'shop/volumeset/data: time full, all volumes together', unit: 'ms', after: '0.0' },
      {
        problem: 'shop/volumeset/data: volumes that are full within 30 days after the run',
        before: '1.0',
        after: '0.0',
      },
    ]);
  });

  it('last for a month after the run where they cannot grow, be they large enough in it', () => {
    const [row] = advised(growing('initialCapacity: 60', 'start: 10GB, growth: 2GB/d')).recommendations;
    expect(row).toMatchObject({ severity: 'warning', field: 'capacity' });
    expect(row?.reason).toMatch(/^at the current growth a volume is full within 30 days after the run/);
    const smaller = advised(growing('initialCapacity: 500', 'start: 10GB, growth: 2GB/d')).recommendations;
    // 50 GB at the end and 60 more.
    expect(rows(smaller)).toEqual(['shop/volumeset/data initialCapacity: 500 GB -> 138 GB']);
  });

  it('that are full are no fuller by what nobody wants to write', () => {
    const text = growing('initialCapacity: 60', 'points: [[0d, 30GB], [10d, 70GB], [11d, 40GB]]');
    const [row] = advised(text).recommendations;
    expect(row?.effect.problems.every(({ after }) => Number(after) === 0)).toBe(true);
  });

  it('stop to predict where that only buys room earlier', () => {
    const text = growing(
      'initialCapacity: 100, autoscaling: { maxCapacity: 1000, minFreePercentage: 20, scalingFactor: 1.2, predictive: { enabled: true, projectionHours: 72 } }',
      'start: 20GB, growth: 10GB/d',
    );
    const [row] = advised(text).recommendations;
    expect([row?.proposed, ...(row?.rejected ?? []).map(({ proposed }) => proposed)]).toContain('predictive off');
    expect(Number(row?.effect.cost)).toBeLessThan(0);
  });

  it('that nobody mounts go, but not with data in them', () => {
    const shared = (usage: string): string =>
      shopOf({
        resources: [
          '{ kind: volumeset, gvc: shop, name: old, spec: { fileSystemType: shared, initialCapacity: 100 } }',
        ],
        behavior: [`shop/old: { usage: { start: ${usage} } }`],
      });
    expect(advised(shared('0GB'))).toMatchObject({
      set: ['shop/volumeset/old=null'],
      patch: expect.stringContaining('shop/volumeset/old: null'),
    });
    expect(advised(shared('5GB')).recommendations).toEqual([]);
  });

  it('whose replica is gone are deleted a day later, but not with data in them', () => {
    const left = (usage: string): string =>
      shopOf({
        length: '10d',
        resources: [
          disk('data', 'initialCapacity: 50'),
          keeping('db', 'data').replace('minScale: 1, maxScale: 1', 'minScale: 2, maxScale: 2'),
        ],
        behavior: [`shop/data: { usage: { start: ${usage} } }`],
        timeline: [
          '{ at: +1d, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } } }',
        ],
      });
    const idle = advised(left('0GB')).recommendations.find(({ kind }) => kind === 'idle');
    expect(idle).toMatchObject({ target: 'shop/volumeset/data/1', location: 'aws-us-east-1' });
    expect(idle?.proposed).toMatch(/^deleted at 2026-11-03T00:0/);
    const full = advised(left('5GB'));
    expect(full.recommendations.filter(({ kind }) => kind === 'idle')).toEqual([]);
    expect(full.unchanged.find(({ kind }) => kind === 'idle')?.rejected).toMatchObject([{ stoppedBy: 'problem' }]);
  });
});

describe('schedules', () => {
  const sync = (schedule: string, duration: string, expects: readonly string[] = []): string =>
    shopOf({
      resources: [job('sync', schedule, 'Forbid')],
      behavior: [`shop/sync: { execution: { duration: ${duration} } }`],
      expect: expects,
    });

  it('tick more rarely where ticks are skipped, if as many start; Allow costs more, Replace would remove what is not done', () => {
    const [row] = advised(sync('*/10 * * * *', '14m')).recommendations;
    expect(row).toMatchObject({
      field: 'job',
      now: 'schedule */10 * * * *, concurrencyPolicy Forbid',
      proposed: 'schedule */20 * * * *',
      severity: 'warning',
    });
    expect(row?.reason).toMatch(/; the number of executions stays the same$/);
    expect(row?.effect.problems).toMatchObject([{ problem: 'shop/workload/sync: skipped ticks', after: '0.0' }]);
    expect(row?.rejected).toMatchObject([
      { proposed: 'concurrencyPolicy Allow', stoppedBy: 'gain' },
      { proposed: 'concurrencyPolicy Replace', stoppedBy: 'problem' },
    ]);
    expect(row?.rejected[0]?.why).toBe(
      'it costs more and only removes skipped ticks; up to 2 of its executions then run at the same time',
    );
  });

  it('stay where fewer would start: a tick that is skipped now and then is not worth half of them', () => {
    const { recommendations, unchanged } = advised(sync('*/10 * * * *', '{ uniform: { from: 1m, to: 11m } }'));
    expect(recommendations).toEqual([]);
    expect(unchanged[0]?.rejected.map(({ proposed }) => proposed)).toEqual([
      'concurrencyPolicy Allow',
      'concurrencyPolicy Replace',
    ]);
  });

  it('may overlap where more than skipped ticks goes away, which says how many do', () => {
    const expected = ['executions.started, of: shop/sync, is: ">= 280"'];
    const [row] = advised(sync('*/10 * * * *', '14m', expected)).recommendations;
    expect(row).toMatchObject({ proposed: 'concurrencyPolicy Allow' });
    expect(row?.reason).toMatch(/; up to 2 of its executions then run at the same time$/);
  });

  it('of one gvc that tick at once are tried apart, and stay where that gains nothing', () => {
    const two = shopOf({
      resources: [job('a', '0 * * * *', 'Forbid'), job('b', '@hourly', 'Forbid')],
      behavior: ['"shop/*": { execution: { duration: 5m } }'],
    });
    expect(advised(two).unchanged).toMatchObject([
      { field: 'schedule', rejected: [{ proposed: '30 * * * *', stoppedBy: 'gain' }] },
    ]);
  });

  it('are spread where many begin at once', () => {
    const names = Array.from({ length: 12 }, (_, index) => `job-${index}`);
    const text = shopOf({
      resources: names.map((name) => job(name, '0 * * * *', 'Forbid')),
      behavior: names.map((name) => `shop/${name}: { execution: { duration: 1m, cpu: 90m } }`),
    });
    const spread = advised(text).recommendations.find(({ field }) => field === 'schedule');
    expect(spread?.effect.problems).toEqual([
      { problem: 'executions that start in one minute', unit: 'count', before: '12.0', after: '0.0' },
    ]);
    expect(spread?.set).toHaveLength(11);
  });
});

describe('locations', () => {
  const two = (share: string, expects: readonly string[] = []): string =>
    shopOf({
      locations: ['aws-us-east-1', 'aws-eu-central-1'],
      resources: [serving('api', fixed(2))],
      behavior: [request],
      demand: [
        `{ to: shop/api, rate: 60/s, from: { aws-us-east-1: ${100 - Number(share)}%, aws-eu-central-1: ${share}% } }`,
      ],
      expect: expects,
    });

  it('that hardly anybody is served from go', () => {
    expect(rows(advised(two('2')).recommendations)).toContain(
      'gvc/shop staticPlacement: aws-us-east-1, aws-eu-central-1 -> aws-us-east-1',
    );
  });

  it('that go need no options of their own', () => {
    const own = two('2').replace(
      'defaultOptions:',
      'localOptions: [{ location: //location/aws-eu-central-1, autoscaling: { metric: disabled, minScale: 3, maxScale: 3 } }], defaultOptions:',
    );
    const { recommendations, unchanged, set } = advised(own);
    expect(recommendations.map(({ kind }) => kind)).toContain('location');
    expect(set.join('\n')).not.toContain('localOptions');
    const moot = unchanged.find(({ location, kind }) => location === 'aws-eu-central-1' && kind === 'scale');
    expect(moot?.rejected.at(-1)).toMatchObject({ stoppedBy: 'together' });
  });

  it('stay where they serve more, or where something is expected of them', () => {
    expect(advised(two('20')).recommendations.filter(({ kind }) => kind === 'location')).toEqual([]);
    const kept = advised(two('2', ['replicas.ready, of: shop/api, at: aws-eu-central-1, always: ">= 1"']));
    expect(kept.recommendations.filter(({ kind }) => kind === 'location')).toEqual([]);
    expect(kept.unchanged.find(({ kind }) => kind === 'location')?.rejected).toMatchObject([
      { stoppedBy: 'expectation' },
    ]);
  });
});

describe('all of it together', () => {
  it('loses what gains least where it breaks what none of it breaks alone', () => {
    const both = shopOf({
      resources: [serving('api', fixed(4)), serving('web', fixed(4), 'cpu: 1000m, memory: 512Mi')],
      behavior: ['"shop/*": { request: { cpu: 10ms, duration: 20ms } }'],
      demand: [steady(2), '{ to: shop/web, rate: 2/s }'],
      expect: ['replicas.ready, of: shop, always: ">= 5"'],
    });
    const { recommendations, unchanged } = advised(both);
    const scales = recommendations.filter(({ kind }) => kind === 'scale');
    expect(rows(scales)).toEqual(['shop/workload/web minScale: 4 -> 1 (minScale and maxScale)']);
    const dropped = unchanged.find(({ target, kind }) => kind === 'scale' && target === 'shop/workload/api');
    expect(dropped?.rejected.at(-1)).toMatchObject({ proposed: '1 (minScale and maxScale)', stoppedBy: 'together' });
    expect(dropped?.rejected.at(-1)?.why).toContain('replicas.ready');
  });

  it('goes on from what helps to what helps more, of one target too', () => {
    const text = shopOf({
      length: '14d',
      resources: [
        disk(
          'data',
          'initialCapacity: 20, autoscaling: { maxCapacity: 500, minFreePercentage: 10, scalingFactor: 1.05 }',
        ),
        keeping('db', 'data'),
      ],
      behavior: ['shop/data: { usage: { start: 15GB, growth: 40GB/d } }'],
    });
    const [row] = advised(text).recommendations;
    expect(row).toMatchObject({ proposed: 'scalingFactor 1.5, maxCapacity 2000 GB', severity: 'error' });
    expect(row?.effect.problems.every(({ after }) => Number(after) === 0)).toBe(true);
  });

  const text = shopOf({
    resources: [serving('api', fixed(8), 'cpu: 500m, memory: 512Mi, minCpu: 500m, minMemory: 512Mi')],
    behavior: [request.replace('{ request', '{ memory: 200Mi, request')],
    demand: [steady(40)],
  });

  it('overlaps where two save the same money', () => {
    const { total, recommendations } = advised(text);
    expect(recommendations.length).toBeGreaterThan(1);
    expect(Number(total.cost)).toBeGreaterThan(Number(total.singles));
    expect(Number(total.overlap)).toBeCloseTo(Number(total.cost) - Number(total.singles), 9);
  });

  it('is the difference of two runs', () => {
    const { total, set, cost } = advised(text);
    const after = figuresWith(text, set);
    expect(Number(total.cost)).toBeCloseTo(
      Number(after.cost.coefficient) / Number(`1e${after.cost.scale}`) - Number(cost),
      9,
    );
  });

  it('goes on until nothing more is found', () => {
    // Fewer replicas are busier, so that their reserve may shrink less than that of many: the second round knows.
    expect(advised(text).rounds).toBeGreaterThan(1);
  });

  it('stops at the most runs allowed, and says what was not tried', () => {
    const advice = advised(text, { runsMax: 14, roundsMax: 8 });
    expect(advice.runs).toBeLessThanOrEqual(14);
    expect(advice.untried).toBeGreaterThan(0);
    expect(
      [...advice.recommendations, ...advice.unchanged].flatMap(({ rejected }) =>
        rejected.map(({ stoppedBy }) => stoppedBy),
      ),
    ).toContain('untried');
  });

  it('is said for a terminal, with the patch as YAML', () => {
    const advice = advised(text);
    const shown = adviceText(advice, noPaint, 100, 'svcsim run shop.yaml --set ...');
    expect(shown).toContain('Total: ');
    expect(shown).toContain('Run with these changes: svcsim run shop.yaml');
    expect(shown.endsWith(advice.patch.trimEnd())).toBe(true);
    expect(yaml(advice.patch)).toHaveProperty(['variants', 'recommended', 'resources', 'shop/workload/api', 'spec']);
    expect(shown.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });
});
