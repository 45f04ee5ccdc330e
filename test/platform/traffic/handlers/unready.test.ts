import { describe, expect, it } from 'vitest';
import { Run } from '../../../../src/experiment/run.ts';
import { Chronicle } from '../../../../src/report/fold/chronicle.ts';
import { reportOf } from '../../../../src/report/report.ts';
import { good } from '../../../scenario/builders.ts';

const container = (image: string, probe: object = {}): object => ({
  name: 'main',
  image,
  cpu: '1',
  memory: '256Mi',
  ports: [{ number: 8080, protocol: 'http' }],
  ...probe,
});
const one = { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } };
const workload = (name: string, spec: object, tags: object = {}): object => ({
  kind: 'workload',
  gvc: 'shop',
  name,
  tags,
  spec: { type: 'standard', containers: [container(`${name}:1`)], defaultOptions: one, ...spec },
});

interface Given {
  readonly type?: string;
  readonly tags?: object;
  readonly probe?: object;
  readonly options?: object;
  readonly locations?: readonly string[];
  readonly demand?: object;
  /** As much again, from outside. */
  readonly also?: boolean;
  readonly timeline: readonly object[];
  readonly assumptions?: object;
}

const regular = { uniform: { from: 1, to: 1 } };

/** How many of 5 a second to `shop/api` have no answer in 15 minutes: as amounts, and as single requests. */
function unanswered({
  type = 'stateful',
  tags = {},
  probe = {},
  options = one,
  locations = ['aws-us-east-1'],
  demand = {},
  also = false,
  timeline,
  assumptions = {},
}: Given) {
  const gvc = {
    kind: 'gvc',
    name: 'shop',
    spec: { staticPlacement: { locationLinks: locations.map((name) => `//location/${name}`) } },
  };
  const [flowing, calling] = ['fluid', regular].map((arrivals) => {
    const scenario = good(
      JSON.stringify({
        svcsim: 1,
        name: 'unready',
        start: '2026-11-02T00:00:00Z',
        for: '15m',
        resources: [
          gvc,
          workload('api', { type, containers: [container('api:1', probe)], defaultOptions: options }, tags),
          workload('front', {}),
        ],
        behavior: { 'shop/api': { request: { duration: '20ms' } } },
        demand: [
          { to: 'shop/api', rate: '5/s', arrivals, ...demand },
          ...(also ? [{ to: 'shop/api', rate: '5/s', arrivals }] : []),
        ],
        timeline,
        assumptions,
      }),
    );
    const chronicle = new Chronicle(scenario);
    let failed = 0;
    const run = new Run(scenario, {
      sink: (entry) => {
        chronicle.listen(entry);
        if (entry.type === 'call.ended' && (entry.data as { status: number }).status !== 200) failed += 1;
      },
    });
    run.advance();
    if (arrivals !== 'fluid') return failed;
    const { demand: asked, workloads } = reportOf(run, chronicle).capacity;
    const unanswered = workloads.reduce((sum, { load }) => sum + Number(load?.requests.failed ?? 0), 0);
    return Number(asked[0]?.unrouted) + unanswered;
  });
  return { flowing, calling };
}

const rollout = [{ at: '+10m', patch: '/gvc/shop/workload/api', with: { spec: { containers: [container('api:2')] } } }];
const kill = [{ at: '+10m', fault: { replicaKill: { of: 'shop/workload/api' } } }];
const probed = { readinessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds: 120 } };
const inside: Given = {
  type: 'standard',
  tags: { 'svc/publishNotReadyAddresses': 'true' },
  probe: probed,
  demand: { by: 'shop/front' },
  timeline: kill,
};

describe('13.4: where no replica is ready', () => {
  it.each<[string, Given, number]>([
    // It answers until it is gone after 46 s; the next one is ready 14 s later.
    ['one that terminates answers', { timeline: rollout }, 14 * 5],
    ['unless assumed never', { timeline: rollout, assumptions: { 'traffic.terminating': 'never' } }, 60 * 5],
    // Running after 14 s, ready after 134 s.
    ['callers inside reach one that runs (TAG-2)', inside, 14 * 5],
    ['callers outside do not', { ...inside, demand: {} }, 134 * 5],
    ['nor do callers inside without the tag', { ...inside, tags: {} }, 134 * 5],
  ])('%s, for amounts as for single requests', (_, given, expected) => {
    const { flowing, calling } = unanswered(given);
    expect(flowing).toBe(expected);
    expect(Math.abs((calling ?? 0) - expected)).toBeLessThanOrEqual(3);
  });

  it('amounts that come from inside and outside at once are one flow, that takes none which is not ready', () => {
    const { flowing } = unanswered({ ...inside, also: true });
    expect(flowing).toBe(134 * 10);
  });
});

describe('13.5: requests to a serverless workload of which nobody is ready are held', () => {
  it.each(['concurrency', 'cpu', 'disabled'])('whatever it scales by: %s', (metric) => {
    const options = {
      autoscaling: { metric, ...(metric === 'disabled' ? {} : { target: 50 }), minScale: 1, maxScale: 1 },
    };
    const { flowing, calling } = unanswered({ type: 'serverless', options, timeline: kill });
    expect([flowing, calling]).toEqual([0, 0]);
  });
});

describe('13.3: a serverless location that has lost its replicas, and gets none (7.2)', () => {
  const stuck = [
    { at: '+1m', fault: { pullFailure: { of: 'shop/workload/api', location: 'aws-us-east-1' } }, for: '30m' },
    { at: '+1m', fault: { replicaKill: { of: 'shop/workload/api', location: 'aws-us-east-1' } } },
  ];
  const given: Given = {
    type: 'serverless',
    options: { autoscaling: { metric: 'rps', target: 50, minScale: 1, maxScale: 3 } },
    demand: { from: 'aws-us-east-1' },
    timeline: stuck,
  };
  const both = ['aws-us-east-1', 'azure-eastus2'];

  it.each<[string, Given, number]>([
    ['leaves what comes to another one, as it is not ready', { ...given, locations: both }, 0],
    [
      'holds it, if that is assumed',
      { ...given, locations: both, assumptions: { 'traffic.wakeable': 'always' } },
      13 * 60 * 5,
    ],
    ['holds it where there is no other', given, 13 * 60 * 5],
  ])('%s', (_, one, expected) => {
    const { flowing, calling } = unanswered(one);
    expect(Math.abs((flowing ?? 0) - expected)).toBeLessThanOrEqual(5);
    expect(Math.abs((calling ?? 0) - expected)).toBeLessThanOrEqual(5);
  });
});
