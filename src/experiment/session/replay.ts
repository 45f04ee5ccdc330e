/**
 * What a session tells beside its answers, by playing its export: what it costs is paid by who asks, and the session is
 * not touched.
 */

import type { Entry } from '../../engine/journal.ts';
import { hour, type Instant, isoFromInstant } from '../../engine/time.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import { settleAllReadings } from '../../platform/volume/handlers/readingsAhead.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import type { Capacity } from '../../report/capacity/capacity.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { chronicleFrom, countLoads } from '../../report/fold/loadCount.ts';
import { type FinishedRun, type Report, reportOf } from '../../report/report.ts';
import { parseScenario } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import { countAnew } from './countAnew.ts';
import type { Refused, Session } from './session.ts';

/** The stretch of a session that a report is about. */
export interface ReportRange {
  /** Included; absent: the start of the scenario. */
  readonly from?: Instant;
  /** Excluded; absent: now. */
  readonly to?: Instant;
}

/** Events between two looks at what else is to be done. */
const slice = 2_000;

/**
 * The bill of a session so far, as its ledger has it; or of a stretch: what was reserved before is not in that, and
 * counts towards no tier.
 */
export function* billOfSession(session: Session, stretch: ReportRange): Generator<Instant, Bill | Refused> {
  if (stretch.from === undefined && stretch.to === undefined) return session.run.bill().bill;
  const report = yield* reported(session, stretch);
  return 'refused' in report ? report : report.bill;
}

/**
 * The capacity report of a session so far, or of a stretch: of all that was before it says only how things stood when
 * it began.
 */
export function* capacityOfSession(session: Session, stretch: ReportRange): Generator<Instant, Capacity | Refused> {
  const report = yield* reported(session, { to: session.now + 1, ...stretch });
  return 'refused' in report ? report : report.capacity;
}

/** Up to `max` journal entries after a number, however old they are. */
export function* journalOfSession(session: Session, seq: number, max: number): Generator<Instant, readonly Entry[]> {
  const recent = session.entriesAfter(seq, max);
  if (recent !== null) return recent;
  const found: Entry[] = [];
  const sink = (entry: Entry): void => {
    if (entry.seq > seq && found.length < max) found.push(entry);
  };
  const run = new Run(scenarioOf(session.exported()), { sink, events: false, isAsked: false });
  while (found.length < max && run.advance(slice) === 'more') yield run.now;
  return found;
}

function wrongStretch({ now, origin }: Session, { from, to }: Required<ReportRange>): string | null {
  const { start } = origin.scenario;
  const [first, last] = [isoFromInstant(start), isoFromInstant(now + 1)];
  if (from < start || from >= to || to > now + 1)
    return `expected a period within ${first} to ${last}; found ${isoFromInstant(from)} to ${isoFromInstant(to)}`;
  return from === start || from % hour === 0
    ? null
    : `from must be a whole UTC hour, such as ${isoFromInstant(from - (from % hour))}, because costs are computed by the hour; found ${isoFromInstant(from)}`;
}

function* reported(session: Session, stretch: ReportRange): Generator<Instant, Report | Refused> {
  const { start } = session.origin.scenario;
  const { from = start, to = session.now } = stretch;
  const wrong = wrongStretch(session, { from, to });
  if (wrong !== null) return { refused: wrong };
  const scenario = scenarioOf(session.exported(to));
  let chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry), events: false, isAsked: false });
  if (from === start) {
    yield* played(run, chronicle, () => run.advance(slice));
    return reportOf(run, chronicle);
  }
  yield* played(run, chronicle, () => run.sim.runUntil(from, { eventsMax: slice }));
  settleAllReadings(run.sim, false);
  chronicle = chronicleFrom(chronicle, run.sim.world, from);
  countAnew(run.sim.world, from);
  yield* played(run, chronicle, () => run.advance(slice));
  return reportOf(runFrom(run, from), chronicle);
}

/** Goes on slice by slice, and counts the loads of what is over. */
function* played(run: Run, chronicle: Chronicle, advance: () => 'done' | 'more'): Generator<Instant, void> {
  while (advance() === 'more') {
    countLoads(chronicle, run.sim.world, run.now);
    yield run.now;
  }
}

/** The same run, whose bill begins with an hour. */
function runFrom(run: Run, from: Instant): FinishedRun {
  const cells = (): readonly LedgerCell[] => run.cells().filter((cell) => cell.from >= from);
  const { scenario, sim } = run;
  return { scenario, sim, cells, bill: (rowsPer, known = cells()) => run.bill(rowsPer, known, from) };
}

function scenarioOf(text: string): Scenario {
  const { scenario, problems } = parseScenario(text, { file: 'session.json' });
  if (scenario === null)
    throw new Error(
      `the exported session is not a valid scenario: ${problems.map(({ message }) => message).join('; ')}`,
    );
  return scenario;
}
