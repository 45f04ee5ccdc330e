/** `svcsim check`: every problem of scenarios, with its place, and the rule it is about. */
import { exitCode } from './exit.ts';
import type { ScenarioFlags } from './flags.ts';
import { readScenarios } from './inputs.ts';
import { showProblems } from './problems.ts';

export async function check(files: readonly string[], flags: ScenarioFlags): Promise<number> {
  const read = await readScenarios(files, flags);
  const labels = read.map(({ label }) => label);
  const problems = read.flatMap(({ parsed }) => parsed.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ schema: 'svcsim/check/1', files: labels, errors, problems }, null, 2)}\n`);
  } else {
    for (const { parsed } of read) showProblems(parsed, process.stdout);
    if (flags.quiet !== true) process.stdout.write(`${verdict(labels, errors, problems.length - errors)}\n`);
  }
  return errors > 0 ? exitCode.invalid : exitCode.ok;
}

function verdict(files: readonly string[], errors: number, warnings: number): string {
  const of = files.length === 1 ? files[0] : `${files.length} scenarios`;
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  if (errors > 0) return `${of}: ${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  return `${of}: valid${warnings > 0 ? `, ${count(warnings, 'warning')}` : ''}`;
}
