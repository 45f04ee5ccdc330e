import { describe, expect, it } from 'vitest';
import type { FaultAction } from '../../src/scenario/scenario.ts';
import { good, head, parse, shop } from './builders.ts';

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
    expect(fault('fault: { drain: { of: shop/api, replicas: [api-0] } }').fault.whom).toEqual({
      kind: 'names',
      names: ['api-0'],
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
      "16:48 contradiction 'zone' means nothing to drain",
    ],
    [
      'an instant that lasts',
      '{ at: +1d, fault: { drain: { of: shop/api } }, for: 1h }',
      '16:52 contradiction drain is a matter of an instant',
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
      "16:63 contradiction 'replicas' chooses among replicas",
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
});
