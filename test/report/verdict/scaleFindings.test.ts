import { describe, expect, it } from 'vitest';
import { ran } from '../ran.ts';

interface Given {
  readonly spec: string;
  readonly behavior: string;
  readonly demand?: string;
  readonly timeline?: string;
  readonly length?: string;
  readonly locations?: string;
  readonly more?: string;
}

const findingsOf = ({ spec, behavior, demand = '', timeline = '', length = '2h', locations = '', more = '' }: Given) =>
  ran(`svcsim: 1
name: scale
start: 2026-11-02T00:00:00Z
for: ${length}
resources:
  - { kind: gvc, name: g, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1${locations}] } } }
  - { kind: workload, gvc: g, name: api, spec: ${spec} }
behavior: { g/api: ${behavior} }
demand: [${demand}]
timeline: [${timeline}]
${more}
`).report.summary.findings;

const found = (given: Given) =>
  findingsOf(given)
    .filter(({ kind }) => /^(at-max-scale|no-replica-ready|surge-counted|liveness-too-early)$/.test(kind))
    .map(({ severity, kind, subject, message, at }) => [severity, kind, subject, message, at]);

const ports = 'ports: [{ number: 8080, protocol: http }]';
const scaling = (type: string, container: string, autoscaling: string, more = ''): string =>
  `{ type: ${type}, containers: [{ name: main, image: "x:1", ${container}, ${ports} }], defaultOptions: { autoscaling: { ${autoscaling} } }${more} }`;
const place = 'g/workload/api@aws-us-east-1';

describe('findings: a workload stands at maxScale', () => {
  it('by a resident baseline above the target of memory, without any load', () => {
    const spec = scaling(
      'standard',
      'cpu: 250m, memory: 1000Mi',
      'metric: memory, target: 80, minScale: 1, maxScale: 20',
    );
    const [[severity, kind, subject, message] = []] = found({ spec, behavior: '{ memory: 890Mi }' });
    expect([severity, kind, subject]).toEqual(['warning', 'at-max-scale', place]);
    expect(message).toMatch(
      /^at maxScale \(20\) for 2h, 100 % of the time: the metric memory \(target 80\) asks for at least that many, although no request arrived$/,
    );
    // 87.5 % is within the tolerance of 80 %.
    expect(found({ spec, behavior: '{ memory: 875Mi }' })).toEqual([]);
  });

  const spec = scaling('standard', 'cpu: 500m, memory: 256Mi', 'metric: cpu, target: 60, minScale: 1, maxScale: 2');
  // Two replicas answer 100 a second.
  const peak = (minutes: number, rate: string): string =>
    `{ to: g/api, rate: { steps: [[0m, 5/s], [60m, ${rate}], [${60 + minutes}m, 5/s]] } }`;
  const peaking = (minutes: number, length = '4h', rate = '95/s') =>
    found({
      spec,
      behavior: '{ request: { cpu: 10ms } }',
      demand: peak(minutes, rate),
      length,
      more: 'assumptions: { run.start: minScale, replica.start.duration: 0s, replica.pull.duration: 0s }',
    })
      .filter(([, kind]) => kind === 'at-max-scale')
      .map((one) => one.slice(1, 3));

  it('for an hour at a stretch, or a tenth of the time; a peak that passes is what autoscaling is for', () => {
    expect(peaking(70)).toEqual([['at-max-scale', place]]);
    // Nothing comes down before five minutes of less have passed.
    expect(peaking(30)).toEqual([['at-max-scale', place]]);
    expect(peaking(10, '12h')).toEqual([]);
  });

  it('for a shorter time if requests were not served meanwhile, and says how many', () => {
    expect(peaking(10, '12h', '150/s')).toEqual([['at-max-scale', place]]);
    const given = { spec, behavior: '{ request: { cpu: 10ms } }', demand: peak(10, '150/s'), length: '12h' };
    const { message = '' } = findingsOf(given).find(({ kind }) => kind === 'at-max-scale') ?? {};
    const [, unserved = ''] =
      /; meanwhile ([\d,]+) requests were not served, and requests waited during 9m \d+s/.exec(message) ?? [];
    // 90,000 requests come in the ten minutes, and 60,000 are answered; while the queue is full, all share one fate.
    expect(Number(unserved.replaceAll(',', ''))).toBeGreaterThan(80_000);
    expect(Number(unserved.replaceAll(',', ''))).toBeLessThan(90_000);
  });

  it('says since when, how long, what began it, and where to raise it', () => {
    const given = { spec, behavior: '{ request: { cpu: 10ms } }', demand: peak(70, '95/s'), length: '4h' };
    const finding = findingsOf(given).find(({ kind }) => kind === 'at-max-scale');
    expect(finding).toMatchObject({ rule: 'WL-18', at: '2026-11-02T01:00:15.000Z' });
    expect(finding?.cause).toEqual({ type: 'deployment.scaled', at: '2026-11-02T01:00:15.000Z' });
    // 70 minutes, and five more until the count falls.
    expect(finding?.lastedMs).toBeGreaterThan(74 * 60_000);
    expect(finding?.change).toEqual(['g/workload/api.spec.defaultOptions.autoscaling.maxScale']);
  });

  it('not where there is no other scale', () => {
    const fixed = scaling('standard', 'cpu: 500m, memory: 256Mi', 'metric: cpu, target: 60, minScale: 2, maxScale: 2');
    expect(found({ spec: fixed, behavior: '{ cpu: 400m }' })).toEqual([]);
  });

  it('once for all locations', () => {
    const all = found({
      spec,
      behavior: '{ cpu: 450m }',
      locations: ', //location/gcp-us-east1, //location/aws-eu-central-1',
    });
    expect(all).toHaveLength(1);
    expect(all[0]?.[3]).toMatch(/; also in 2 other locations$/);
  });
});

describe('findings: no replica is ready', () => {
  const probed = 'cpu: 100m, memory: 128Mi, readinessProbe: { tcpSocket: { port: 8080 } }';
  const stateful = scaling('stateful', probed, 'metric: disabled, minScale: 1, maxScale: 1');

  const update =
    '{ at: +1h, patch: /gvc/g/workload/api, with: { spec: { containers: [{ name: main, image: "x:2" }] } } }';

  it('of a stateful workload whose new version needs half a day to start', () => {
    const [[severity, kind, subject, message, at] = []] = found({
      spec: stateful,
      behavior: '{ readyAfter: 12h }',
      timeline: update,
      length: '24h',
    });
    expect([severity, kind, subject]).toEqual(['error', 'no-replica-ready', place]);
    expect(message).toMatch(
      /^no replica was ready for 12h( \d+m)?( \d+s)? although replicas were desired: a rollout replaced the replica$/,
    );
    expect(at).toMatch(/^2026-11-02T01:0/);
  });

  it('not where a restart takes less than ten minutes, nor where none is wanted', () => {
    expect(found({ spec: stateful, behavior: '{ readyAfter: 5m }', timeline: update })).toEqual([]);
    const none = scaling('serverless', 'cpu: 100m, memory: 128Mi', 'metric: rps, target: 10, minScale: 0, maxScale: 5');
    expect(found({ spec: none, behavior: '{}' })).toEqual([]);
  });
});

describe('findings: autoscaling counts the surge of a rollout', () => {
  const spec = (surge: string): string =>
    scaling(
      'standard',
      'cpu: 500m, memory: 500Mi',
      'metric: memory, target: 70, minScale: 10, maxScale: 40',
      `, rolloutOptions: { minReadySeconds: 60, maxSurgeReplicas: ${surge}, maxUnavailableReplicas: 0 }`,
    );
  const rollout =
    '{ at: +10m, patch: /gvc/g/workload/api, with: { spec: { containers: [{ name: main, image: "x:2" }] } } }';
  const behavior = '{ memory: 300Mi }';

  it('and tells how many replicas were counted, in the entry and as a finding', () => {
    const [[severity, kind, , message, at] = []] = found({
      spec: spec('100%'),
      behavior,
      timeline: rollout,
      length: '1h',
    });
    expect([severity, kind]).toEqual(['warning', 'surge-counted']);
    expect(at).toBe('2026-11-02T00:10:15.000Z');
    expect(message).toMatch(
      /^scaled from 10 to 40 replicas in 3 steps without more load: memory was at 60 \(target 70\), but the autoscaler counted 20 replicas/,
    );
  });

  it('and tells nothing of it where load asks for more', () => {
    expect(
      found({
        spec: spec('25%'),
        behavior: '{ memory: 300Mi, request: { memory: 100Mi, duration: 1s } }',
        demand: '{ to: g/api, rate: { steps: [[0m, 1/s], [30m, 20/s]] } }',
      }),
    ).toEqual([]);
  });
});

describe('findings: a liveness probe ends a container before its application answers', () => {
  const impatient = (failures: number, delay = 0) =>
    `{ type: standard, containers: [{ name: main, image: "x:1", cpu: 100m, memory: 200Mi, ${ports}, livenessProbe: { httpGet: { path: /h, port: 8080 }, initialDelaySeconds: ${delay}, periodSeconds: 10, failureThreshold: ${failures} } }], defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } } }`;
  const timeline = `{ at: +1m, patch: /gvc/g/workload/api, with: { spec: { containers: [{ name: main, image: "x:2" }] } } }`;
  const deaths = (spec: string, readyAfter: string) =>
    found({ spec, behavior: `{ readyAfter: ${readyAfter} }`, timeline }).filter(
      ([, kind]) => kind === 'liveness-too-early',
    );

  it('it says by how much, and what lets it start: with that it does (probe.grid)', () => {
    // Asked at 0 s, 10 s and 20 s: ended 25 s before it answers, after a wait that doubles.
    const [[severity, , subject, message, at] = []] = deaths(impatient(3), '45s');
    expect([severity, subject, at]).toEqual(['warning', place, '2026-11-02T00:01:34.000Z']);
    expect(message).toMatch(
      /^its liveness probe killed container main before it answered, \d+ times in 1h \d+m \(the first time 25s too early\); set failureThreshold to 6 or increase initialDelaySeconds$/,
    );
    expect(deaths(impatient(5), '45s')).toHaveLength(1);
    expect(deaths(impatient(6), '45s')).toEqual([]);
    expect(deaths(impatient(3, 25), '45s')).toEqual([]);
  });

  it('an answer at the very instant of a try is one', () => {
    expect(deaths(impatient(4), '40s')).toHaveLength(1);
    expect(deaths(impatient(5), '40s')).toEqual([]);
  });

  const textOf = (spec: string, more: string): string => `svcsim: 1
name: liveness
start: 2026-11-02T00:00:00Z
for: 2h
resources:
  - { kind: gvc, name: g, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - { kind: workload, gvc: g, name: api, spec: ${spec} }
${more}
`;

  it('not where it has answered before, and then does no more', () => {
    const fault = 'timeline: [{ at: +1h, fault: { stuckReadiness: { of: g/api, replicas: 1 } }, for: 15m }]';
    const { chronicle } = ran(textOf(impatient(3), fault)).report;
    const { exits, earlyDeaths } = chronicle.deployments.get(place)!.replicas;
    expect(exits).toBeGreaterThan(3);
    expect(earlyDeaths).toBeNull();
  });

  it('a fork of a session knows of those before it', () => {
    const { chronicle } = ran(
      textOf(impatient(3), `behavior: { g/api: { readyAfter: 45s } }\ntimeline: [${timeline}]`),
    );
    const known = (one: typeof chronicle) => one.deployments.get(place)!.replicas.earlyDeaths;
    expect(known(chronicle)).toMatchObject({ answersInMs: 25_000, missesBefore: 5 });
    expect(known(chronicle.fork())).toEqual(known(chronicle));
  });
});
