import { describe, expect, it } from 'vitest';
import type { FaultAction } from '../../../../src/scenario/scenario.ts';
import { good, head, parse, shop } from '../../builders.ts';

const minute = 60_000;

function fault(entry: string): FaultAction {
  const action = good(`${head}${shop}timeline:\n  - { at: +1d, ${entry} }\n`).timeline[0]?.action;
  if (action?.kind !== 'fault') throw new Error('expected a fault');
  return action;
}

describe('faults', () => {
  it('are read with what they strike, where and for how long', () => {
    expect(fault('fault: { stuckReadiness: { of: shop/api, location: aws-us-east-1, share: 25% } }, for: 2h')).toEqual({
      kind: 'fault',
      fault: {
        name: 'stuckReadiness',
        location: 'aws-us-east-1',
        zone: null,
        of: { kind: 'workload', gvc: 'shop', name: 'api' },
        whom: { kind: 'share', share: 0.25 },
        service: 'requests',
        latency: 0,
        failure: 0,
        addBytes: 0,
      },
      duration: 120 * minute,
      gap: null,
      until: null,
    });
  });

  it('strike all, a count, or whom they name', () => {
    expect(fault('fault: { drain: { of: shop/api } }').fault.whom).toEqual({ kind: 'all' });
    expect(fault('fault: { drain: { of: shop/api, replicas: 2 } }').fault.whom).toEqual({ kind: 'count', count: 2 });
    expect(fault('fault: { drain: { of: shop/api, replicas: [api-1-0] } }').fault.whom).toEqual({
      kind: 'names',
      names: ['api-1-0'],
    });
  });

  it('zones are counted from a', () => {
    expect(fault('fault: { zoneLoss: { location: aws-us-east-1, zone: b } }').fault.zone).toBe(1);
  });

  it('come again by chance, up to an instant', () => {
    const { timeline } = good(
      `${head}${shop}timeline:\n  - { every: { exponential: { mean: 5d } }, until: +10d, fault: { replicaKill: { of: shop/api } } }\n`,
    );
    expect(timeline).toHaveLength(1);
    expect(timeline[0]?.action).toMatchObject({
      gap: { kind: 'exponential', mean: 7200 * minute },
      until: Date.UTC(2026, 10, 11),
    });
  });

  it.each([
    ['nothing named', '{ at: +1d, fault: {} }', '16:16 missing-key expected one of'],
    [
      'a workload that nobody knows',
      '{ at: +1d, fault: { replicaKill: { of: shop/apj } } }',
      "16:44 unknown-name no resource of this scenario has the name 'shop/apj'",
    ],
    [
      'a volume set that has no replicas',
      '{ at: +1d, fault: { replicaKill: { of: shop/data } } }',
      "16:44 wrong-kind replicaKill strikes a workload, and 'shop/data' is a volume set",
    ],
    [
      'several at once',
      '{ at: +1d, fault: { replicaKill: { of: shop/* } } }',
      '16:44 bad-name expected a workload as gvc/name',
    ],
    [
      'a location that nobody knows',
      '{ at: +1d, fault: { locationOutage: { location: us-east-1 } } }',
      "16:53 unknown-location expected a location, found 'us-east-1'",
    ],
    [
      'a zone that is not there',
      '{ at: +1d, fault: { zoneLoss: { location: aws-us-east-1, zone: d } } }',
      "16:68 wrong-value expected one of its zones 'a' to 'c', found 'd'",
    ],
    [
      'a share above all',
      '{ at: +1d, fault: { replicaKill: { of: shop/api, share: 120% } } }',
      '16:61 bad-unit expected a percentage',
    ],
    [
      'a count of none',
      '{ at: +1d, fault: { replicaKill: { of: shop/api, replicas: 0 } } }',
      '16:64 wrong-value expected a number of at least 1',
    ],
    [
      'a count and a share',
      '{ at: +1d, fault: { replicaKill: { of: shop/api, replicas: 1, share: 5% } } }',
      "16:67 contradiction expected either 'replicas' or 'share'",
    ],
    ['nowhere', '{ at: +1d, fault: { drain: {} } }', "16:25 missing-key drain needs 'of' or 'location'"],
    [
      'what it does not take',
      '{ at: +1d, fault: { drain: { of: shop/api, zone: a } } }',
      "16:48 contradiction drain does not accept 'zone'",
    ],
    [
      'an instant that lasts',
      '{ at: +1d, fault: { drain: { of: shop/api } }, for: 1h }',
      '16:52 contradiction drain happens at one instant',
    ],
    [
      'a pull that fails for ever',
      '{ at: +1d, fault: { pullFailure: { of: shop/api } } }',
      "16:25 missing-key pullFailure needs 'for'",
    ],
    ['a duration without unit', '{ at: +1d, fault: { nodeLoss: { of: shop/api } }, for: 3 }', '16:60 wrong-type'],
    [
      'readiness of a cron workload',
      '{ at: +1d, fault: { stuckReadiness: { of: shop/nightly } } }',
      "16:47 wrong-kind 'shop/nightly' is a cron workload",
    ],
    [
      'replicas of a volume set',
      '{ at: +1d, fault: { usageJump: { of: shop/data, add: 5GB, replicas: 1 } } }',
      "16:63 contradiction 'replicas' selects replicas",
    ],
    [
      'a jump without a size',
      '{ at: +1d, fault: { usageJump: { of: shop/data } } }',
      "16:25 missing-key usageJump needs 'add'",
    ],
    [
      'gaps of nothing',
      '{ every: { exponential: { mean: 0s } }, fault: { drain: { of: shop/api } } }',
      '16:14 too-many',
    ],
    [
      'a mean without a unit',
      '{ every: { exponential: { mean: 5 } }, fault: { drain: { of: shop/api } } }',
      "16:14 bad-unit expected exponential.mean to be a value with its unit, 0 or more, found '5' (a duration such as 5d)",
    ],
    [
      'a gap of no kind',
      '{ every: { exponential: 5 }, fault: { drain: { of: shop/api } } }',
      '16:14 bad-unit expected exponential: {mean}, of durations such as 5d, found a map',
    ],
    [
      'a number that is wrong in itself',
      '{ every: { lognormal: { mean: 5d, cv: -1 } }, fault: { drain: { of: shop/api } } }',
      '16:',
    ],
    [
      'a service that nobody asks',
      '{ at: +1d, fault: { slowService: { of: shop/api, service: mail, latency: 2s } } }',
      '16:63 wrong-value',
    ],
  ])('%s is a problem at its place', (_, entry, expected) => {
    const { problems } = parse(`${head}${shop}timeline:\n  - ${entry}\n`);
    const told = problems.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);
    expect(told).toHaveLength(1);
    expect(told[0]?.slice(0, expected.length)).toBe(expected);
  });

  it('a location where nothing is, is one to be known', () => {
    const { scenario, problems } = parse(
      `${head}${shop}timeline:\n  - { at: +1d, fault: { locationOutage: { location: aws-us-east-2 } } }\n`,
    );
    expect(problems).toMatchObject([
      { code: 'unused-location', severity: 'warning', hint: "did you mean 'aws-us-east-1'?" },
    ]);
    expect(scenario).not.toBeNull();
  });

  it('a name that is nearly right is guessed', () => {
    const { problems } = parse(`${head}${shop}timeline:\n  - { at: +1d, fault: { drain: { of: shop/apj } } }\n`);
    expect(problems[0]?.hint).toBe("did you mean 'shop/api'?");
  });

  describe('whom they name', () => {
    const resources = (type: string, more = ''): string =>
      `resources:\n  - { kind: gvc, name: shop }\n  - { kind: workload, gvc: shop, name: db, ${more}spec: { type: ${type}, containers: [{ name: main, image: "a:1" }] } }\n`;
    const named = (resource: string, replica: string, timeline = ''): string[] =>
      parse(
        `${head}${resource}timeline:\n${timeline}  - { at: +1d, fault: { replicaKill: { of: shop/db, replicas: ["${replica}"] } } }\n`,
      ).problems.flatMap(({ line, column, severity, code }) =>
        code === 'bad-name' ? [`${line}:${column} ${severity} ${code}`] : [],
      );
    const scaled = (options: string, more = ''): string =>
      resources('stateful').replace('containers:', `defaultOptions: { autoscaling: ${options} }, ${more}containers:`);
    const patch = (spec: string): string => `  - { at: +1h, patch: /gvc/shop/workload/db, with: { spec: ${spec} } }\n`;

    it.each([
      [
        'a stateful workload counts from 0',
        resources('stateful'),
        ['db-0', 'db-4'],
        ['db-1-0', 'db-00', 'api-0', 'db'],
      ],
      ['up to its maxScale', scaled('{ minScale: 2, maxScale: 3 }'), ['db-2'], ['db-3']],
      ['which a higher minScale raises', scaled('{ minScale: 7 }'), ['db-6'], ['db-7']],
      [
        'or a location of its own',
        scaled('{ maxScale: 2 }', 'localOptions: [{ location: aws-us-east-1, autoscaling: { maxScale: 9 } }], '),
        ['db-8'],
        ['db-9'],
      ],
      [
        'the others by version and serial',
        resources('standard'),
        ['db-1-0', 'db-99-99'],
        ['db-0', 'db-1-0-0', 'nope-9'],
      ],
      ['a cron workload by tick or command', resources('cron'), ['db-29891700', 'command-5f3a'], ['db-1-0', 'nope-1']],
    ])('%s', (_, resource, good, bad) => {
      expect(good.flatMap((one) => named(resource, one))).toEqual([]);
      for (const one of bad) expect(named(resource, one)).toEqual([expect.stringMatching(/error bad-name$/)]);
    });

    it('are problems at their place', () => {
      expect(named(resources('stateful'), 'db-9')).toEqual(['8:64 error bad-name']);
    });

    it('may come to be by a request of the timeline', () => {
      const small = scaled('{ maxScale: 2 }');
      expect(named(small, 'db-7')).toHaveLength(1);
      expect(named(small, 'db-7', patch('{ defaultOptions: { autoscaling: { maxScale: 8 } } }'))).toEqual([]);
      expect(named(small, 'db-4', patch('{ timeoutSeconds: 9 }'))).toHaveLength(1);
      expect(named(resources('standard'), 'db-0', patch('{ type: stateful }'))).toEqual([]);
    });
  });

  describe('of services', () => {
    const told = (detail: string, { ports = '', tags = '', timeline = '' } = {}): string[] =>
      parse(
        `${head}resources:\n  - { kind: gvc, name: shop }\n  - { kind: workload, gvc: shop, name: web, tags: { ${tags} }, spec: { type: standard, containers: [{ name: main, image: "a:1"${ports} }] } }\ntimeline:\n${timeline}  - { at: +1d, fault: { ${detail} } }\n`,
      ).problems.flatMap(({ code, severity, line, column }) =>
        code.startsWith('no-') ? [`${line}:${column} ${severity} ${code}`] : [],
      );
    const ports = ', ports: [{ number: 80 }]';
    const mail = 'failingService: { of: shop/web, service: authorization, failure: 5% }';
    const limiter = 'slowService: { of: shop/web, service: rateLimit, latency: 1s }';

    it.each([
      ['no port', 'slowService: { of: shop/web, latency: 1s }', {}, ['8:44 warning no-ports']],
      ['a port', 'slowService: { of: shop/web, latency: 1s }', { ports }, []],
      ['no tag of an authorization', mail, { ports }, ['8:66 warning no-service']],
      ['a tag of another service', mail, { ports, tags: 'svc/rateLimitAddress: a.b' }, ['8:66 warning no-service']],
      ['the tag', mail, { ports, tags: 'svc/externalAuthAddress: a.b' }, []],
      ['no tag of a limiter', limiter, { ports }, ['8:63 warning no-service']],
      [
        'a tag that comes later',
        limiter,
        {
          ports,
          timeline: '  - { at: +1h, patch: /gvc/shop/workload/web, with: { tags: { svc/rateLimitAddress: a.b } } }\n',
        },
        [],
      ],
      [
        'a port that comes later',
        'slowService: { of: shop/web, latency: 1s }',
        {
          timeline:
            '  - { at: +1h, patch: /gvc/shop/workload/web, with: { spec: { $append/containers: [{ name: b, image: b, ports: [{ number: 80 }] }] } } }\n',
        },
        [],
      ],
    ])('that nobody asks are a warning: %s', (_, detail, workload, expected) => {
      expect(told(detail, workload)).toEqual(expected);
    });
  });

  it('that there are not come with the list of those that there are', () => {
    const { problems } = parse(`${head}${shop}timeline:\n  - { at: +1d, fault: { meteor: { of: shop/api } } }\n`);
    expect(problems[0]?.hint).toMatch(/^allowed here: replicaCrash, .*, apiThrottle$/);
  });
});
