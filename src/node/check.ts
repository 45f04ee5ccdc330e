/** `svcsim check`: every problem of scenarios, with its place, and the rule it is about. */
import { renderProblems } from '../scenario/frame.ts';
import type { Parsed } from '../scenario/parse.ts';
import { exitCode } from './exit.ts';
import { readScenario } from './inputs.ts';
import type { ScenarioFlags } from './main.ts';

export function check(files: readonly string[], flags: ScenarioFlags): number {
  const parsed = files.map((file) => readScenario(file, flags));
  const problems = parsed.flatMap((one) => one.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ schema: 'svcsim/check/1', files, errors, problems }, null, 2)}\n`);
  } else {
    for (const one of parsed) showProblems(one, process.stdout);
    if (flags.quiet !== true) process.stdout.write(`${verdict(files, errors, problems.length - errors)}\n`);
  }
  return errors > 0 ? exitCode.invalid : exitCode.ok;
}

/** Problems with their code frames, a blank line after them; nothing where there are none. */
export function showProblems(parsed: Parsed, stream: NodeJS.WritableStream): void {
  if (parsed.problems.length === 0) return;
  stream.write(`${renderProblems(parsed.problems, (file) => parsed.texts.get(file))}\n\n`);
}

function verdict(files: readonly string[], errors: number, warnings: number): string {
  const of = files.length === 1 ? files[0] : `${files.length} scenarios`;
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  if (errors > 0) return `${of}: ${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  return `${of}: valid${warnings > 0 ? `, ${count(warnings, 'warning')}` : ''}`;
}
