import { describe, expect, it } from 'vitest';
import type { ChanceCheck, Constants, Sampling } from '../../../src/experiment/selftest/chanceCheck.ts';
import { chanceChecks, checkNames, exactChecks, isCheckName } from '../../../src/experiment/selftest/checks.ts';
import { criticalScore, judge } from '../../../src/experiment/selftest/judge.ts';
import { exactResult } from '../../../src/experiment/selftest/selftest.ts';

const byId = chanceChecks.map((check) => [check.id, check] as const);

/** Few runs, enough to see an error that is not small. */
const few = ({ counted, warmUp }: Sampling): Sampling => ({
  replications: 24,
  counted: Math.ceil(counted / 12),
  warmUp: Math.ceil(warmUp / 4),
});

/** Of these few runs alone. */
const critical = criticalScore(1);

function scoreOf(check: ChanceCheck, simulated: Constants, believed: Constants): number {
  const sampling = few(check.sampling);
  const sample = check.sampler(simulated, sampling, `checks ${check.id}`);
  const values = Array.from({ length: sampling.replications }, (_, replication) => sample(replication));
  return judge(values, check.theory(believed), critical).score;
}

describe('the checks of the self-test', () => {
  it('have names of their own, which --only takes', () => {
    expect(new Set(checkNames).size).toBe(checkNames.length);
    for (const name of [...checkNames, 'queues', 'hpa', 'cold-starts']) expect(isCheckName(name), name).toBe(true);
    for (const name of ['', 'queue', 'erlang-', 'md']) expect(isCheckName(name), name).toBe(false);
  });

  it('load no server with more than 0.7 of what it can do', () => {
    for (const { id, chapter, constants } of chanceChecks) {
      const { servers = 1, perSecond = 0, serviceMs = 0 } = constants;
      if (chapter === 'queues') expect((perSecond * serviceMs) / 1_000 / servers, id).toBeLessThanOrEqual(0.7 + 1e-12);
    }
  });
});

describe.each(byId)('%s', (_, check) => {
  it('holds with the constants of its scenario, and fails if the scenario has other ones than the form', () => {
    const { constants, finds } = check;
    expect(Math.abs(scoreOf(check, constants, constants))).toBeLessThan(critical);
    // Downwards: a lower load leaves less to chance.
    const [name, factors = []] = Object.entries(finds)[0] ?? [];
    const [factor] = factors;
    if (name === undefined || factor === undefined) throw new Error('no constant is said to be found');
    const wrong = { ...constants, [name]: grossly(constants[name] ?? 0, factor) };
    expect(Math.abs(scoreOf(check, wrong, constants))).toBeGreaterThan(critical);
  });
});

function grossly(value: number, factor: number): number {
  const wrong = value * factor;
  // A count that is off by one stays so; other constants are off by ten times the stated share.
  return Number.isInteger(value) && value < 10 ? Math.round(wrong) : value * (1 + 10 * (factor - 1));
}

describe.each(exactChecks.map((check) => [check.id, check] as const))('%s', (_, check) => {
  it('finds what it expects, and fails if it expects anything else', () => {
    const { constants } = check;
    const [expected, found] = [check.expected(constants, 'checks'), check.found(constants, 'checks')];
    expect(found).toBe(expected);
    const part = { check: check.id, from: 0, kind: 'exact', expected, found } as const;
    expect(exactResult(check, [part]).holds).toBe(true);
    expect(exactResult(check, [{ ...part, expected: `${expected}1` }]).holds).toBe(false);
  });

  it.each(
    Object.entries(check.finds).flatMap(([name, factors = []]) => factors.map((factor) => [name, factor] as const)),
  )('finds that %s is wrong by the factor %d', (name, factor) => {
    const { constants } = check;
    const wrong = { ...constants, [name]: (constants[name] ?? 0) * factor };
    expect(check.expected(wrong, 'checks')).not.toBe(check.found(constants, 'checks'));
  });
});

describe('what an exact check compares moves', () => {
  it('a request that is left out breaks the law of Little', () => {
    const little = exactChecks.find(({ id }) => id === 'little');
    if (little === undefined) throw new Error('no check');
    const constants = { ...little.constants, requests: 200 };
    expect(little.found(constants, '1')).toBe(little.expected(constants, '1'));
    expect(little.expected({ ...constants, leftOut: 1 }, '1')).not.toBe(little.found(constants, '1'));
  });

  it.each(['repeats', 'fork', 'literal'])('%s: another replication has another fingerprint', (id) => {
    const check = exactChecks.find((one) => one.id === id);
    if (check === undefined) throw new Error('no check');
    expect(check.found({ replication: 1 }, '1')).not.toBe(check.expected({ replication: 0 }, '1'));
  });
});
