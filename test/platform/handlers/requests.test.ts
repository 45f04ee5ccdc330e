/**
 * Single requests and what the platform's rules say of them: addresses, headers, authorization, readiness, retries,
 * timeouts.
 */
import { describe, expect, it } from 'vitest';
import type { FactData } from '../../../src/platform/facts.ts';
import { ran, replicas, workload } from './ran.ts';

const here = 'aws-us-east-1';
const containers = [
  { name: 'main', image: 'a:1', cpu: '100m', memory: '128Mi', ports: [{ number: 8080, protocol: 'http' }] },
];

interface Given {
  readonly resources: readonly object[];
  readonly probes: readonly object[];
  readonly behavior?: object;
  readonly timeline?: readonly object[];
  readonly assumptions?: object;
}

/** What became of probes that are sent ten minutes after the start, in their order. */
function answersOf({
  resources,
  probes,
  behavior = {},
  timeline = [],
  assumptions = {},
}: Given): FactData['call.ended'][] {
  const { of } = ran({
    for: '1h',
    resources,
    behavior,
    assumptions,
    timeline: [...timeline, ...probes.map((probe) => ({ at: '+10m', probe }))],
  });
  const ended = of('call.ended').map(({ data }) => data as FactData['call.ended']);
  const numberOf = ({ caller }: FactData['call.ended']): number => Number(caller.slice('probe '.length));
  return ended.sort((a, b) => numberOf(a) - numberOf(b));
}

function statusesOf(given: Given): number[] {
  return answersOf(given).map(({ status }) => status);
}

function rulesOf({ path = [] }: FactData['call.ended']): string[] {
  return path.flatMap(({ rules }) => rules);
}

function web(spec: object = {}, tags: object = {}): object {
  return { ...workload('web', 'standard', { containers, ...replicas(2), ...spec }), tags };
}

const db = workload('db', 'stateful', { containers, ...replicas(2), loadBalancer: { replicaDirect: true } });
const to = { to: 'shop/web' };
const inside = { by: 'shop/web', from: here };

describe('addresses of a request', () => {
  it('REPL-4, NET-7, NET-8: of one replica, inside; outside they stand for nothing', () => {
    const probes = [
      { host: 'db-1.db:8080', ...inside },
      { host: 'db-2.db:8080', ...inside },
      { to: 'shop/db', replica: 0, ...inside },
      { host: 'db-1.db:8080' },
      { host: 'web.shop.svcsim.local:8080' },
    ];
    const answers = answersOf({ resources: [web(), db], probes });
    expect(answers.map(({ status, replica }) => [status, replica])).toEqual([
      [200, 'db-1'],
      [503, null],
      [200, 'db-0'],
      [404, null],
      [404, null],
    ]);
    expect(answers.map((answer) => rulesOf(answer)[0])).toEqual(['REPL-3', 'REPL-3', 'NET-8', 'REPL-3', 'NET-7']);
    // Its name chose the replica, and no way of taking turns.
    expect(answers.map(({ path = [] }) => path.at(-1)?.rules)).toEqual([
      ['REPL-3', 'REPL-4', 'NET-13'],
      ['REPL-4', 'NET-13'],
      ['NET-8', 'NET-13'],
      ['REPL-3'],
      ['NET-7'],
    ]);
    expect(answers[2]?.path?.flatMap(({ assumptions }) => assumptions)).not.toContain('traffic.route.replica');
  });

  it('that are missing cite the rule of what was asked for', () => {
    const job = workload('job', 'cron', { job: { schedule: '0 0 1 1 *' } });
    const hidden = workload('hidden', 'standard', replicas(1));
    const cases: readonly (readonly [object, string])[] = [
      [{ to: 'shop/hidden' }, 'NET-1'],
      [{ to: 'shop/web', location: 'gcp-us-east1' }, 'NET-3'],
      [{ to: 'shop/web', location: here, replica: 0 }, 'NET-4'],
      [{ to: 'shop/hidden', ...inside }, 'NET-6'],
      [{ to: 'shop/web', replica: 0, ...inside }, 'NET-8'],
      [{ to: 'shop/job' }, 'TYPE-8'],
      [{ to: 'shop/nobody', ...inside }, 'NET-6'],
      [{ host: 'nobody.shop.svcsim.local:8080', ...inside }, 'NET-6'],
      [{ host: 'nobody.example.com' }, 'NET-1'],
    ];
    const answers = answersOf({ resources: [web(), hidden, job], probes: cases.map(([probe]) => probe) });
    expect(answers.map((answer) => rulesOf(answer))).toEqual(cases.map(([, rule]) => [rule]));
  });

  it('NET-4: of one replica, outside, where the workload asks for it', () => {
    const probe = { replica: 1, location: here };
    const probes = [
      { to: 'shop/db', ...probe },
      { to: 'shop/web', ...probe },
    ];
    expect(statusesOf({ resources: [web(), db], probes })).toEqual([200, 404]);
  });

  it('a workload without a port has none, and one that is unknown neither', () => {
    const probes = [{ to: 'shop/batch' }, { to: 'shop/nobody' }];
    expect(statusesOf({ resources: [workload('batch', 'standard')], probes })).toEqual([404, 404]);
  });
});

describe('headers of a request', () => {
  const domain = {
    kind: 'domain',
    name: 'www.example.com',
    spec: {
      routes: [
        { prefix: '/', workloadLink: '//gvc/shop/workload/front' },
        { prefix: '/api', workloadLink: '//gvc/shop/workload/web' },
      ],
    },
  };
  const front = workload('front', 'serverless', { containers, defaultOptions: { debug: true } });
  const resources = [domain, front, web()];
  const headersSeen = (path: string): string | undefined =>
    answersOf({ resources, probes: [{ host: 'www.example.com', path }] })[0]?.path?.find(({ what }) =>
      what.startsWith('arrives at the container'),
    )?.what;

  it('NET-10: a domain shows in X-Forwarded-Host to a serverless workload', () => {
    expect(headersSeen('/')).toMatch(
      /^arrives at the container with the headers Host: front-[a-z0-9]{13}\.app\.svcsim\.example, X-Forwarded-Host: www\.example\.com$/,
    );
  });

  it('NET-11: and in Host to others', () => {
    expect(headersSeen('/api/1')).toBe('arrives at the container with the headers Host: www.example.com');
  });

  it('NET-12: also where the replica says that it failed', () => {
    const behavior = { 'shop/front': { request: { failure: '100%' } } };
    const probes = [{ to: 'shop/front', headers: { 'x-svc-debug': 'true' } }];
    const [answer] = answersOf({ resources, probes, behavior });
    expect([answer?.status, answer?.headers?.['x-svc-replica']]).toEqual([503, 'front-1-0']);
  });

  it('NET-12: the answer says where it comes from, if asked, and debug is on', () => {
    const headers = { 'x-svc-debug': 'true' };
    const probes = [
      { to: 'shop/front', headers },
      { to: 'shop/front' },
      { to: 'shop/web', headers },
      { to: 'shop/front', location: here, headers },
    ];
    expect(answersOf({ resources, probes }).map((answer) => answer.headers)).toEqual([
      { 'x-svc-location': here, 'x-svc-replica': 'front-1-0' },
      {},
      {},
      {},
    ]);
  });
});

describe('readiness and requests', () => {
  const slow = {
    ...replicas(1),
    containers: [
      { ...containers[0], readinessProbe: { httpGet: { path: '/', port: 8080 }, initialDelaySeconds: 600 } },
    ],
  };
  const kill = { at: '+1m', fault: { replicaKill: { of: 'shop/web' } } };
  /** The status, and which of the two rules stand in the path. */
  const answer = (tags: object, probe: object): readonly [number | undefined, readonly string[]] => {
    const [one] = answersOf({ resources: [web(slow, tags), db], timeline: [kill], probes: [probe] });
    const rules = one === undefined ? [] : rulesOf(one);
    return [one?.status, ['NET-13', 'TAG-2'].filter((rule) => rules.includes(rule))];
  };

  it('NET-13: inside only those that have passed it get requests', () => {
    expect(answer({}, { ...to, ...inside })).toEqual([503, ['NET-13']]);
  });

  it('TAG-2: but all that run, of a workload that publishes them; inside only', () => {
    const tags = { 'svc/publishNotReadyAddresses': 'true' };
    expect(answer(tags, { ...to, ...inside })).toEqual([200, ['TAG-2']]);
    expect(answer(tags, to)).toEqual([503, []]);
  });
});

describe('requests from inside', () => {
  it('are not sent where nothing of their sender runs (traffic.caller.absent)', () => {
    const job = workload('job', 'cron', { job: { schedule: '5 0 * * *' }, containers: [{ name: 'a', image: 'a:1' }] });
    const probe = { to: 'shop/web', from: here };
    const given = {
      resources: [web(), job, workload('off', 'standard', { containers, defaultOptions: { suspend: true } })],
      behavior: { 'shop/job': { execution: { duration: '20m' } } },
      timeline: [{ at: '+1m', probe: { ...probe, by: 'shop/job' }, answers: 200 }],
      probes: [
        { ...probe, by: 'shop/job' },
        { ...probe, by: 'shop/off' },
        { ...probe, by: 'shop/web', from: 'gcp-us-east1' },
      ],
    };
    // Ten minutes after midnight an execution is under way.
    const answers = answersOf(given);
    expect(answers.map(({ status }) => status)).toEqual([0, 200, 0, 0]);
    expect(answers[0]?.path).toEqual([
      {
        at: expect.any(Number),
        what: 'not sent: shop/job has no running replica or execution in aws-us-east-1',
        rules: [],
        assumptions: ['traffic.caller.absent'],
      },
    ]);
    expect(statusesOf({ ...given, assumptions: { 'traffic.caller.absent': 'sent' } })).toEqual([200, 200, 200, 200]);
  });

  it('TAG-2: do not wait behind those from outside that have nobody to go to', () => {
    const spec = {
      containers: [
        { ...containers[0], readinessProbe: { httpGet: { path: '/', port: 8080 }, initialDelaySeconds: 300 } },
      ],
      defaultOptions: { autoscaling: { metric: 'concurrency', target: 10, minScale: 1, maxScale: 2 } },
    };
    const tags = { 'svc/publishNotReadyAddresses': 'true' };
    const { of } = ran({
      for: '1h',
      resources: [web(), { ...workload('front', 'serverless', spec), tags }],
      timeline: [
        { at: '+9m', fault: { replicaKill: { of: 'shop/front' } } },
        { at: '+9m30s', probe: { to: 'shop/front' } },
        { at: '+9m40s', probe: { to: 'shop/front', ...inside } },
      ],
    });
    expect(of('call.ended').map(({ data }) => [data['caller'], data['status'], data['latencyMs']])).toEqual([
      ['probe 3', 200, 0],
      ['probe 2', 503, 60_000],
    ]);
  });
});

describe('external authorization', () => {
  const tags = { 'svc/externalAuthAddress': 'auth.example.com' };
  const suspended = { defaultOptions: { suspend: true } };
  const denies = { 'shop/web': { authorization: { denied: '100%', latency: '20ms' } } };
  const fails = { 'shop/web': { authorization: { failure: '100%' } } };

  it('TAG-17: is asked before anything else, if a tag names it', () => {
    const [guarded] = answersOf({ resources: [web(suspended, tags)], behavior: denies, probes: [to] });
    expect([guarded?.status, guarded?.latencyMs]).toEqual([403, 20]);
    const [open] = answersOf({ resources: [web(suspended)], behavior: denies, probes: [to] });
    expect([open?.status, open?.latencyMs]).toEqual([503, 0]);
  });

  it.each([
    ['lets requests pass while it fails', {}, 200],
    ['unless the workload says otherwise', { 'svc/externalAuthFailureAllow': 'false' }, 403],
    ['as when it says what is the default', { 'svc/externalAuthFailureAllow': 'true' }, 200],
  ])('TAG-23: %s', (_, more, status) => {
    expect(statusesOf({ resources: [web({}, { ...tags, ...more })], behavior: fails, probes: [to] })).toEqual([status]);
  });

  it('TAG-22: fails when it has not answered within its timeout', () => {
    const behavior = { 'shop/web': { authorization: { latency: '2s' } } };
    const latency = (more: object): number | undefined =>
      answersOf({ resources: [web({}, { ...tags, ...more })], behavior, probes: [to] })[0]?.latencyMs;
    expect(latency({})).toBe(1_000);
    expect(latency({ 'svc/externalAuthTimeout': '5s' })).toBe(2_000);
    const [late] = answersOf({ resources: [web({}, tags)], behavior, probes: [to] });
    expect(late?.path?.find(({ what }) => what.startsWith('authorization'))?.rules).toEqual([
      'TAG-17',
      'TAG-22',
      'TAG-23',
    ]);
  });

  it('TAG-29: sees requests to its listen port only', () => {
    const ports = [{ number: 8080 }, { number: 9000 }];
    const two = { containers: [{ ...containers[0], ports }] };
    const probes = [8080, 9000].map((port) => ({ host: `web.shop.svcsim.local:${port}`, ...inside }));
    const resources = [web(two, { ...tags, 'svc/externalAuthListenPort': '9000' })];
    const answers = answersOf({ resources, behavior: denies, probes });
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
    const hops = answers.flatMap(({ path = [] }) => path.filter(({ rules }) => rules.includes('TAG-29')));
    expect(hops.map(({ what }) => what)).toEqual([
      'authorization: applies only to port 9000',
      'authorization: refused with 403 after 20 ms',
      'answered 403',
    ]);
  });
});

describe('a rate limit', () => {
  const tags = { 'svc/rateLimitAddress': 'limit.example.com' };
  const probes = [to, to, to];

  it('TAG-30: lets its burst through, if a tag names the limiter, and refuses the rest with 429', () => {
    const behavior = { 'shop/web': { rateLimit: { rate: '1/s', burst: 2 } } };
    expect(statusesOf({ resources: [web({}, tags)], behavior, probes })).toEqual([200, 200, 429]);
    expect(statusesOf({ resources: [web()], behavior, probes })).toEqual([200, 200, 200]);
  });

  it('that fails lets through, or refuses (rateLimit.failure)', () => {
    const behavior = { 'shop/web': { rateLimit: { failure: '100%' } } };
    const given = { resources: [web({}, tags)], behavior, probes: [to] };
    expect(statusesOf(given)).toEqual([200]);
    expect(statusesOf({ ...given, assumptions: { 'rateLimit.failure': 'deny' } })).toEqual([429]);
  });
});

describe('retries and timeouts', () => {
  const failing = { 'shop/web': { request: { duration: '10ms', failure: '100%' } } };
  const triesOf = (policy: object, assumptions = {}): number | undefined =>
    answersOf({ resources: [web({ requestRetryPolicy: policy })], behavior: failing, probes: [to], assumptions })[0]
      ?.tries;

  it('RETRY-2: as many tries more as attempts says', () => {
    expect(triesOf({})).toBe(3);
    expect(triesOf({ attempts: 5 })).toBe(6);
    expect(triesOf({ attempts: 0 })).toBe(1);
  });

  it('RETRY-3: on what is listed, status codes as texts', () => {
    expect(triesOf({ retryOn: ['500'] })).toBe(1);
    expect(triesOf({ retryOn: ['500'] }, { 'traffic.status.failed': 500 })).toBe(3);
  });

  it('wait 25, 50, 100, 200, 250 ms (retry.backoff)', () => {
    const resources = [web({ requestRetryPolicy: { attempts: 5 } })];
    const [answer] = answersOf({ resources, behavior: failing, probes: [to] });
    expect(answer?.latencyMs).toBe(6 * 10 + 25 + 50 + 100 + 200 + 250);
  });

  it('WL-19, TAG-12: a request is given up after timeoutSeconds, or what the tag says', () => {
    const behavior = { 'shop/web': { request: { duration: '1000s' } } };
    const latency = (tags: object): readonly unknown[] => {
      const resources = [web({ defaultOptions: { timeoutSeconds: 30 } }, tags)];
      const [answer] = answersOf({ resources, behavior, probes: [to] });
      return [answer?.latencyMs, ...(answer?.path?.at(-1)?.rules ?? [])];
    };
    expect(latency({})).toEqual([30_000, 'WL-19']);
    expect(latency({ 'svc/timeoutSecondsOverride': '900' })).toEqual([900_000, 'TAG-12']);
    expect(latency({ 'svc/timeoutSecondsOverride': '9000' })).toEqual([30_000, 'WL-19']);
  });
});

describe('serverless workloads and requests', () => {
  const front = (autoscaling: object): object =>
    workload('front', 'serverless', {
      containers,
      requestRetryPolicy: { attempts: 0 },
      defaultOptions: { timeoutSeconds: 600, autoscaling: { metric: 'concurrency', target: 10, ...autoscaling } },
    });

  it('TYPE-14: one that finds a replica on its way to zero is served, and wakes another for those behind it', () => {
    const { of, run } = ran({
      for: '20m',
      resources: [front({ minScale: 0, maxScale: 5, scaleToZeroDelay: 60, maxConcurrency: 1 })],
      behavior: { 'shop/front': { request: { duration: '30s' } } },
      // The replica is told to go at +2m30s, and is gone 46 seconds later.
      timeline: ['+1m', '+2m40s', '+2m41s', '+2m42s'].map((at) => ({ at, probe: { to: 'shop/front' } })),
    });
    expect(of('call.ended').map(({ data }) => [data['status'], data['replica']])).toEqual([
      [200, 'front-1-0'],
      [200, 'front-1-0'],
      [200, 'front-1-1'],
      [200, 'front-1-2'],
    ]);
    expect(run.sim.world.calls.size).toBe(0);
  });

  it('ROLL-1: in a rollout they go to the version that serves, and to the next one from the switch on', () => {
    const { of } = ran({
      for: '10m',
      resources: [front({ minScale: 3, maxScale: 5 })],
      behavior: { 'shop/front': { start: { uniform: { from: '0s', to: '60s' } }, request: { duration: '100ms' } } },
      demand: [{ to: 'shop/front', rate: '1/s', arrivals: { gamma: { cv: 0 } } }],
      timeline: [
        {
          at: '+1m',
          patch: '/gvc/shop/workload/front',
          with: { spec: { containers: [{ ...containers[0], image: 'a:2' }] } },
        },
      ],
    });
    const switchedAt = of('rollout.switched')[0]?.at ?? 0;
    const versions = of('call.ended').map(({ at, data }) => [
      at < switchedAt + 100,
      String(data['replica']).slice(0, 7),
    ]);
    expect(new Set(versions.map(String))).toEqual(new Set(['true,front-1', 'false,front-2']));
  });
});

describe('answers that a scenario expects', () => {
  it('are told to be missing where the run ends before them', () => {
    const { of } = ran({
      for: '1h',
      resources: [web({ defaultOptions: { timeoutSeconds: 600 } })],
      behavior: { 'shop/web': { request: { duration: '10m' } } },
      timeline: [{ at: '+55m', probe: to, answers: 200 }],
    });
    expect(of('request.unexpected').map(({ data }) => data['status'])).toEqual([0]);
  });

  it('are told where they are others', () => {
    const { of } = ran({
      for: '1h',
      resources: [web()],
      timeline: [
        { at: '+1m', probe: to, answers: 404 },
        { at: '+2m', probe: to, answers: 200 },
        { at: '+3m', probe: { host: 'nobody.example' }, answers: 200 },
      ],
    });
    expect(of('request.unexpected').map(({ data }) => [data['status'], data['expected']])).toEqual([
      [200, 404],
      [404, 200],
    ]);
  });
});
