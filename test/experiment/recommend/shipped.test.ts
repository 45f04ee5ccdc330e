import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failuresOf } from '../../../src/experiment/failure/failures.ts';
import { capturePlan } from '../../../src/experiment/study/planText.ts';
import { inThisThread } from '../../../src/experiment/study/runner.ts';
import { ended as endOfStudy } from '../../../src/experiment/study/steps.ts';
import { formatDecimal, minus } from '../../../src/platform/metering/decimal.ts';
import { advised, figuresWith, planOf } from './advised.ts';

const textOf = (name: string): string => readFileSync(`scenarios/tour/${name}.yaml`, 'utf8');

describe('lesson 13', () => {
  const text = textOf('13-what-to-change');
  const advice = advised(text);

  it('proposes what its header says', () => {
    const rows = advice.recommendations.map(({ target, field, proposed }) => `${target} ${field}: ${proposed}`);
    expect(rows).toEqual([
      'shop/volumeset/orders autoscaling: scalingFactor 1.2, maxCapacity 1000 GB',
      'shop/workload/sync job: schedule */20 * * * *',
      'shop/workload/api minCpu: 505m',
      'shop/volumeset/archive volume set: removed',
      'shop/workload/api minScale: 3 (minScale and maxScale)',
      'shop/workload/api minMemory: 512Mi',
    ]);
  });

  it('rejects what its header says, each by what stops it', () => {
    const stopped = advice.recommendations.flatMap(({ rejected }) =>
      rejected.map(({ proposed, stoppedBy }) => `${proposed}: ${stoppedBy}`),
    );
    expect(stopped).toEqual(
      expect.arrayContaining([
        'concurrencyPolicy Allow: gain',
        'concurrencyPolicy Replace: problem',
        '2 (minScale and maxScale): expectation',
        '304Mi: rule',
        'scalingFactor 2: dearer',
      ]),
    );
  });

  it('brings with each what two runs differ by, and with all of it less than with each added up', () => {
    const before = figuresWith(text, []);
    for (const { set, effect, severity } of advice.recommendations) {
      const after = figuresWith(text, set);
      expect(effect.cost).toBe(formatDecimal(minus(after.cost, before.cost)));
      expect(after.expectations.every(({ pass }) => pass)).toBe(true);
      if (severity !== 'info') expect(effect.problems.every(({ after: left }) => Number(left) === 0)).toBe(true);
    }
    expect(Number(advice.total.overlap)).toBeGreaterThan(0);
  });
});

describe('lesson 14', () => {
  it('says what each loss leaves, and what a spare replica does for it', async () => {
    const { text, options } = planOf(textOf('14-what-is-left'));
    const { plan, parsed } = capturePlan(text, options);
    if (parsed.scenario === null) throw new Error('no scenario');
    const { failures } = await endOfStudy(
      failuresOf(plan, parsed.scenario, inThisThread(), { runs: 3, confidence: 0.95 }),
    );
    const rows = failures.map(({ lost, location, before, after, spares }) => [
      `${lost} ${location}`,
      before.served,
      Number(after.served).toFixed(2),
      after.breachMinutes,
      spares.map(({ served, costPerMonth }) => `${served} for ${Number(costPerMonth).toFixed(2)}`),
    ]);
    const spares = ['1.0 for 25.42', '1.0 for 50.83'];
    expect(rows).toEqual([
      ['replica aws-eu-central-1', '1.0', '1.00', 0, spares],
      ['location aws-eu-central-1', '1.0', '0.01', 60, spares],
      ['replica aws-us-east-1', '1.0', '0.95', 6, spares],
      ['location aws-us-east-1', '1.0', '0.01', 60, spares],
    ]);
  });
});
