/** The last line of `run` with several scenarios: how many failed, and which. */
import { exitCode } from '../exit.ts';

/** The result of one scenario. */
export interface ScenarioOutcome {
  /** The scenario's name; its file if it is not a valid scenario. */
  readonly name: string;
  readonly code: number;
}

/** Most names that are listed; the output above has the others. */
const namesMax = 12;

/**
 * `2 of 3 failed: bad, worse.yaml (invalid)`, `none of 3 failed; c was interrupted, 1 was not run`.
 *
 * @param count number of scenarios given; larger than the number of outcomes after an interrupt
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

/** Whether a scenario failed. An interrupted one did not: its result is unknown. */
export function isFailed({ code }: ScenarioOutcome): boolean {
  return code !== exitCode.ok && code !== exitCode.interrupted;
}
