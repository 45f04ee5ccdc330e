/**
 * The measures of a study: what each run is asked for, as text such as `bill.total` or `load.failed of shop/api`.
 */
import type { Reason } from '../../engine/journal.ts';
import { objectAt } from '../../platform/api/document/json.ts';
import { isMetric, type MetricName, metrics } from '../../platform/expectation.ts';
import { dimensionsOf } from '../../report/bill/dimension.ts';
import { type PivotDimension, pivotOf } from '../../report/bill/pivot.ts';
import type { LoadDetail } from '../../report/fold/deploymentChronicle.ts';
import { judgeExpectations } from '../../report/verdict/expectations.ts';
import { metricValue } from '../../report/verdict/metricValue.ts';
import type { MeasuredOutcome } from '../../report/verdict/outcome.ts';
import { assumptionCounts } from '../../report/verdict/summary.ts';
import { nearest } from '../../rules/units.ts';
import { placesOf } from '../../scenario/read/fleet.ts';
import type { RunWindow } from '../../scenario/read/window.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { billParts } from './billParts.ts';
import { EventCounts, type EventMeasure } from './eventMeasure.ts';
import { keyOf, nameOf } from './measureName.ts';
import type { StretchMeasure } from './stretch.ts';
import { metricIn, renamed, whyNotSingle } from './window.ts';

/** A measure as plain data. Its name is its text, the same for every plan. */
export type Measure =
  | {
      readonly kind: 'metric';
      readonly name: string;
      readonly metric: MetricName;
      /** `gvc/kind/name`, or a gvc for everything in it; null: everything that the metric covers. */
      readonly of: string | null;
      /** A location; null: all. */
      readonly at: string | null;
    }
  /** The bill by one dimension: a value for each of its keys. */
  | { readonly kind: 'bill'; readonly name: string; readonly by: PivotDimension }
  /**
   * Whether the run is as its scenario expects, 1 or 0: `NAME all`, and for each expectation `NAME 0`, `NAME 1` and so
   * on. A study asks for it under a name that tells the scenario, because other expectations give other values.
   */
  | { readonly kind: 'expectations'; readonly name: string }
  /** How often each assumption decided something, `NAME cron.forbid.missed`; no value: never. */
  | { readonly kind: 'assumptions'; readonly name: string }
  /** What advice compares: cost, problems, latencies; the names of its values are those of `figureValues`. */
  | {
      readonly kind: 'figures';
      readonly name: string;
      /** What is said of expectations and of what is too low, with the numbers of the run; absent: not asked for. */
      readonly isTelling?: true;
    }
  /** The bill by resource and meter, with credits, tax and the payable amount, `NAME cpu of shop/workload/api`. */
  | { readonly kind: 'billParts'; readonly name: string }
  | StretchMeasure
  /** How often something happened. */
  | EventMeasure;

/** The form of a measure, for help and errors. */
export const measureForm = 'METRIC [of GVC/NAME] [at LOCATION], or bill.total by DIMENSION';

/**
 * Reads a measure.
 *
 *   bill.total                           the payable amount
 *   bill.total by tag:team               the cost of each team, before invoice rounding
 *   load.goodPercentage of shop/api      one workload, all locations together
 *   replicas.ready of shop at aws-us-east-1
 *
 * @returns the error as a sentence if it cannot be read; names of resources are not checked here
 */
export function parseMeasure(text: string): Measure | string {
  const words = text.trim().split(/\s+/);
  const [name = ''] = words;
  if (!isMetric(name)) {
    const guess = nearest(name, Object.keys(metrics));
    return `there is no metric '${name}'${guess === null ? `; a measure has the form ${measureForm}` : `; did you mean '${guess}'?`}`;
  }
  const parts = new Map<string, string>();
  for (let at = 1; at < words.length; at += 2) {
    const [key = '', value] = [words[at], words[at + 1]];
    if (!['of', 'at', 'by'].includes(key) || value === undefined || parts.has(key))
      return `expected ${measureForm}, found '${text.trim()}'`;
    parts.set(key, value);
  }
  const [of = null, at = null, by] = [parts.get('of'), parts.get('at'), parts.get('by')];
  if (by !== undefined) {
    if (name !== 'bill.total' || of !== null || at !== null)
      return `'by' splits the whole bill: write bill.total by ${by}`;
    const dimensions = dimensionsOf(by);
    if (typeof dimensions === 'string') return dimensions;
    const [dimension] = dimensions;
    if (dimension === undefined || dimensions.length > 1) return `expected one dimension after 'by', found '${by}'`;
    return { kind: 'bill', name: `bill.total by ${by}`, by: dimension };
  }
  const metric = metrics[name];
  if (of !== null && metric.of === 'none') return `${name} covers the whole run: leave 'of' out`;
  if (at !== null && metric.of === 'none') return `${name} covers the whole run: leave 'at' out`;
  if (of === null && (name === 'bill.workload' || name === 'bill.volumeset'))
    return `${name} is of one resource: write ${name} of GVC/NAME`;
  return {
    kind: 'metric',
    name: nameOf(name, of, at),
    metric: name,
    of: of === null ? null : keyOf(of, metric.of),
    at,
  };
}

/** Reads a measure that is known to be right. @throws Error with the sentence of `parseMeasure` */
export function measureOf(text: string): Measure {
  const measure = parseMeasure(text);
  if (typeof measure === 'string') throw new Error(`${text}: ${measure}`);
  return measure;
}

/**
 * A measure as it is in a window: with single requests `load.failed of shop/api` becomes `calls.failed of shop/api`.
 *
 * @param window null: the whole run is measured
 * @returns the error as a sentence if nothing of single requests is the same
 */
export function measureIn(window: RunWindow | null, measure: Measure): Measure | string {
  if (measure.kind !== 'metric') return measure;
  const metric = metricIn(window, measure.metric);
  if (metric === null) return whyNotSingle(measure);
  return { ...measure, metric, name: renamed(measure.name, measure.metric, metric) };
}

/**
 * Why a measure covers nothing: a resource or a location that none of the scenarios has. Null: it may cover something.
 * Resources that a request of the timeline creates are not known beforehand, so with such requests any name may be.
 */
export function measureProblem(measure: Measure, scenarios: readonly Scenario[]): string | null {
  if (measure.kind !== 'metric' && measure.kind !== 'event') return null;
  const { name, of, at } = measure;
  const measured = scenarios.map(({ window }) => measureIn(window, measure));
  const [single] = measured;
  if (single !== undefined && measured.every((one) => typeof one === 'string' || one.name !== name))
    return typeof single === 'string'
      ? single
      : `${name}: in the window requests come one by one; measure ${single.name}`;
  const isOpen = scenarios.some(({ timeline }) =>
    timeline.some(({ action }) => action.kind === 'request' && action.method !== 'GET' && action.method !== 'DELETE'),
  );
  const keys = scenarios.flatMap(({ resources }) =>
    resources.map((one) => (one.gvc === null ? one.name : `${one.gvc}/${one.kind}/${one.name}`)),
  );
  if (of !== null && !isOpen && !keys.includes(of)) {
    const guess = nearest(of, keys);
    return `${name}: there is no ${of}${guess === null ? '' : `; did you mean '${guess}'?`}`;
  }
  if (at === null || isOpen) return null;
  const locations = scenarios.flatMap((one) => [...one.locations.keys(), ...placementsOf(one)]);
  if (locations.includes(at)) return null;
  const guess = nearest(at, locations);
  return `${name}: there is no location '${at}'${guess === null ? '' : `; did you mean '${guess}'?`}`;
}

/** The locations of all gvcs. */
function placementsOf({ resources }: Scenario): readonly string[] {
  return resources.flatMap(({ kind, doc }) => (kind === 'gvc' ? placesOf(objectAt(doc, 'spec')) : []));
}

/**
 * What is needed of rate-based requests at the end of a run. Latencies need figures, which take the longest to make.
 */
export function loadDetailOf(measures: readonly Measure[], { expect }: Pick<Scenario, 'expect'>): LoadDetail {
  const names = measures.flatMap((one) => {
    const metrics = one.kind === 'metric' ? [one] : one.kind === 'expectations' ? expect : [];
    return metrics.map(({ metric }) => metric);
  });
  if (names.some((name) => name.startsWith('load.latency.'))) return 'figures';
  return names.some((name) => /^(load|calls)\./.test(name)) ? 'requests' : 'none';
}

/** Whether expectations are judged, so that a run has to watch them. */
export function judgesExpectations(measures: readonly Measure[]): boolean {
  return measures.some(({ kind }) => kind === 'expectations');
}

/**
 * The values of one run, by name. Null: the run has nothing that the measure covers, or no number for it (a volume that
 * never becomes full has no days until then).
 */
export type Values = { readonly [name: string]: number | null };

/**
 * What a run came to. A measure `by` a dimension gives a value for each key, named `bill.total tag:team=storefront`.
 *
 * @param reasons how many journal entries have each reason
 * @param events those that measures ask for; default: none happened
 */
export function valuesOf(
  outcome: MeasuredOutcome,
  measures: readonly Measure[],
  reasons: ReadonlyMap<Reason, number>,
  events: EventCounts = new EventCounts(measures),
): Values {
  const entries = measures.flatMap((measure) => entriesOf(measure, outcome, { reasons, events }));
  // Files and queues hold numbers as JSON, which has no other ones.
  return Object.fromEntries(entries.map(([name, value]) => [name, Number.isFinite(value) ? value : null]));
}

function entriesOf(
  measure: Measure,
  outcome: MeasuredOutcome,
  { reasons, events }: { readonly reasons: ReadonlyMap<Reason, number>; readonly events: EventCounts },
): readonly (readonly [name: string, value: number | null])[] {
  const { bill, world, chronicle } = outcome;
  switch (measure.kind) {
    case 'metric':
      return [[measure.name, metricValue(outcome, measure.metric, { of: measure.of, at: measure.at })]];
    case 'bill': {
      const { rows } = pivotOf(bill.usage, [measure.by], bill.currency);
      return rows.map(({ label, total }) => [`bill.total ${measure.by}=${label}`, Number(total)]);
    }
    case 'expectations': {
      const passes = judgeExpectations(outcome).map(({ pass }) => pass);
      // As the verdict of a run: an unexpected answer to a request of the timeline breaks it, too.
      const all = chronicle.refusals.unexpected === 0 && passes.every((pass) => pass);
      return [['all', all] as const, ...passes.entries()].map(([part, pass]) => [
        `${measure.name} ${part}`,
        Number(pass),
      ]);
    }
    case 'billParts':
      return billParts(bill).map(([part, value]) => [`${measure.name} ${part}`, value]);
    case 'assumptions': {
      const { decisions, assumptions } = world;
      const counts = assumptionCounts({ reasons, decisions, assumptions, bill });
      return [...counts].map(([name, count]) => [`${measure.name} ${name}`, count]);
    }
    case 'event':
      return [[measure.name, events.countOf(measure)]];
    case 'figures':
    case 'stretch':
      // `measureRun` takes them: the one from a whole report, the other while the run passes.
      return [];
  }
}

/** Whether a value, by its name, is one of those that `valuesOf` gives a measure. */
export function isValueOf(name: string, measure: Measure): boolean {
  switch (measure.kind) {
    case 'metric':
    case 'event':
      return name === measure.name;
    case 'bill':
      return name.startsWith(`bill.total ${measure.by}=`);
    case 'expectations':
    case 'assumptions':
    case 'figures':
    case 'stretch':
    case 'billParts':
      return name.startsWith(`${measure.name} `);
  }
}

/** The values of a measure of several, by what stands behind its name: `all`, `cron.zone`, `tax`. */
export function partsOf(values: Values, { name }: Measure): ReadonlyMap<string, number | null> {
  const own = Object.entries(values).filter(([key]) => key.startsWith(`${name} `));
  return new Map(own.map(([key, value]) => [key.slice(name.length + 1), value]));
}
