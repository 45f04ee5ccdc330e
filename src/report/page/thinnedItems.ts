/**
 * Bars or points of a lane, as a picture shows them: all while they are few, else of each group the longest of each column of time.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Frame } from './columns.ts';
import { columnsMost, type Room } from './room.ts';

/** Where an item stands. */
interface Place {
  readonly at: Instant;
  /** From 0, below 64: of two groups one item does not stand for the other. */
  readonly group: number;
  /** Of two in one column and group the longer one is shown, of equal ones the one that came first. */
  readonly length: Duration;
}

interface Kept<T> extends Place {
  readonly item: T;
}

const groupsMax = 64;

/** Give it every item; no more are kept than may be shown. */
export class ThinnedItems<T> {
  private readonly frame: Frame;
  private readonly room: Room;
  private count = 0;
  private items: Kept<T>[] = [];
  /** By column and group; null while all are kept. */
  private best: Map<number, Kept<T>> | null = null;
  private columns: number = columnsMost;
  /** The group that the last item came to, and its column: most that come next are no longer, and nothing has to be looked up. */
  private hot: Place & { readonly until: Instant } = { at: 0, until: 0, group: -1, length: 0 };

  /** @param room says how many it may keep: fewer, the more lanes there are */
  constructor(frame: Frame, room: Room) {
    this.frame = frame;
    this.room = room;
  }

  /** @param make is called only where the item may be shown: there may be a great many */
  add(at: Instant, group: number, length: Duration, make: () => T): void {
    this.count += 1;
    const { hot } = this;
    if (group === hot.group && length <= hot.length && at >= hot.at && at < hot.until) return;
    const most = this.room.items;
    if (this.best === null) {
      this.items.push({ at, group, length, item: make() });
      if (this.items.length > most) this.thin(most);
      return;
    }
    const key = this.keyOf(at, group);
    const known = this.best.get(key);
    if (known !== undefined && known.length >= length) {
      this.heat(known);
      return;
    }
    const kept = { at, group, length, item: make() };
    this.best.set(key, kept);
    if (this.best.size > most) this.thin(most);
    else this.heat(kept);
  }

  /** No more than so many, in order of time, and how many were left out. */
  shown(most: number): { readonly items: readonly T[]; readonly leftOut: number } {
    const thinned = this.fork(this.room);
    thinned.thin(Math.min(most, this.room.items));
    const items = [...(thinned.best?.values() ?? thinned.items)].sort((a, b) => a.at - b.at);
    return { items: items.map(({ item }) => item), leftOut: this.count - items.length };
  }

  fork(room: Room): ThinnedItems<T> {
    const fork = new ThinnedItems<T>(this.frame, room);
    fork.count = this.count;
    fork.items = this.items.slice();
    fork.best = this.best === null ? null : new Map(this.best);
    fork.columns = this.columns;
    return fork;
  }

  /** As few columns as it takes; where each group has one of all time, so be it. */
  private thin(most: number): void {
    if (this.best === null) {
      if (this.items.length <= most) return;
      this.best = this.grouped(this.items);
      this.items = [];
    }
    while (this.best.size > most && this.columns > 1) {
      this.columns /= 2;
      this.best = this.grouped(this.best.values());
    }
    this.hot = { at: 0, until: 0, group: -1, length: 0 };
  }

  private grouped(items: Iterable<Kept<T>>): Map<number, Kept<T>> {
    const best = new Map<number, Kept<T>>();
    for (const item of items) {
      const key = this.keyOf(item.at, item.group);
      const known = best.get(key);
      if (known === undefined || item.length > known.length) best.set(key, item);
    }
    return best;
  }

  /** From an item on to the end of its column none of its group counts that is no longer. */
  private heat({ at, group, length }: Place): void {
    const { start, end } = this.frame;
    const next = start + ((end - start) * (this.columnOf(at) + 1)) / this.columns;
    this.hot = { at, until: Math.floor(next), group, length };
  }

  private keyOf(at: Instant, group: number): number {
    return this.columnOf(at) * groupsMax + group;
  }

  private columnOf(at: Instant): number {
    const { start, end } = this.frame;
    const column = Math.floor(((at - start) * this.columns) / (end - start));
    return Math.max(0, Math.min(this.columns - 1, column));
  }
}
