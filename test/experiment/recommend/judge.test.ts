import { describe, expect, it } from 'vitest';
import { day } from '../../../src/engine/time.ts';
import { judge } from '../../../src/experiment/recommend/judge.ts';
import type { Figures } from '../../../src/experiment/recommend/question.ts';
import { parseDecimal, zero } from '../../../src/platform/metering/decimal.ts';
import { effectText, signedMoney } from '../../../src/report/verdict/effectText.ts';

interface Given {
  readonly cost?: string;
  readonly pass?: boolean;
  readonly isMeasured?: boolean;
  readonly problems?: { readonly [name: string]: number };
  readonly cases?: { readonly [name: string]: number };
  readonly shortages?: { readonly [what: string]: string };
  readonly latency?: number;
  readonly metric?: string;
}

/** A run of thirty days with one expectation. */
function figures({
  cost = '100.0',
  pass = true,
  isMeasured = true,
  problems = {},
  cases = {},
  shortages = {},
  latency,
  metric = 'load.failed',
}: Given): Figures {
  const expectation = { metric, of: 'shop/workload/api', at: null } as never;
  return {
    cost: parseDecimal(cost) ?? zero,
    length: 30 * day,
    expectations: [{ expectation, pass, isMeasured, message: 'load.failed: 3 (expected 0)' }],
    problems: new Map(Object.entries(problems)),
    cases: new Map(Object.entries(cases)),
    shortages: new Map(Object.entries(shortages)),
    latencies: new Map(latency === undefined ? [] : [['shop/workload/api', latency]]),
    atOnce: new Map(),
  };
}

const failed = 'shop/workload/api: failed requests';
const above = 'shop/workload/api: cpu above its reserve';
const executions = 'shop/workload/sync: failed executions';
const crowd = 'executions that start in one minute';

describe('a change is accepted', () => {
  it.each<[string, Given, Given]>([
    ['that saves a thousandth of the bill', {}, { cost: '99.9' }],
    ['that takes a problem away, whatever it costs', { problems: { [executions]: 100 } }, { cost: '150.0' }],
    [
      'that leaves a tenth of the requests that fail',
      { problems: { [failed]: 100 } },
      { cost: '150.0', problems: { [failed]: 10 } },
    ],
    [
      'that leaves half of the requests that fail, if it costs less than a thousandth more',
      { problems: { [failed]: 100 } },
      { cost: '100.09', problems: { [failed]: 50 } },
    ],
    [
      'that leaves a fiftieth of another problem',
      { problems: { [executions]: 100 } },
      { cost: '150.0', problems: { [executions]: 2 } },
    ],
    ['that breaks what was broken before', { pass: false }, { pass: false, cost: '50.0' }],
    ['that lets part of a request fail', {}, { cost: '50.0', problems: { [failed]: 0.4 } }],
    ['that is a little slower', { latency: 100 }, { latency: 140, cost: '50.0' }],
    ['that is much slower, by less than anybody feels', { latency: 3 }, { latency: 9, cost: '50.0' }],
    [
      'that is much slower, where an expectation of latency holds',
      { latency: 100, metric: 'load.latency.p99' },
      { latency: 900, cost: '50.0', metric: 'load.latency.p99' },
    ],
    ['that reserves what is used', { problems: { [above]: 0.5 } }, { cost: '150.0' }],
    [
      'under which use beyond a reserve is all but the same',
      { problems: { [above]: 672 } },
      { cost: '50.0', problems: { [above]: 672.1 } },
    ],
    [
      'under which more fail of more executions, at the same rate',
      { problems: { [executions]: 5 }, cases: { [executions]: 100 } },
      { cost: '50.0', problems: { [executions]: 12 }, cases: { [executions]: 200 } },
    ],
    [
      'that leaves a fiftieth of a rate, though of many more',
      { problems: { [executions]: 50 }, cases: { [executions]: 100 } },
      { cost: '150.0', problems: { [executions]: 9 }, cases: { [executions]: 1_000 } },
    ],
    ['that halves a crowd', { problems: { [crowd]: 40 } }, { problems: { [crowd]: 20 } }],
  ])('%s', (_, base, after) => {
    expect(judge(figures(base), figures(after))).toMatchObject({ isAccepted: true });
  });
});

describe('a change that mends requests is needed', () => {
  const mends = (cost: string, base: Given): boolean => {
    const verdict = judge(
      figures({ problems: { [failed]: 100 }, ...base }),
      figures({ ...base, problems: {}, pass: true, isMeasured: true, cost }),
    );
    return verdict.isAccepted && verdict.isNeeded;
  };

  it('where the scenario expects nothing of its requests, or more than it gets', () => {
    expect(mends('150.0', { metric: 'replicas.ready' })).toBe(true);
    expect(mends('150.0', { metric: 'load.failed', pass: false })).toBe(true);
    expect(mends('150.0', { metric: 'load.failed', isMeasured: false })).toBe(true);
  });

  it('where its expectations hold, only if it costs no clear amount', () => {
    expect(mends('100.1', { metric: 'load.failed' })).toBe(false);
    expect(mends('100.09', { metric: 'load.goodPercentage' })).toBe(true);
    expect(mends('50.0', { metric: 'calls.failed' })).toBe(true);
  });

  it('where it solves another problem, too', () => {
    expect(mends('150.0', { problems: { [failed]: 100, [executions]: 3 } })).toBe(true);
  });
});

describe('a change is rejected', () => {
  it.each<[string, Given, Given, string]>([
    ['that breaks an expectation that held, whatever it saves', {}, { pass: false, cost: '1.0' }, 'expectation'],
    ['that takes away what something is expected of', {}, { isMeasured: false, cost: '1.0' }, 'expectation'],
    ['that lets requests fail', {}, { cost: '50.0', problems: { [failed]: 1 } }, 'problem'],
    [
      'that makes a problem worse',
      { problems: { [failed]: 10 } },
      { cost: '50.0', problems: { [failed]: 11 } },
      'problem',
    ],
    [
      'under which as many fail of far fewer executions',
      { problems: { [executions]: 10 }, cases: { [executions]: 200 } },
      { cost: '50.0', problems: { [executions]: 10 }, cases: { [executions]: 50 } },
      'problem',
    ],
    [
      'under which the rate of failures rises by more than chance makes of it',
      { problems: { [executions]: 5 }, cases: { [executions]: 100 } },
      { cost: '50.0', problems: { [executions]: 40 }, cases: { [executions]: 200 } },
      'problem',
    ],
    ['that takes one problem away and brings another', { problems: { a: 10 } }, { problems: { b: 1 } }, 'problem'],
    ['that is much slower', { latency: 100 }, { latency: 151, cost: '50.0' }, 'slower'],
    ['that saves less than a thousandth', {}, { cost: '99.91' }, 'gain'],
    ['that saves less than a cent a month', { cost: '1.0' }, { cost: '0.991' }, 'gain'],
    [
      'under which replicas use more than is reserved for them, be it a part of a core',
      {},
      { cost: '50.0', problems: { [above]: 0.5 } },
      'problem',
    ],
    [
      'that makes a finding call something too low',
      {},
      { cost: '50.0', shortages: { 'shop/workload/api: minCpu': 'cpu 120 % of its reserve' } },
      'problem',
    ],
    ['that changes nothing', {}, {}, 'gain'],
    ['that costs more', {}, { cost: '101.0' }, 'gain'],
    [
      'that leaves more than a tenth of the requests that fail, and costs a thousandth more',
      { problems: { [failed]: 100 } },
      { cost: '100.1', problems: { [failed]: 11 } },
      'gain',
    ],
    [
      'that leaves more than half of the requests that fail',
      { problems: { [failed]: 100 } },
      { problems: { [failed]: 51 } },
      'gain',
    ],
    [
      'that halves another problem at the same cost',
      { problems: { [executions]: 100 } },
      { problems: { [executions]: 50 } },
      'gain',
    ],
    [
      'that leaves more than a fiftieth of another problem',
      { problems: { [executions]: 100 } },
      { problems: { [executions]: 3 } },
      'gain',
    ],
  ])('%s', (_, base, after, stoppedBy) => {
    expect(judge(figures(base), figures(after))).toMatchObject({ isAccepted: false, stoppedBy });
  });

  it('in words with numbers', () => {
    const verdict = judge(
      figures({ problems: { [failed]: 10 } }),
      figures({ cost: '99.5', problems: { [failed]: 12 } }),
    );
    expect(verdict).toMatchObject({
      why: `a problem gets worse: ${failed} 10 -> 12`,
      effect: { cost: '-0.5', costPerMonth: '-0.5' },
    });
    expect(
      judge(
        figures({ problems: { [executions]: 5 }, cases: { [executions]: 100 } }),
        figures({ problems: { [executions]: 40 }, cases: { [executions]: 200 } }),
      ),
    ).toMatchObject({ why: `a problem gets worse: ${executions} 5 of 100 -> 40 of 200` });
    expect(effectText(verdict.effect)).toBe(`-0.50 a month, ${failed} 10 -> 12`);
    expect(effectText(judge(figures({}), figures({ problems: { 'a: time full': 90_000 } })).effect)).toBe(
      '0.00 a month, a: time full 0 -> 1m 30s',
    );
  });

  it.each([
    ['1.2', '+1.20'],
    ['-1234.5', '-1,234.50'],
    ['-0.001', '0.00'],
    ['0.0', '0.00'],
  ])('money has a sign where there is any: %s', (text, shown) => {
    expect(signedMoney(text)).toBe(shown);
  });
});
