/**
 * One lane of bars and points; its kind decides which journal entries it shows.
 */

import type { Instant } from '../../../engine/time.ts';
import type { TimeFrame } from '../../picture/columns.ts';
import type { DrawnPhase, PageBar, PageLane, PagePhase, PagePoint } from '../../picture/picture.ts';
import type { PictureBudget } from '../../picture/room.ts';
import { ThinnedItems } from '../../picture/thinnedItems.ts';
import { durationText } from '../../words/format.ts';
import type { Fact } from '../fact.ts';
import { BundledBars, type Summing } from './bundledBars.ts';

/** The content of a lane. */
export type LaneShown = Pick<PageLane, 'bars' | 'points' | 'leftOut' | 'note'>;

/** The start of a bar. */
export interface Begun {
  readonly state: string;
  /** The label of the bar, before its duration: `full for`. */
  readonly text: string;
  /** What it is a bar of: `replica 3`. */
  readonly name?: string;
}

/** What a bar shows. */
interface Shown {
  readonly state: string;
  readonly text: string;
  readonly name: string | undefined;
  /** null: it has none, or too many. */
  readonly phases: readonly PagePhase[] | null;
}

interface Live extends Shown, Pick<Fact, 'at' | 'seq'> {}

/** A bar with more phases shows none: a container may exit a thousand times. */
const phasesMax = 32;

/** A kind of lane: the entries it shows, and how. */
export interface LaneKind extends Summing {
  /** Given every entry that the lane may be about. */
  readonly listen: (lane: Lane, fact: Fact) => void;
}

export class Lane {
  private readonly frame: TimeFrame;
  private isNumbered: boolean;
  private readonly kind: LaneKind;
  private bars: BundledBars;
  private points: ThinnedItems<PagePoint>;
  private live: Map<string, Live> = new Map();

  /** @param isNumbered whether entries may be named by their numbers */
  constructor(frame: TimeFrame, room: PictureBudget, isNumbered: boolean, kind: LaneKind) {
    this.frame = frame;
    this.isNumbered = isNumbered;
    this.kind = kind;
    this.bars = new BundledBars(frame, room, kind);
    this.points = new ThinnedItems(frame, room);
    room.lanes += 1;
  }

  listen(fact: Fact): void {
    this.kind.listen(this, fact);
  }

  /** Whether nothing has been shown on it. */
  get isEmpty(): boolean {
    return this.live.size === 0 && this.bars.isEmpty && this.points.isEmpty;
  }

  isLive(key: string): boolean {
    return this.live.has(key);
  }

  /** What begins again meanwhile has begun anew. */
  begin(key: string, { at, seq }: Fact, { state, text, name }: Begun): void {
    this.live.set(key, { state, text, name, at, seq, phases: null });
  }

  /** The bar is in another phase from an instant on; its first phase begins with it. */
  phase(key: string, at: Instant, phase: DrawnPhase): void {
    const begun = this.live.get(key);
    if (begun === undefined) return;
    const phases = begun.at === at ? [] : begun.phases;
    if (phases === null || phases.length === phasesMax) {
      this.live.set(key, withPhases(begun, null));
      return;
    }
    // What lasted for no time is not shown.
    const before = phases.at(-1)?.[1] === at ? phases.slice(0, -1) : phases;
    this.live.set(key, withPhases(begun, before.at(-1)?.[0] === phase ? before : [...before, [phase, at]]));
  }

  /** The phase that the bar is in; null: it is in none. */
  phaseOf(key: string): DrawnPhase | null {
    return this.live.get(key)?.phases?.at(-1)?.[0] ?? null;
  }

  /** @param over what it is called now that it is over; what has not begun does not end */
  end(key: string, { at, seq }: Fact, over: Partial<Begun> = {}): void {
    const begun = this.live.get(key);
    if (begun === undefined) return;
    this.live.delete(key);
    const { state = begun.state, text = begun.text, name = begun.name } = over;
    const shown = { state, text, name, phases: begun.phases };
    this.addBar(this.bars, shown, begun.at, at, this.isNumbered ? [begun.seq, seq] : null);
  }

  /** What is told from its beginning to its end at once. */
  whole(from: Instant, until: Instant, { state, text }: Begun): void {
    this.addBar(this.bars, { state, text, name: undefined, phases: null }, from, until, null);
  }

  mark({ at, seq }: Pick<Fact, 'at'> & { readonly seq: number | null }, state: string, label: string): void {
    this.points.add(at, state, () => ({ at, state, label, entry: this.isNumbered ? seq : null }));
  }

  /**
   * @param most of bars and points each; @param until what still lasts is shown up to then; null where there is nothing
   * at all
   */
  shown(most: number, until: Instant, room: PictureBudget): LaneShown | null {
    const all = this.bars.fork(room);
    for (const begun of this.live.values())
      this.addBar(all, begun, begun.at, until, this.isNumbered ? [begun.seq, null] : null);
    const { bars, note } = all.shown(most);
    const { items: points, leftOut } = this.points.shown(most);
    if (bars.length + points.length === 0) return null;
    if (this.isNumbered) return { bars, points, leftOut, note };
    return {
      bars: bars.map((bar) => (bar.events === null ? bar : { ...bar, events: null })),
      points: points.map((point) => (point.entry === null ? point : { ...point, entry: null })),
      leftOut,
      note,
    };
  }

  /** No entry is named, nor has one been. */
  forgetEntries(): void {
    this.isNumbered = false;
  }

  fork(room: PictureBudget): Lane {
    const fork = new Lane(this.frame, room, this.isNumbered, this.kind);
    room.lanes -= 1;
    fork.bars = this.bars.fork(room);
    fork.points = this.points.fork(room);
    fork.live = new Map(this.live);
    return fork;
  }

  private addBar(
    bars: BundledBars,
    { state, text, name, phases }: Shown,
    from: Instant,
    until: Instant,
    events: PageBar['events'],
  ): void {
    bars.add(from, until, state, () => ({
      from,
      until,
      row: 0,
      state,
      label: `${text} ${durationText(until - from)}`,
      ...(name === undefined ? {} : { name }),
      ...(phases === null ? {} : { phases }),
      events,
    }));
  }
}

/** Field by field: a replica has so many phases that copying whole objects takes a good part of the fold. */
function withPhases({ state, text, name, at, seq }: Live, phases: Live['phases']): Live {
  return { state, text, name, at, seq, phases };
}
