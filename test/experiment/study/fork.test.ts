import { describe, expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import { type ForkQuestion, fork } from '../../../src/experiment/study/fork.ts';
import { type StepTemplates, stepChanges, stepTexts } from '../../../src/experiment/study/futureSteps.ts';
import { capturePlan } from '../../../src/experiment/study/planText.ts';
import { inThisThread, type Runner } from '../../../src/experiment/study/runner.ts';
import { ended } from '../../../src/experiment/study/steps.ts';
import type { ForkDocument } from '../../../src/report/study/forkDocument.ts';
import { compared, measureOf, planOf } from './plans.ts';
import { failing } from './shops.ts';

const text = failing('50%');
const start = Date.parse('2026-11-01T00:00:00Z');
const measures = ['bill.total', 'executions.failed of shop/night'];
const path = '/gvc/shop/workload/night';
const suspend: StepTemplates = [{ patch: path, with: { spec: { defaultOptions: { suspend: true } } } }];
const wrong: StepTemplates = [{ patch: path, with: { spec: { defaultOptions: { suspend: 'maybe' } } } }];

async function forked(
  plans: { readonly [name: string]: StepTemplates },
  asked: Partial<ForkQuestion> = {},
  runner: Runner = inThisThread(),
): Promise<ForkDocument> {
  const question: ForkQuestion = {
    name: 'failing',
    base: capturePlan(text, { file: 's.yaml' }).plan,
    entries: 0,
    plans: Object.entries(plans).map(([name, steps]) => ({ name, changes: [], steps })),
    at: start + 6 * hour,
    act: null,
    measures: measures.map(measureOf),
    runs: 6,
    confidence: 0.95,
    currency: 'USD',
    ...asked,
  };
  return ended(fork(question, runner));
}

describe('a fork', () => {
  it('comes to the same differences as whole runs with the steps in the timeline', async () => {
    const { differences } = await forked({ off: suspend });
    const changes = stepChanges(stepTexts(suspend, start + 6 * hour));
    const { document } = await compared([planOf('failing', text), planOf('off', text, changes)], {
      of: measures,
      runs: 6,
    });
    expect(differences).toEqual(document.differences);
    expect(differences.some(({ mean }) => mean !== 0)).toBe(true);
  });

  it('says where each future first differs, besides the request itself', async () => {
    const { firstDifference } = await forked({ off: suspend, same: [{ patch: path, with: { description: 'x' } }] });
    expect(firstDifference).toEqual([
      {
        plan: 'off',
        entry: {
          at: '2026-11-01T06:00:00.000Z',
          type: 'ticks.passed',
          subject: 'shop/workload/night@aws-us-east-1',
          sentence: 'shop/workload/night@aws-us-east-1: 1 tick started no execution: defaultOptions',
        },
      },
      { plan: 'same', entry: null },
    ]);
  });

  it('reports a plan that the API refuses, with the rule, and goes on with the others', async () => {
    const { refusals, plans, differences, sentence } = await forked({ wrong, off: suspend });
    expect(refusals).toMatchObject([
      { plan: 'wrong', refused: 6, runs: 6, message: expect.stringContaining('suspend') },
    ]);
    expect(plans[1]).toMatchObject({ name: 'wrong', refused: { message: expect.any(String) }, measures: [] });
    expect(differences.every(({ plan }) => plan === 'off')).toBe(true);
    expect(sentence).toContain('The platform refuses wrong on Sun 1 Nov 06:00');
  });

  it('runs once where nothing is random', async () => {
    const base = capturePlan(failing('0%'), { file: 's.yaml' }).plan;
    const { chance, plans } = await forked({ off: suspend }, { base });
    expect([chance, plans.map(({ runs }) => runs)]).toEqual(['none', [1, 1]]);
  });

  it('gives the same document whatever the order in which runs end', async () => {
    const inOrder = inThisThread();
    const backwards: Runner = {
      width: 2,
      async *run(jobs) {
        yield* inOrder.run([...jobs].reverse());
      },
    };
    expect(await forked({ off: suspend }, {}, backwards)).toEqual(await forked({ off: suspend }));
  });

  it('leaves out a replication that fails, and says so', async () => {
    const own = inThisThread();
    const broken: Runner = {
      width: 1,
      async *run(jobs) {
        for await (const result of own.run(jobs))
          yield result.key === '2' ? { kind: 'failed', key: result.key, message: 'broken' } : result;
      },
    };
    const { plans } = await forked({ off: suspend }, {}, broken);
    expect(plans.map(({ runs, failed }) => [runs, failed])).toEqual([
      [5, [{ replication: 2, message: 'broken', command: 'svcsim run s.yaml --replication 2' }]],
      [5, [{ replication: 2, message: 'broken' }]],
    ]);
  });
});
