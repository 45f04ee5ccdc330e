/**
 * A scenario as plain data: what generators make, laws transform, and a failing law prints.
 *
 * The JSON of a `ScenarioDocument` is a scenario file: save it and run it with `svcsim run`.
 */
import { parseScenario } from '../scenario/parse.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { renderProblems } from '../scenario/text/frame.ts';
import type { Problem } from '../scenario/text/problem.ts';
import { wholeDocument } from '../scenario/whole.ts';

/** A scenario file as plain data, with the keys that generators and laws look at; it may have all other keys too. */
export interface ScenarioDocument {
  readonly svcsim: 1;
  /** First instant, ISO 8601 in UTC. */
  readonly start: string;
  /** Length of the run: `9h`. */
  readonly for: string;
  readonly seed: number | string;
  readonly assumptions: { readonly [name: string]: unknown };
  readonly resources: readonly ResourceDocument[];
  readonly behavior: { readonly [name: string]: object };
  readonly timeline: readonly StepDocument[];
  readonly demand?: readonly object[];
  readonly [key: string]: unknown;
}

/** A document of the platform that exists when the run starts. */
export interface ResourceDocument {
  readonly kind: string;
  readonly name: string;
  readonly gvc?: string;
  readonly description?: string;
  readonly tags?: object;
  /** Identities, policies, groups, service accounts and secrets have none: their fields stand beside it. */
  readonly spec?: object;
  readonly [field: string]: unknown;
}

/** An entry of the timeline. */
export interface StepDocument {
  /** An instant, or a time since the start: `+90s`. */
  readonly at: string;
  readonly [key: string]: unknown;
}

/** The name that problems show for a document that is no file. */
const file = 'scenario.json';

/**
 * The scenario of a document.
 *
 * @throws with all problems and their places if it has errors
 */
export function scenarioOf(document: ScenarioDocument): Scenario {
  const text = textOf(document);
  const { scenario, problems } = parseScenario(text, { file });
  if (scenario === null) throw new Error(`the document is not a scenario:\n${renderProblems(problems, () => text)}`);
  return scenario;
}

/** The errors that `svcsim check` would report for a document; empty if it is a scenario. Warnings are left out. */
export function errorsIn(document: ScenarioDocument): readonly Problem[] {
  return problemsIn(document, 'error');
}

/**
 * The warnings that `svcsim check` would report for a document: a misspelt field, a value without an effect. The
 * scenario runs, so a property may hold because of one.
 */
export function warningsIn(document: ScenarioDocument): readonly Problem[] {
  return problemsIn(document, 'warning');
}

function problemsIn(document: ScenarioDocument, of: Problem['severity']): readonly Problem[] {
  return parseScenario(textOf(document), { file }).problems.filter(({ severity }) => severity === of);
}

/** Whether a value has the form of a scenario document. */
export function isDocument(value: unknown): value is ScenarioDocument {
  return typeof value === 'object' && value !== null && 'svcsim' in value && 'resources' in value;
}

/** A document as the text of a scenario file (JSON). */
export function textOf(document: ScenarioDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/**
 * The document of a scenario file without other files: its variants, parameters and manifests are applied.
 *
 * @param text YAML or JSON
 * @throws with all problems and their places if it has errors
 */
export function documentOf(text: string): ScenarioDocument {
  const { scenario, problems } = parseScenario(text, { file });
  if (scenario === null) throw new Error(`the text is not a scenario:\n${renderProblems(problems, () => text)}`);
  const {
    assumptions = {},
    resources = [],
    behavior = {},
    timeline = [],
    seed = 1,
    ...rest
  } = wholeDocument(text, {
    file,
  });
  return { ...rest, seed, assumptions, resources, behavior, timeline } as unknown as ScenarioDocument;
}
