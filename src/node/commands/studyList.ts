/** What a study would run: its plans, the number of runs, and about how long they take. */
import { availableParallelism } from 'node:os';
import { isRefused } from '../../experiment/study/runner.ts';
import { type RunSchedule, scheduleOf } from '../../experiment/study/schedule.ts';
import type { StudyQuestion } from '../../experiment/study/studyDocument.ts';
import { countOf, countText, groupedDecimal } from '../../report/words/format.ts';
import type { StudyFileFlags } from '../flags.ts';
import { runTimeOf } from '../study/runTime.ts';
import type { ReadStudy } from './studyQuestion.ts';

/** The lines that are printed before a study starts: how many runs it makes, and how many its requirements need. */
export function startText(question: StudyQuestion): string {
  const count = question.plans.filter(({ source }) => !isRefused(source)).length;
  return `${[...runLines(question, count)].join('\n')}\n`;
}

function runLines({ spec, plans }: StudyQuestion, count: number): string[] {
  const schedule = scheduleOf(spec, count);
  const refused = plans.length === count ? '' : `, ${plans.length - count} of them refused`;
  return [
    `${spec.name}: ${countOf(plans.length, 'plan')}${refused}, ${runsText(schedule, count)}`,
    ...schedule.needed.map(({ requirement, runs, isAllowed }) => {
      const needs = `${requirement}: ${countOf(runs, 'run')} of each plan show it, if it holds in all of them`;
      return isAllowed ? needs : `${needs}; only ${countText(spec.runs.most)} are allowed: raise runs.most to ${runs}`;
    }),
  ];
}

/** `102 runs each: 918 runs (9 if nothing is random)`. */
function runsText(schedule: RunSchedule, plans: number): string {
  const still = `${countText(plans)} if nothing is random`;
  if (schedule.kind === 'planned')
    return `${countOf(schedule.runs, 'run')} each: ${countOf(schedule.runs * plans, 'run')} (${still})`;
  const [first = 1] = schedule.sizes;
  const most = schedule.sizes.at(-1) ?? first;
  return `looks after ${schedule.sizes.join(', ')} runs each: ${countText(first * plans)} to ${countOf(most * plans, 'run')} (${still})`;
}

/** All points, runs and measures of a study; of a grid that is too large, its size. */
export function listText(read: ReadStudy, flags: StudyFileFlags): string {
  const { spec, size, refusal } = read;
  const axes = spec.axes.map(({ name, path, values }) => `  ${name}: ${countOf(values.length, 'value')} of ${path}`);
  const grid = [
    `${spec.name}: ${countOf(spec.plans.length, 'plan')}${axes.length === 0 ? '' : ` with each point of ${countOf(axes.length, 'axis').replace('axiss', 'axes')}: ${groupedDecimal(String(size))} points${spec.where === null ? '' : ` before where: ${spec.where}`}`}`,
    ...axes,
  ];
  if (refusal !== null) return `${[...grid, refusal].join('\n')}\n`;
  const question = read.question();
  const { plans, measures } = question;
  const runnable = plans.filter(({ source }) => !isRefused(source)).length;
  const schedule = scheduleOf(spec, runnable);
  return `${[
    ...grid,
    'plans:',
    ...plans.map(
      ({ name, changes, source }) =>
        `  ${name}: ${isRefused(source) ? `refused: ${source.message}` : changes.length === 0 ? 'the scenario as it is' : changes.join(', ')}`,
    ),
    'measures:',
    ...measures.map(({ name }) => `  ${name}`),
    'runs:',
    ...runLines(question, runnable).map((line) => `  ${line}`),
    `  ${timeText(read, question, schedule, runnable, flags)}`,
  ].join('\n')}\n`;
}

/** Runs the scenario once, or a part of it, to tell how long the study takes. */
function timeText(
  { scenario }: ReadStudy,
  { measures }: StudyQuestion,
  schedule: RunSchedule,
  plans: number,
  { workers }: StudyFileFlags,
): string {
  const { ms, isPart } = runTimeOf(scenario, measures);
  const width = Math.max(1, Math.min(Number(workers ?? availableParallelism()) || 1, 256));
  const [least, most] =
    schedule.kind === 'planned'
      ? [schedule.runs, schedule.runs]
      : [schedule.sizes.at(0) ?? 1, schedule.sizes.at(-1) ?? 1];
  const [from, until] = [least, most].map((runs) => clock((ms * runs * plans) / width));
  const total = from === until ? from : `${from} to ${until}`;
  return `one run of the scenario takes ${isPart ? 'about ' : ''}${clock(ms)} here, so the study about ${total} with ${countOf(width, 'worker')}`;
}

function clock(ms: number): string {
  if (ms < 1_000) return `${Math.ceil(ms / 10) * 10} ms`;
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 90
    ? `${seconds} s`
    : seconds < 5_400
      ? `${Math.ceil(seconds / 60)} min`
      : `${Math.ceil(seconds / 3_600)} h`;
}
