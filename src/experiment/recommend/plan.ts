/**
 * A scenario's text, and the same with changes.
 */
import { type Parsed, type ParseOptions, parseScenario } from '../../scenario/parse.ts';
import { inputOf, type Setting } from './setting.ts';

export interface AdviceInput {
  readonly text: string;
  /** As the scenario itself is read; other files must read the same each time. */
  readonly options: ParseOptions;
}

/**
 * Applies settings to the scenario, as `--set` does; a platform that refuses them is among its problems.
 */
export function applied({ text, options }: AdviceInput, settings: readonly Setting[]): Parsed {
  return parseScenario(text, { ...options, set: [...(options.set ?? []), ...settings.map(inputOf)] });
}
