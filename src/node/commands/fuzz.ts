/** `svcsim fuzz`: generates scenarios, checks the laws on each, and saves what breaks one. */
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { jsonText } from '../../report/words/jsonText.ts';
import { parseDuration } from '../../rules/duration.ts';
import { isRuleId } from '../../rules/register.ts';
import { nearest } from '../../rules/units.ts';
import { brokenIn, fuzzChecks } from '../../testing/fuzz/fuzzChecks.ts';
import {
  type FuzzDocument,
  type FuzzFailure,
  fuzzDocument,
  type ReplayedFailure,
} from '../../testing/fuzz/fuzzDocument.ts';
import { fuzzText, simulatedRules } from '../../testing/fuzz/fuzzText.ts';
import { shellWord } from '../../text/shellWord.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import { defaultFailures, defaultHangAfter, type FuzzFlags } from '../flags.ts';
import { FailureFolder } from '../fuzz/failureFolder.ts';
import { type FoundFailure, fuzzed, shrunken } from '../fuzz/fuzzing.ts';
import { FuzzThreads } from '../fuzz/fuzzThreads.ts';
import { Interrupt } from '../interrupt.ts';
import { barOf, type ProgressBar, progressBar } from '../progress.ts';
import { say } from '../say.ts';
import { widthOf } from './study/studyRunner.ts';

/** Fuzzes and prints the answer. @returns the exit code */
export async function fuzz(flags: FuzzFlags): Promise<number> {
  if (flags.list === true) return listed();
  const plan = planOf(flags);
  const document = await answered(plan, flags);
  const text = (): string => fuzzText(document, canvasOf(process.stdout), optionsText(flags));
  say(process.stdout, flags.json === true ? jsonText(document) : `${text()}\n`);
  if (document.isInterrupted) return exitCode.interrupted;
  return document.verdict === 'clean' ? exitCode.ok : exitCode.failed;
}

/** The options, besides seed and runs, that decide what is found and where it is saved. */
function optionsText({ laws = [], out, hangAfter, bail, shrink }: FuzzFlags): string {
  return [
    ...laws.map((ids) => ` --laws ${ids}`),
    ...(out === defaultFailures ? [] : [` --out ${shellWord(out)}`]),
    ...(hangAfter === defaultHangAfter ? [] : [` --hang-after ${hangAfter}`]),
    ...(bail === true ? [' --bail'] : []),
    ...(shrink === false ? [' --no-shrink'] : []),
  ].join('');
}

/** The options, read. */
interface FuzzPlan {
  readonly seed: string;
  readonly runs: number;
  readonly forMs: number;
  readonly hangAfterMs: number;
  readonly width: number;
  readonly chosen: readonly string[] | null;
}

function planOf(flags: FuzzFlags): FuzzPlan {
  if (flags.for !== undefined && flags.runs !== undefined)
    throw new Stop(exitCode.usage, '--for and --runs contradict each other; give one of them');
  const { width = availableParallelism() } = widthOf(flags.workers);
  return {
    seed: flags.seed ?? `${randomInt(2 ** 32)}`,
    runs: flags.runs === undefined ? Number.POSITIVE_INFINITY : countOfRuns(flags.runs),
    forMs: flags.runs === undefined ? durationOf('--for', flags.for ?? '1m') : Number.POSITIVE_INFINITY,
    hangAfterMs: durationOf('--hang-after', flags.hangAfter),
    width,
    chosen: flags.laws === undefined ? null : flags.laws.flatMap((text) => text.split(',')).map(knownCheck),
  };
}

function countOfRuns(text: string): number {
  const runs = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(runs)) return runs;
  throw new Stop(exitCode.usage, `--runs takes a whole number from 0; found '${text}'`);
}

function durationOf(flag: string, text: string): number {
  const duration = parseDuration(text);
  if (duration !== null && duration > 0) return duration;
  throw new Stop(exitCode.usage, `${flag} takes a duration above 0, such as 10m or 90s; found '${text}'`);
}

function knownCheck(id: string): string {
  const ids = fuzzChecks.map((check) => check.id);
  if (ids.includes(id)) return id;
  const near = nearest(id, ids);
  const hint = near === null ? "'svcsim fuzz --list' names all" : `did you mean '${near}'?`;
  throw new Stop(exitCode.usage, `--laws: there is no law or check '${id}'; ${hint}`);
}

function listed(): number {
  for (const { id, rules, sentence } of fuzzChecks)
    say(process.stdout, `${id}${rules.length === 0 ? '' : ` (${rules.join(', ')})`}: ${sentence}\n`);
  return exitCode.ok;
}

async function answered(plan: FuzzPlan, flags: FuzzFlags): Promise<FuzzDocument> {
  const { seed, runs, chosen, width } = plan;
  const interrupt = new Interrupt();
  const progress = progressBar('fuzz', flags.quiet === true);
  const threads = new FuzzThreads(width, plan.hangAfterMs);
  const folder = new FailureFolder(flags.out);
  // Threads do not hear signals: what they do is waited for no longer.
  const aborted = new Promise<null>((resolve) =>
    interrupt.signal.addEventListener('abort', () => {
      resolve(null);
      void threads.close();
    }),
  );
  const isInterrupted = (): boolean => interrupt.isRequested;
  try {
    progress.say('starting');
    await Promise.race([threads.start(), aborted]);
    const replayed = await replayedIn(folder, threads, isInterrupted, progress);
    const startedAt = performance.now();
    const isOver = (): boolean => isInterrupted() || performance.now() - startedAt >= plan.forMs;
    const question = { seed, chosen, width, runs, isBail: flags.bail === true, isOver, isInterrupted };
    const { tally, failures } = await fuzzed(question, threads, (soFar, broken) => {
      const elapsed = performance.now() - startedAt;
      const share = Number.isFinite(runs) ? soFar.runs / runs : elapsed / plan.forMs;
      const left = share > 0 ? Math.max(0, (elapsed / share) * (1 - share)) / 1_000 : 0;
      const rules = [...soFar.exercised].filter(isRuleId).length;
      progress.say(
        `${barOf(share)} ${soFar.runs} trials, ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left, ${rules} of ${simulatedRules} rules, ${broken} broken`,
      );
    });
    const saved: FuzzFailure[] = [];
    for (const failure of failures) {
      progress.say(`${saved.length} of ${failures.length} failures saved: ${failure.broken.id}`);
      const isOver = (): boolean => flags.shrink === false || isInterrupted();
      saved.push(await savedFailure(failure, { seed, folder, threads, isOver }));
    }
    return fuzzDocument({ seed, tally, isInterrupted: isInterrupted(), failures: saved, replayed });
  } finally {
    progress.clear();
    interrupt.close();
    await threads.close();
  }
}

async function replayedIn(
  folder: FailureFolder,
  threads: FuzzThreads,
  isOver: () => boolean,
  progress: ProgressBar,
): Promise<readonly ReplayedFailure[]> {
  const all: ReplayedFailure[] = [];
  for (const { file, text } of folder.saved()) {
    if (isOver()) break;
    progress.say(`again ${file}`);
    const answered = await threads.replay(text);
    if (isOver()) break;
    if (answered.kind !== 'answered') all.push({ file, outcome: 'broken', text: answered.message });
    else if (answered.answer.kind === 'holds') all.push({ file, outcome: 'holds', text: answered.answer.id });
    else if (answered.answer.kind === 'unreadable')
      all.push({ file, outcome: 'unreadable', text: `cannot be checked: ${answered.answer.why}` });
    else {
      const { id, expected, observed } = answered.answer.broken;
      all.push({ file, outcome: 'broken', text: `${id} is still broken: expected ${expected}; observed ${observed}` });
    }
  }
  return all;
}

async function savedFailure(
  failure: FoundFailure,
  {
    seed,
    folder,
    threads,
    isOver,
  }: {
    readonly seed: string;
    readonly folder: FailureFolder;
    readonly threads: FuzzThreads;
    /** Whether it is saved as it is. */
    readonly isOver: () => boolean;
  },
): Promise<FuzzFailure> {
  const { broken, index, source } = failure;
  const isLost = broken.id === 'endsInTime' || broken.id === 'threadSurvives';
  const { trial, times } = await shrunken(seed, failure, threads, () => isLost || isOver());
  // How it is broken may read differently in the smaller one, which the file shows.
  const now = times === 0 ? broken : (brokenIn(trial, broken.id) ?? broken);
  const shrunk = isLost || (times === 0 && isOver()) ? null : times;
  const file = folder.save({ trial, broken: now, seed, index, shrunk });
  const { id, rules, sentence } = fuzzChecks.find((check) => check.id === broken.id) ?? {
    ...broken,
    rules: [],
    sentence: '',
  };
  return { id, rules, sentence, expected: now.expected, observed: now.observed, trial: index, source, shrunk, file };
}
