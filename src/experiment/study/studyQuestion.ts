/**
 * The question of a study: the plan of each of its points, and all that its runs are asked for.
 */
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import type { ParseOptions } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Measure } from './measure.ts';
import { capturePlan } from './planText.ts';
import { type PlanRefusal, refusalOf } from './runner.ts';
import { axisValueText } from './spec/gridValues.ts';
import type { StudyPoint } from './spec/points.ts';
import { measuresOf, type PointChanges, type StudySpec } from './spec/studySpec.ts';
import type { StudiedPlan, StudyQuestion } from './studyDocument.ts';
import { usualMeasures } from './usualMeasures.ts';

/** The file that a study stands in, which has been read without an error. */
export interface StudiedFile {
  readonly text: string;
  /** What it was read with; its inputs apply to all plans. */
  readonly options: ParseOptions;
  readonly scenario: Scenario;
}

/**
 * Reads the plan of each point. One that the platform refuses stays in the study and says why. A study without measures
 * has the usual ones of all its plans.
 */
export function studyQuestion(file: StudiedFile, spec: StudySpec, points: readonly StudyPoint[]): StudyQuestion {
  const usual = new Map<string, Measure>();
  const plans = points.map((point) => {
    const { plan, scenario } = studiedPlan(file, point);
    if (scenario !== null) for (const measure of usualMeasures([scenario])) usual.set(measure.name, measure);
    return plan;
  });
  const asked = spec.measures.length > 0 ? spec : { ...spec, measures: [...usual.values()] };
  return {
    spec,
    plans,
    measures: measuresOf(asked),
    axes: spec.axes.map(({ name, path, values }) => ({ name, path, values: values.map(axisValueText) })),
    currency: file.scenario.prices?.currency ?? exampleBook.currency,
  };
}

function studiedPlan(
  file: StudiedFile,
  { name, axes, changes }: StudyPoint,
): { readonly plan: StudiedPlan; readonly scenario: Scenario | null } {
  const axisTexts = Object.entries(axes).map(([axis, value]) => [axis, axisValueText(value)] as const);
  const { source, scenario } = captured(file, changes);
  return {
    plan: {
      name,
      changes: changesTold(changes),
      source,
      axes: axisTexts.length === 0 ? null : Object.fromEntries(axisTexts),
      seed: scenario?.seed ?? '',
    },
    scenario,
  };
}

function captured(
  { text, options }: StudiedFile,
  changes: PointChanges,
): { readonly source: StudiedPlan['source']; readonly scenario: Scenario | null } {
  const own = changes.file === null ? text : (options.read?.(changes.file) ?? { error: 'there are no other files' });
  if (typeof own !== 'string')
    return { source: unreadable(`${changes.file} cannot be read: ${own.error}`), scenario: null };
  const { plan, parsed } = capturePlan(own, { ...options, file: changes.file ?? options.file }, changes);
  const { scenario, problems, texts } = parsed;
  return { source: scenario === null ? refusalOf(problems, texts) : plan, scenario };
}

function unreadable(message: string): PlanRefusal {
  return { rule: null, message, text: message };
}

/** What makes a plan: `variant leaner`, `hpa.tolerance=0.05`, `shop/workload/api...=4`. */
function changesTold({ file, variants, prices, assume, set }: PointChanges): string[] {
  return [
    ...(file === null ? [] : [file]),
    ...variants.map((variant) => `variant ${variant}`),
    ...(prices === null ? [] : [`prices ${prices}`]),
    ...Object.entries(assume).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
    ...set.map(({ path, value }) => `${path}=${value}`),
  ];
}
