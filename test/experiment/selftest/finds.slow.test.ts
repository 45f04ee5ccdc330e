/**
 * The whole self-test, once: every form holds, and each wrong constant that a check says it finds is found.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { chanceChecks } from '../../../src/experiment/selftest/checks.ts';
import { performPart } from '../../../src/experiment/selftest/jobs.ts';
import { criticalScore, judge } from '../../../src/experiment/selftest/judge.ts';

const critical = criticalScore(chanceChecks.length);

describe.each(chanceChecks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  const { constants, finds, sampling } = check;
  let values: readonly number[] = [];

  beforeAll(() => {
    const part = performPart({ seed: '1', check: id, from: 0, count: sampling.replications });
    if (part.kind !== 'values') throw new Error('no values');
    values = part.values;
  }, 600_000);

  it('holds with the default seed', () => {
    expect(judge(values, check.theory(constants), critical).holds).toBe(true);
  });

  it.each(Object.entries(finds).flatMap(([name, factors = []]) => factors.map((factor) => [name, factor] as const)))(
    'finds that %s is wrong by the factor %d',
    (name, factor) => {
      const wrong = { ...constants, [name]: (constants[name] ?? 0) * factor };
      expect(judge(values, check.theory(wrong), critical).holds).toBe(false);
    },
  );

  it('says of each constant but its own 0 which error of it is found', () => {
    const unsaid = Object.entries(constants).filter(([name, value]) => value !== 0 && finds[name] === undefined);
    // Which number of replicas is asked for is a question, not a belief; with processor sharing the spread is idle.
    expect(unsaid.map(([name]) => name).filter((name) => !['replicas', 'cv'].includes(name))).toEqual([]);
  });
});
