/**
 * Turns: which entries of a part belong together, and their place among those of other parts.
 */
import type { Entry } from '../../engine/journal.ts';
import { kind } from '../../platform/handlers/eventKinds.ts';
import type { Sim } from '../../platform/handlers/note.ts';
import type { World } from '../../platform/world.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/**
 * A turn as numbers, one beside the other: the entries of one event, or of one subject when the run is closed. The
 * order of turns is that of their first six numbers. In a part an event may come after one whose place is behind its
 * own, if that one has added it; then it takes that place too: in the whole it comes right after that one as well.
 */
export const turn = {
  at: 0,
  rank: 1,
  /** Handle in the part. */
  subject: 2,
  /** Events of no subject come in the order in which they were added: the timeline, then its writes. */
  source: 3,
  sourceAt: 4,
  sourceIndex: 5,
  /** How many entities were there after it. */
  entities: 6,
  entries: 7,
} as const;

/** Numbers of a turn. */
export const turnSize = 8;

/** Numbers that make the place. */
const placeSize = 6;

const sources = { timeline: 0, write: 1, other: 2 } as const;

/** Above every rank: entries that only the end of the run writes. */
const closingRank = 16;

export class TurnList {
  private turns: number[] = [];
  /** The place of the event that was handled last, or of a later one that was handled at its instant before it. */
  private place: readonly number[] = [Number.NEGATIVE_INFINITY, 0, 0, 0, 0, 0];
  /** By index of a step of the part, its rank among the entries of the whole timeline. */
  private readonly indexes: readonly number[];
  /** By journal number of a request: its instant and the rank of its entry. */
  private readonly requests: Map<number, readonly [at: number, index: number]> = new Map();
  /** Entries that are in a turn. */
  private counted = 0;
  /** Those that were taken last. */
  private taken: Float64Array = new Float64Array(0);

  constructor({ timeline }: Scenario) {
    this.indexes = timeline.map(({ index }) => index).sort((a, b) => a - b);
  }

  /** The run has begun: each entry has a turn of its own, as what happens at the start goes by its phases. */
  begin(entries: readonly Entry[], world: World): void {
    for (let i = 0; i < entries.length; i += 1) this.add(this.place, world, 1);
  }

  /** An event was handled. @param before how many entries there were */
  note({ agenda, world }: Sim, entries: readonly Entry[], before: number): void {
    const { instant, rank, subject } = agenda;
    const place = [instant, rank, subject, ...this.sourceOf(agenda, entries, before)];
    if (isBefore(this.place, place)) this.place = place;
    if (entries.length === before) return;
    this.add(this.place, world, entries.length - before);
  }

  /** The run has been closed, which may have added entries. */
  close(entries: readonly Entry[], world: World): void {
    while (this.counted < entries.length) {
      const { subject, at } = entries[this.counted]!;
      let until = this.counted + 1;
      while (entries[until]?.subject === subject) until += 1;
      const handle = world.entities.findIndex((entity) => entity.subject === subject) + 1;
      this.add([at, closingRank, handle, sources.other, 0, 0], world, until - this.counted);
    }
  }

  /** The turns since the last time, `turnSize` numbers each. */
  take(): Float64Array {
    this.taken = Float64Array.from(this.turns);
    this.turns = [];
    this.counted = 0;
    return this.taken;
  }

  /** The entries of the turns that were taken last, with their numbers. @param firsts by turn */
  eachEntry(firsts: Float64Array, entries: readonly Entry[], tell: (entry: Entry, number: number) => void): void {
    let next = 0;
    firsts.forEach((first, index) => {
      const count = this.taken[index * turnSize + turn.entries]!;
      for (let i = 0; i < count; i += 1, next += 1) tell(entries[next]!, first + i);
    });
  }

  private add(place: readonly number[], { entities }: World, entries: number): void {
    this.turns.push(...place, entities.length, entries);
    this.counted += entries;
  }

  private sourceOf(
    { kind: of, argument, instant, subject }: Sim['agenda'],
    entries: readonly Entry[],
    before: number,
  ): readonly [number, number, number] {
    if (subject !== 0) return [sources.other, 0, 0];
    if (of === kind['timeline.due']) {
      const index = this.indexes[argument]!;
      for (let i = before; i < entries.length; i += 1)
        if (entries[i]!.type === 'request.accepted') this.requests.set(entries[i]!.seq, [instant, index]);
      return [sources.timeline, 0, index];
    }
    if (of !== kind['write.arrived']) return [sources.other, 0, 0];
    const asked = this.requests.get(entries[before]?.cause ?? 0);
    return asked === undefined ? [sources.write, 0, 0] : [sources.write, ...asked];
  }
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (let i = 0; i < placeSize; i += 1) if (one[i] !== other[i]) return one[i]! < other[i]!;
  return false;
}
