/**
 * Which assumption, parameter or input matters: each is changed alone, and compared with the scenario as it is under
 * the same luck.
 */

import { digest } from '../../engine/digest.ts';
import type { EstimateResult, FailedRun } from '../../report/study/document.ts';
import type {
  RefusedChange,
  SensitivityDocument,
  SensitivityEffect,
  SensitivityVerdict,
} from '../../report/study/sensitivityDocument.ts';
import { sensitivitySentence } from '../../report/study/sensitivitySentence.ts';
import { type AssumptionName, isAssumptionName } from '../../rules/assumptions.ts';
import { meanResult, pairedResult, valueNames } from './estimates.ts';
import { type ChangedInputs, type InputChange, inputChanges, type UntriedInput } from './inputChanges.ts';
import { type Measure, partsOf, type Values } from './measure.ts';
import { changedPlan, type PlanText } from './planText.ts';
import { runCommand } from './runCommand.ts';
import type { PlanRefusal, RunJob, Runner, RunResult } from './runner.ts';
import type { Chance } from './statistics/estimate.ts';
import { sharedConfidence } from './statistics/manyPlans.ts';
import type { StudyProgress } from './steps.ts';

export interface SensitivityQuestion extends ChangedInputs {
  readonly name: string;
  /** One or more. */
  readonly measures: readonly Measure[];
  /** Replications of each plan, one or more. */
  readonly runs: number;
  /** Of all intervals together; above 0, below 1. */
  readonly confidence: number;
  readonly currency: string;
}

/** What a sensitivity study tries. */
export interface TriedChanges {
  readonly changes: readonly InputChange[];
  readonly untried: readonly UntriedInput[];
}

/**
 * Runs a sensitivity study. Yields its progress after each run; the document does not depend on the order in which runs
 * end.
 *
 * The scenario as it is runs first: assumptions that decide nothing in any of its runs are not tried. If nothing was
 * drawn in the first run of any plan, each runs once.
 */
export async function* sensitivity(
  asked: SensitivityQuestion,
  runner: Runner,
): AsyncGenerator<StudyProgress, SensitivityDocument> {
  const study = new SensitivityRuns(asked, runner);
  yield* study.perform([null], 0, 1, 1);
  if (study.chance === 'present') yield* study.perform([null], 1, asked.runs, asked.runs);
  const { changes, untried } = study.tried();
  yield* study.perform(changes, 0, 1, (changes.length + 1) * study.runs);
  if (study.chance === 'present')
    yield* study.perform([null, ...changes], 1, asked.runs, (changes.length + 1) * asked.runs);
  return documentOf(study, changes, untried);
}

/**
 * What a study would try, after one run of the scenario as it is. Other replications may exercise more assumptions.
 *
 * @returns the result of that run instead, if it has no measures
 */
export async function changesToTry(
  asked: SensitivityQuestion,
  runner: Runner,
): Promise<TriedChanges | Exclude<RunResult, { readonly kind: 'measured' }>> {
  const study = new SensitivityRuns(asked, runner);
  for await (const _ of study.perform([null], 0, 1, 1));
  const first = study.resultOf(null, 0);
  if (first !== undefined && first.kind !== 'measured') return first;
  return study.tried();
}

const exercised: Measure = { kind: 'assumptions', name: 'assumptions' };

/** The runs of a study so far. A change of null is the scenario as it is. */
class SensitivityRuns {
  readonly asked: SensitivityQuestion;
  readonly expectations: Measure;
  readonly #runner: Runner;
  readonly #results = new Map<string, RunResult>();
  readonly #plans = new Map<InputChange | null, PlanText>();

  constructor(asked: SensitivityQuestion, runner: Runner) {
    this.asked = asked;
    this.#runner = runner;
    this.expectations = { kind: 'expectations', name: `expectations ${digest(asked.plan)}` };
  }

  get done(): number {
    return this.#results.size;
  }

  get chance(): Chance {
    return [...this.#results.values()].some((one) => one.kind === 'measured' && one.isDrawn) ? 'present' : 'none';
  }

  /** Runs in which a plan has a value, if it can be run. */
  get runs(): number {
    return this.chance === 'none' ? 1 : this.asked.runs;
  }

  /** Performs those replications of plans that have not been performed. @param of how many runs are known to come */
  async *perform(
    changes: readonly (InputChange | null)[],
    from: number,
    until: number,
    of: number,
  ): AsyncGenerator<StudyProgress> {
    const jobs = changes.flatMap((change) =>
      Array.from({ length: Math.max(0, until - from) }, (_, index) => this.#jobOf(change, from + index)),
    );
    for await (const result of this.#runner.run(jobs.filter(({ key }) => !this.#results.has(key)))) {
      this.#results.set(result.key, result);
      yield { done: this.#results.size, of };
    }
  }

  tried(): TriedChanges {
    const names = this.valuesOf(null).flatMap((values) => [...partsOf(values ?? {}, exercised).keys()]);
    return inputChanges(this.asked, new Set<AssumptionName>(names.filter(isAssumptionName)));
  }

  resultOf(change: InputChange | null, replication: number): RunResult | undefined {
    return this.#results.get(keyOf(change, replication));
  }

  /** By replication; undefined: the run has no result. */
  valuesOf(change: InputChange | null): readonly (Values | undefined)[] {
    return this.#all(change).map((result) => (result?.kind === 'measured' ? result.values : undefined));
  }

  refusalOf(change: InputChange | null): PlanRefusal | null {
    for (const result of this.#all(change)) if (result?.kind === 'refused') return result.refusal;
    return null;
  }

  failuresOf(change: InputChange | null): readonly FailedRun[] {
    return this.#all(change).flatMap((result, replication) =>
      result?.kind === 'failed'
        ? [{ replication, message: result.message, command: runCommand(this.#planOf(change), replication) }]
        : [],
    );
  }

  #all(change: InputChange | null): readonly (RunResult | undefined)[] {
    return Array.from({ length: this.runs }, (_, replication) => this.resultOf(change, replication));
  }

  #planOf(change: InputChange | null): PlanText {
    const known = this.#plans.get(change) ?? changedPlan(this.asked.plan, change?.changes ?? {});
    this.#plans.set(change, known);
    return known;
  }

  #jobOf(change: InputChange | null, replication: number): RunJob {
    const { measures, scenario } = this.asked;
    const known = this.#planOf(change);
    const judged = scenario.expect.length === 0 ? [] : [this.expectations];
    const own = change === null ? [exercised] : [];
    return { key: keyOf(change, replication), plan: known, replication, measures: [...measures, ...judged, ...own] };
  }
}

function keyOf(change: InputChange | null, replication: number): string {
  return `${change === null ? 'base' : change.option} ${replication}`;
}

function documentOf(
  study: SensitivityRuns,
  changes: readonly InputChange[],
  untried: readonly UntriedInput[],
): SensitivityDocument {
  const { asked, chance, expectations } = study;
  const base = study.valuesOf(null);
  const ran = changes.filter((change) => study.refusalOf(change) === null);
  const names = valueNames([...base, ...ran.flatMap((change) => study.valuesOf(change))]).filter(
    (name) => ![exercised, expectations].some((one) => name.startsWith(`${one.name} `)),
  );
  const confidenceOfEach = sharedConfidence(asked.confidence, Math.max(1, ran.length * names.length));
  const options = { confidence: confidenceOfEach, chance };
  const verdict = verdictOf(study, null);
  const judged = new Map(ran.map((change) => [change, verdictOf(study, change)]));
  const effects = names.flatMap((measure) => {
    const own = ran.map((change): SensitivityEffect => {
      const { name, kind, from, to, option } = change;
      const { reduction: _, ...difference } = pairedResult(study.valuesOf(change), base, measure, options);
      const ends = endsOf(difference);
      return {
        name,
        kind,
        from,
        to,
        option,
        measure,
        ...difference,
        ...ends,
        ...flipOf(verdict, judged.get(change) ?? null),
      };
    });
    return ranked(own);
  });
  const document: Omit<SensitivityDocument, 'sentence'> = {
    schema: 'svcsim/sensitivity/1',
    name: asked.name,
    chance,
    runs: study.runs,
    confidence: asked.confidence,
    confidenceOfEach,
    change: asked.change,
    measure: names[0] ?? asked.measures[0]?.name ?? '',
    measures: names.map((measure) => ({ measure, ...meanResult(base, measure, options) })),
    verdict,
    effects,
    refused: changes.flatMap((change): RefusedChange[] => {
      const refusal = study.refusalOf(change);
      const { name, kind, from, to } = change;
      return refusal === null ? [] : [{ name, kind, from, to, rule: refusal.rule, message: refusal.message }];
    }),
    untried,
    failed: [null, ...changes].flatMap((change) => {
      const runs = study.failuresOf(change);
      return runs.length === 0 ? [] : [{ option: change?.option ?? '', runs }];
    }),
  };
  return { ...document, sentence: sensitivitySentence(document, asked.currency) };
}

/** What `low` and `high` of an effect are: bounds of its interval, else the least and the greatest value. */
function endsOf({
  low,
  high,
  least,
  greatest,
}: EstimateResult): Pick<SensitivityEffect, 'low' | 'high' | 'isInterval'> {
  const isInterval = low !== null && high !== null;
  return isInterval ? { low, high, isInterval } : { low: least, high: greatest, isInterval };
}

/** By input, the one with the greatest effect first; the changes of one input together, the greater effect first. */
function ranked(effects: readonly SensitivityEffect[]): readonly SensitivityEffect[] {
  const sizeOf = ({ mean }: SensitivityEffect): number => (mean === null ? -1 : Math.abs(mean));
  const greatest = new Map<string, number>();
  for (const one of effects) greatest.set(one.name, Math.max(greatest.get(one.name) ?? -1, sizeOf(one)));
  const inputs = [...greatest].sort(([, a], [, b]) => b - a).map(([name]) => name);
  // Sorting keeps the order of equals: that of the changes.
  return inputs.flatMap((name) => effects.filter((one) => one.name === name).sort((a, b) => sizeOf(b) - sizeOf(a)));
}

/** How the expectations came out in the runs of a plan that have a result; null: there are none. */
function verdictOf(study: SensitivityRuns, change: InputChange | null): SensitivityVerdict | null {
  const runs = study
    .valuesOf(change)
    .flatMap((values) => (values === undefined ? [] : [partsOf(values, study.expectations)]));
  const { expect } = study.asked.scenario;
  if (runs.length === 0 || expect.length === 0) return null;
  const passesOf = (part: string): number => runs.filter((parts) => parts.get(part) === 1).length;
  const of = (passes: number): 'pass' | 'fail' => (2 * passes > runs.length ? 'pass' : 'fail');
  const passes = passesOf('all');
  return {
    verdict: of(passes),
    passes,
    runs: runs.length,
    expectations: expect.map(({ text }, index) => {
      const own = passesOf(String(index));
      return { expectation: text, verdict: of(own), passes: own };
    }),
  };
}

function flipOf(
  base: SensitivityVerdict | null,
  changed: SensitivityVerdict | null,
): Pick<SensitivityEffect, 'flips' | 'verdict' | 'flipped'> {
  if (base === null || changed === null) return { flips: false, verdict: null, flipped: [] };
  const flipped = changed.expectations.flatMap(({ expectation, verdict: to, passes }, index) => {
    const from = base.expectations[index]?.verdict ?? to;
    return from === to ? [] : [{ expectation, from, to, passes }];
  });
  const { verdict, passes, runs } = changed;
  return { flips: flipped.length > 0 || verdict !== base.verdict, verdict: { verdict, passes, runs }, flipped };
}
