/** `svcsim coverage`: which rules and assumptions a set of scenarios exercises, and which none does. */
import { readFileSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { StandstillError } from '../../engine/standstill.ts';
import { exercisedIn } from '../../experiment/exercisedIn.ts';
import { Run } from '../../experiment/run.ts';
import { type CoverageCount, coverageOf } from '../../report/coverage/coverageDocument.ts';
import { coverageHtml } from '../../report/coverage/coverageHtml.ts';
import { coverageText } from '../../report/coverage/coverageText.ts';
import { isAssumptionName } from '../../rules/assumptions.ts';
import { isRuleId } from '../../rules/register.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Problem } from '../../scenario/text/problem.ts';
import { exitCode, Stop } from '../exit.ts';
import type { CoverageFlags } from '../flags.ts';
import { filesLike, readScenarios } from '../inputs.ts';
import { Interrupt } from '../interrupt.ts';
import { barOf, progressBar } from '../progress.ts';
import { sayAnswer } from './study/studyAnswer.ts';

/** Events between two looks at Ctrl-C. */
const sliceEvents = 20_000;

/**
 * Runs all scenarios and prints what they exercise. A scenario with errors is not run: the rules of its errors count.
 *
 * @param given files, folders and patterns
 * @returns the exit code
 */
export async function coverage(given: readonly string[], flags: CoverageFlags): Promise<number> {
  const files = given.flatMap(scenariosOf);
  const interrupt = new Interrupt();
  const progress = progressBar('coverage', flags.quiet === true);
  const counted: CoverageCount[] = [];
  try {
    for (const file of new Set(files)) {
      progress.say(`${barOf(counted.length / files.length)} ${counted.length} of ${files.length}, ${file}`);
      await setImmediate();
      const stop = (): void => {
        if (interrupt.isRequested)
          throw new Stop(
            exitCode.interrupted,
            `interrupted after ${counted.length} of ${files.length} scenarios: no answer, because it needs all of them`,
          );
      };
      stop();
      counted.push(await countedIn(file, flags, stop));
    }
  } finally {
    progress.clear();
    interrupt.close();
  }
  const document = coverageOf(counted);
  sayAnswer(
    document,
    flags,
    (canvas) => coverageText(document, canvas),
    (style) => coverageHtml(document, style),
  );
  return exitCode.ok;
}

async function countedIn(file: string, flags: CoverageFlags, stop: () => void): Promise<CoverageCount> {
  const [read] = await readScenarios([file], flags);
  if (read === undefined) throw new Error(`${file} was not read`);
  const { parsed, label } = read;
  const { scenario, problems } = parsed;
  if (scenario === null) return refused(label, problems);
  const run = await ranToEnd(scenario, stop);
  if (run === null) return refused(label, []);
  const counts = exercisedIn(run);
  return {
    file: label,
    outcome: 'ran',
    journalEntries: run.sim.journal.seq,
    counts,
    assumptions: scenario.assumptions,
  };
}

/** Null if the scenario has a loop that takes no time. */
async function ranToEnd(scenario: Scenario, stop: () => void): Promise<Run | null> {
  const run = new Run(scenario, { isAsked: false });
  try {
    while (run.advance(sliceEvents) === 'more') {
      await setImmediate();
      stop();
    }
  } catch (error) {
    if (error instanceof StandstillError) return null;
    throw error;
  }
  return run;
}

function refused(file: string, problems: readonly Problem[]): CoverageCount {
  const counts = new Map<string, number>();
  for (const { rule, severity } of problems)
    if (severity === 'error' && rule !== null && (isRuleId(rule) || isAssumptionName(rule)))
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return { file, outcome: 'refused', journalEntries: 0, counts, assumptions: null };
}

const endings = '{yaml,yml,json}';

/** The scenario files that an argument means: itself, those below a folder, or those that a pattern matches. */
function scenariosOf(given: string): readonly string[] {
  if (given === '-') return [given];
  const found = statSync(given, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    const files = filesLike(`${given.replace(/\/+$/, '')}/**/*.${endings}`).filter(isScenario);
    if (files.length > 0) return files;
    throw new Stop(
      exitCode.usage,
      `${given} has no scenario file: one that ends in .yaml, .yml or .json and has svcsim:`,
    );
  }
  if (found !== undefined || !/[*?[{]/.test(given)) return [given];
  const files = filesLike(given).filter(isScenario);
  if (files.length > 0) return files;
  throw new Stop(exitCode.usage, `no scenario file matches ${given}`);
}

/** Folders of scenarios also have manifests and price books, which lack the key that each scenario has. */
function isScenario(path: string): boolean {
  return /^\s*"?svcsim"?\s*:/m.test(readFileSync(path, 'utf8'));
}
