/**
 * One run of a study: measured, and nothing else. No journal is written, and no report is made.
 */
import { loadsOf } from '../../report/capacity/capacityLoad.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { countLoads } from '../../report/fold/loadCount.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { figuresOf } from '../recommend/figures.ts';
import { figureValues } from '../recommend/figureValues.ts';
import { trialOf } from '../recommend/trial.ts';
import { Run } from '../run.ts';
import { judgesExpectations, type Measure, needsLoads, type Values, valuesOf } from './measure.ts';
import { StretchWatch } from './stretch.ts';

/** What a study keeps of a run. */
export interface MeasuredRun {
  readonly fingerprint: string;
  /** Whether anything was drawn: if not, every replication of the plan is this run. */
  readonly isDrawn: boolean;
  readonly values: Values;
}

/** Events between two looks at the loads. */
const slice = 20_000;

const noLoads: ReturnType<typeof loadsOf> = {
  demand: [],
  loads: new Map(),
  firstUnrouted: new Map(),
};

/**
 * Runs one replication of a scenario for the sake of its measures.
 *
 * If all measures are of stretches, the run ends with the last of them; its fingerprint is that of the time before.
 * Figures need the whole report of a run, so they have a run of their own.
 */
export function measureRun(scenario: Scenario, replication: number, measures: readonly Measure[]): MeasuredRun {
  const figures = measures.filter(({ kind }) => kind === 'figures');
  const others = measures.filter(({ kind }) => kind !== 'figures');
  const runs = [
    ...(others.length > 0 || figures.length === 0 ? [measureOnly(scenario, replication, others)] : []),
    ...(figures.length > 0 ? [measureFigures(scenario, replication)] : []),
  ];
  const [first] = runs;
  if (first === undefined) throw new Error('a run without a result');
  return { ...first, values: Object.assign({}, ...runs.map(({ values }) => values)) };
}

function measureFigures(scenario: Scenario, replication: number): MeasuredRun {
  const steps = trialOf(scenario, replication);
  for (;;) {
    const step = steps.next();
    if (step.done !== true) continue;
    const { fingerprint, isDrawn } = step.value;
    return { fingerprint, isDrawn, values: figureValues(figuresOf(step.value)) };
  }
}

function measureOnly(scenario: Scenario, replication: number, measures: readonly Measure[]): MeasuredRun {
  // Expectations that nobody asks about would only be watched in vain.
  const asked = judgesExpectations(measures) ? scenario : { ...scenario, expect: [] };
  const chronicle = new Chronicle(asked);
  const run = new Run(asked, {
    replication,
    isAsked: false,
    events: false,
    sink: (entry) => chronicle.listen(entry),
    ...(chronicle.takesBundles ? { bundles: (bundle) => chronicle.listenBundle(bundle) } : {}),
  });
  const { journal } = run.sim;
  const watches = measures.flatMap((measure) => (measure.kind === 'stretch' ? [new StretchWatch(measure)] : []));
  const isAlone = watches.length > 0 && watches.length === measures.length;
  watch(run, chronicle, watches, isAlone);
  const seen = Object.assign({}, ...watches.map((one) => one.values()));
  if (isAlone) return { fingerprint: journal.fingerprint(), isDrawn: run.isDrawn, values: seen };
  const asksLoads = needsLoads(measures, scenario);
  while (run.advance(slice) === 'more') if (asksLoads) countLoads(chronicle, run.sim.world, run.now);
  const { world, now } = run.sim;
  chronicle.settle(now);
  const cells = run.cells();
  const { bill } = run.bill(undefined, cells);
  const load = asksLoads ? loadsOf(chronicle, world, now) : noLoads;
  const outcome = { chronicle, world, bill, hourly: () => run.bill('hour', cells).bill, load, now };
  return {
    fingerprint: journal.fingerprint(),
    isDrawn: run.isDrawn,
    values: { ...valuesOf(outcome, measures, journal.reasons()), ...seen },
  };
}

/**
 * Runs as far as the last mark of the stretches, and looks at each.
 *
 * @param isAlone nothing else is measured: percentiles of loads may be coarser
 */
function watch(run: Run, chronicle: Chronicle, watches: readonly StretchWatch[], isAlone: boolean): void {
  const { sim } = run;
  const marks = [...new Set(watches.flatMap((one) => one.marks))].sort((a, b) => a - b);
  for (const mark of marks) {
    while (sim.runUntil(mark, { eventsMax: slice }) === 'more') countLoads(chronicle, sim.world, run.now);
    run.settle();
    chronicle.settle(mark);
    // Each look counts loads from here on: without this, each would count the whole run before it.
    if (isAlone) countLoads(chronicle, sim.world, mark, 0);
    for (const one of watches) if (one.marks.includes(mark)) one.look(mark, chronicle, sim.world);
  }
}
