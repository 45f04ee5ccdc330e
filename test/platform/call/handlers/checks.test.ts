import { describe, expect, it } from 'vitest';
import { called, faulted, patched, type World } from './calling.ts';

const authorization = { 'svc/externalAuthAddress': 'auth.example.com' };
const rateLimit = { 'svc/rateLimitAddress': 'limit.example.com' };
const strict = { ...authorization, 'svc/externalAuthFailureAllow': 'false' };
const suspended = { options: { suspend: true } };
const web = '/org/acme/gvc/shop/workload/web';
const open = { firewallConfig: { external: { inboundAllowCIDR: ['0.0.0.0/0'] } } };

/** Statuses that tell all refusals apart. */
const statuses = {
  'traffic.status.unknownHost': 551,
  'traffic.status.authorizationDenied': 552,
  'traffic.status.authorizationDown': 553,
  'traffic.status.off': 554,
  'traffic.status.firewall': 555,
  'traffic.status.rateLimited': 556,
};

const denying = { authorization: { denied: '100%' } };
const limiting = { rateLimit: { rate: '1/s', burst: 1 } };
const enforced = { ...statuses, 'firewall.enforce': 'external' };
const denyDown = { ...statuses, 'rateLimit.failure': 'deny' };

describe('a call is refused with the status that says so, and says by what', () => {
  it.each<[string, World, number, string[]]>([
    ['denied by the authorization', { tags: authorization, behavior: denying }, 552, ['TAG-17']],
    ['the authorization fails', { tags: strict, behavior: { authorization: { failure: '100%' } } }, 553, ['TAG-23']],
    [
      'the authorization is too slow',
      { tags: strict, behavior: { authorization: { latency: '2s' } } },
      553,
      ['TAG-23'],
    ],
    ['suspended', suspended, 554, ['SUSP-2']],
    [
      'asleep by keda',
      { autoscaling: { metric: 'keda', minScale: 0, maxScale: 2, keda: { triggers: [] } } },
      554,
      ['TYPE-4'],
    ],
    ['shut out by the firewall', { assumptions: enforced }, 555, []],
    [
      'the limiter is down, and refuses',
      { tags: rateLimit, behavior: { rateLimit: { failure: '100%' } }, assumptions: denyDown },
      556,
      ['TAG-30'],
    ],
    // What comes first decides.
    ['denied, and suspended', { tags: authorization, behavior: denying, ...suspended }, 552, ['TAG-17']],
    ['suspended, and shut out', { ...suspended, assumptions: enforced }, 554, ['SUSP-2']],
    [
      'shut out, and the limiter refuses',
      { tags: rateLimit, behavior: { rateLimit: { failure: '100%' } }, assumptions: { ...enforced, ...denyDown } },
      555,
      [],
    ],
  ])('%s', (_, world, status, rules) => {
    const { ends } = called({ assumptions: statuses, ...world }, [{ at: 5_000 }]);
    expect(ends[0]).toMatchObject({ status, tries: 0, replica: null, held: false });
    expect(ends[0]?.rules).toEqual(expect.arrayContaining(rules));
    expect(ends[0]?.assumptions.filter((name) => name.startsWith('traffic.status'))).toHaveLength(1);
  });

  it('nobody of that name', () => {
    const { ends } = called({ assumptions: statuses }, [{ at: 0, to: 'nobody' }]);
    expect(ends[0]).toMatchObject({ status: 551, latencyMs: 0, assumptions: ['traffic.status.unknownHost'] });
  });

  it('deleted: unknown, once nothing of it is left', () => {
    const timeline = [{ at: '+1s', delete: '/gvc/shop/workload/api' }];
    const { ends } = called({ assumptions: statuses, timeline }, [{ at: 1_000 }, { at: 600_000 }]);
    expect(ends.map(({ status }) => status)).toEqual([554, 551]);
  });
});

describe('a call goes on where nothing speaks against it', () => {
  it.each<[string, World]>([
    ['the authorization passes it', { tags: authorization }],
    [
      'the authorization fails, and its tag lets calls through then',
      { tags: authorization, behavior: { authorization: { failure: '100%' } } },
    ],
    ['there is no authorization that could deny it', { behavior: denying }],
    [
      'the authorization listens on another port',
      { tags: { ...authorization, 'svc/externalAuthListenPort': '9090' }, behavior: denying },
    ],
    ['the firewall is open', { spec: open, assumptions: enforced }],
    ['the firewall is not enforced', {}],
    ['the limiter is down, and lets through', { tags: rateLimit, behavior: { rateLimit: { failure: '100%' } } }],
  ])('%s', (_, world) => {
    const { ends } = called({ assumptions: statuses, ...world }, [{ at: 5_000 }]);
    expect(ends[0]).toMatchObject({ status: 200, tries: 1, latencyMs: 1_000 });
  });

  it('from inside, whatever the firewall says of outside', () => {
    const { ends } = called({ assumptions: enforced }, [{ at: 0, by: web }]);
    expect(ends[0]?.status).toBe(200);
  });

  it('from inside, unless the firewall says otherwise of inside (NET-7)', () => {
    const lets = (inboundAllowType: string, by: string | null) => {
      const spec = { firewallConfig: { internal: { inboundAllowType } } };
      return called({ spec, assumptions: statuses }, [{ at: 0, by }]).ends[0];
    };
    expect(lets('same-gvc', web)?.status).toBe(200);
    expect(lets('none', null)?.status).toBe(200);
    const refused = lets('none', web);
    expect(refused).toMatchObject({ status: 555, tries: 0, rules: ['NET-7'] });
    expect(refused?.assumptions).toContain('firewall.internal');
  });

  it('from inside again, from the instant of a change of the firewall on', () => {
    const [shut, opened] = ['none', 'same-org'].map((inboundAllowType) => ({
      firewallConfig: { internal: { inboundAllowType } },
    })) as [object, object];
    const world = { spec: shut, timeline: [patched(1_000, opened)] };
    const { ends } = called(world, [
      { at: 999, by: web },
      { at: 1_000, by: web },
    ]);
    expect(ends.map(({ status }) => status)).toEqual([403, 200]);
  });

  it('the authorization sees the port that is asked for, and the first where none is (TAG-29)', () => {
    const tags = { ...authorization, 'svc/externalAuthListenPort': '8080' };
    const world = { tags, behavior: denying, assumptions: statuses };
    const { ends } = called(world, [{ at: 0 }, { at: 0, port: 8080 }, { at: 0, port: 9090 }]);
    expect(ends.map(({ status }) => status)).toEqual([552, 552, 200]);
  });
});

describe('checks take their time', () => {
  it('authorization and rate limit one after the other, then the service', () => {
    const tags = { ...authorization, ...rateLimit };
    const behavior = { authorization: { latency: '300ms' }, rateLimit: { latency: '40ms' } };
    const { ends } = called({ tags, behavior }, [{ at: 0 }]);
    expect(ends[0]).toMatchObject({ status: 200, latencyMs: 1_340, waitedMs: 0 });
  });

  it('an authorization that is too slow counts up to its timeout', () => {
    const behavior = { authorization: { latency: '5s' } };
    const quick = { ...authorization, 'svc/externalAuthTimeout': '250ms' };
    const [byTag, byDefault] = [quick, authorization].map((tags) => called({ tags, behavior }, [{ at: 0 }]).ends[0]);
    expect(byTag).toMatchObject({ status: 200, latencyMs: 1_250 });
    expect(byDefault).toMatchObject({ status: 200, latencyMs: 2_000 });
  });

  it('a workload that was suspended meanwhile refuses', () => {
    const world = {
      tags: authorization,
      behavior: { authorization: { latency: '500ms' } },
      assumptions: statuses,
      timeline: [
        { at: '+200ms', patch: '/gvc/shop/workload/api', with: { spec: { defaultOptions: { suspend: true } } } },
      ],
    };
    expect(called(world, [{ at: 0 }]).ends[0]).toMatchObject({ status: 554, latencyMs: 500 });
  });

  it('also where that happens while the limiter takes its time', () => {
    const world = {
      tags: rateLimit,
      behavior: { rateLimit: { latency: '500ms' } },
      assumptions: statuses,
      timeline: [
        { at: '+200ms', patch: '/gvc/shop/workload/api', with: { spec: { defaultOptions: { suspend: true } } } },
      ],
    };
    expect(called(world, [{ at: 0 }]).ends[0]).toMatchObject({ status: 554, latencyMs: 500 });
  });
});

describe('a rate limiter', () => {
  it('lets a burst through, then one each time that its bucket has filled up', () => {
    const world = { tags: rateLimit, behavior: { rateLimit: { rate: '2/s', burst: 2 } } };
    const { ends } = called(
      world,
      [0, 0, 0, 499, 500, 501, 1_000].map((at) => ({ at })),
    );
    expect(ends.map(({ status }) => status)).toEqual([200, 200, 429, 429, 200, 429, 200]);
    expect(ends[2]).toMatchObject({ latencyMs: 0, tries: 0, replica: null });
  });

  it('counts only calls that come to it: what is denied before costs nothing', () => {
    const world = { tags: { ...authorization, ...rateLimit }, behavior: { ...limiting, ...denying } };
    const timeline = [{ at: '+10ms', behavior: { 'shop/api': { authorization: { denied: '0%' } } } }];
    const { ends } = called({ ...world, timeline }, [{ at: 0 }, { at: 0 }, { at: 20 }, { at: 20 }]);
    expect(ends.map(({ status }) => status)).toEqual([403, 403, 200, 429]);
  });

  it('that fails takes nothing off its allowance', () => {
    const world = { tags: rateLimit, behavior: limiting };
    const timeline = [faulted(0, 'failingService', { service: 'rateLimit', failure: '100%' }, { for: '10ms' })];
    const { ends } = called({ ...world, timeline }, [{ at: 0 }, { at: 0 }, { at: 10 }, { at: 10 }]);
    expect(ends.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });
});

describe('faults of services', () => {
  it.each<[string, object, object, number, number]>([
    [
      'slow authorization',
      authorization,
      faulted(0, 'slowService', { service: 'authorization', latency: '400ms' }, { for: '1s' }),
      200,
      1_400,
    ],
    [
      'slow beyond its timeout',
      strict,
      faulted(0, 'slowService', { service: 'authorization', latency: '4s' }, { for: '1s' }),
      403,
      1_000,
    ],
    [
      'failing authorization',
      strict,
      faulted(0, 'failingService', { service: 'authorization', failure: '100%' }, { for: '1s' }),
      403,
      0,
    ],
    [
      'slow limiter',
      rateLimit,
      faulted(0, 'slowService', { service: 'rateLimit', latency: '400ms' }, { for: '1s' }),
      200,
      1_400,
    ],
    [
      'slow itself',
      {},
      faulted(0, 'slowService', { service: 'requests', latency: '400ms' }, { for: '1s' }),
      200,
      1_400,
    ],
    [
      'failing itself',
      {},
      faulted(0, 'failingService', { service: 'requests', failure: '100%' }, { for: '1s' }),
      503,
      1_000,
    ],
    [
      'of another service',
      {},
      faulted(0, 'failingService', { service: 'authorization', failure: '100%' }, { for: '1s' }),
      200,
      1_000,
    ],
  ])('%s', (_, tags, fault, status, latencyMs) => {
    const { ends } = called({ tags, timeline: [fault], spec: { requestRetryPolicy: { attempts: 0 } } }, [
      { at: 500 },
      { at: 1_000 },
    ]);
    expect(ends[0]).toMatchObject({ status, latencyMs });
    expect(ends[1]).toMatchObject({ status: 200, latencyMs: 1_000 });
  });
});
