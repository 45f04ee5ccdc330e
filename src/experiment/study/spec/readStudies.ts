/**
 * Reads `studies:` of a scenario file. It is read only for those who run or check studies: a run knows nothing of it.
 */
import { exampleBook } from '../../../platform/metering/exampleBook.ts';
import { type Parsed, type ParseOptions, parseScenario, readScenario } from '../../../scenario/parse.ts';
import { entriesOf, namesOf } from '../../../scenario/read/names.ts';
import { readWindow } from '../../../scenario/read/window.ts';
import { inReadingOrder, isTold } from '../../../scenario/text/problem.ts';
import { ScenarioReading } from '../../../scenario/text/reading.ts';
import { isMap } from '../../../scenario/text/tree.ts';
import { readAxes } from './axes.ts';
import { StudyContext } from './context.ts';
import { readGoals } from './goals.ts';
import { checkName, readPlans } from './plans.ts';
import { whereFailure } from './points.ts';
import type { StudySpec } from './studySpec.ts';

export interface ParsedStudies extends Parsed {
  /** Names of all studies of the file, in its order. */
  readonly names: readonly string[];
  /** Those that were asked for, in the order of the file; null exactly if a problem is an error. */
  readonly studies: readonly StudySpec[] | null;
}

/**
 * Reads studies of a scenario, with all problems of the scenario and of these studies at once. Never throws, whatever
 * the text.
 *
 * @param options as for `parseScenario`; inputs apply to all plans, before the changes of a plan
 * @param asked names of the studies that are read; a name that the file has not is passed over
 */
export function parseStudies(
  text: string,
  options: ParseOptions,
  asked: readonly string[] | 'all' = 'all',
): ParsedStudies {
  const base = parseScenario(text, options);
  if (base.scenario === null) return { ...base, names: [], studies: null };
  const reading = new ScenarioReading(options);
  const document = readScenario(text, options, reading, asked);
  if (document === null) throw new Error(`${options.file} was read before and cannot be read now`);
  const { root, scenario } = document;
  const currency = scenario.prices?.currency ?? exampleBook.currency;
  const comparisons = { names: namesOf(root), gbBytes: scenario.assumptions['unit.gb'], currency, reading };
  const entries = entriesOf(root.studies);
  const studies = entries.flatMap(([name, given]) =>
    (asked === 'all' || asked.includes(name)) && isMap(given)
      ? [readStudy(new StudyContext(name, { root, text, options, scenario, comparisons }))]
      : [],
  );
  return {
    scenario: reading.hasErrors ? null : scenario,
    // What is a warning of the file may be an error of a plan.
    problems: inReadingOrder(
      reading.problems.filter((one) => one.severity === 'error' || !isTold(one, reading.problems)),
      options.file,
    ),
    texts: reading.texts,
    names: entries.map(([name]) => name),
    studies: reading.hasErrors ? null : studies,
  };
}

function readStudy(study: StudyContext): StudySpec {
  checkName(study, [], study.name);
  const window = readWindow(study.root, study.at(['window']), study.scenario, study.reading);
  const plans = readPlans(study);
  const scenarios = [study.scenario, ...plans.flatMap(({ scenario }) => scenario ?? [])].map((scenario) =>
    window === null ? scenario : { ...scenario, window },
  );
  const description = study.value(['description']);
  const spec = {
    name: study.name,
    description: typeof description === 'string' ? description : '',
    place: study.reading.places.place(study.root, study.at([]), 'key'),
    plans: plans.map(({ plan }) => plan),
    ...readAxes(study, plans),
    ...readGoals(study, scenarios, window),
    window,
  };
  const failure = whereFailure(spec);
  if (failure !== null) study.complain(['where'], { code: 'bad-condition', message: failure });
  return spec;
}
