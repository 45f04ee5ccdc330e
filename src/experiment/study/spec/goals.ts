/**
 * What a study asks of its runs: measures, requirements, what is minimised or maximised, and when to stop.
 */
import type { Path } from '../../../platform/api/document/json.ts';
import { metrics } from '../../../platform/expectation.ts';
import { readComparison, readMargin } from '../../../scenario/read/comparison.ts';
import { entriesOf, listOf } from '../../../scenario/read/names.ts';
import type { RunWindow } from '../../../scenario/read/window.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { scalarText, shown } from '../../../scenario/shape/shape.ts';
import { isMap, type Tree, type TreeMap } from '../../../scenario/text/tree.ts';
import { type Measure, measureIn, measureProblem, parseMeasure } from '../measure.ts';
import type { StudyContext } from './context.ts';
import type { MetricMeasure, StudyObjective, StudyRacing, StudyRequirement, StudyRuns } from './studySpec.ts';

/** The confidence of a study, and the probability of a goal, where the file states none. */
const usualShare = 0.95;
/** Enough runs for a t-interval with its coverage, and as many as one waits for. */
const usualRuns = { least: 20, most: 400 };

type Goals = {
  readonly measures: readonly Measure[];
  readonly requirements: readonly StudyRequirement[];
  readonly confidence: number;
  readonly objectives: readonly StudyObjective[];
  readonly racing: StudyRacing | null;
  readonly runs: StudyRuns;
};

/**
 * Reads all that a study asks of its runs. A part with a problem is left out.
 *
 * @param scenarios of the plans: a measure must be of a resource that one of them has
 * @param window that the study measures; null: whole runs, or the windows of the scenarios
 */
export function readGoals(study: StudyContext, scenarios: readonly Scenario[], window: RunWindow | null): Goals {
  const reader = new GoalReader(study, scenarios, window);
  const confidence = study.percentage(['confidence'], usualShare);
  const objectives = reader.objectives();
  return {
    measures: reader.measures(),
    requirements: reader.requirements(confidence),
    confidence,
    objectives,
    racing: reader.racing(objectives),
    runs: reader.runs(),
  };
}

class GoalReader {
  readonly #study: StudyContext;
  readonly #scenarios: readonly Scenario[];
  readonly #window: RunWindow | null;

  constructor(study: StudyContext, scenarios: readonly Scenario[], window: RunWindow | null) {
    this.#study = study;
    this.#scenarios = scenarios;
    this.#window = window;
  }

  measures(): Measure[] {
    const found = new Map<string, Measure>();
    for (const [index, given] of listOf(this.#study.value(['measure'])).entries()) {
      const path = ['measure', index];
      const measure = this.#measure(path, given);
      if (measure === null) continue;
      if (found.has(measure.name)) this.#complainOfTwice(path, measure);
      found.set(measure.name, measure);
    }
    return [...found.values()];
  }

  requirements(confidence: number): StudyRequirement[] {
    const study = this.#study;
    return listOf(study.value(['require'])).flatMap((given, index) => {
      const path = ['require', index];
      const measure = isMap(given) ? this.#single(path, given) : null;
      if (measure === null) return [];
      const { unit } = metrics[measure.metric];
      const comparison = readComparison(study.root, study.at([...path, 'is']), unit, study.comparisons);
      const shares = {
        probability: study.percentage([...path, 'probability'], usualShare),
        confidence: study.percentage([...path, 'confidence'], confidence),
      };
      if (comparison === null) return [];
      const is = scalarText(isMap(given) ? given.is : null).trim();
      const place = study.reading.places.place(study.root, study.at(path));
      return [{ measure, comparison, is, text: `${measure.name} ${is}`, ...shares, place }];
    });
  }

  /** One or two measures of which less or more is better. */
  objectives(): StudyObjective[] {
    const found: { readonly path: Path; readonly objective: StudyObjective }[] = [];
    for (const [key, better] of [
      ['minimise', 'less'],
      ['maximise', 'more'],
    ] as const) {
      const given = this.#study.value([key]);
      const texts = Array.isArray(given) ? given.map((text, index) => ({ text, path: [key, index] })) : [];
      for (const { text, path } of typeof given === 'string' ? [{ text: given, path: [key] }] : texts) {
        const measure = this.#single(path, text);
        if (measure === null) continue;
        const before = found.find(({ objective }) => objective.measure.name === measure.name);
        if (before === undefined) found.push({ path, objective: { measure, better } });
        else if (before.objective.better === better) this.#complainOfTwice(path, measure);
        else {
          const message = `${measure.name} is minimised and maximised: only one of them is possible`;
          this.#study.complain(path, { code: 'contradiction', message });
        }
      }
    }
    const [, , third] = found;
    if (third !== undefined) {
      const message = `expected at most two measures to minimise or maximise, found ${found.length}`;
      this.#study.complain(third.path, { code: 'contradiction', message });
    }
    return found.map(({ objective }) => objective);
  }

  racing(objectives: readonly StudyObjective[]): StudyRacing | null {
    const given = this.#study.value(['racing']);
    if (given === undefined) return null;
    const [objective, other] = objectives;
    if (objective === undefined || other !== undefined) {
      const message = `racing needs one measure to minimise or maximise, found ${objectives.length}`;
      // An objective with a problem has been complained of.
      const isRead =
        objectives.length > 0 || ['minimise', 'maximise'].every((key) => this.#study.value([key]) === undefined);
      if (isRead) this.#study.complain(['racing'], { code: 'contradiction', message, atKey: true });
      return null;
    }
    let indifferent: number | null = null;
    for (const [key] of entriesOf(isMap(given) ? given.indifferent : undefined)) {
      const path = ['racing', 'indifferent', key];
      const measure = this.#single(path, key, true);
      if (measure === null) continue;
      if (measure.name === objective.measure.name) {
        indifferent = this.#margin(path, measure, false)?.value ?? null;
        continue;
      }
      const message = `racing is decided by ${objective.measure.name} alone, so a difference of ${measure.name} has no effect`;
      this.#study.complain(path, { code: 'no-effect', message, atKey: true });
    }
    return { indifferent };
  }

  runs(): StudyRuns {
    const { least: leastGiven, most: mostGiven } = {
      least: this.#count('least'),
      most: this.#count('most'),
    };
    const most = mostGiven ?? Math.max(usualRuns.most, leastGiven ?? 0);
    const least = leastGiven ?? Math.min(usualRuns.least, most);
    if (least > most) {
      const message = `expected at most ${most}, which is 'most', found ${least}`;
      this.#study.complain(['runs', 'least'], { code: 'contradiction', message });
    }
    const isAsked = ['require', 'racing'].some((key) => this.#study.value([key]) !== undefined);
    const isEndless = entriesOf(this.#study.value(['runs', 'until'])).length === 0 && !isAsked;
    if (mostGiven !== null && least < most && isEndless) {
      const message = `each plan runs ${least} times, which is 'least': only until, require and racing ask for more`;
      this.#study.complain(['runs', 'most'], { code: 'no-effect', severity: 'warning', message, atKey: true });
    }
    const until = entriesOf(this.#study.value(['runs', 'until'])).flatMap(([key]) => {
      const path = ['runs', 'until', key];
      const measure = this.#single(path, key, true);
      const halfWidth = measure === null ? null : this.#margin(path, measure, true);
      return measure === null || halfWidth === null ? [] : [{ measure, halfWidth }];
    });
    const distinct = new Map(until.map((one) => [one.measure.name, one]));
    return { least, most, hasMost: mostGiven !== null, until: [...distinct.values()] };
  }

  #count(key: string): number | null {
    const given = this.#study.value(['runs', key]);
    return typeof given === 'number' ? given : null;
  }

  #margin(path: Path, { metric }: MetricMeasure, mayBeShare: boolean): ReturnType<typeof readMargin> {
    const { root, comparisons } = this.#study;
    return readMargin(root, this.#study.at(path), { unit: metrics[metric].unit, mayBeShare }, comparisons);
  }

  /** A measure with one value. */
  #single(path: Path, given: Tree, atKey = false): MetricMeasure | null {
    const measure = this.#measure(path, given, atKey);
    if (measure === null || measure.kind === 'metric') return measure;
    const many = measure.kind === 'bill' ? `, which has one for each ${measure.by}` : '';
    const message = `expected a measure of one value, found '${measure.name}'${many}`;
    return this.#study.complain(path, { code: 'bad-measure', message, atKey });
  }

  /** @param atKey whether the measure is a key of a map */
  #measure(path: Path, given: Tree, atKey = false): Measure | null {
    const text = isMap(given) ? this.#textOf(path, given) : typeof given === 'string' ? given : null;
    if (text === null) return null;
    const place = isMap(given) && given.metric !== undefined ? [...path, 'metric'] : path;
    const measure = parseMeasure(text);
    const asked = typeof measure === 'string' ? measure : measureIn(this.#window, measure);
    const problem = typeof asked === 'string' ? asked : measureProblem(asked, this.#scenarios);
    if (typeof asked !== 'string' && problem === null) return asked;
    const code = /^there is no metric/.test(problem ?? '') ? 'unknown-metric' : 'bad-measure';
    return this.#study.complain(place, { code, message: problem ?? '', atKey });
  }

  /**
   * The text of a measure that is written as a map.
   *
   *   { metric: load.failed, of: shop/api } -> load.failed of shop/api
   *   { bill: total, by: meter }            -> bill.total by meter
   */
  #textOf(path: Path, { metric, of, at, bill, by }: TreeMap): string | null {
    const part = (key: string, value: Tree | undefined): string =>
      value === undefined ? '' : ` ${key} ${scalarText(value)}`;
    const { reading, root } = this.#study;
    if (reading.hasBreach(root, this.#study.at(path))) return null;
    if (metric !== undefined && bill === undefined && by === undefined)
      return `${scalarText(metric)}${part('of', of)}${part('at', at)}`;
    if (bill !== undefined && by !== undefined && metric === undefined && of === undefined && at === undefined)
      return `bill.total${part('by', by)}`;
    const found = Object.entries({ metric, of, at, bill, by }).flatMap(([key, value]) =>
      value === undefined ? [] : key,
    );
    const message = `expected metric, with of and at if needed, or bill and by, found ${found.length === 0 ? shown({}) : found.join(', ')}`;
    return this.#study.complain(path, { code: 'bad-measure', message });
  }

  #complainOfTwice(path: Path, { name }: Measure): void {
    this.#study.complain(path, { code: 'duplicate', message: `'${name}' is given twice` });
  }
}
