/**
 * One run of a study: measured, and nothing else. No journal is written, and no report is made.
 */
import { loadsOf } from '../../report/capacity/capacityLoad.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { countLoads } from '../../report/fold/loadCount.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import { judgesExpectations, type Measure, needsLoads, type Values, valuesOf } from './measure.ts';

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

/** Runs one replication of a scenario for the sake of its measures. */
export function measureRun(scenario: Scenario, replication: number, measures: readonly Measure[]): MeasuredRun {
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
  const asksLoads = needsLoads(measures, scenario);
  while (run.advance(slice) === 'more') if (asksLoads) countLoads(chronicle, run.sim.world, run.now);
  const { world, now, streams, journal } = run.sim;
  chronicle.settle(now);
  const cells = run.cells();
  const { bill } = run.bill(undefined, cells);
  const load = asksLoads ? loadsOf(chronicle, world, now) : noLoads;
  const outcome = { chronicle, world, bill, hourly: () => run.bill('hour', cells).bill, load, now };
  return {
    fingerprint: journal.fingerprint(),
    isDrawn:
      streams.size > 0 ||
      world.activeDemands.some(({ demand }) => demand.jitter !== null) ||
      scenario.parameters.some((parameter) => parameter.isDrawn),
    values: valuesOf(outcome, measures, journal.reasons()),
  };
}
