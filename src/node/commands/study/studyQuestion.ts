/** Reads a study of a scenario file: which one is asked for, its points, and the plan of each point. */
import { gridSize, pointsOf, usualPointsMost } from '../../../experiment/study/spec/points.ts';
import { parseStudies } from '../../../experiment/study/spec/readStudies.ts';
import type { StudySpec } from '../../../experiment/study/spec/studySpec.ts';
import type { StudyQuestion } from '../../../experiment/study/studyDocument.ts';
import { studyQuestion } from '../../../experiment/study/studyQuestion.ts';
import { nearest } from '../../../rules/units.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { StudyFileFlags } from '../../flags.ts';
import { readScenarios } from '../../inputs.ts';
import { showProblems } from '../../problems.ts';
import { countOf } from './studyFlags.ts';

/** A study that was read, before its plans are. */
export interface ReadStudy {
  readonly spec: StudySpec;
  /** Points before `where`. */
  readonly size: bigint;
  /** Why the study has no points that can be run, as a sentence; null: it has some. */
  readonly refusal: string | null;
  /** The scenario without the changes of a plan. */
  readonly scenario: Scenario;
  /** Reads the plan of each point. Ends the program if there are none. */
  question(): StudyQuestion;
}

/**
 * Reads the study that is asked for.
 *
 * @returns null: the file has errors, which have been shown
 */
export async function readQuestion(
  file: string,
  name: string | undefined,
  flags: StudyFileFlags,
): Promise<ReadStudy | null> {
  const most = flags.mostPoints === undefined ? usualPointsMost : countOf(flags.mostPoints, '--most-points');
  const [source] = await readScenarios([file], flags);
  if (source === undefined) throw new Error(`nothing was read for ${file}`);
  const { scenario } = source.parsed;
  if (scenario === null) {
    showProblems(source.parsed, process.stderr);
    return null;
  }
  const found = parseStudies(source.text, source.options, name === undefined ? 'all' : [name]);
  const chosen = chosenName(file, name, found.names);
  showProblems(found, process.stderr);
  const spec = found.studies?.find((one) => one.name === chosen);
  if (spec === undefined) return null;
  const points = pointsOf(spec, most);
  return {
    spec,
    size: gridSize(spec),
    refusal: typeof points === 'string' ? points : null,
    scenario,
    question: () => {
      if (typeof points !== 'string')
        return studyQuestion({ text: source.text, options: source.options, scenario }, spec, points);
      throw new Stop(exitCode.usage, `${spec.name}: ${points}`);
    },
  };
}

function chosenName(file: string, name: string | undefined, names: readonly string[]): string {
  const [first, second] = names;
  if (first === undefined) throw new Stop(exitCode.usage, `${file} has no studies: add 'studies:' to it, with a name`);
  const list = `its studies are ${names.join(', ')}`;
  if (name === undefined) {
    if (second === undefined) return first;
    throw new Stop(exitCode.usage, `${file} has ${names.length} studies, so name one of them: ${list}`);
  }
  if (names.includes(name)) return name;
  const guess = nearest(name, names);
  const hint = guess === null ? list : `did you mean '${guess}'?`;
  throw new Stop(exitCode.usage, `${file} has no study '${name}'; ${hint}`);
}
