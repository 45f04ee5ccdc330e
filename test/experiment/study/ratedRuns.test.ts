import { describe, expect, it } from 'vitest';
import { measureOf } from '../../../src/experiment/study/measure.ts';
import { capturePlan, type PlanChanges } from '../../../src/experiment/study/planText.ts';
import { ratingTogether } from '../../../src/experiment/study/ratedRuns.ts';
import { inThisThread, type RunJob, type Runner, type RunResult } from '../../../src/experiment/study/runner.ts';
import { exampleDocument } from '../../../src/platform/metering/exampleDocument.ts';
import { failing } from './shops.ts';

const measures = ['bill.total', 'executions.failed of shop/night', 'bill.total by meter'].map(measureOf);

/** A job of the failing schedule with changes; whether they are accepted is seen only when it runs. */
function job(key: string, set: PlanChanges['set']): RunJob {
  const { plan } = capturePlan(failing('30%'), { file: 's.yaml' }, { set: set ?? [] });
  return { key, plan, replication: 1, measures };
}

/** Results by key, and the jobs that the runner below was given. */
async function performed(jobs: readonly RunJob[]): Promise<{ results: Map<string, RunResult>; given: RunJob[] }> {
  const given: RunJob[] = [];
  const inner = inThisThread();
  const watched: Runner = {
    width: 1,
    run: (asked) => {
      given.push(...asked);
      return inner.run(asked);
    },
  };
  const results = new Map<string, RunResult>();
  for await (const result of ratingTogether(watched).run(jobs)) results.set(result.key, result);
  return { results, given };
}

async function alone(jobs: readonly RunJob[]): Promise<Map<string, RunResult>> {
  const results = new Map<string, RunResult>();
  for (const one of jobs) for await (const result of inThisThread().run([one])) results.set(result.key, result);
  return results;
}

/** The built-in book with changes to its text. */
const bookWith = (change: (text: string) => string): PlanChanges['set'] => [
  { path: 'prices', value: change(JSON.stringify(exampleDocument)) },
];
const dearer = bookWith((text) => text.replaceAll('"0.0041"', '"0.8"'));
const renamed = bookWith((text) => text.replace('example-invented', 'another name'));
/** Memory costs more from the middle of the run on, so the ledger has to be split there. */
const later = bookWith((text) =>
  text.replaceAll(
    '{"from":"1970-01-01T00:00:00Z","list":"0.0041"}',
    '{"from":"1970-01-01T00:00:00Z","list":"0.0041"},{"from":"2026-11-01T12:00:00Z","list":"0.9"}',
  ),
);
const cores = [{ path: 'shop/workload/night.spec.containers[0].cpu', value: '200m' }];

const groupsIn = (given: readonly RunJob[]): string[][] =>
  given.map(({ key, rated = [] }) => [key, ...rated.map((one) => one.key)]);

describe('plans that differ in prices alone', () => {
  it('run once, and have the results that each has alone', async () => {
    const jobs = [
      job('usual', []),
      job('cores', cores),
      job('dearer', dearer),
      job('later', later),
      job('name', renamed),
    ];
    const { results, given } = await performed(jobs);
    expect(groupsIn(given)).toEqual([['usual', 'dearer', 'later', 'name'], ['cores']]);
    expect(results).toEqual(await alone(jobs));
    const totals = new Set([...results.values()].map((one) => one.kind === 'measured' && one.values['bill.total']));
    expect(totals.size).toBe(4);
  });

  it('each have a result, though the prices of the first one are refused', async () => {
    const wrong = job(
      'wrong',
      bookWith((text) => text.replace('"USD"', '"dollars"')),
    );
    const jobs = [wrong, job('usual', []), job('dearer', dearer)];
    const { results, given } = await performed(jobs);
    expect(groupsIn(given)).toEqual([['wrong', 'usual', 'dearer'], ['usual'], ['dearer']]);
    expect([...results.values()].map(({ key, kind }) => [key, kind])).toEqual([
      ['wrong', 'refused'],
      ['usual', 'measured'],
      ['dearer', 'measured'],
    ]);
    expect(results).toEqual(await alone(jobs));
  });

  it('in another replication, or with other measures, have runs of their own', async () => {
    const jobs = [
      job('usual', []),
      { ...job('dearer', dearer), replication: 2 },
      { ...job('dearer again', dearer), measures: [measureOf('bill.total')] },
    ];
    expect(groupsIn((await performed(jobs)).given)).toEqual([['usual'], ['dearer'], ['dearer again']]);
  });

  it('each have a run of their own if their expectations are judged', async () => {
    const measuresOfExpectations = [{ kind: 'expectations', name: 'expected' }] as const;
    const jobs = [job('usual', []), job('dearer', dearer)].map((one) => ({ ...one, measures: measuresOfExpectations }));
    expect(groupsIn((await performed(jobs)).given)).toEqual([['usual'], ['dearer']]);
  });
});
