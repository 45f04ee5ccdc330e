/**
 * The bars and points of one lane, as many as may be shown.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Frame } from './columns.ts';
import type { PageBar, PageLane, PagePoint } from './pageData.ts';
import type { Room } from './room.ts';
import { ThinnedItems } from './thinnedItems.ts';

/** Rows beyond it are told apart no longer where there is too much to show. */
const groupLast = 63;

export class LaneItems {
  private bars: ThinnedItems<PageBar>;
  private points: ThinnedItems<PagePoint>;
  private readonly frame: Frame;
  /** States of points, in order of appearance. */
  private states: readonly string[] = [];

  constructor(frame: Frame, room: Room) {
    this.frame = frame;
    this.bars = new ThinnedItems(frame, room);
    this.points = new ThinnedItems(frame, room);
    room.lanes += 1;
  }

  /** @param group bars of another group do not stand for it */
  addBar(from: Instant, length: Duration, group: number, make: () => PageBar): void {
    this.bars.add(from, Math.min(groupLast, group), length, make);
  }

  addPoint(at: Instant, state: string, make: () => PagePoint): void {
    let group = this.states.indexOf(state);
    if (group < 0) {
      group = this.states.length;
      this.states = [...this.states, state];
    }
    this.points.add(at, Math.min(groupLast, group), 0, make);
  }

  /** @param most of bars and points each; null where there is nothing at all */
  shown(most: number): Pick<PageLane, 'bars' | 'points' | 'leftOut'> | null {
    const bars = this.bars.shown(most);
    const points = this.points.shown(most);
    if (bars.items.length + points.items.length === 0) return null;
    return { bars: bars.items, points: points.items, leftOut: bars.leftOut + points.leftOut };
  }

  fork(room: Room): LaneItems {
    const fork = new LaneItems(this.frame, room);
    room.lanes -= 1;
    fork.bars = this.bars.fork(room);
    fork.points = this.points.fork(room);
    fork.states = this.states;
    return fork;
  }
}
