import { describe, expect, it } from 'vitest';
import { day } from '../../../src/engine/time.ts';
import { cheapestEnough, nextStep, type Passed, requestsLeft } from '../../../src/experiment/recommend/choice.ts';
import type { Figures } from '../../../src/experiment/recommend/question.ts';
import { parseDecimal, zero } from '../../../src/platform/metering/decimal.ts';

const failed = 'shop/workload/api: failed requests';
const goal = 'expectation broken: good enough';

/** A scenario of thirty days: 1.00 is a clear amount of its bill, 0.99 is not. */
const base: Figures = {
  cost: parseDecimal('1000.0') ?? zero,
  length: 30 * day,
  expectations: [],
  problems: new Map([[failed, 1_000]]),
  cases: new Map([[failed, 100_000]]),
  shortages: new Map(),
  latencies: new Map(),
  atOnce: new Map(),
};

const passed = (
  proposed: string,
  cost: string,
  left: number,
  gone: readonly string[] = [failed],
  isNeeded = true,
): Passed => ({
  alternative: { proposed, settings: [] },
  verdict: { isAccepted: true, gone, isNeeded, effect: { cost, costPerMonth: cost, problems: [] } },
  told: '',
  left,
});
const proposedOf = (all: readonly Passed[], take: 'levers' | 'all' = 'levers'): string | undefined =>
  cheapestEnough(base, all, take)?.alternative.proposed;

describe('the change that is proposed', () => {
  it('is the cheapest that is good enough, however little a dearer one leaves', () => {
    expect(proposedOf([passed('cpu 2000m', '69.0', 0), passed('25', '0.8', 60)])).toBe('25');
  });

  it('is the one that leaves fewest requests, where costs differ by less than a thousandth of the bill', () => {
    expect(proposedOf([passed('25', '0.8', 60), passed('30', '1.79', 10), passed('40', '1.8', 0)])).toBe('30');
    expect(proposedOf([passed('25', '0.8', 60), passed('30', '1.8', 10)])).toBe('25');
    expect(proposedOf([passed('30', '0.9', 60), passed('25', '0.8', 60)])).toBe('25');
    expect(proposedOf([passed('25', '0.8', 60), passed('40', '0.95', 10), passed('30', '0.9', 10)])).toBe('30');
  });

  it('mends the broken expectation, though another one leaves less of the requests or costs less', () => {
    const all = [passed('25', '0.8', 20), passed('30', '5.0', 300, [goal]), passed('40', '9.0', 0, [goal, failed])];
    expect(proposedOf(all)).toBe('30');
  });

  it('mends the broken objective', () => {
    const objective = 'answers in time: time in breach, beyond what is granted';
    expect(proposedOf([passed('25', '0.8', 20), passed('30', '5.0', 300, [objective])])).toBe('30');
    expect(proposedOf([passed('25', '0.8', 20, [failed, 'other']), passed('30', '5.0', 3, [objective])])).toBe('30');
  });

  it('solves most problems, where no expectation is broken', () => {
    const both = passed('40', '9.0', 0, [failed, 'shop/workload/api: lost requests']);
    expect(proposedOf([passed('25', '0.8', 20), both])).toBe('40');
  });

  it('solves most problems, of a volume, also if an expectation is broken', () => {
    const all = [
      passed('1.5', '0.8', 0, [goal]),
      passed('2', '9.0', 0, [goal, 'shop/volumeset/data: refused expansions']),
    ];
    expect(proposedOf(all, 'all')).toBe('2');
  });

  it('is none of none, and none that is not needed', () => {
    expect(cheapestEnough(base, [], 'levers')).toBeNull();
    expect(cheapestEnough(base, [passed('25', '8.0', 0, [failed], false)], 'levers')).toBeNull();
    expect(proposedOf([passed('cpu 2000m', '69.0', 0, [failed], false), passed('25', '0.8', 400, [])])).toBe('25');
  });
});

describe('the next step', () => {
  const proposal = passed('25', '0.8', 60);
  const stepOf = (others: readonly Passed[]): string | undefined =>
    nextStep(base, proposal, others)?.alternative.proposed;

  it('is the cheapest change that costs clearly more and leaves at most half', () => {
    expect(stepOf([passed('cpu 2000m', '69.0', 0), passed('cpu 1500m', '30.0', 30)])).toBe('cpu 1500m');
    expect(stepOf([passed('cpu 1500m', '30.0', 31)])).toBeUndefined();
    expect(stepOf([passed('30', '1.79', 0)])).toBeUndefined();
    expect(stepOf([passed('30', '1.8', 0)])).toBe('30');
    expect(stepOf([])).toBeUndefined();
  });

  it('may be a change that the expectations of the scenario do not need', () => {
    expect(stepOf([passed('cpu 2000m', '69.0', 0, [failed], false)])).toBe('cpu 2000m');
  });

  it('leaves at least one request less', () => {
    expect(nextStep(base, passed('25', '0.8', 0.9), [passed('30', '9.0', 0)])).toBeNull();
  });

  it('mends as many expectations', () => {
    expect(nextStep(base, passed('25', '0.8', 60, [goal]), [passed('30', '9.0', 0)])).toBeNull();
    expect(nextStep(base, passed('25', '0.8', 60, [goal]), [passed('30', '9.0', 0, [goal, failed])])).not.toBeNull();
  });
});

describe('requests that are left', () => {
  it('count in as many cases as without the change, and nothing but requests to the workload counts', () => {
    const after = {
      ...base,
      problems: new Map([
        [failed, 30],
        ['shop/workload/api: lost requests', 7],
        ['shop/workload/api: failed executions', 500],
        ['shop/workload/web: failed requests', 40],
      ]),
      cases: new Map([[failed, 200_000]]),
    };
    const api = 'shop/workload/api';
    expect(requestsLeft(base, base, api)).toBe(1_000);
    expect(requestsLeft(base, after, api)).toBe(15 + 7);
  });
});
