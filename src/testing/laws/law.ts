/**
 * What a law is: a property of every scenario, checked by runs of it and of scenarios made from it.
 */
import type { Entry } from '../../engine/journal.ts';
import { Run, type RunOptions } from '../../experiment/run.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import type { RuleId } from '../../rules/register.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { documentOf, type ScenarioDocument, scenarioOf } from '../document.ts';

/** A property of every scenario. */
export interface Law {
  readonly id: string;
  /** The rules of the platform that it follows from; empty if it follows from how svcsim works. */
  readonly rules: readonly RuleId[];
  /** What holds for every scenario to which it applies. */
  readonly sentence: string;
  readonly judge: (given: LawCase) => Verdict;
}

/** What came of a law: it holds, it says nothing about this scenario, or it is broken. */
export type Verdict =
  | { readonly kind: 'holds' }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'broken'; readonly expected: string; readonly observed: string };

export const holds: Verdict = { kind: 'holds' };

/** The law does not apply; `why` is a clause. */
export function skipped(why: string): Verdict {
  return { kind: 'skipped', why };
}

/** A run that has ended, with all its entries. */
export interface EndedRun {
  readonly run: Run;
  readonly journal: readonly Entry[];
}

/** One scenario on which laws are checked. It is run once, however many laws look at that run. */
export class LawCase {
  readonly document: ScenarioDocument;
  readonly scenario: Scenario;
  private known: EndedRun | null = null;

  /**
   * @param given a document, or the text of a scenario file (YAML or JSON) that needs no other files
   * @throws with all problems if it is not a valid scenario
   */
  constructor(given: ScenarioDocument | string) {
    this.document = typeof given === 'string' ? documentOf(given) : given;
    this.scenario = scenarioOf(this.document);
  }

  /** The scenario, run to its end. */
  get ended(): EndedRun {
    this.known ??= runToEnd(this.scenario);
    return this.known;
  }
}

/** A run of a scenario to its end, with its entries. */
export function runToEnd(scenario: Scenario, options: RunOptions = {}): EndedRun {
  const begun = beginRun(scenario, options);
  begun.run.advance();
  return begun;
}

/** A run at its start; its journal grows as it advances. */
export function beginRun(scenario: Scenario, options: RunOptions = {}): EndedRun {
  const journal: Entry[] = [];
  const sink = (entry: Entry): void => {
    journal.push(entry);
  };
  return { run: new Run(scenario, { events: false, ...options, sink }), journal };
}

/** The bill of a run as JSON. */
export function billTextOf(run: Run): string {
  return jsonText(run.bill().bill);
}

/** Holds if two lists of lines are equal; else the first lines that differ are the verdict. */
export function sameLines(expected: readonly string[], observed: readonly string[]): Verdict {
  const length = Math.max(expected.length, observed.length);
  for (let index = 0; index < length; index += 1) {
    const [ours, theirs] = [expected[index] ?? 'no more lines', observed[index] ?? 'no more lines'];
    if (ours !== theirs) return { kind: 'broken', expected: ours, observed: theirs };
  }
  return holds;
}

/** The first verdict that is not `holds`; later ones are not computed. */
export function allOf(...verdicts: readonly (() => Verdict)[]): Verdict {
  for (const verdict of verdicts) {
    const found = verdict();
    if (found.kind !== 'holds') return found;
  }
  return holds;
}
