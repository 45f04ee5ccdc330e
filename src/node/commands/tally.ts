/** The last line of a run of several scenarios: how many failed, and which. */
import { exitCode } from '../exit.ts';

/** How a scenario came out that was run, or could not be. */
export interface ScenarioOutcome {
  /** Its file where it could not be read as a scenario. */
  readonly name: string;
  readonly code: number;
}

/** Names that are said; the pages before hold the rest. */
const namesMax = 12;

/**
 * `2 of 3 failed: bad, worse.yaml (invalid)`, `none of 3 failed; c was interrupted, 1 was not run`.
 *
 * @param count of all that were given; more than outcomes where an interrupt came
 */
export function tallyText(outcomes: readonly ScenarioOutcome[], count: number): string {
  const failed = outcomes.filter(isFailed);
  const names = failed.map(({ name, code }) => (code === exitCode.invalid ? `${name} (invalid)` : name));
  const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : '';
  const number = failed.length === 0 ? 'none' : String(failed.length);
  const list = failed.length === 0 ? '' : `: ${names.slice(0, namesMax).join(', ')}${more}`;
  const stopped = outcomes.filter(({ code }) => code === exitCode.interrupted);
  const left = count - outcomes.length;
  const rest = [
    ...stopped.map(({ name }) => `${name} was interrupted`),
    ...(left === 0 ? [] : [`${left} ${left === 1 ? 'was' : 'were'} not run`]),
  ];
  return `${number} of ${count} failed${list}${rest.length === 0 ? '' : `; ${rest.join(', ')}`}`;
}

/** Not one that was interrupted: nothing is known of its end. */
export function isFailed({ code }: ScenarioOutcome): boolean {
  return code !== exitCode.ok && code !== exitCode.interrupted;
}
