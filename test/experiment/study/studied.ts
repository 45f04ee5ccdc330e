/** Studies with made-up runs, for the tests of their decisions. */

import type { RunJob, Runner, RunResult } from '../../../src/experiment/study/runner.ts';
import { pointsOf } from '../../../src/experiment/study/spec/points.ts';
import { ended, type StudyProgress } from '../../../src/experiment/study/steps.ts';
import { type StudyAnswer, study } from '../../../src/experiment/study/study.ts';
import type { StudyQuestion } from '../../../src/experiment/study/studyDocument.ts';
import { studyQuestion } from '../../../src/experiment/study/studyQuestion.ts';
import { fileOf, parsed, studyOf } from './spec/studies.ts';

/** What a run comes to; a text: it fails with this message. */
export type MadeUp = { readonly [measure: string]: number | null } | string;

/** A study of the small shop with these lines, each a key of the study. */
export function questionOf(lines: readonly string[]): StudyQuestion {
  const spec = studyOf(lines);
  const points = pointsOf(spec);
  if (typeof points === 'string') throw new Error(points);
  const { scenario } = parsed(lines);
  if (scenario === null) throw new Error('the shop has no scenario');
  return studyQuestion({ text: fileOf(lines), options: { file: 's.yaml' }, scenario }, spec, points);
}

/** A runner that gives made-up values, and remembers the jobs. Results come in the reverse order of the jobs. */
export function madeUp(
  valuesOf: (plan: string, replication: number) => MadeUp,
  isDrawn = true,
): Runner & { readonly jobs: RunJob[] } {
  const jobs: RunJob[] = [];
  return {
    width: 1,
    jobs,
    async *run(asked) {
      // The parts of bills are another chapter.
      const [parts, whole] = [true, false].map((isPart) =>
        asked.filter(({ key }) => key.startsWith('bridge ') === isPart),
      );
      for (const { key } of parts ?? []) yield { kind: 'failed', key, message: 'no parts' };
      jobs.push(...(whole ?? []));
      for (const { key, replication } of [...(whole ?? [])].reverse()) {
        const plan = key.slice(0, key.lastIndexOf(' '));
        const values = valuesOf(plan, replication);
        const result: RunResult =
          typeof values === 'string'
            ? { kind: 'failed', key, message: values }
            : { kind: 'measured', key, fingerprint: `f ${key}`, isDrawn, values };
        yield result;
      }
    },
  };
}

/** What a study comes to, and its progress. */
export async function studied(
  question: StudyQuestion,
  runner: Runner,
): Promise<StudyAnswer & { readonly progress: readonly StudyProgress[] }> {
  const progress: StudyProgress[] = [];
  const answer = await ended(study(question, runner), (step) => void progress.push(step));
  return { ...answer, progress };
}
