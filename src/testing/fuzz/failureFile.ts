/** A failure of `svcsim fuzz` as an ordinary scenario file: a head of comments says what is broken. */
import { stringify } from 'yaml';
import { hash32 } from '../../engine/hash.ts';
import { wholeDocument } from '../../scenario/whole.ts';
import { documentOf, type ScenarioDocument } from '../document.ts';
import { beginSession } from '../model/apiModel.ts';
import { type BrokenCheck, brokenIn, fuzzChecks, sessionVerdict } from './fuzzChecks.ts';
import type { FuzzTrial } from './trials.ts';

/** A failure, and where it comes from. */
export interface FailedTrial {
  readonly trial: FuzzTrial;
  readonly broken: BrokenCheck;
  readonly seed: string;
  readonly index: number;
  /** How many times it was made smaller; null: it was not tried. */
  readonly shrunk: number | null;
}

/** The text of a failure's file. */
export function failureText({ trial, broken, seed, index, shrunk }: FailedTrial): string {
  const check = fuzzChecks.find(({ id }) => id === broken.id);
  const cited = check === undefined || check.rules.length === 0 ? '' : ` (${check.rules.join(', ')})`;
  const lines = [
    'svcsim fuzz found what is broken here.',
    `check: ${broken.id}`,
    `says: ${check?.sentence ?? ''}${cited}`,
    `expected: ${broken.expected}`,
    `observed: ${broken.observed}`,
    `seed: ${seed}, trial ${index} (${trial.source}), ${shrunk === null ? 'as it was generated' : `made smaller ${shrunk} times`}`,
    ...(trial.kind === 'refused' ? [`refused by: ${trial.rule}`] : []),
    ...(trial.kind === 'session' ? [`commands: ${JSON.stringify(trial.commands)}`] : []),
    'replay: svcsim fuzz --runs 0 --out FOLDER, the folder of this file; the scenario itself: svcsim run FILE',
  ];
  return `${lines.map((line) => `# ${line.replace(/\s+/g, ' ')}\n`).join('')}\n${bodyOf(trial, broken)}`;
}

/**
 * A session is written as the scenario that it exports, up to its broken promise; as the one that it begins with if its
 * thread was lost: performing it here would end the program, too.
 */
function bodyOf(trial: FuzzTrial, { id }: BrokenCheck): string {
  if (trial.kind !== 'session') return stringify(trial.document, { lineWidth: 100 });
  if (id !== 'sessionKeepsPromises') return beginSession().real.session.exported();
  return sessionVerdict(trial.commands).exported ?? '';
}

/** The name of a failure's file: the check, and a number that is made of the scenario. */
export function failureName({ trial, broken }: Pick<FailedTrial, 'trial' | 'broken'>): string {
  const about = trial.kind === 'session' ? trial.commands : trial.document;
  const digest = (hash32(JSON.stringify(about)) >>> 0).toString(16).padStart(8, '0');
  return `${broken.id}-${digest}.yaml`;
}

/** What is checked again in a saved file. */
interface SavedFailure {
  readonly trial: FuzzTrial;
  readonly id: string;
}

/** What a saved failure comes to now. */
export type Replayed =
  | { readonly kind: 'broken'; readonly broken: BrokenCheck }
  | { readonly kind: 'holds'; readonly id: string }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Checks a saved failure again. */
export function replayed(text: string): Replayed {
  let saved: SavedFailure;
  try {
    saved = savedFailureOf(text);
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  }
  const broken = brokenIn(saved.trial, saved.id);
  return broken === null ? { kind: 'holds', id: saved.id } : { kind: 'broken', broken };
}

/** Reads a saved failure. @throws if its head names no check, or it is no scenario */
function savedFailureOf(text: string): SavedFailure {
  const field = (name: string): string | null => new RegExp(`^# ${name}: (.*)$`, 'm').exec(text)?.[1] ?? null;
  const id = field('check');
  if (id === null || !fuzzChecks.some((check) => check.id === id))
    throw new Error("its head has no line '# check: ID' with a law or check that 'svcsim fuzz --list' names");
  const source = 'saved';
  const commands = field('commands');
  if (commands !== null) return { trial: { kind: 'session', source, commands: JSON.parse(commands) as string[] }, id };
  const rule = field('refused by');
  if (rule !== null) return { trial: { kind: 'refused', source, rule, document: unchecked(text) }, id };
  const document = id === 'scenarioIsValid' ? unchecked(text) : documentOf(text);
  return { trial: { kind: 'scenario', source, document }, id };
}

/** The document of a file that need not be a valid scenario. */
function unchecked(text: string): ScenarioDocument {
  return wholeDocument(text, { file: 'scenario.yaml' }) as unknown as ScenarioDocument;
}
