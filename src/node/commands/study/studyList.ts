/** What a study would run: its plans, the number of runs, and about how long they take. */
import { availableParallelism } from 'node:os';
import { parsePlan } from '../../../experiment/study/planText.ts';
import { isRefused } from '../../../experiment/study/runner.ts';
import { type RunSchedule, scheduleOf } from '../../../experiment/study/schedule.ts';
import type { StudyQuestion } from '../../../experiment/study/studyDocument.ts';
import { shortNames } from '../../../report/study/shortNames.ts';
import { countOf, countText, groupedDecimal } from '../../../report/words/format.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { StudyFileFlags } from '../../flags.ts';
import { runTimeOf } from '../../study/runTime.ts';
import { firstRunsText, plannedRunsText } from './studyAnswer.ts';
import { countOf as wholeNumber } from './studyFlags.ts';
import type { ReadStudy } from './studyQuestion.ts';

/** The lines that are printed before a study starts: how many runs it makes, and how many its requirements need. */
export function startText(question: StudyQuestion): string {
  return `${[...runLines(question, runnable(question.plans))].join('\n')}\n`;
}

/** Single requests of all runs that are performed without `--most-requests`: some minutes. */
const usualRequestsMost = 100_000_000;

/** Refuses a study whose runs may have more single requests than are allowed. @throws Stop */
export function refuseRequests({ spec, plans, requests }: StudyQuestion, { mostRequests }: StudyFileFlags): void {
  const most = mostRequests === undefined ? usualRequestsMost : wholeNumber(mostRequests, '--most-requests');
  const { most: runs } = runRange(scheduleOf(spec, runnable(plans)));
  const all = requests * runs;
  if (all <= most) return;
  const message = `${spec.name}: its runs have up to about ${countText(all)} single requests (${requestsText(requests, plans)}, ${countOf(runs, 'run')} of each plan), more than ${countText(most)}: shorten the window, lower runs.most, or allow them with --most-requests ${all}`;
  throw new Stop(exitCode.usage, message);
}

function requestsText(requests: number, plans: StudyQuestion['plans']): string {
  return `about ${countText(Math.round(requests / Math.max(1, runnable(plans))))} in one run of a plan`;
}

function runnable(plans: StudyQuestion['plans']): number {
  return plans.filter(({ source }) => !isRefused(source)).length;
}

/** The least and the most runs of each plan. */
function runRange(schedule: RunSchedule): { readonly least: number; readonly most: number } {
  if (schedule.kind === 'planned') return { least: schedule.runs, most: schedule.runs };
  const { sizes } = schedule;
  return { least: sizes.at(0) ?? 1, most: sizes.at(-1) ?? 1 };
}

function runLines({ spec, plans, requests }: StudyQuestion, count: number): string[] {
  const schedule = scheduleOf(spec, count);
  const refused = plans.length === count ? '' : `, ${plans.length - count} of them refused`;
  return [
    `${spec.name}: ${countOf(plans.length, 'plan')}${refused}, ${runsText(schedule, count)}`,
    ...(requests === 0 ? [] : [`single requests: ${requestsText(requests, plans)}`]),
    ...schedule.needed.map(({ requirement, runs, isAllowed }) => {
      const needs = `${requirement}: ${countOf(runs, 'run')} of each plan show it, if it holds in all of them`;
      return isAllowed ? needs : `${needs}; only ${countText(spec.runs.most)} are allowed: raise runs.most to ${runs}`;
    }),
  ];
}

/** How many runs a study makes, and when it may end. */
function runsText(schedule: RunSchedule, plans: number): string {
  if (schedule.kind === 'planned') return plannedRunsText(schedule.runs, plans);
  const { least, most } = runRange(schedule);
  return `${countText(least * plans)} to ${countOf(most * plans, 'run')}: the study may end after ${schedule.sizes.join(', ')} runs each. ${firstRunsText}`;
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
  const count = runnable(plans);
  const schedule = scheduleOf(spec, count);
  const short = shortNames(plans);
  return `${[
    ...grid,
    'plans:',
    ...plans.map(
      ({ name, changes, source }) =>
        `  ${short(name)}: ${isRefused(source) ? `refused: ${source.message}` : changes.length === 0 ? 'the scenario as it is' : changes.join(', ')}`,
    ),
    'measures:',
    ...measures.map(({ name }) => `  ${name}`),
    'runs:',
    ...runLines(question, count).map((line) => `  ${line}`),
    `  ${timeText(read, question, schedule, count, flags)}`,
  ].join('\n')}\n`;
}

/** Runs the first plan once, or a part of it, to tell how long the study takes. */
function timeText(
  read: ReadStudy,
  question: StudyQuestion,
  schedule: RunSchedule,
  plans: number,
  { workers }: StudyFileFlags,
): string {
  const { ms, isPart } = runTimeOf(firstScenario(read, question), question.measures);
  const width = Math.max(1, Math.min(Number(workers ?? availableParallelism()) || 1, 256));
  const { least, most } = runRange(schedule);
  const [from, until] = [least, most].map((runs) => clock((ms * runs * plans) / width));
  const total = from === until ? from : `${from} to ${until}`;
  return `one run of the scenario takes ${isPart ? 'about ' : ''}${clock(ms)} here, so the study about ${total} with ${countOf(width, 'worker')}`;
}

/** Of the first plan that can be run, with the window of the study. */
function firstScenario({ scenario }: ReadStudy, { plans }: StudyQuestion): Scenario {
  for (const { source } of plans) {
    const read = isRefused(source) ? null : parsePlan(source).scenario;
    if (read !== null) return read;
  }
  return scenario;
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
