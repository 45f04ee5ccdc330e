import { describe, expect, it } from 'vitest';
import { ran } from '../ran.ts';

interface Given {
  readonly type?: string;
  readonly scale?: number;
  readonly more?: string;
  readonly timeline?: string;
  readonly assumptions?: string;
  readonly behavior?: string;
}

const text = ({ type = 'stateful', scale = 1, more = '', timeline = '', assumptions = '', behavior = '' }: Given) =>
  `svcsim: 1
name: down
start: 2026-11-02T00:00:00Z
for: 2h
assumptions: { ${assumptions} }
resources:
  - { kind: gvc, name: g, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - { kind: volumeset, gvc: g, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 } }
  - kind: workload
    gvc: g
    name: db
    spec:
      type: ${type}
      containers: [{ name: main, image: "db:1", cpu: 100m, memory: 128Mi, ports: [{ number: 80 }]${more} }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: ${scale}, maxScale: ${scale} } }
behavior: { g/data: { usage: { start: 4GB } }, g/db: { request: { cpu: 1ms }${behavior} } }
timeline: [${timeline}]
`;
const found = (given: Given) =>
  ran(text(given)).report.summary.findings.filter(
    ({ kind }) => kind === 'stateful-down' || kind === 'no-replica-ready',
  );

const mounted = ', volumes: [{ uri: "svc://volumeset/data", path: /data }]';
const grow = (size: number) =>
  `{ at: +${size}m, post: /gvc/g/volumeset/data/-command, with: { type: expandVolume, spec: { location: aws-us-east-1, volumeIndex: 0, newStorageCapacity: ${size} } } }`;
const update =
  '{ at: +1h, patch: /gvc/g/workload/db, with: { spec: { containers: [{ name: main, image: "db:2" }] } } }';
const zoneLoss = '{ at: +30m, fault: { zoneLoss: { location: aws-us-east-1, zone: a } }, for: 5m }';

describe('findings: a stateful workload without a ready replica (stateful-down)', () => {
  it('by work on its volume: a hint with the total, what began it and where to add a replica (VOLCMD-6)', () => {
    const [finding, ...others] = found({ more: mounted, timeline: `${grow(20)}, ${grow(40)}` });
    expect(others).toEqual([]);
    expect(finding).toEqual({
      severity: 'info',
      kind: 'stateful-down',
      subject: 'g/workload/db@aws-us-east-1',
      message:
        'no replica was ready for 1m 35s although replicas were desired; 2 times, 3m 10s in total: work on its volume restarted the replica',
      at: '2026-11-02T00:20:00.000Z',
      rule: 'VOLCMD-6',
      lastedMs: 190_000,
      longest: { at: '2026-11-02T00:20:00.000Z', ms: 95_000 },
      cause: { type: 'replica.terminating', at: '2026-11-02T00:20:00.000Z' },
      entry: expect.any(Number),
      change: [
        'g/workload/db.spec.defaultOptions.autoscaling.minScale',
        'g/workload/db.spec.defaultOptions.autoscaling.maxScale',
      ],
    });
  });

  it('by several causes: each with its times, the longest first, and their rules', () => {
    const [finding] = found({ more: mounted, timeline: `${grow(20)}, ${update}, ${zoneLoss}` });
    expect(finding?.message).toMatch(
      /: the zone was lost \(once, \dm( \d+s)?\), a rollout replaced the replica \(once, 1m 45s\), work on its volume restarted the replica \(once, 1m 35s\)$/,
    );
    expect([finding?.severity, finding?.rule, finding?.rules]).toEqual(['warning', 'WL-21', ['ROLL-10', 'VOLCMD-6']]);
    expect(finding?.change).toContain('g/workload/db.spec.defaultOptions.multiZone.enabled=true');
  });

  it('not by what lasts as long as one sync, and by what lasts a second longer', () => {
    const crash = ', crash: { every: 70m }';
    expect(found({ behavior: crash })).toEqual([]);
    expect(found({ behavior: crash, assumptions: 'replica.start.duration: 6s' })).toMatchObject([
      { kind: 'stateful-down', severity: 'warning', rule: 'replica.backoff.crashFirst' },
    ]);
  });

  it('by an expansion of a volume that grows by itself: larger ones are fewer', () => {
    const growing = text({ more: mounted }).replace(
      'initialCapacity: 10',
      'initialCapacity: 10, autoscaling: { maxCapacity: 100, minFreePercentage: 20, scalingFactor: 1.5 }',
    );
    const { findings } = ran(growing.replace('start: 4GB', 'start: 7GB, growth: 1GB/h')).report.summary;
    const finding = findings.find(({ kind }) => kind === 'stateful-down');
    expect(finding?.rule).toBe('VOLCMD-6');
    expect(finding?.change).toContain('g/volumeset/data.spec.autoscaling.scalingFactor');
  });

  it('with several replicas in one zone: a spread over zones, and no more replicas; spread already: a location', () => {
    const two = { scale: 2, timeline: zoneLoss };
    expect(found(two)[0]?.change).toEqual(['g/workload/db.spec.defaultOptions.multiZone.enabled=true']);
    const oneZone = text(two).replace('autoscaling: {', 'multiZone: { enabled: true }, autoscaling: {');
    const { findings } = ran(oneZone.replace('assumptions: {', 'assumptions: { location.zones: 1')).report.summary;
    expect(findings[0]?.change).toEqual(['gvc/g.spec.staticPlacement.locationLinks']);
  });

  it('planned work of ten minutes and a thousandth of the time is a warning', () => {
    const updates = (count: number): string =>
      Array.from({ length: count }, (_, index) =>
        update.replace('+1h', `+${5 + 10 * index}m`).replace('db:2', `db:${index + 2}`),
      ).join(', ');
    expect(found({ timeline: updates(9) }).map(({ severity }) => severity)).toEqual(['info']);
    expect(found({ timeline: updates(10) }).map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('not with a second replica, and not of another type', () => {
    expect(found({ scale: 2, timeline: update })).toEqual([]);
    expect(found({ type: 'standard', timeline: zoneLoss })).toEqual([]);
    expect(found({ timeline: zoneLoss })).toHaveLength(1);
  });

  it('not while it starts for the first time', () => {
    expect(found({ assumptions: 'run.start: cold', more: mounted })).toEqual([]);
  });

  it('says which requests found no replica, and is a warning then', () => {
    const demand = `${text({ timeline: update })}demand: [{ to: g/db, rate: 10/s }]\n`;
    const [finding] = ran(demand).report.summary.findings.filter(({ kind }) => kind === 'stateful-down');
    expect(finding?.severity).toBe('warning');
    // The replica that leaves answers for 46 s; the new one starts in 14 s.
    expect(finding?.message).toMatch(/; 140 requests found no replica$/);
  });

  it('ten minutes at a stretch are an error of any type, one second less is none', () => {
    const loss = (duration: string) => zoneLoss.replace('5m', duration);
    const kinds = (type: string, duration: string) => found({ type, timeline: loss(duration) }).map(({ kind }) => kind);
    // A replica starts 14 s after the end.
    expect(kinds('stateful', '9m46s')).toEqual(['no-replica-ready']);
    expect(kinds('standard', '9m46s')).toEqual(['no-replica-ready']);
    expect(kinds('stateful', '9m45s')).toEqual(['stateful-down']);
    expect(kinds('standard', '9m45s')).toEqual([]);
  });
});

describe('the causes of time without a ready replica', () => {
  it.each<[string, Given, string]>([
    [
      'kill',
      {
        timeline: '{ at: +30m, fault: { replicaKill: { of: g/db, replicas: 1 } } }',
        assumptions: 'replica.start.duration: 20s',
      },
      'the replica was killed',
    ],
    [
      'readiness',
      {
        more: ', readinessProbe: { tcpSocket: { port: 80 } }',
        timeline: '{ at: +30m, fault: { stuckReadiness: { of: g/db, replicas: 1 } }, for: 5m }',
      },
      'a readiness probe failed',
    ],
    [
      'stop',
      {
        timeline:
          '{ at: +30m, post: /gvc/g/workload/db/-command, with: { type: stopReplica, spec: { location: aws-us-east-1, replica: db-0 } } }',
      },
      'the replica was stopped by command',
    ],
  ])('%s', (_, given, words) => {
    expect(found(given).map(({ message }) => message.split(': ')[1])).toEqual([words]);
  });

  it('are the same in a fork, and begin anew in what is carried forward', () => {
    const { chronicle } = ran(text({ timeline: update })).report;
    const { downTime } = chronicle.deployments.get('g/workload/db@aws-us-east-1')!.replicas;
    const of = (one: typeof downTime) => one.causes.map(([cause, { total }]) => [cause, total]);
    expect(of(downTime)).toEqual([['rollout', 60_000]]);
    expect(of(downTime.fork())).toEqual(of(downTime));
    expect(of(downTime.carriedForward(chronicle.input.end))).toEqual([]);
  });
});
