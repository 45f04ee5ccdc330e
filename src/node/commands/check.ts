/** `svcsim check`: every error and warning of scenarios, with its place and its rule. */
import type { Parsed } from '../../scenario/parse.ts';
import { inReadingOrder, isTold, type Problem, placedMessage } from '../../scenario/text/problem.ts';
import { exitCode } from '../exit.ts';
import type { ScenarioFlags } from '../flags.ts';
import { parsedWhole, type ReadScenario, readScenarios } from '../inputs.ts';
import { showProblems } from '../problems.ts';
import { say } from '../say.ts';

/** `svcsim check --json`. */
export interface CheckDocument {
  readonly schema: 'svcsim/check/1';
  /** As named on the command line. */
  readonly files: readonly string[];
  /** How many of the problems are errors. */
  readonly errors: number;
  readonly problems: readonly Problem[];
}

export async function check(files: readonly string[], flags: ScenarioFlags): Promise<number> {
  const read = await readScenarios(files, flags);
  const labels = read.map(({ label }) => label);
  const checked: Parsed[] = [];
  for (const one of read) {
    const whole = await withStudies(one);
    checked.push(whole, ...(flags.variant === undefined ? await variantsOf(one, whole.problems) : []));
  }
  const problems = checked.flatMap((parsed) => parsed.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (flags.json === true) {
    const document: CheckDocument = { schema: 'svcsim/check/1', files: labels, errors, problems };
    say(process.stdout, `${JSON.stringify(document, null, 2)}\n`);
  } else {
    for (const parsed of checked) showProblems(parsed, process.stdout);
    if (flags.quiet !== true) say(process.stdout, `${verdict(labels, errors, problems.length - errors)}\n`);
  }
  return errors > 0 ? exitCode.invalid : exitCode.ok;
}

/**
 * A valid scenario with the problems of its studies. A mistake in a study keeps no run from starting, so a run warns of
 * it; here it is an error. Only a file with studies loads what reads them.
 */
async function withStudies({ parsed, text, options }: ReadScenario): Promise<Parsed> {
  const mayHaveSome = [...parsed.texts.values()].some((one) => /\bstudies\b/.test(one));
  if (parsed.scenario === null || !mayHaveSome) return parsed;
  const { parseStudies } = await import('../../experiment/study/spec/readStudies.ts');
  const { scenario, problems, texts } = parseStudies(text, options);
  const known = new Set(problems.map(placedMessage));
  const others = parsed.problems.filter((one) => !known.has(placedMessage(one)));
  return { scenario, problems: inReadingOrder([...problems, ...others], options.file), texts };
}

/** The additional problems of each variant of a valid scenario. @param told those of the file with its studies */
async function variantsOf({ parsed, text, options }: ReadScenario, told: readonly Problem[]): Promise<Parsed[]> {
  const known = new Set(parsed.problems.map(placedMessage));
  const found: Parsed[] = [];
  for (const name of parsed.scenario?.variants.known ?? []) {
    const varied = await parsedWhole(text, { ...options, variants: [name] });
    const problems = varied.problems
      .filter((one) => !known.has(placedMessage(one)) && !isTold(one, told))
      .map((one) => ({ ...one, message: `with the variant ${name}: ${one.message}` }));
    found.push({ ...varied, problems });
  }
  return found;
}

function verdict(files: readonly string[], errors: number, warnings: number): string {
  const of = files.length === 1 ? files[0] : `${files.length} scenarios`;
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  if (errors > 0) return `${of}: ${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  return `${of}: valid${warnings > 0 ? `, ${count(warnings, 'warning')}` : ''}`;
}
