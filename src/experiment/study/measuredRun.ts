/**
 * One run of a study: measured, and nothing else. No journal is written, and no report is made.
 */
import type { Bundle, Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { insertSteps } from '../../platform/handlers/timeline.ts';
import type { TimelineStep } from '../../platform/setup.ts';
import { loadsOf } from '../../report/capacity/capacityLoad.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { countLoads } from '../../report/fold/loadCount.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import { EventCounts } from './eventMeasure.ts';
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
  return beginMeasuring(scenario, replication, measures).finish();
}

/** What listens to a run. */
interface Listeners {
  readonly chronicle: Chronicle;
  readonly events: EventCounts;
}

/** A run that is being measured, at its start. */
export function beginMeasuring(scenario: Scenario, replication: number, measures: readonly Measure[]): Measuring {
  // Expectations that nobody asks about would only be watched in vain.
  const asked = judgesExpectations(measures) ? scenario : { ...scenario, expect: [] };
  const listeners = { chronicle: new Chronicle(asked), events: new EventCounts(measures) };
  const sinks = sinksOf(listeners);
  const run = new Run(asked, { replication, isAsked: false, events: false, ...sinks });
  return new Measuring(run, listeners, measures);
}

interface Sinks {
  readonly sink: (entry: Entry) => void;
  readonly bundles?: (bundle: Bundle) => void;
}

function sinksOf({ chronicle, events }: Listeners, also: (entry: Entry) => void = () => {}): Sinks {
  return {
    sink: (entry) => {
      chronicle.listen(entry);
      events.listen(entry);
      also(entry);
    },
    ...(chronicle.takesBundles && events.takesBundles
      ? { bundles: (bundle: Bundle) => chronicle.listenBundle(bundle) }
      : {}),
  };
}

/** A run under way, with all that counts it. It can be forked at an instant, and each fork is measured on its own. */
export class Measuring {
  readonly run: Run;
  private readonly listeners: Listeners;
  private readonly measures: readonly Measure[];
  private readonly asksLoads: boolean;

  constructor(run: Run, listeners: Listeners, measures: readonly Measure[]) {
    this.run = run;
    this.listeners = listeners;
    this.measures = measures;
    this.asksLoads = needsLoads(measures, run.scenario);
  }

  /** Runs on to an instant; what is due at that instant is still to come. */
  advanceTo(at: Instant): void {
    while (this.run.sim.runUntil(at, { eventsMax: slice }) === 'more') this.count();
  }

  /**
   * The same run with more steps behind those of its timeline, from here on on its own.
   *
   * @param steps none of them before now
   * @param also hears each entry from now on, too
   */
  fork(steps: readonly TimelineStep[], also?: (entry: Entry) => void): Measuring {
    const listeners = { chronicle: this.listeners.chronicle.fork(), events: this.listeners.events.fork() };
    const { sink, bundles = null } = sinksOf(listeners, also);
    const run = this.run.fork(sink, bundles);
    insertSteps(run.sim, steps);
    return new Measuring(run, listeners, this.measures);
  }

  /** Runs on to the end. */
  finish(): MeasuredRun {
    const { run, asksLoads, measures } = this;
    const { chronicle, events } = this.listeners;
    const { scenario } = run;
    while (run.advance(slice) === 'more') this.count();
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
      values: valuesOf(outcome, measures, journal.reasons(), events),
    };
  }

  private count(): void {
    if (this.asksLoads) countLoads(this.listeners.chronicle, this.run.sim.world, this.run.now);
  }
}
