/**
 * Reads a scenario and runs it as far as the playground goes. Whatever the text, the answer is a run or a list of
 * problems.
 */
import { StandstillError } from '../../engine/standstill.ts';
import { explainStandstill } from '../../platform/handlers/standstill.ts';
import { pageDataOf } from '../../report/page/pageDataOf.ts';
import { countText } from '../../report/words/format.ts';
import { behaviourPlace, type Written } from '../../scenario/behaviourPlace.ts';
import { type ParseOptions, parseScenario } from '../../scenario/parse.ts';
import type { FilePlace, Problem } from '../../scenario/text/problem.ts';
import type { OpenedRun, RanScenario, ScenarioText } from '../protocol.ts';
import { withReplacements } from './editorProblems.ts';
import { readerOf } from './lessonDesk.ts';
import { type RecordedRun, type RunBudget, RunTooLarge, recording } from './recordedRun.ts';

/** Characters of a scenario and of all files that come with it. */
const charactersMax = 4_000_000;

export interface RanOrNot {
  readonly result: OpenedRun;
  /** null: it did not run. */
  readonly recorded: RecordedRun | null;
}

/** Yields the share that is done, 0 to 1, wherever the work may be interrupted. */
export function* ranFrom({ file, text, files }: ScenarioText, budget: RunBudget): Generator<number, RanOrNot> {
  const length = Object.values(files).reduce((sum, one) => sum + one.length, text.length);
  if (length > charactersMax) return invalid([tooLong(file, length)]);
  const options: ParseOptions = { file, read: readerOf(files) };
  const { scenario, problems: found, texts } = parseScenario(text, options);
  const problems = withReplacements(found, texts);
  if (scenario === null) return invalid(problems);
  try {
    const recorded = yield* recording(scenario, budget);
    const { report, run, inTime, stopped } = recorded;
    const ran: RanScenario = {
      problems,
      page: pageDataOf(report, run),
      instants: Float64Array.from(new Set(inTime.map(({ at }) => at))),
      entries: inTime.length,
      fingerprint: run.sim.journal.fingerprint(),
      stopped,
      notice: stopped === null ? null : stoppedNotice(recorded, file),
    };
    return { result: { kind: 'ran', ...ran }, recorded };
  } catch (error) {
    if (error instanceof StandstillError)
      return invalid([...problems, standstillProblem(error, { scenario, text, options })]);
    if (error instanceof RunTooLarge) return invalid([...problems, tooLarge(file)]);
    throw error;
  }
}

/** How a question is asked on the command line. */
export function commandFor(verb: string, file: string): string {
  return `on the command line: download the file, then svcsim ${verb} ${file.slice(file.lastIndexOf('/') + 1)}`;
}

function invalid(problems: readonly Problem[]): RanOrNot {
  return { result: { kind: 'invalid', problems }, recorded: null };
}

function beginOf(file: string): FilePlace {
  return { file, line: 1, column: 1, endColumn: 2 };
}

function tooLong(file: string, length: number): Problem {
  return {
    ...beginOf(file),
    code: 'too-long',
    rule: null,
    severity: 'error',
    message: `the playground reads at most ${countText(charactersMax)} characters; found ${countText(length)}`,
    hint: `run it ${commandFor('run', file)}`,
  };
}

function tooLarge(file: string): Problem {
  return {
    ...beginOf(file),
    code: 'too-large',
    rule: null,
    severity: 'error',
    message: 'the run does more at one instant than the playground can hold',
    hint: `start fewer replicas, or run it ${commandFor('run', file)}`,
  };
}

function standstillProblem(error: StandstillError, written: Written): Problem {
  const { about, ...loop } = explainStandstill(error);
  const place = about === null ? null : behaviourPlace(written, { ...about, at: error.at });
  return { ...(place ?? beginOf(written.options.file)), code: 'zero-time-loop', severity: 'error', ...loop };
}

/** How far a stopped run came, and what to do. */
function stoppedNotice({ stopped, run, scenario }: RecordedRun, file: string): string {
  const why =
    stopped === 'budget'
      ? 'The playground simulates for at most 5 seconds'
      : 'The playground keeps at most 400,000 journal entries';
  const share = Math.floor((100 * (run.now - scenario.start)) / Math.max(1, scenario.end - scenario.start));
  return `${why}: this shows the first ${share} % of the run. Run all of it ${commandFor('run', file)}`;
}
