/**
 * What a session tells beside its answers, by playing its export: what it costs is paid by who asks, and the session is not touched.
 */
import type { Entry } from '../../engine/journal.ts';
import { hour, type Instant, isoFromInstant } from '../../engine/time.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { type Bill, billOf } from '../../report/bill.ts';
import type { Capacity } from '../../report/capacity.ts';
import { Chronicle } from '../../report/chronicle.ts';
import { countLoads } from '../../report/loadCount.ts';
import { type Report, reportOf } from '../../report/report.ts';
import { rowGrainOf } from '../../report/rowGrain.ts';
import { parseScenario } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import type { Refused, Session } from './session.ts';

/** The stretch of a session that a report is about. */
export interface Stretch {
  /** Included; absent: the start of the scenario. */
  readonly from?: Instant;
  /** Excluded; absent: now. */
  readonly to?: Instant;
}

/** Events between two looks at what else is to be done. */
const slice = 2_000;

/**
 * The bill of a session so far, as its ledger has it; or of a stretch that begins with an hour: what was reserved before is not in that, and counts towards
 * no tier.
 */
export function* billOfSession(session: Session, stretch: Stretch): Generator<Instant, Bill | Refused> {
  const { scenario } = session.origin;
  if (stretch.from === undefined && stretch.to === undefined) return session.run.bill().bill;
  const { from = scenario.start, to = session.now } = stretch;
  const wrong = wrongStretch(session, { from, to });
  if (wrong !== null) return { refused: wrong };
  if (from !== scenario.start && from % hour !== 0)
    return {
      refused: `a bill begins with an hour, such as ${isoFromInstant(from - (from % hour))}; found ${isoFromInstant(from)}`,
    };
  const { run, report } = yield* reported(session, to);
  if (from === scenario.start) return report.bill;
  const cells = report.cells.filter((cell) => cell.from >= from);
  const { bill } = billOf({
    cells,
    rowsPer: rowGrainOf(cells, 'month'),
    book: scenario.prices ?? exampleBook,
    assumptions: run.sim.world.assumptions,
    horizon: { start: from, end: to },
  });
  return bill;
}

/** The capacity report of a session so far, or up to an instant: it is about all that happened from the start. */
export function* capacityOfSession(session: Session, stretch: Stretch): Generator<Instant, Capacity | Refused> {
  const { start } = session.origin.scenario;
  const { from = start, to = session.now + 1 } = stretch;
  const wrong = wrongStretch(session, { from, to });
  if (wrong !== null) return { refused: wrong };
  if (from !== start) return { refused: `capacity is told from the start of the scenario, ${isoFromInstant(start)}` };
  const { report } = yield* reported(session, to);
  return report.capacity;
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

function wrongStretch({ now, origin }: Session, { from, to }: Required<Stretch>): string | null {
  const { start } = origin.scenario;
  const [first, last] = [isoFromInstant(start), isoFromInstant(now + 1)];
  return from >= start && from < to && to <= now + 1
    ? null
    : `expected a stretch of what happened, from ${first} to ${last}; found ${isoFromInstant(from)} to ${isoFromInstant(to)}`;
}

function* reported(session: Session, end: Instant): Generator<Instant, { readonly run: Run; readonly report: Report }> {
  const scenario = scenarioOf(session.exported(end));
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry), events: false, isAsked: false });
  while (run.advance(slice) === 'more') {
    countLoads(chronicle, run.sim.world, run.now);
    yield run.now;
  }
  return { run, report: reportOf(run, chronicle) };
}

function scenarioOf(text: string): Scenario {
  const { scenario, problems } = parseScenario(text, { file: 'session.json' });
  if (scenario === null)
    throw new Error(`what a session exports is no scenario: ${problems.map(({ message }) => message).join('; ')}`);
  return scenario;
}
