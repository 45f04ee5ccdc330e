import { describe, expect, it } from 'vitest';
import { capturePlan } from '../../../src/experiment/study/planText.ts';
import { inThisThread, type RunJob, type RunResult } from '../../../src/experiment/study/runner.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { measureOf } from './plans.ts';
import { failing } from './shops.ts';

/** Jobs of one plan. */
function jobsOf(text: string, replications: readonly number[]): RunJob[] {
  const { plan } = capturePlan(text, { file: 's.yaml' });
  const measures = [measureOf('executions.started of shop/night')];
  return replications.map((replication) => ({ key: String(replication), plan, replication, measures }));
}

async function resultsOf(jobs: readonly RunJob[]): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for await (const result of inThisThread().run(jobs)) results.push(result);
  return results;
}

function startedIn(result: RunResult): number | null | undefined {
  return result.kind === 'measured' ? result.values['executions.started of shop/night'] : undefined;
}

describe('a runner', () => {
  const text = failing('0%').replace('24h', `"\${hours}h"`);

  it('draws the parameters of a plan in each replication, the same as a run of that replication', async () => {
    const drawn = `${text}params: { hours: { uniform: { from: 1, to: 200 }, round: 1 } }\n`;
    const replications = [0, 1, 2, 3, 2];
    const results = await resultsOf(jobsOf(drawn, replications));
    const hours = replications.map((replication) => {
      const { scenario } = parseScenario(drawn, { file: 's.yaml', replication });
      return Number(scenario?.parameters[0]?.value);
    });
    expect(new Set(hours).size).toBe(4);
    expect(results.map(startedIn)).toEqual(hours);
    expect(results.map((one) => one.kind === 'measured' && one.isDrawn)).toEqual([true, true, true, true, true]);
  });

  it('with a constant parameter draws nothing', async () => {
    const [result] = await resultsOf(jobsOf(`${text}params: { hours: 5 }\n`, [0]));
    expect(result).toMatchObject({
      kind: 'measured',
      isDrawn: false,
      values: { 'executions.started of shop/night': 5 },
    });
  });

  it('refuses only the replications whose parameters cannot be', async () => {
    const drawn = `${failing(`"\${share}%"`)}params: { share: { uniform: { from: 0, to: 200 } } }\n`;
    const replications = [0, 1, 2, 3, 4, 5];
    const results = await resultsOf(jobsOf(drawn, replications));
    const isRefused = replications.map(
      (replication) => parseScenario(drawn, { file: 's.yaml', replication }).scenario === null,
    );
    expect(new Set(isRefused).size).toBe(2);
    expect(results.map(({ kind }) => kind === 'refused')).toEqual(isRefused);
  });
});
