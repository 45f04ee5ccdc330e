/** One run of a scenario: started, moved on, asked for what it has come to. */

import type { BundleSink, JournalSink } from '../engine/journal.ts';
import { type Duration, hour, type Instant } from '../engine/time.ts';
import { performRequest } from '../platform/api/handlers/request.ts';
import type { ApiRequest, ApiResponse } from '../platform/api/requests/request.ts';
import { journalUnanswered } from '../platform/call/handlers/probe.ts';
import { deferSchedules } from '../platform/cron/handlers/pending.ts';
import { isChanceUsed } from '../platform/handlers/chance.ts';
import { catchUpAllDeferred } from '../platform/handlers/deferred.ts';
import type { Sim } from '../platform/handlers/note.ts';
import { startPlatform } from '../platform/handlers/start.ts';
import type { Grain } from '../platform/metering/cells.ts';
import { chargedMeters } from '../platform/metering/charged.ts';
import { exampleBook } from '../platform/metering/exampleBook.ts';
import { cellsOf } from '../platform/metering/handlers/egress.ts';
import { journalAllRequests } from '../platform/metering/handlers/requestMeter.ts';
import type { LedgerCell } from '../platform/metering/ledger.ts';
import { periodCuts } from '../platform/metering/period.ts';
import { priceCuts } from '../platform/metering/priceMatch.ts';
import type { PriceBook } from '../platform/metering/prices.ts';
import { settleAllReadings } from '../platform/volume/handlers/readingsAhead.ts';
import type { World } from '../platform/world.ts';
import { billOf } from '../report/bill/bill.ts';
import type { Bill } from '../report/bill/billDocument.ts';
import { rowGrainOf } from '../report/bill/rowGrain.ts';
import type { Finding } from '../rules/finding.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { setupOf } from './setup.ts';

export interface RunOptions {
  /** Gets every journal entry, in order. */
  readonly sink?: JournalSink;
  /**
   * Gets executions that come and go alone many at a time, in the place of their entries, which saves most of their
   * time. Entries of schedules then come late: in order only among those of their deployment. Not where ticks are
   * evaluated literally, or the bill names journal entries.
   */
  readonly bundles?: BundleSink;
  /**
   * Which replication of the seed runs, from 0; default: that of the scenario. Parameters are drawn when a scenario is
   * parsed, so one that draws any must be parsed for this replication: else the run throws.
   */
  readonly replication?: number;
  /**
   * Whether the bill names the journal entries behind each row, for which all are kept; default: where something gets
   * those entries.
   */
  readonly events?: boolean;
  /** Whether the ledger, and with it the bill, tells replicas apart; default false. */
  readonly replicas?: boolean;
  /**
   * How fine the bill's rows are; default: one a month. Where the ledger is coarser, or there would be too many, they
   * are coarser.
   */
  readonly rowsPer?: Grain;
  /**
   * Evaluates every tick instead of looking ahead to the next that may change something; same decisions, more time.
   * Default false.
   */
  readonly isLiteral?: boolean;
  /** Whether somebody may ask the API for what it keeps of the past, the audit trail; default true. */
  readonly isAsked?: boolean;
  /**
   * Whether somebody may ask the API for the event log; then nothing is put off that it tells of, which takes more
   * time. Default false.
   */
  readonly keepsEventLog?: boolean;
}

/** So many events that are worked out in batches take the time of one that is handled by itself. */
const passedPerEvent = 32;

export class Run {
  readonly scenario: Scenario;
  readonly sim: Sim;
  private readonly rowsPer: Grain;
  /** How much time schedules that happen late are let behind: more as long as little happens in it. */
  private lag: Duration = hour;

  constructor(scenario: Scenario, options: RunOptions = {}, sim?: Sim) {
    const {
      sink = null,
      bundles = null,
      events = sink !== null,
      replication = scenario.replication,
      isLiteral = false,
      isAsked = true,
      keepsEventLog = false,
    } = options;
    const ledger = { ...ledgerFor(scenario), events, replicas: options.replicas === true };
    this.scenario = ofReplication(scenario, replication);
    this.rowsPer = options.rowsPer ?? 'month';
    const start = { sink, bundles, ledger, isLiteral, isAsked, keepsEventLog };
    this.sim = sim ?? startPlatform(setupOf(this.scenario), start);
  }

  get now(): Instant {
    return this.sim.now;
  }

  /** Whether anything was drawn so far: if not, every replication of the scenario is this run. */
  get isDrawn(): boolean {
    return isChanceUsed(this.sim) || this.scenario.parameters.some((parameter) => parameter.isDrawn);
  }

  /**
   * Runs on to the scenario's end, or as far as `eventsMax` events lead (`run.window`).
   *
   * @param until an earlier instant; all that is due before it is handled
   */
  advance(eventsMax = Number.POSITIVE_INFINITY, until: Instant = this.scenario.end): 'done' | 'more' {
    if (this.sim.world.defersUnobserved && this.sim.now + this.lag < until && eventsMax < Number.POSITIVE_INFINITY) {
      this.advanceByLag(eventsMax);
      return 'more';
    }
    if (until < this.scenario.end) {
      if (this.sim.runUntil(until, { eventsMax }) === 'more') return 'more';
      catchUpAllDeferred(this.sim, false);
      return 'done';
    }
    // Where a session stands, it has not ended.
    const isSession = this.scenario.session !== null;
    const included = this.includesEnd;
    const outcome = this.sim.runUntil(this.scenario.end, { eventsMax, included });
    if (outcome === 'done') {
      settleAllReadings(this.sim, included);
      catchUpAllDeferred(this.sim, included);
      if (!isSession) this.close();
    }
    return outcome;
  }

  /** Whether what is due at the end of the scenario is a part of the run (`run.window`). */
  get includesEnd(): boolean {
    return this.scenario.session === null && this.scenario.assumptions['run.window'] === 'untilIncluded';
  }

  /** Tells what is told only when all is over: probes without an answer, and requests of an hour that has not ended. */
  close(): void {
    journalUnanswered(this.sim);
    journalAllRequests(this.sim);
  }

  /**
   * What happens late is let happen now and then: a caller that takes slices must not wait for all of it at the end.
   * Much at a time takes less than little by little, by a quarter in a large organization; more than some tenths of a
   * second it should not take.
   */
  private advanceByLag(eventsMax: number): void {
    const { sim } = this;
    const { events, passed } = sim;
    if (sim.runUntil(sim.now + this.lag, { eventsMax }) === 'more') return;
    catchUpAllDeferred(sim, false);
    const work = sim.events - events + (sim.passed - passed) / passedPerEvent;
    if (work < 8 * eventsMax) this.lag *= 2;
    else if (work > 32 * eventsMax) this.lag = Math.max(hour, this.lag / 2);
  }

  /** Catches up all deferred readings and workloads to now. Call it before reading the world of an unfinished run. */
  settle(): void {
    settleAllReadings(this.sim, true);
    catchUpAllDeferred(this.sim, false);
  }

  /**
   * From now on nobody looks entries up by their numbers: the bill names none, and executions come in bundles, as if
   * both had been asked for from the start (`forgetsWhereFull`). Call it between two events.
   */
  forgetEntries(bundles: BundleSink): void {
    const { journal, world } = this.sim;
    world.ledger.forgetEvents();
    journal.takeBundles(bundles);
    deferSchedules(this.sim);
  }

  /** Asks the platform's API now, after all that is due by now. */
  request(request: ApiRequest): ApiResponse {
    return performRequest(this.sim, request);
  }

  /** What the ledger holds now. */
  cells(): readonly LedgerCell[] {
    catchUpAllDeferred(this.sim, false);
    return cellsOf(this.sim.world, this.sim.now);
  }

  /**
   * @param rowsPer how fine its rows are, where that is otherwise than the run was asked for
   * @param cells of now, where they are known already
   * @param start of the stretch that it is about, which the cells are about, too
   * @param book one for which the run's ledger is as for its own (`ledgerFor`)
   */
  bill(
    rowsPer = this.rowsPer,
    cells: readonly LedgerCell[] = this.cells(),
    start: Instant = this.scenario.start,
    book: PriceBook = this.scenario.prices ?? exampleBook,
  ): { readonly bill: Bill; readonly findings: readonly Finding[] } {
    return billAt(this.sim.world, cells, { rowsPer, prices: book, horizon: { start, end: this.sim.now } });
  }

  /**
   * The same run from here on, on its own, with all that it was asked for but its sinks.
   *
   * Where this run puts schedules off, so does the fork: entries of schedules come late, those of before now included.
   *
   * @param sink gets its entries from now on; nobody by default
   * @param bundles gets many executions at a time in the place of their entries; without it each has its entries
   */
  fork(sink: JournalSink | null = null, bundles: BundleSink | null = null): Run {
    const fork = new Run(this.scenario, { rowsPer: this.rowsPer }, this.sim.fork(sink, bundles));
    fork.lag = this.lag;
    return fork;
  }
}

/** The bill of a world for the time that its cells are about. @param asked.prices null: the built-in book */
export function billAt(
  { assumptions, ledger }: World,
  cells: readonly LedgerCell[],
  asked: {
    readonly rowsPer: Grain;
    readonly prices: PriceBook | null;
    readonly horizon: { readonly start: Instant; readonly end: Instant };
  },
): { readonly bill: Bill; readonly findings: readonly Finding[] } {
  return billOf({
    cells,
    rowsPer: rowGrainOf(cells, asked.rowsPer),
    book: asked.prices ?? exampleBook,
    assumptions,
    horizon: asked.horizon,
    ...(ledger.keepsEvents ? { eventsOf: ledger.spanEvents() } : {}),
  });
}

/** What the ledger of a run has to keep, so that its amounts can be rated with the book. */
export interface LedgerFor {
  readonly metering: PriceBook['metering'];
  /** Instants at which amounts are split. */
  readonly cuts: readonly Instant[];
  readonly meters: ReturnType<typeof chargedMeters>;
}

/**
 * What the price book of a scenario needs from the ledger. Scenarios that differ in prices alone, and whose books need
 * the same, have the same run.
 */
export function ledgerFor(scenario: Scenario): LedgerFor {
  const book = scenario.prices ?? exampleBook;
  const { 'billing.chargedMeters': listed, 'billing.period': period } = scenario.assumptions;
  const begun = scenario.window === null ? [] : [scenario.window.from];
  return {
    metering: book.metering,
    cuts: [...new Set([...priceCuts(book), ...periodCuts(period, scenario), ...begun])].sort((a, b) => a - b),
    meters: chargedMeters(listed, book),
  };
}

function ofReplication(scenario: Scenario, replication: number): Scenario {
  if (replication === scenario.replication) return scenario;
  if (scenario.parameters.some(({ isDrawn }) => isDrawn))
    throw new Error(
      `the parameters of ${scenario.name} were drawn for replication ${scenario.replication}: parse it with replication: ${replication}`,
    );
  return { ...scenario, replication };
}

/** Runs a scenario from its start to its end. */
export function simulate(scenario: Scenario, options: RunOptions = {}): Run {
  const run = new Run(scenario, options);
  run.advance();
  return run;
}
