/** Studies with made-up runs, for the tests of their decisions. */
import type { StudyProgress } from '../../../src/experiment/study/compare.ts';
import { capturePlan } from '../../../src/experiment/study/planText.ts';
import type { RunJob, Runner, RunResult } from '../../../src/experiment/study/runner.ts';
import { refusalOf } from '../../../src/experiment/study/runner.ts';
import { axisValueText } from '../../../src/experiment/study/spec/gridValues.ts';
import { pointsOf } from '../../../src/experiment/study/spec/points.ts';
import { measuresOf } from '../../../src/experiment/study/spec/studySpec.ts';
import { type StudyAnswer, study } from '../../../src/experiment/study/study.ts';
import type { StudiedPlan, StudyQuestion } from '../../../src/experiment/study/studyDocument.ts';
import { fileOf, studyOf } from './spec/studies.ts';

/** What a run comes to; a text: it fails with this message. */
export type MadeUp = { readonly [measure: string]: number | null } | string;

/** A study of the small shop with these lines, each a key of the study. */
export function questionOf(lines: readonly string[]): StudyQuestion {
  const spec = studyOf(lines);
  const points = pointsOf(spec);
  if (typeof points === 'string') throw new Error(points);
  return {
    spec,
    plans: points.map(({ name, axes, changes }): StudiedPlan => {
      const { plan, parsed } = capturePlan(fileOf(lines), { file: 's.yaml' }, changes);
      const texts = Object.entries(axes).map(([axis, value]) => [axis, axisValueText(value)]);
      return {
        name,
        changes: changes.set.map(({ path, value }) => `${path}=${value}`),
        source: parsed.scenario === null ? refusalOf(parsed.problems, parsed.texts) : plan,
        axes: texts.length === 0 ? null : Object.fromEntries(texts),
        seed: '1',
      };
    }),
    measures: measuresOf(spec),
    axes: spec.axes.map(({ name, path, values }) => ({ name, path, values: values.map(axisValueText) })),
    currency: 'USD',
  };
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
      jobs.push(...asked);
      for (const { key, replication } of [...asked].reverse()) {
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
  const steps = study(question, runner);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return { ...step.value, progress };
    progress.push(step.value);
  }
}
