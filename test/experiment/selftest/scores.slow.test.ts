/**
 * The scores of the self-test are normal: over many seeds, those of each form pass the test of Kolmogorov and Smirnov.
 * So the probability of a false alarm is what the self-test says, and no scenario is a little off its form.
 */
import { describe, expect, it } from 'vitest';
import { chanceChecks } from '../../../src/experiment/selftest/checks.ts';
import { criticalScore, judge } from '../../../src/experiment/selftest/judge.ts';
import { farProbability, normalDistance } from './kolmogorov.ts';

const seeds = 200;
const replications = 20;
/** Of all forms together; each gets its share (Bonferroni). */
const level = 0.01;

describe('over 200 seeds the scores of a form are those of the standard normal distribution', () => {
  it.each(chanceChecks.map((check) => [check.id, check] as const))('%s', { timeout: 600_000 }, (_, check) => {
    // Shorter runs than those of the self-test, with all of its warm-up.
    const sampling = { ...check.sampling, replications, counted: Math.ceil(check.sampling.counted / 10) };
    const theory = check.theory(check.constants);
    const critical = criticalScore(chanceChecks.length);
    const scores = Array.from({ length: seeds }, (_, seed) => {
      const sample = check.sampler(check.constants, sampling, `${seed} ${check.id}`);
      const values = Array.from({ length: replications }, (_, replication) => sample(replication));
      return judge(values, theory, critical).score;
    });
    const distance = normalDistance(scores);
    const probability = farProbability(distance, seeds);
    expect(probability, `distance ${distance}`).toBeGreaterThan(level / chanceChecks.length);
  });
});
