/**
 * Reads `studies:` of a scenario file. It is read only for those who run or check studies: a run knows nothing of it.
 */
import { exampleBook } from '../../../platform/metering/exampleBook.ts';
import { type Parsed, type ParseOptions, parseScenario, readScenario } from '../../../scenario/parse.ts';
import { entriesOf, namesOf } from '../../../scenario/read/names.ts';
import { inReadingOrder } from '../../../scenario/text/problem.ts';
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
    problems: inReadingOrder(reading.problems, options.file),
    texts: reading.texts,
    names: entries.map(([name]) => name),
    studies: reading.hasErrors ? null : studies,
  };
}

function readStudy(study: StudyContext): StudySpec {
  refuseWindow(study);
  checkName(study, [], study.name);
  const plans = readPlans(study);
  const scenarios = [study.scenario, ...plans.flatMap(({ scenario }) => scenario ?? [])];
  const description = study.value(['description']);
  const spec = {
    name: study.name,
    description: typeof description === 'string' ? description : '',
    place: study.reading.places.place(study.root, study.at([]), 'key'),
    plans: plans.map(({ plan }) => plan),
    ...readAxes(study, plans),
    ...readGoals(study, scenarios),
  };
  const failure = whereFailure(spec);
  if (failure !== null) study.complain(['where'], { code: 'bad-condition', message: failure });
  return spec;
}

/**
 * `window` is refused: a part of a run can be measured alone only if the bill and the loads are cut at both ends, and
 * single requests there need the queues that amounts have left. A study that measured whole runs instead would lie.
 */
function refuseWindow(study: StudyContext): void {
  if (study.value(['window']) === undefined) return;
  study.complain(['window'], {
    code: 'not-built',
    message: 'window is not simulated yet: a study measures whole runs',
    hint: 'leave it out; a plan with its own start and for runs that stretch alone (set: { start: 2026-11-27T18:00:00Z, for: 1h })',
    atKey: true,
  });
}
