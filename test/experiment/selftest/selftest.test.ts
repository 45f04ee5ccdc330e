import { describe, expect, it } from 'vitest';
import { chanceChecks, exactChecks } from '../../../src/experiment/selftest/checks.ts';
import {
  partsInThisThread,
  performPart,
  type SelftestJob,
  type SelftestPart,
  type SelftestRunner,
} from '../../../src/experiment/selftest/jobs.ts';
import { selftest } from '../../../src/experiment/selftest/selftest.ts';
import { ended, type StudyProgress } from '../../../src/experiment/study/steps.ts';
import type { SelftestDocument } from '../../../src/report/selftest/selftestDocument.ts';

/** Values that the runs might have come to: around a mean, with some spread. */
function partAround(mean: (job: SelftestJob) => number): (job: SelftestJob) => SelftestPart {
  return (job) => {
    const { check, from, count } = job;
    const values = Array.from({ length: count }, (_, index) => mean(job) * (1 + 0.01 * (((from + index) % 3) - 1)));
    return { check, from, kind: 'values', values };
  };
}

function runnerOf(
  part: (job: SelftestJob) => SelftestPart,
  order: (jobs: SelftestJob[]) => SelftestJob[],
): SelftestRunner {
  return {
    async *run(jobs) {
      for (const job of order([...jobs])) yield part(job);
    },
  };
}

const theoryOf = ({ check }: SelftestJob): number => {
  const found = chanceChecks.find(({ id }) => id === check);
  if (found === undefined) throw new Error(`no form ${check}`);
  return found.theory(found.constants);
};

const asTheory = partAround(theoryOf);
const answered = (only: string[], runner: SelftestRunner, seed = '1'): Promise<SelftestDocument> =>
  ended(selftest({ seed, only }, runner));

describe('a self-test', () => {
  it('passes where all values are as the forms say', async () => {
    const document = await answered(
      ['queues', 'quantities'],
      runnerOf(
        (job) => (job.check === 'quantities' || job.check === 'little' ? performPart(job) : asTheory(job)),
        (jobs) => jobs,
      ),
    );
    expect(document).toMatchObject({
      verdict: 'pass',
      sentence: 'All 10 closed forms and 2 exact checks hold with seed 1.',
    });
    expect(document.chance.map(({ id }) => id)).toEqual(
      chanceChecks.filter(({ chapter }) => chapter === 'queues').map(({ id }) => id),
    );
  });

  it('fails where one form is five percent off, and names it', async () => {
    const wrong = partAround((job) => theoryOf(job) * (job.check === 'erlang-c' ? 1.05 : 1));
    const document = await answered(
      ['erlang'],
      runnerOf(wrong, (jobs) => jobs),
    );
    expect(document).toMatchObject({ verdict: 'fail', sentence: '1 of 3 checks fails with seed 1: erlang-c.' });
    expect(document.chance.map(({ holds }) => holds)).toEqual([true, true, false]);
  });

  it('has the same document in whatever order its parts end', async () => {
    const inOrder = await answered(
      ['tries', 'md1'],
      runnerOf(asTheory, (jobs) => jobs),
    );
    expect(
      await answered(
        ['tries', 'md1'],
        runnerOf(asTheory, (jobs) => jobs.reverse()),
      ),
    ).toEqual(inOrder);
  });

  it('says the error of the first part that failed, in whatever order the parts end', async () => {
    const broken = ({ check, from }: SelftestJob): SelftestPart => ({
      check,
      from,
      kind: 'failed',
      message: `part ${from}`,
    });
    const { chance } = await answered(
      ['tries'],
      runnerOf(broken, (jobs) => jobs.reverse()),
    );
    expect(chance).toMatchObject([{ failed: 'part 0' }]);
  });

  it('performs each replication once, whatever the size of its parts', async () => {
    const seen: number[] = [];
    const watched = runnerOf(
      (job) => {
        for (let index = 0; index < job.count; index += 1) seen.push(job.from + index);
        return asTheory(job);
      },
      (jobs) => jobs,
    );
    const [result] = (await answered(['tries'], watched)).chance;
    expect(seen).toEqual(Array.from({ length: result?.replications ?? 0 }, (_, index) => index));
  });

  it('a check whose run ends with an error fails, and says the error', async () => {
    const broken = runnerOf(
      ({ check, from }) => ({ check, from, kind: 'failed', message: 'out of memory' }),
      (jobs) => jobs,
    );
    const document = await answered(['md1', 'fork'], broken);
    expect(document.verdict).toBe('fail');
    expect(document.chance).toMatchObject([
      { id: 'md1', holds: false, failed: 'out of memory', value: null, score: null },
    ]);
    expect(document.exact).toMatchObject([{ id: 'fork', holds: false, failed: 'out of memory', found: null }]);
  });

  it('tells how far it is after each part', async () => {
    const steps: StudyProgress[] = [];
    await ended(selftest({ seed: '1', only: ['rules'] }, partsInThisThread), (step) => {
      steps.push(step);
    });
    const rules = exactChecks.filter(({ chapter }) => chapter === 'rules').length;
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: rules + 1 }, (_, done) => done));
    expect(new Set(steps.map(({ of }) => of))).toEqual(new Set([rules]));
  });

  it('is judged as strictly with one check as with all', async () => {
    const one = await answered(
      ['md1'],
      runnerOf(asTheory, (jobs) => jobs),
    );
    const several = await answered(
      ['queues'],
      runnerOf(
        (job) => (job.check === 'little' ? performPart(job) : asTheory(job)),
        (jobs) => jobs,
      ),
    );
    expect(one.criticalScore).toBe(several.criticalScore);
  });
});

describe('a part', () => {
  it('repeats with its seed, and another seed gives other values', () => {
    const job = { seed: '1', check: 'tries', from: 3, count: 2 };
    const first = performPart(job);
    expect(first.kind).toBe('values');
    expect(performPart(job)).toEqual(first);
    expect(performPart({ ...job, seed: '2' })).not.toEqual(first);
  });

  it('a replication is the same in whichever part it is', () => {
    const both = performPart({ seed: '1', check: 'tries', from: 3, count: 2 });
    const second = performPart({ seed: '1', check: 'tries', from: 4, count: 1 });
    if (both.kind !== 'values' || second.kind !== 'values') throw new Error('no values');
    expect(second.values).toEqual(both.values.slice(1));
  });

  it('of an unknown check has failed', () => {
    expect(performPart({ seed: '1', check: 'none', from: 0, count: 1 })).toEqual({
      check: 'none',
      from: 0,
      kind: 'failed',
      message: "no check 'none'",
    });
  });
});
