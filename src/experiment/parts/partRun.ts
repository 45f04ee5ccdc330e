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
  private readonly isNumbered: boolean;

  /** @param drawn deployments that the page of the whole draws; null: all */
  constructor(scenario: Scenario, options: PartOptions, drawn: ReadonlySet<string> | null) {
    const { isNumbered, isReported, ...asked } = options;
    const chronicle = isReported ? new Chronicle(scenario, new PageChronicle(scenario, isNumbered, { drawn })) : null;
    const listen = (entry: Entry): void => {
      if (isNumbered) this.waiting.push(entry);
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

  /** The turns of what its start has journalled: to be numbered before it goes on. */
  begin(): Float64Array {
    if (this.isNumbered) this.turns.begin(this.waiting, this.run.sim.world);
    return this.turns.take();
  }

  /** Names of the subjects of its entities, by their handles from 1. */
  get entities(): readonly string[] {
    return this.run.sim.world.entities.map(({ subject }) => subject.name);
  }

  get events(): number {
    return this.run.sim.events + this.run.sim.passed;
  }

  /**
   * Runs on up to an instant, not included but at the end of the scenario.
   *
   * @returns the turns of the stretch; none where nothing is numbered
   */
  advance(until: Instant): Float64Array {
    if (this.isNumbered) this.step(until);
    this.run.advance(Number.POSITIVE_INFINITY, until);
    if (this.isNumbered) this.turns.close(this.waiting, this.run.sim.world);
    return this.turns.take();
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

  /** How many changes are kept of what loads are counted from. */
  get changes(): KeptChanges {
    const { chronicle } = this;
    return { kept: chronicle?.changesKept ?? 0, left: chronicle?.changesLeft ?? 0 };
  }

  /** Counts the loads of what is over. */
  countLoads(): void {
    if (this.chronicle !== null) countAllLoads(this.chronicle, this.run.sim.world, this.run.now);
  }

  /** What its page draws; null: it has none. */
  get drawn(): DrawnParts | null {
    return this.chronicle?.page?.drawn ?? null;
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

  /** Event by event, so that the turn of each is known. */
  private step(until: Instant): void {
    const { sim, scenario, includesEnd } = this.run;
    const bound = until === scenario.end && includesEnd ? until + 1 : until;
    while (sim.agenda.peekInstant() < bound) {
      const { length } = this.waiting;
      sim.step();
      this.turns.note(sim, this.waiting, length);
    }
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
