/**
 * The run of one part of a scenario. It goes in stretches of time; where a journal is kept, its entries get their
 * numbers in the whole after each stretch.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import { type Loads, loadsOf } from '../../report/capacity/capacityLoad.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { countAllLoads, type KeptChanges } from '../../report/fold/loadCount.ts';
import { isRelevant } from '../../report/fold/page/entryStore.ts';
import { type DrawnParts, PageChronicle } from '../../report/fold/page/pageChronicle.ts';
import { journalLine } from '../../report/render/journalLine.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import { type PartOutcome, partOutcomeOf } from './joinedRun.ts';
import { TurnList } from './turns.ts';

/** What is asked of the run of a part. */
export interface PartOptions {
  /** Whether the journal is kept: then all entries are numbered through, and come as lines. */
  readonly isNumbered: boolean;
  /** Whether a report is made: else nothing is kept but what the world and the ledger hold. */
  readonly isReported: boolean;
  readonly isLiteral: boolean;
  /** Whether the bill names the journal entries behind each row. */
  readonly events: boolean;
  readonly replicas: boolean;
  readonly rowsPer: Grain;
}

/** What a part has when it is over. */
export interface EndedPart extends PartOutcome {
  /** null: no report is made. */
  readonly reported: { readonly chronicle: Chronicle; readonly load: Loads } | null;
}

/** What a part tells when it has begun. */
export interface BegunPart {
  /** Names of the subjects of its entities, by their handles from 1. */
  readonly entities: readonly string[];
  /** Of what its start has journalled: to be numbered before it goes on. None where nothing is numbered. */
  readonly turns: Float64Array;
}

/** What a part tells after a stretch. */
export interface Stretch {
  /** None where nothing is numbered. */
  readonly turns: Float64Array;
  /** How many changes are kept of what loads are counted from. */
  readonly changes: KeptChanges;
  readonly events: number;
  /** What its page draws; null: it has none. */
  readonly drawn: DrawnParts | null;
}

/** The journal lines of a stretch, one after another in one text, and what is known of each. */
export interface PartLines {
  readonly text: string;
  readonly lengths: Int32Array;
  /** Places in `typeNames`. */
  readonly types: Int32Array;
  readonly typeNames: readonly string[];
  /** Numbers in the whole; 0: there is none. */
  readonly causes: Float64Array;
  /** 1: the page may refer to it. */
  readonly relevant: Uint8Array;
}

export class PartRun {
  private readonly run: Run;
  private readonly chronicle: Chronicle | null;
  /** Entries that have no number in the whole yet, in order. */
  private waiting: Entry[] = [];
  private readonly turns: TurnList;
  /** By number in the part: the number in the whole. */
  private numbers: Float64Array = new Float64Array(1_024);
  private isNumbered: boolean;

  /** @param drawn deployments that the page of the whole draws; null: all */
  constructor(scenario: Scenario, options: PartOptions, drawn: ReadonlySet<string> | null) {
    const { isNumbered, isReported, ...asked } = options;
    const chronicle = isReported ? new Chronicle(scenario, new PageChronicle(scenario, isNumbered, { drawn })) : null;
    const listen = (entry: Entry): void => {
      if (this.isNumbered) this.waiting.push(entry);
      else chronicle?.listen(entry);
    };
    this.isNumbered = isNumbered;
    this.chronicle = chronicle;
    this.turns = new TurnList(scenario);
    this.run = new Run(scenario, {
      ...asked,
      isAsked: false,
      ...(chronicle === null ? {} : { sink: listen }),
      ...(!isNumbered && chronicle?.takesBundles === true ? { bundles: (one) => chronicle.listenBundle(one) } : {}),
    });
  }

  begin(): BegunPart {
    const { world } = this.run.sim;
    if (this.isNumbered) this.turns.begin(this.waiting, world);
    return { entities: world.entities.map(({ subject }) => subject.name), turns: this.turns.take() };
  }

  /** Runs on up to an instant, not included but at the end of the scenario, or as far as some events lead. */
  advance(until: Instant, eventsMax = Number.POSITIVE_INFINITY): 'done' | 'more' {
    if (this.isNumbered && !this.step(until, eventsMax)) return 'more';
    if (this.run.advance(eventsMax, until) === 'more') return 'more';
    if (this.isNumbered) this.turns.close(this.waiting, this.run.sim.world);
    return 'done';
  }

  /** Of the stretch that it is at the end of. */
  stretch(): Stretch {
    const { chronicle, turns } = this;
    const { events, passed } = this.run.sim;
    return {
      turns: turns.take(),
      changes: { kept: chronicle?.changesKept ?? 0, left: chronicle?.changesLeft ?? 0 },
      events: events + passed,
      drawn: chronicle?.page?.drawn ?? null,
    };
  }

  /** Numbers the entries of the stretch. @param firsts by turn, the number of its first entry in the whole */
  number(firsts: Float64Array): PartLines {
    const count = this.waiting.length;
    const lines: string[] = [];
    const known = {
      lengths: new Int32Array(count),
      types: new Int32Array(count),
      causes: new Float64Array(count),
      relevant: new Uint8Array(count),
    };
    const typeNames: string[] = [];
    this.turns.eachEntry(firsts, this.waiting, (entry, seq) => {
      this.remember(entry.seq, seq);
      const cause = entry.cause === null ? null : this.numbers[entry.cause]!;
      const { at, type, subject, ordinal, reason, data } = entry;
      const whole = { seq, at, type, subject, ordinal, reason, cause, data };
      this.chronicle?.listen(whole);
      const line = `${journalLine(whole)}\n`;
      const index = lines.push(line) - 1;
      const place = typeNames.indexOf(type);
      known.lengths[index] = line.length;
      known.types[index] = place < 0 ? typeNames.push(type) - 1 : place;
      known.causes[index] = cause ?? 0;
      known.relevant[index] = isRelevant(entry) ? 1 : 0;
    });
    this.waiting = [];
    return { text: lines.join(''), typeNames, ...known };
  }

  /** Goes on as if nothing had ever been numbered: all entries up to now have been. */
  forgetEntries(): void {
    const { chronicle } = this;
    this.isNumbered = false;
    chronicle?.page?.forgetEntries();
    this.run.forgetEntries((bundle) => chronicle?.listenBundle(bundle));
  }

  /** Counts the loads of what is over. */
  countLoads(): void {
    if (this.chronicle !== null) countAllLoads(this.chronicle, this.run.sim.world, this.run.now);
  }

  /** Ends it where it is. @param drawn by the pages of all parts together */
  end(drawn: DrawnParts): EndedPart {
    // At the end of the scenario all is settled, and no reading is due that would belong to the run.
    if (this.run.now < this.run.scenario.end) this.run.settle();
    if (this.isNumbered) this.run.sim.world.ledger.renumber((seq) => this.numbers[seq]!);
    const { chronicle } = this;
    if (chronicle === null) return { ...partOutcomeOf(this.run), reported: null };
    const { world } = this.run.sim;
    chronicle.settle(this.run.now);
    chronicle.page?.shareRoom(drawn);
    const load = loadsOf(chronicle, world, this.run.now);
    chronicle.forgetLoads();
    return { ...partOutcomeOf(this.run), reported: { chronicle, load } };
  }

  /** Event by event, so that the turn of each is known; false where more are due before the instant. */
  private step(until: Instant, eventsMax: number): boolean {
    const { sim, scenario, includesEnd } = this.run;
    const bound = until === scenario.end && includesEnd ? until + 1 : until;
    for (let left = eventsMax; sim.agenda.peekInstant() < bound; left -= 1) {
      if (left === 0) return false;
      const { length } = this.waiting;
      sim.step();
      this.turns.note(sim, this.waiting, length);
    }
    return true;
  }

  private remember(seq: number, number: number): void {
    if (seq >= this.numbers.length) {
      const larger = new Float64Array(2 * this.numbers.length);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[seq] = number;
  }
}
