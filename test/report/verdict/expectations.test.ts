import { describe, expect, it } from 'vitest';
import { isoFromInstant } from '../../../src/engine/time.ts';
import { loadsOf } from '../../../src/report/capacity/capacityLoad.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { reportOf } from '../../../src/report/report.ts';
import { judgeExpectations } from '../../../src/report/verdict/expectations.ts';
import { eventful, ran } from '../ran.ts';

/** A workload of two replicas that gets a third from hour 2 to hour 5 of 10, and a new version at hour 7. */
const steady = `svcsim: 1
name: steady
start: 2026-11-01T00:00:00Z
for: 10h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1, //location/aws-eu-central-1] } } }
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: "db:1", cpu: 500m, memory: 512Mi, volumes: [{ uri: "svc://volumeset/data", path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
behavior:
  shop/data: { usage: { start: 1GB, growth: 0.5GB/h } }
timeline:
  - { at: +2h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 3, maxScale: 3 } } } } }
  - { at: +5h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 2 } } } } }
  - { at: +6h, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, cpu: 4000m, minCpu: 1m }] } } }
  - { at: +7h, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: "web:2" }] } }, answers: 404 }
`;

function judged(...expectations: readonly string[]) {
  const { report } = ran(`${steady}expect:\n${expectations.map((one) => `  - { ${one} }\n`).join('')}`);
  return report.expectations.map(({ pass, measured, firstBrokenAt }) => [
    pass,
    measured,
    firstBrokenAt === null ? null : isoFromInstant(firstBrokenAt).slice(11, 16),
  ]);
}

const east = 'of: shop/web, at: aws-us-east-1';

describe('expectations of counts', () => {
  it.each([
    ['at the end, all locations together', 'metric: replicas.ready, of: shop/web, is: "= 4"', [true, '4', null]],
    ['at the end, in one location', `metric: replicas.ready, ${east}, atEnd: "= 2"`, [true, '2', null]],
    ['of a whole gvc', 'metric: replicas.desired, of: shop, is: "= 6"', [true, '6', null]],
    ['always, at the least', `metric: replicas.ready, ${east}, always: ">= 2"`, [true, '2', null]],
    [
      'always at most, broken from the first instant of more',
      `metric: replicas.total, ${east}, always: "<= 2"`,
      [false, '3', '02:00'],
    ],
    [
      'always equal, broken first by too many',
      `metric: replicas.desired, ${east}, always: "= 2"`,
      [false, '3', '02:00'],
    ],
    ['always unlike', `metric: replicas.desired, ${east}, always: "!= 3"`, [false, '3', '02:00']],
    [
      'a share of the time: 3 of 10 hours',
      `metric: replicas.desired, ${east}, is: "= 3", share: "= 30%"`,
      [true, '0.3', null],
    ],
    [
      'a share of the time that is not reached',
      `metric: replicas.desired, ${east}, is: ">= 3", share: "> 30%"`,
      [false, '0.3', '00:00'],
    ],
    [
      'how many there are at the end, since when',
      `metric: replicas.ready, ${east}, atEnd: "= 3"`,
      [false, '2', '05:00'],
    ],
    [
      'more than wanted, from the first one too many',
      `metric: rollouts.completed, of: shop/web, is: "= 0"`,
      [false, '2', '07:00'],
    ],
    [
      'fewer than wanted, which no instant tells',
      'metric: rollouts.completed, of: shop/web, is: ">= 3"',
      [false, '2', null],
    ],
    ['rollouts of both locations', 'metric: rollouts.completed, of: shop/web, is: "= 2"', [true, '2', null]],
    ['the longest rollout, not the sum', 'metric: rollouts.duration, of: shop/web, is: "<= 1m"', [true, '0', null]],
    ['requests that were refused', 'metric: requests.refused, is: "= 1"', [true, '1', null]],
    ['refused requests, always', 'metric: requests.refused, always: "= 0"', [false, '1', '06:00']],
    ['answers that were not expected', 'metric: requests.unexpected, is: "= 0"', [false, '1', null]],
  ] as const)('%s', (_, expectation, result) => {
    expect(judged(expectation)).toEqual([result]);
  });
});

describe('a tolerance', () => {
  it.each([
    ['lets as much more pass', `metric: replicas.total, ${east}, always: "<= 2", tolerance: 1`, true],
    ['lets as much less pass', 'metric: replicas.ready, of: shop/web, is: ">= 5", tolerance: 20%', true],
    ['but no more than that', 'metric: replicas.ready, of: shop/web, is: ">= 5", tolerance: 19.9%', false],
    [
      'goes both ways where something is to be exact',
      'metric: replicas.ready, of: shop/web, is: "= 5", tolerance: 1',
      true,
    ],
    ['makes wider what must not be', 'metric: replicas.ready, of: shop/web, is: "!= 5", tolerance: 1', false],
    ['leaves a bound that is not included out', 'metric: replicas.ready, of: shop/web, is: "> 5", tolerance: 1', false],
    [
      'is in points of a share of time',
      `metric: replicas.desired, ${east}, is: "= 3", share: "= 31%", tolerance: 1%`,
      true,
    ],
    [
      'is in points of a percentage',
      'metric: volumes.freePercentage, of: shop/data, is: "= 41%", tolerance: 0.9%',
      false,
    ],
    ['has a size of its own', 'metric: volumes.usedGB, of: shop/data, atEnd: "= 11 GB", tolerance: 1000 MB', true],
    ['of money is exact', 'metric: bill.total, is: "= 1 USD", tolerance: 100%', true],
  ])('%s', (_, expectation, pass) => {
    expect(judged(expectation).map(([held]) => held)).toEqual([pass]);
  });

  it('of money counts to the last digit', () => {
    const { payable } = ran(steady).report.summary;
    const [less, exactly] = [0.01, 0].map((by) => (2 * Number(payable) - by).toFixed(2));
    const half = `tolerance: ${payable} USD`;
    const passes = judged(
      `metric: bill.total, is: ">= ${exactly} USD", ${half}`,
      `metric: bill.total, is: "> ${less} USD", ${half}`,
      `metric: bill.total, is: "> ${exactly} USD", ${half}`,
    );
    expect(passes.map(([pass]) => pass)).toEqual([true, true, false]);
  });

  it('says since when a count at the end is wrong, and nothing where it was so from the start on', () => {
    const { report } = ran(`${steady}expect:
  - { metric: replicas.ready, of: shop/web, atEnd: ">= 8" }
  - { metric: rollouts.stalled, of: shop/web, atEnd: ">= 1" }
  - { metric: executions.active, of: shop/web, atEnd: ">= 1" }
`);
    for (const { pass, message, firstBrokenAt } of report.expectations) {
      expect([pass, firstBrokenAt]).toEqual([false, null]);
      expect(message).not.toMatch(/since|first at/);
    }
  });

  it('is told with what was expected', () => {
    const { report } = ran(`${steady}expect:
  - { metric: replicas.ready, of: shop/web, is: ">= 8", tolerance: 5% }
  - { metric: bill.total, is: "= 1 USD", tolerance: 50 USD }
`);
    expect(report.expectations.map(({ message }) => message)).toEqual([
      'replicas.ready of shop/web at the end: 4 (expected at least 8 ± 0.4)',
      expect.stringMatching(/^bill\.total: \d\.\d\d USD \(expected exactly 1\.00 USD ± 50\.00 USD\)$/),
    ]);
    expect(report.capacity.verdict.map(({ name, threshold }) => [name, threshold])).toEqual([
      ['replicas.ready of shop/web is >= 8 ± 5%', '>= 8 ± 0.4'],
      ['bill.total is = 1 USD ± 50 USD', '= 1 USD ± 50 USD'],
    ]);
  });
});

describe('expectations of volumes', () => {
  it.each([
    [
      'use grows on between entries',
      'metric: volumes.usedGB, of: shop/data, at: aws-us-east-1, atEnd: "= 6 GB"',
      [true, '6.0', null],
    ],
    ['both volumes together', 'metric: volumes.usedGB, of: shop/data, atEnd: "= 12 GB"', [true, '12.0', null]],
    [
      'the share that is free, of the fullest',
      'metric: volumes.freePercentage, of: shop/data, is: "= 40%"',
      [true, '40.0', null],
    ],
    ['always enough free', 'metric: volumes.freePercentage, of: shop/data, always: ">= 40%"', [true, '40.0', null]],
    [
      // 5.9 GB of 10 at 09:48 leave just enough.
      'not always enough free, from the first reading that says so',
      'metric: volumes.freePercentage, of: shop/data, always: ">= 41%"',
      [false, '40.0', '09:49'],
    ],
    [
      // 11 GB in both at 09:00.
      'too much used, from the first reading that says so',
      'metric: volumes.usedGB, of: shop/data, always: "<= 11 GB"',
      [false, '12.0', '09:01'],
    ],
    [
      // At 02:00 it is 80 % still: 121 minutes of 600.
      'enough free for a share of the time, reading by reading',
      'metric: volumes.freePercentage, of: shop/data, is: ">= 80%", share: ">= 20%"',
      [true, '0.201667', null],
    ],
    [
      'too much used for a share of the time',
      'metric: volumes.usedGB, of: shop/data, is: "> 4 GB", share: "<= 50%"',
      [false, '0.798333', '02:01'],
    ],
    ['capacity', 'metric: volumes.capacityGB, of: shop/data, always: "= 20 GB"', [true, '20.0', null]],
    ['count', 'metric: volumes.count, of: shop/data, always: "= 2"', [true, '2', null]],
  ] as const)('%s', (_, expectation, result) => {
    expect(judged(expectation)).toEqual([result]);
  });
});

describe('expectations of money', () => {
  it('are compared exactly, to the last digit', () => {
    const { report } = ran(steady);
    const cost = report.capacity.workloads
      .filter(({ name }) => name === 'db')
      .reduce((sum, one) => sum + Number(one.cost), 0);
    const [[, measured] = []] = judged('metric: bill.workload, of: shop/db, is: "> 0 USD"');
    expect(Number(measured)).toBeCloseTo(cost, 9);
    const short = String(measured).slice(0, -1);
    expect(
      judged(
        `metric: bill.workload, of: shop/db, is: "= ${measured} USD"`,
        `metric: bill.workload, of: shop/db, is: "<= ${short} USD"`,
        `metric: bill.total, is: "= ${Number(report.summary.payable).toFixed(2)} USD"`,
      ).map(([pass]) => pass),
    ).toEqual([true, false, true]);
  });

  it('of one location are those of its rows alone', () => {
    const { report } = ran(steady);
    const [here] = report.capacity.workloads.filter(
      ({ name, location }) => name === 'web' && location === 'aws-us-east-1',
    );
    const of = 'metric: bill.workload, of: shop/web';
    const results = judged(`${of}, at: aws-us-east-1, is: "= ${here?.cost} USD"`, `${of}, is: "= ${here?.cost} USD"`);
    expect(results.map(([pass]) => pass)).toEqual([true, false]);
  });

  it('name the hour in which too much had been spent', () => {
    const { report } = ran(steady);
    const half = (Number(report.summary.payable) / 2).toFixed(3);
    // Three replicas in the place of two from hour 2 to hour 5: more than half is spent in the fifth hour of ten.
    const [[pass, , at] = []] = judged(`metric: bill.total, is: "<= ${half} USD"`);
    expect([pass, at]).toEqual([false, '04:00']);
    expect(judged('metric: bill.total, is: ">= 1000 USD"', 'metric: bill.total, is: "!= 0 USD"')).toMatchObject([
      [false, expect.any(String), null],
      [true, expect.any(String), null],
    ]);
    const { report: told } = ran(`${steady}expect:\n  - { metric: bill.workload, of: shop/db, is: "<= 0 USD" }\n`);
    expect(told.expectations[0]?.message).toMatch(
      / USD \(expected at most 0\.00 USD\), exceeded in the hour from 1 Nov 00:00$/,
    );
  });

  it('fail where the bill has another currency than the file was read for', () => {
    const { run, chronicle } = ran(`${steady}expect:\n  - { metric: bill.total, is: "<= 1000 USD" }\n`);
    const world = run.sim.world;
    const bill = { ...run.bill().bill, currency: 'EUR' };
    const [result] = judgeExpectations({
      chronicle,
      world,
      bill,
      hourly: () => bill,
      load: loadsOf(chronicle, world, run.now),
      now: run.now,
    });
    expect(result).toMatchObject({ pass: false });
    expect(result?.message).toContain('the price book is in EUR');
  });
});

describe('a verdict', () => {
  it('says in one sentence what was expected, what was measured, and since when it was broken', () => {
    const { report } = ran(`${steady}expect:\n  - { metric: replicas.total, ${east}, always: "<= 2" }\n`);
    expect(report.expectations[0]?.message).toBe(
      'replicas.total of shop/web at aws-us-east-1: was 3 at 1 Nov 02:00 (expected always at most 2)',
    );
    expect(report.capacity.verdict).toEqual([
      {
        name: 'replicas.total of shop/web at aws-us-east-1 always <= 2',
        threshold: '<= 2',
        measured: '3',
        unit: 'count',
        pass: false,
        decided: true,
        firstBroken: '2026-11-01T02:00:00.000Z',
        entry: expect.any(Number),
        message: report.expectations[0]?.message,
      },
    ]);
  });

  it.each([
    [
      'exact',
      'metric: replicas.ready, of: shop/web, is: "= 4"',
      'replicas.ready of shop/web at the end: 4, as expected',
    ],
    ['bound', 'metric: rollouts.completed, is: ">= 1"', 'rollouts.completed: 2 (expected at least 1)'],
    ['missed', 'metric: rollouts.completed, is: "= 1000"', 'rollouts.completed: 2 (expected exactly 1,000)'],
    [
      'never below',
      'metric: replicas.ready, of: shop, always: ">= 2"',
      'replicas.ready of shop: never below 6 (expected at least 2)',
    ],
    ['never above', 'metric: volumes.count, always: "<= 2"', 'volumes.count: never above 2 (expected at most 2)'],
    ['always equal', 'metric: volumes.count, always: "= 2"', 'volumes.count: always 2, as expected'],
    ['always unlike', 'metric: volumes.count, always: "!= 3"', 'volumes.count: never 3, as expected'],
    [
      'broken, and worse later',
      'metric: volumes.usedGB, of: shop/data, at: aws-us-east-1, always: "<= 0.5 GB"',
      'volumes.usedGB of shop/data at aws-us-east-1: was 1 GB at 1 Nov 00:00, later 6 GB (expected always at most 0.5 GB)',
    ],
    [
      'share',
      `metric: replicas.desired, ${east}, is: "= 3", share: ">= 99.5%"`,
      'replicas.desired of shop/web at aws-us-east-1 exactly 3: 30 % of the time (expected at least 99.5 %), first false at 1 Nov 00:00',
    ],
    ['duration', 'metric: rollouts.duration, is: "<= 90061s"', 'rollouts.duration: 0s (expected at most 1d 1h 1m 1s)'],
    [
      'money',
      'metric: bill.total, is: "<= 12345.5 USD"',
      expect.stringMatching(/^bill\.total: \d\.\d\d USD \(expected at most 12,345\.50 USD\)$/),
    ],
  ] as const)('%s, in words', (_, expectation, message) => {
    const { report } = ran(`${steady}expect:\n  - { ${expectation} }\n`);
    expect(report.expectations[0]?.message).toEqual(message);
  });

  it('is a failure too where a request was not answered as stated', () => {
    expect(ran(steady).report.summary).toMatchObject({ verdict: 'fail', expectations: [] });
    expect(ran(steady.replace(', answers: 404', '')).report.summary.verdict).toBe('pass');
  });

  it('does not depend on a fork of the chronicle on the way', () => {
    const { scenario, run, entries, report } = ran(
      `${eventful}expect:
  - { metric: replicas.ready, of: shop/web, always: ">= 6" }
  - { metric: replicas.ready, of: shop/web, is: ">= 10", share: ">= 90%" }
  - { metric: executions.active, always: "<= 1" }
`,
    );
    const before = new Chronicle(scenario);
    for (const entry of entries.slice(0, 90)) before.listen(entry);
    const fork = before.fork();
    for (const entry of entries.slice(90, 200)) before.listen(entry);
    for (const entry of entries.slice(90)) fork.listen(entry);
    expect(reportOf(run, fork).expectations).toEqual(report.expectations);
    expect(report.expectations.map(({ pass }) => pass)).toContain(false);
  });
});
