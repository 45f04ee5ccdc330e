/**
 * What is checked in a trial: laws, and what must hold before a law can be asked (it runs, it is refused, a session
 * keeps its promises).
 */
import fc from 'fast-check';
import { hash32 } from '../../engine/hash.ts';
import { laws } from '../checkLaws.ts';
import { errorsIn, type ScenarioDocument } from '../document.ts';
import { holds, type Law, LawCase, type Verdict } from '../laws/law.ts';
import { invariantLaws } from '../laws/platform.ts';
import { type ApiModel, beginSession, type LiveApi } from '../model/apiModel.ts';
import { commandsOf } from '../model/commands.ts';
import type { FuzzTrial } from './trials.ts';

/** Something that is checked, law or not. */
export type FuzzCheck = Pick<Law, 'id' | 'rules' | 'sentence'>;

/** What is checked besides laws. */
export const otherChecks = [
  { id: 'scenarioIsValid', rules: [], sentence: 'A generated scenario has no errors.' },
  { id: 'runsToItsEnd', rules: [], sentence: 'A valid scenario runs to its end without an error.' },
  {
    id: 'refusedByItsRule',
    rules: [],
    sentence: 'A scenario that is wrong by one rule is refused, and all its errors cite that rule.',
  },
  {
    id: 'sessionKeepsPromises',
    rules: [],
    sentence: 'A session answers each request as a small model of the API says.',
  },
  { id: 'endsInTime', rules: [], sentence: 'A trial ends within the time that --hang-after allows.' },
  { id: 'threadSurvives', rules: [], sentence: 'The thread that performs a trial survives it.' },
] as const satisfies readonly FuzzCheck[];

/** All that can be checked, in the order of reports. */
export const fuzzChecks: readonly FuzzCheck[] = [...laws, ...otherChecks];

/**
 * Laws that only look at the run that is made anyway; all together they take less time than the run. They are checked
 * in every scenario.
 */
const ofOneRun: ReadonlySet<string> = new Set([
  ...invariantLaws.map(({ id }) => id),
  'rolloutWithinOptions',
  'forbidNeverOverlaps',
  'goneWithinGrace',
  'snapshotsKeptAsLong',
  'fullVolumeStoresItsCapacity',
  'noTickVanishes',
  'noRequestVanishes',
  'billEqualsRecount',
  'twicePriceTwiceBill',
  // These make runs of their own, but are skipped in nearly all scenarios at no cost.
  'moreServesNoLess',
  'littlesLaw',
]);

/**
 * How many of the other laws are checked in a scenario. Each makes one run more, or several: with all of them a
 * scenario takes ten times as long as its run. With three, about two thirds of the time goes to them, and each is
 * still checked in more than every fourth scenario, of every kind.
 */
const othersEach = 3;

/**
 * The laws for the trial with this number.
 *
 * @param chosen ids to which the check is restricted, which are then all checked; null: none are chosen
 */
export function lawsAt(seed: string, index: number, chosen: readonly string[] | null): readonly Law[] {
  if (chosen !== null) return laws.filter(({ id }) => chosen.includes(id));
  const others = laws.filter(({ id }) => !ofOneRun.has(id));
  const order = [...others].sort((a, b) => rankOf(seed, index, a) - rankOf(seed, index, b));
  const drawn = new Set(order.slice(0, othersEach));
  return laws.filter((law) => ofOneRun.has(law.id) || drawn.has(law));
}

function rankOf(seed: string, index: number, { id }: Law): number {
  return hash32(`${seed}/${index}/${id}`);
}

/** A check that is broken. */
export interface BrokenCheck {
  readonly id: string;
  readonly expected: string;
  readonly observed: string;
}

/** The verdict of a law, where an error that it meets breaks it. */
export function judged(law: Law, given: LawCase): Verdict {
  try {
    return law.judge(given);
  } catch (error) {
    return { kind: 'broken', expected: 'no error while the law is checked', observed: errorText(error) };
  }
}

/** A scenario that is ready for laws, or what is broken before. */
export function begun(document: ScenarioDocument): LawCase | BrokenCheck {
  let given: LawCase;
  try {
    given = new LawCase(document);
  } catch (error) {
    return { id: 'scenarioIsValid', expected: 'no errors', observed: oneLine(errorText(error)) };
  }
  try {
    void given.ended;
  } catch (error) {
    return { id: 'runsToItsEnd', expected: 'a run without an error', observed: oneLine(errorText(error)) };
  }
  return given;
}

/** Whether a wrong scenario is refused by its rule and by no other. */
export function refusedBy(document: ScenarioDocument, rule: string): Verdict {
  const cited = [...new Set(errorsIn(document).map((problem) => problem.rule ?? 'no rule'))];
  if (cited.length === 1 && cited[0] === rule) return holds;
  const observed = cited.length === 0 ? 'no error: the scenario is accepted' : `errors that cite ${cited.join(', ')}`;
  return { kind: 'broken', expected: `errors that cite ${rule}`, observed };
}

/** What a session came to; `exported`: the session as a scenario file, up to the broken promise. */
export type SessionVerdict = Verdict & { readonly exported?: string };

/** Performs commands on a session and on the model beside it. */
export function sessionVerdict(texts: readonly string[]): SessionVerdict {
  let real: LiveApi | null = null;
  const begin = (): { readonly model: ApiModel; readonly real: LiveApi } => {
    const both = beginSession();
    real = both.real;
    return both;
  };
  try {
    fc.modelRun(begin, commandsOf(texts));
    return holds;
  } catch (error) {
    const session = real as LiveApi | null;
    return {
      kind: 'broken',
      expected: 'what the model promises',
      observed: errorText(error),
      ...(session === null ? {} : { exported: session.session.exported() }),
    };
  }
}

/** What is broken in a trial by one check alone; null: nothing. For shrinking, and for saved failures. */
export function brokenIn(trial: FuzzTrial, id: string): BrokenCheck | null {
  if (trial.kind === 'session') return brokenBy('sessionKeepsPromises', sessionVerdict(trial.commands));
  if (trial.kind === 'refused') return brokenBy('refusedByItsRule', refusedBy(trial.document, trial.rule));
  const given = begun(trial.document);
  if ('id' in given) return given.id === id ? given : null;
  const law = laws.find((one) => one.id === id);
  return law === undefined ? null : brokenBy(id, judged(law, given));
}

/** The broken check of a verdict; null if it is not broken. */
export function brokenBy(id: string, verdict: Verdict): BrokenCheck | null {
  if (verdict.kind !== 'broken') return null;
  return { id, expected: oneLine(verdict.expected), observed: oneLine(verdict.observed) };
}

/** More of a line helps nobody: a journal entry is shorter. */
const charactersMost = 1_200;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= charactersMost ? line : `${line.slice(0, charactersMost)}…`;
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
