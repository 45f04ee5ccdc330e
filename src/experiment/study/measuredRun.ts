/**
 * One run of a study: measured, and nothing else. No journal is written, and no report is made.
 */
import type { Bundle, Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { catchUpAllDeferred } from '../../platform/handlers/deferred.ts';
import { insertSteps } from '../../platform/handlers/timeline.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { TimelineStep } from '../../platform/setup.ts';
import { settleAllReadings } from '../../platform/volume/handlers/readingsAhead.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { loadsOf } from '../../report/capacity/capacityLoad.ts';
import { noLoads, type RequestLoads, requestLoadsOf } from '../../report/capacity/requestLoads.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import type { LoadDetail } from '../../report/fold/deploymentChronicle.ts';
import { chronicleFrom, countLoads } from '../../report/fold/loadCount.ts';
import type { MeasuredOutcome } from '../../report/verdict/outcome.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { figuresOf } from '../recommend/figures.ts';
import { figureValues, toldValues } from '../recommend/figureValues.ts';
import { wholeTrial } from '../recommend/trial.ts';
import { ledgerFor, Run } from '../run.ts';
import { EventCounts, type EventMeasure } from './eventMeasure.ts';
import { judgesExpectations, loadDetailOf, type Measure, type Values, valuesOf } from './measure.ts';
import { StretchWatch } from './stretch.ts';

/** What a study keeps of a run. */
export interface MeasuredRun {
  readonly fingerprint: string;
  /** Whether anything was drawn: if not, every replication of the plan is this run. */
  readonly isDrawn: boolean;
  readonly values: Values;
}

/** Whether a measure is of the window alone, where a scenario has one. */
function isOfWindow({ kind }: Measure): boolean {
  return kind === 'metric' || kind === 'bill' || kind === 'billParts';
}

/** Events between two looks at the loads. */
const slice = 20_000;

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
    ...(figures.length > 0 ? [measureFigures(scenario, replication, figures)] : []),
  ];
  const [first] = runs;
  if (first === undefined) throw new Error('a run without a result');
  return { ...first, values: Object.assign({}, ...runs.map(({ values }) => values)) };
}

function measureFigures(scenario: Scenario, replication: number, measures: readonly Measure[]): MeasuredRun {
  const trial = wholeTrial(scenario, replication);
  const { fingerprint, isDrawn } = trial;
  const figures = figuresOf(trial);
  const isTold = measures.some((measure) => measure.kind === 'figures' && measure.isTelling === true);
  return { fingerprint, isDrawn, values: { ...figureValues(figures), ...(isTold ? toldValues(figures) : {}) } };
}

function measureOnly(scenario: Scenario, replication: number, measures: readonly Measure[]): MeasuredRun {
  const measuring = beginMeasuring(scenario, replication, measures);
  const watches = measures.flatMap((measure) => (measure.kind === 'stretch' ? [new StretchWatch(measure)] : []));
  const isAlone = watches.length > 0 && watches.length === measures.length;
  measuring.watch(watches, isAlone);
  const seen = Object.assign({}, ...watches.map((one) => one.values()));
  const { run } = measuring;
  if (isAlone) return { fingerprint: run.sim.journal.fingerprint(), isDrawn: run.isDrawn, values: seen };
  const whole = measuring.finish();
  return { ...whole, values: { ...whole.values, ...seen } };
}

/** What listens to a run. */
interface Listeners {
  readonly chronicle: Chronicle;
  /** Of the scenario's window alone; null: it has none, or it has not begun. */
  window: Chronicle | null;
  readonly events: EventCounts;
}

/** Whether scenarios that differ in prices alone have the same run: both books need the same of the ledger. */
export function isRatedAlike(one: Scenario, other: Scenario): boolean {
  return JSON.stringify(ledgerFor(one)) === JSON.stringify(ledgerFor(other));
}

/** A run that is being measured, at its start. */
export function beginMeasuring(scenario: Scenario, replication: number, measures: readonly Measure[]): Measuring {
  // Expectations that nobody asks about would only be watched in vain.
  const asked = judgesExpectations(measures) ? scenario : { ...scenario, expect: [] };
  // A stretch tells how long replicas were full, which counts of requests do not.
  const detail = measures.some(({ kind }) => kind === 'stretch') ? 'figures' : loadDetailOf(measures, asked);
  const chronicle = new Chronicle(asked, null, detail);
  const listeners = { chronicle, window: null, events: new EventCounts(measures) };
  const sinks = sinksOf(listeners);
  const run = new Run(asked, { replication, isAsked: false, events: false, ...sinks });
  return new Measuring(run, listeners, measures);
}

/** What a run has come to, by the price book. */
type Rated = (book: PriceBook) => MeasuredOutcome;

/** Measures, and what they are taken of. */
interface RatedPart {
  readonly measures: readonly Measure[];
  readonly rated: Rated;
}

interface Sinks {
  readonly sink: (entry: Entry) => void;
  readonly bundles?: (bundle: Bundle) => void;
}

function sinksOf(listeners: Listeners, also: (entry: Entry) => void = () => {}): Sinks {
  const { chronicle, events } = listeners;
  return {
    sink: (entry) => {
      chronicle.listen(entry);
      listeners.window?.listen(entry);
      events.listen(entry);
      also(entry);
    },
    ...(chronicle.takesBundles && events.takesBundles
      ? {
          bundles: (bundle: Bundle) => {
            chronicle.listenBundle(bundle);
            listeners.window?.listenBundle(bundle);
          },
        }
      : {}),
  };
}

/** A run under way, with all that counts it. It can be forked at an instant, and each fork is measured on its own. */
export class Measuring {
  readonly run: Run;
  private readonly listeners: Listeners;
  private readonly measures: readonly Measure[];
  private readonly loadDetail: LoadDetail;

  constructor(run: Run, listeners: Listeners, measures: readonly Measure[]) {
    this.run = run;
    this.listeners = listeners;
    this.measures = measures;
    this.loadDetail = loadDetailOf(measures, run.scenario);
  }

  /** Runs on to an instant; what is due at that instant is still to come. */
  advanceTo(at: Instant): void {
    this.enterWindow(at);
    while (this.run.sim.runUntil(at, { eventsMax: slice }) === 'more') this.count();
  }

  /**
   * Runs as far as the last mark of stretches, and looks at each.
   *
   * @param isAlone nothing else is measured: percentiles of loads may be coarser
   */
  watch(watches: readonly StretchWatch[], isAlone: boolean): void {
    const { run } = this;
    const { chronicle } = this.listeners;
    const { sim } = run;
    const marks = [...new Set(watches.flatMap((one) => one.marks))].sort((a, b) => a - b);
    for (const mark of marks) {
      this.enterWindow(mark);
      while (sim.runUntil(mark, { eventsMax: slice }) === 'more') countLoads(chronicle, sim.world, run.now);
      run.settle();
      chronicle.settle(mark);
      // Each look counts loads from here on: without this, each would count the whole run before it.
      if (isAlone) countLoads(chronicle, sim.world, mark, 0);
      for (const one of watches) if (one.marks.includes(mark)) one.look(mark, chronicle, sim.world);
    }
  }

  /**
   * The same run with more steps behind those of its timeline, from here on on its own.
   *
   * @param steps none of them before now
   * @param measures some of its own; default: all
   * @param also hears each entry from now on, too
   */
  fork(
    steps: readonly TimelineStep[],
    measures: readonly Measure[] = this.measures,
    also?: (entry: Entry) => void,
  ): Measuring {
    const { chronicle, window, events } = this.listeners;
    const listeners = { chronicle: chronicle.fork(), window: window?.fork() ?? null, events: events.fork() };
    const { sink, bundles = null } = sinksOf(listeners, also);
    const run = this.run.fork(sink, bundles);
    insertSteps(run.sim, steps);
    return new Measuring(run, listeners, measures);
  }

  /**
   * The same run with more steps, from here on until each event has happened that is asked for, or to the end. Nothing
   * else is counted, so it takes less time than a whole fork. Events that have happened before count.
   */
  untilEvents(
    steps: readonly TimelineStep[],
    measures: readonly EventMeasure[],
    also: (entry: Entry) => void,
  ): MeasuredRun {
    const events = this.listeners.events.fork();
    const isDone = (): boolean => measures.every((measure) => events.countOf(measure) > 0);
    let { run } = this;
    if (!isDone()) {
      const sink = (entry: Entry): void => {
        events.listen(entry);
        also(entry);
      };
      run = run.fork(sink, events.takesBundles ? () => {} : null);
      insertSteps(run.sim, steps);
      while (run.advance(slice) === 'more' && !isDone());
    }
    const values = Object.fromEntries(measures.map((measure) => [measure.name, events.countOf(measure)]));
    return { fingerprint: run.sim.journal.fingerprint(), isDrawn: run.isDrawn, values };
  }

  /** What there is to say of a run that ends here. */
  unmeasured(): MeasuredRun {
    const { run } = this;
    return { fingerprint: run.sim.journal.fingerprint(), isDrawn: run.isDrawn, values: {} };
  }

  /** Runs on to the end. */
  finish(): MeasuredRun {
    const [measured] = this.finishRated([this.run.scenario]);
    if (measured === undefined) throw new Error('a run without a result');
    return measured;
  }

  /**
   * Runs on to the end, and rates it with several price books.
   *
   * @param scenarios the run's own, and others that differ from it in prices alone (`isRatedAlike`)
   * @returns what each comes to, in their order
   */
  finishRated(scenarios: readonly Scenario[]): MeasuredRun[] {
    const { run, measures } = this;
    const { chronicle, events } = this.listeners;
    const { start, window } = run.scenario;
    this.enterWindow(run.scenario.end);
    while (run.advance(slice) === 'more') this.count();
    const { journal } = run.sim;
    const cells = run.cells();
    const { window: counted } = this.listeners;
    const parts =
      window === null || counted === null
        ? [{ measures, rated: this.ratedFrom(chronicle, start, cells) }]
        : this.partsOfWindow(counted, window.from, cells);
    return scenarios.map(({ prices }) => {
      const values = parts.map(({ measures: asked, rated }) =>
        valuesOf(rated(prices ?? exampleBook), asked, journal.reasons(), events),
      );
      return { fingerprint: journal.fingerprint(), isDrawn: run.isDrawn, values: Object.assign({}, ...values) };
    });
  }

  /** The measures of the window, and those of the whole run, with what each is taken of; no part is empty. */
  private partsOfWindow(counted: Chronicle, from: Instant, cells: readonly LedgerCell[]): readonly RatedPart[] {
    const inWindow = this.measures.filter(isOfWindow);
    const others = this.measures.filter((measure) => !isOfWindow(measure));
    const { chronicle } = this.listeners;
    const ofWindow = (): Rated =>
      this.ratedFrom(
        counted,
        from,
        cells.filter((cell) => cell.from >= from),
      );
    return [
      ...(inWindow.length === 0 ? [] : [{ measures: inWindow, rated: ofWindow() }]),
      ...(others.length === 0
        ? []
        : [{ measures: others, rated: this.ratedFrom(chronicle, this.run.scenario.start, cells) }]),
    ];
  }

  /** Runs on to the start of the window, if it begins by an instant; from there on it is counted alone, too. */
  private enterWindow(by: Instant): void {
    const { run, listeners } = this;
    const { window } = run.scenario;
    if (window === null || listeners.window !== null || window.from > by) return;
    const { from } = window;
    while (run.sim.runUntil(from, { eventsMax: slice }) === 'more') this.count();
    settleAllReadings(run.sim, false);
    catchUpAllDeferred(run.sim, false);
    listeners.window = chronicleFrom(listeners.chronicle, run.sim.world, from);
  }

  /** What the run has come to from an instant on, from which a chronicle and cells are, by the price book. */
  private ratedFrom(chronicle: Chronicle, from: Instant, cells: readonly LedgerCell[]): Rated {
    const { run } = this;
    const { world, now } = run.sim;
    chronicle.settle(now);
    const load = this.loadsOf(chronicle);
    return (book) => {
      const billPer = (grain?: Grain): Bill => run.bill(grain, cells, from, book).bill;
      return { chronicle, world, bill: billPer(), hourly: () => billPer('hour'), load, now };
    };
  }

  private loadsOf(chronicle: Chronicle): RequestLoads {
    const { world, now } = this.run.sim;
    if (this.loadDetail === 'none') return noLoads;
    return this.loadDetail === 'figures' ? loadsOf(chronicle, world, now) : requestLoadsOf(chronicle, world, now);
  }

  private count(): void {
    if (this.loadDetail === 'none') return;
    const { chronicle, window } = this.listeners;
    for (const one of window === null ? [chronicle] : [chronicle, window])
      countLoads(one, this.run.sim.world, this.run.now);
  }
}
