/**
 * The faults of a run as bars, those of an instant as points.
 */
import type { Instant } from '../../engine/time.ts';
import type { Fact } from '../fact.ts';
import { durationText } from '../format.ts';
import type { Frame } from './columns.ts';
import { LaneItems } from './laneItems.ts';
import type { PageBar, PageLane } from './pageData.ts';
import type { Room } from './room.ts';
import { inRows } from './rows.ts';

interface Begun {
  readonly from: Instant;
  readonly seq: number;
  readonly fault: string;
  readonly subject: string;
}

/** Give it every entry of the run. */
export class FaultLane {
  private readonly items: LaneItems;
  private readonly isNumbered: boolean;
  private readonly live: Map<string, Begun> = new Map();

  /** @param isNumbered whether entries may be named by their numbers */
  constructor(frame: Frame, room: Room, isNumbered: boolean, items: LaneItems = new LaneItems(frame, room)) {
    this.items = items;
    this.isNumbered = isNumbered;
  }

  listen(fact: Fact): void {
    const { at, seq } = fact;
    const subject = fact.subject.name;
    switch (fact.type) {
      case 'fault.begun': {
        const { fault, endsAt } = fact.data;
        if (endsAt === null) this.mark(fact, 'struck', fault);
        else this.live.set(`${at} ${fault} ${subject}`, { from: at, seq, fault, subject });
        return;
      }
      case 'fault.ended': {
        const { fault, tookMs } = fact.data;
        const key = `${at - tookMs} ${fault} ${subject}`;
        const begun = this.live.get(key);
        if (begun === undefined) return;
        this.live.delete(key);
        this.add(this.items, begun, at, seq);
        return;
      }
      case 'fault.missed':
        this.mark(fact, 'missed', `${fact.data.fault}: ${fact.data.message}`);
        return;
      default:
    }
  }

  /** @param until faults that still last are shown up to then */
  shown(most: number, until: Instant, room: Room): Pick<PageLane, 'bars' | 'points' | 'leftOut'> | null {
    const items = this.items.fork(room);
    for (const begun of this.live.values()) this.add(items, begun, until, null);
    const shown = items.shown(most);
    return shown === null ? null : { ...shown, bars: inRows(shown.bars) };
  }

  fork(frame: Frame, room: Room): FaultLane {
    const fork = new FaultLane(frame, room, this.isNumbered, this.items.fork(room));
    for (const [key, begun] of this.live) fork.live.set(key, begun);
    return fork;
  }

  private add(items: LaneItems, { from, seq, fault, subject }: Begun, until: Instant, end: number | null): void {
    if (until <= from) return;
    items.addBar(
      from,
      until - from,
      0,
      (): PageBar => ({
        from,
        until,
        row: 0,
        state: fault,
        label: `${fault} of ${subject} for ${durationText(until - from)}`,
        events: this.isNumbered ? [seq, end] : null,
      }),
    );
  }

  private mark({ at, seq, subject }: Fact, state: string, what: string): void {
    const make = (): { at: Instant; state: string; label: string; entry: number | null } => ({
      at,
      state,
      label: `${what} of ${subject.name}`,
      entry: this.isNumbered ? seq : null,
    });
    this.items.addPoint(at, state, make);
  }
}
