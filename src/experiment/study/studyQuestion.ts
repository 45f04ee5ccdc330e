/**
 * The question of a study: the plan of each of its points, and all that its runs are asked for.
 */
import { shortIsoFromInstant } from '../../engine/time.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { formatDuration } from '../../rules/duration.ts';
import type { ParseOptions } from '../../scenario/parse.ts';
import type { RunWindow } from '../../scenario/read/window.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Measure } from './measure.ts';
import { capturePlan } from './planText.ts';
import { type PlanRefusal, refusalOf } from './runner.ts';
import { axisValueText } from './spec/gridValues.ts';
import type { StudyPoint } from './spec/points.ts';
import { measuresOf, type PointChanges, type StudySpec } from './spec/studySpec.ts';
import type { StudiedPlan, StudyQuestion } from './studyDocument.ts';
import { usualMeasures } from './usualMeasures.ts';
import { singleRequests } from './window.ts';

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
  let requests = 0;
  const plans = points.map((point) => {
    const { plan, scenario } = studiedPlan(file, point, spec);
    if (scenario !== null) {
      for (const measure of usualMeasures([scenario])) usual.set(measure.name, measure);
      requests += singleRequests(scenario);
    }
    return plan;
  });
  const asked = spec.measures.length > 0 ? spec : { ...spec, measures: [...usual.values()] };
  return {
    spec,
    plans,
    measures: measuresOf(asked),
    axes: spec.axes.map(({ name, path, values }) => ({ name, path, values: values.map(axisValueText) })),
    currency: file.scenario.prices?.currency ?? exampleBook.currency,
    requests,
  };
}

function studiedPlan(
  file: StudiedFile,
  { name, axes, changes }: StudyPoint,
  { window }: StudySpec,
): { readonly plan: StudiedPlan; readonly scenario: Scenario | null } {
  const axisTexts = Object.entries(axes).map(([axis, value]) => [axis, axisValueText(value)] as const);
  // The window is the same for all plans, so it is none of their changes.
  const set = window === null ? [] : [{ path: 'window', value: windowText(window) }];
  const { source, scenario } = captured(file, { ...changes, set: [...changes.set, ...set] });
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

/** As `--set` takes it, on one line. */
function windowText({ from, until, arrivals }: RunWindow): string {
  const kind = arrivals === null ? '' : `, arrivals: ${arrivals}`;
  return `{ from: ${shortIsoFromInstant(from)}, for: ${formatDuration(until - from)}${kind} }`;
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
