import { describe, expect, it } from 'vitest';
import { terminalSummary } from '../../../src/report/render/terminal.ts';
import { noPaint } from '../../../src/report/words/paint.ts';
import { ran } from '../ran.ts';

const scenario = (timeline: string): string => `svcsim: 1
name: missed
start: 2026-11-02T00:00:00Z
for: 1h
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: "db:1", cpu: 500m, memory: 512Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 9 } }
timeline:
${timeline}
`;
const missed = (...entries: string[]) =>
  ran(scenario(entries.map((entry) => `  - { ${entry} }`).join('\n'))).report.summary.findings.filter(
    ({ kind }) => kind === 'fault-missed',
  );

describe('findings: executions that are Active for ever (TYPE-10)', () => {
  const job = (deadline: string): string => `svcsim: 1
name: stuck
start: 2026-11-02T00:00:00Z
for: 1h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 500m, memory: 512Mi }]
      job: { schedule: "*/20 * * * *", concurrencyPolicy: Forbid${deadline} }
behavior: { shop/job: { execution: { duration: never } } }
`;
  const found = (deadline: string) =>
    ran(job(deadline)).report.summary.findings.filter(({ kind }) => kind === 'executions-endless');

  it('with when they started; none that its deadline has ended', () => {
    expect(found('').map(({ subject, message, at, rule }) => [subject, message, at, rule])).toEqual([
      [
        'shop/workload/job@aws-us-east-1',
        '1 execution still Active at the end: the containers never exit',
        '2026-11-02T00:00:00.000Z',
        'TYPE-10',
      ],
    ]);
    expect(found(', activeDeadlineSeconds: 300')).toEqual([]);
  });
});

describe('findings: faults that struck nobody', () => {
  it('with when, whom they were meant for, and why', () => {
    expect(missed('at: +10m, fault: { replicaKill: { of: shop/db, replicas: [db-7] } }')).toEqual([
      {
        severity: 'warning',
        kind: 'fault-missed',
        subject: 'shop/workload/db',
        message: 'replicaKill at +10m hit none of its targets: no replica or execution is named db-7',
        at: '2026-11-02T00:10:00.000Z',
        rule: null,
        entry: 5,
      },
    ]);
  });

  it.each([
    [
      'others were struck',
      ['at: +10m, fault: { replicaKill: { of: shop/db, replicas: [db-1, db-8] } }'],
      ['replicaKill at +10m hit only some of its targets: no replica or execution is named db-8'],
    ],
    [
      'again and again: said once',
      ["every: '*/15 * * * *', fault: { replicaKill: { of: shop/db, replicas: [db-7] } }"],
      ['replicaKill at +0s hit none of its targets: no replica or execution is named db-7 (and 3 times more)'],
    ],
    [
      'nobody is there, after a fault that struck some',
      [
        'at: +5m, fault: { replicaKill: { of: shop/db } }',
        'at: +10m, fault: { replicaKill: { of: shop/db, location: aws-eu-central-1 } }',
      ],
      ['replicaKill at +10m hit none of its targets: no replica or execution matched'],
    ],
    ['all were struck', ['at: +5m, fault: { replicaKill: { of: shop/db, replicas: [db-0] } }'], []],
  ])('%s', (_, entries, messages) => {
    expect(missed(...entries).map(({ message }) => message)).toEqual(messages);
  });

  it('stand in the terminal', () => {
    const { report } = ran(scenario('  - { at: +10m, fault: { replicaKill: { of: shop/db, replicas: [db-7] } } }'));
    expect(terminalSummary(report, noPaint, 120)).toContain(
      '! shop/workload/db: replicaKill at +10m hit none of its targets',
    );
  });
});

describe('findings: an expectation that held', () => {
  const held = (share: string) =>
    ran(`${scenario('  - { at: +30m, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { suspend: true } } } }')}expect:
  - { metric: replicas.desired, of: shop/db, is: ">= 2", share: "${share}" }
`).report.summary.findings.filter(({ kind }) => kind === 'objective-nearly-broken');

  it('is told of only where little is left of what may fail, and says that it held', () => {
    expect(held('>= 40%')).toEqual([]);
    expect(held('>= 49%').map(({ severity, message }) => [severity, message])).toEqual([
      [
        'info',
        'passed narrowly: replicas.desired of shop/db at least 2: 50 % of the time (expected at least 49 %); error budget left: 36s of 30m 36s',
      ],
    ]);
  });
});
