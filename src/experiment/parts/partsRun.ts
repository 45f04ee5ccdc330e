/**
 * Runs the parts of a scenario side by side, stretch by stretch, and joins what they come to.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { joinedLoads } from '../../report/capacity/capacityLoad.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { countMarks, mustCount } from '../../report/fold/loadCount.ts';
import { EntryStore, type StoredEntry } from '../../report/fold/page/entryStore.ts';
import { type DrawnParts, drawnBy, drawnMax } from '../../report/fold/page/pageChronicle.ts';
import { readEntry } from '../../report/logs/readEntry.ts';
import { deploymentCount } from '../../scenario/locationCounts.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { forgetsWhereFull } from '../forgetting.ts';
import { JoinedRun } from './joinedRun.ts';
import type { BegunPart, EndedPart, PartLines, PartOptions, Stretch } from './partRun.ts';
import { turn, turnSize } from './turns.ts';
import { type Numbers, WholeOrder } from './wholeOrder.ts';
import { wholeStart } from './wholeStart.ts';

/** The run of a part, here or on another thread. */
export interface RunPart {
  readonly scenario: Scenario;
  /** @param drawn deployments that the page of the whole draws; null: all */
  begin(drawn: ReadonlySet<string> | null): Promise<BegunPart>;
  advance(until: Instant): Promise<Stretch>;
  number(firsts: Float64Array): Promise<PartLines>;
  forgetEntries(): Promise<void>;
  countLoads(): Promise<void>;
  end(drawn: DrawnParts): Promise<EndedPart>;
}

/** Receives the journal and the progress of a run in parts. */
export interface PartsListener {
  /** Gets the lines of the journal, in order, if it is kept. */
  readonly onLine: (line: JournalLine) => void;
  /** When the journal was full; null: it has room. */
  readonly filledAt: () => Instant | null;
  /** After each stretch; false ends the run there. */
  readonly onStretch: (now: Instant, events: number) => boolean;
}

/** A line of the journal, with its line end. */
export interface JournalLine extends StoredEntry {
  readonly at: Instant;
  readonly line: string;
}

/** A run in parts that is over, at its end or where it was stopped. */
export interface PartsOutcome {
  readonly run: JoinedRun;
  /** null: no report is made. */
  readonly reported: EndedPart['reported'];
  readonly isWhole: boolean;
}

/** Stretches from one mark to the next where entries wait for their numbers: so not many wait at once. */
const stretchesOfMark = 4;
/** Marks in one stretch where nothing is kept: all wait for the slowest part at the end of each. */
const marksOfStretch = 8;

/**
 * @param parts one or more, which together are the scenario (`independentParts`)
 * @param options of each part
 */
export async function runParts(
  scenario: Scenario,
  parts: readonly RunPart[],
  options: PartOptions,
  { onLine, filledAt, onStretch }: PartsListener,
): Promise<PartsOutcome> {
  const drawsSome = options.isReported && deploymentCount(scenario) > drawnMax;
  const start = options.isNumbered || drawsSome ? wholeStart(scenario) : null;
  const begun = await Promise.all(parts.map((part) => part.begin(start === null ? null : start.drawn)));
  const forgets = forgetsWhereFull(scenario, options.isLiteral);
  // null once nothing is numbered any more.
  let numbered =
    start === null || !options.isNumbered
      ? null
      : {
          order: new WholeOrder(
            start,
            parts.map((part, index) => ({ scenario: part.scenario, entities: begun[index]!.entities })),
          ),
          kept: new EntryStore<JournalLine>(),
        };
  const number = async (turns: readonly Float64Array[], isStart: boolean): Promise<void> => {
    if (numbered === null) return;
    const { order, kept } = numbered;
    const numbers = isStart ? order.begin(turns) : order.merge(turns);
    const lines = await Promise.all(parts.map((part, index) => part.number(numbers.firsts[index]!)));
    eachLine({ turns, numbers, lines }, (line, isRelevant) => {
      onLine(line);
      kept.listen(line, isRelevant);
    });
  };
  await number(
    begun.map(({ turns }) => turns),
    true,
  );
  let isWhole = true;
  let drawn: DrawnParts = { lines: 0, lanes: 0 };
  for (const { until, isMark } of stretchesOf(scenario, options)) {
    // Once nothing is numbered any more, no part need wait for others before the next mark.
    if (numbered === null && !isMark && until < scenario.end) continue;
    const stretches = await Promise.all(parts.map((part) => part.advance(until)));
    await number(
      stretches.map(({ turns }) => turns),
      false,
    );
    const sumOf = (of: (one: Stretch) => number): number => stretches.reduce((sum, one) => sum + of(one), 0);
    const changes = { kept: sumOf((one) => one.changes.kept), left: sumOf((one) => one.changes.left) };
    if (numbered !== null && forgets(filledAt())) {
      numbered = null;
      await Promise.all(parts.map((part) => part.forgetEntries()));
    }
    if (isMark && mustCount(changes)) await Promise.all(parts.map((part) => part.countLoads()));
    drawn = drawnBy(stretches.flatMap((one) => one.drawn ?? []));
    const events = sumOf((one) => one.events);
    if (!onStretch(until, events) && until < scenario.end) {
      isWhole = false;
      break;
    }
  }
  const ended = await Promise.all(parts.map((part) => part.end(drawn)));
  const reported = joinedReports(scenario, ended);
  if (numbered !== null && reported?.chronicle.page != null)
    reported.chronicle.page.entries = numbered.kept.converted(entryOf);
  return { run: new JoinedRun(scenario, ended, options.rowsPer), reported, isWhole };
}

function joinedReports(scenario: Scenario, parts: readonly EndedPart[]): EndedPart['reported'] {
  const all = parts.flatMap(({ reported }) => (reported === null ? [] : [reported]));
  if (all.length === 0) return null;
  return {
    chronicle: Chronicle.joined(
      scenario,
      all.map(({ chronicle }) => chronicle),
    ),
    load: joinedLoads(all.map(({ load }) => load)),
  };
}

function stretchesOf(
  scenario: Scenario,
  { isReported, isNumbered }: PartOptions,
): readonly { readonly until: Instant; readonly isMark: boolean }[] {
  const marks = countMarks(scenario).filter((_, i) => isReported || (i + 1) % marksOfStretch === 0);
  const perMark = isNumbered ? stretchesOfMark : 1;
  let from = scenario.start;
  return [...marks, scenario.end].flatMap((end) => {
    const length = end - from;
    const begun = from;
    from = end;
    return Array.from({ length: perMark }, (_, i) => ({
      until: begun + Math.floor((length * (i + 1)) / perMark),
      isMark: i + 1 === perMark && end < scenario.end,
    })).filter(({ until }) => until > begun);
  });
}

interface NumberedStretch {
  readonly turns: readonly Float64Array[];
  readonly numbers: Numbers;
  readonly lines: readonly PartLines[];
}

/** Lines of several parts, in the order of the whole. */
function eachLine(
  { turns, numbers, lines }: NumberedStretch,
  tell: (line: JournalLine, isRelevant: boolean) => void,
): void {
  const next = lines.map(() => ({ turn: 0, line: 0, from: 0 }));
  for (const part of numbers.order) {
    const place = next[part]!;
    const { text, lengths, types, typeNames, causes, relevant } = lines[part]!;
    const first = numbers.firsts[part]![place.turn]!;
    const at = turns[part]![place.turn * turnSize + turn.at]!;
    const entries = turns[part]![place.turn * turnSize + turn.entries]!;
    for (let i = 0; i < entries; i += 1) {
      const { line: index, from } = place;
      const until = from + lengths[index]!;
      const cause = causes[index] === 0 ? null : causes[index]!;
      const line = { seq: first + i, at, type: typeNames[types[index]!]!, cause, line: text.slice(from, until) };
      tell(line, relevant[index] === 1);
      place.line += 1;
      place.from = until;
    }
    place.turn += 1;
  }
}

/** An entry as the page keeps it. */
function entryOf({ line }: JournalLine): Entry {
  const entry = readEntry(line);
  if (entry === null || 'stopped' in entry) throw new Error(`no journal entry: ${line}`);
  return entry;
}
