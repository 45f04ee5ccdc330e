/** The options that all studies have, read from their texts. */
import { type Measure, measureProblem } from '../../../experiment/study/measure.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { ScenarioFlags } from '../../flags.ts';

/** A number of runs: a whole number from 1 to a million. */
export function countOf(text: string, flag: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 1_000_000) return count;
  throw new Stop(exitCode.usage, `${flag} takes a whole number from 1 to 1000000; found '${text}'`);
}

/** A share between 0 and 1, both excluded: `95%` or `0.95`. */
export function shareOf(text: string, flag: string): number {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text) ?? [];
  const share = percent === '%' ? Number(number) / 100 : Number(number);
  if (number !== '' && share > 0 && share < 1) return share;
  throw new Stop(exitCode.usage, `${flag} takes a percentage between 0 % and 100 %, such as 95%; found '${text}'`);
}

/** What a parser read; its sentence of an error ends the program. */
export function readFlag<One extends object>(parsed: One | string, flag: string): One {
  if (typeof parsed !== 'string') return parsed;
  throw new Stop(exitCode.usage, `${flag}: ${parsed}`);
}

/** Measures, each once. One that covers nothing in any of the scenarios ends the program. */
export function checkedMeasures(measures: readonly Measure[], scenarios: readonly Scenario[]): Measure[] {
  const distinct = [...new Map(measures.map((measure) => [measure.name, measure])).values()];
  for (const measure of distinct) {
    const problem = measureProblem(measure, scenarios);
    if (problem !== null) throw new Stop(exitCode.usage, problem);
  }
  return distinct;
}

/** A study takes all replications from 0 on, so it refuses to be given one. */
export function refuseReplication({ replication }: Pick<ScenarioFlags, 'replication'>): void {
  if (replication !== undefined)
    throw new Stop(exitCode.usage, '--replication is one run, and a study takes replications from 0 on: leave it out');
}
