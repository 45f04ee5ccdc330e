/**
 * Points of a lane, as a picture shows them: all while they are few, else of each group the first of each column of
 * time.
 */
import type { Instant } from '../../engine/time.ts';
import type { TimeFrame } from './columns.ts';
import { columnsMost, type PictureBudget } from './room.ts';

interface Kept<T> {
  readonly at: Instant;
  readonly group: string;
  readonly item: T;
}

/** Give it every item; no more are kept than may be shown. */
export class ThinnedItems<T> {
  private readonly frame: TimeFrame;
  private readonly room: PictureBudget;
  private count = 0;
  private items: Kept<T>[] = [];
  /** By group and column; null while all are kept. */
  private first: Map<string, Kept<T>> | null = null;
  private columns: number = columnsMost;
  /**
   * The column that the last item came to, and its group: most that come next stand for nothing more, and nothing has
   * to be looked up.
   */
  private hot: { readonly from: Instant; readonly until: Instant; readonly group: string } = cold;

  /** @param room says how many it may keep: fewer, the more lanes there are */
  constructor(frame: TimeFrame, room: PictureBudget) {
    this.frame = frame;
    this.room = room;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /**
   * @param group of two groups one item does not stand for the other
   * @param make is called only where the item may be shown: there may be a great many
   */
  add(at: Instant, group: string, make: () => T): void {
    this.count += 1;
    const { hot } = this;
    if (group === hot.group && at >= hot.from && at < hot.until) return;
    const most = this.room.items;
    if (this.first === null) {
      this.items.push({ at, group, item: make() });
      if (this.items.length > most) this.thin(most);
      return;
    }
    const key = this.keyOf(at, group);
    let known = this.first.get(key);
    if (known === undefined) {
      known = { at, group, item: make() };
      this.first.set(key, known);
      if (this.first.size > most) {
        this.thin(most);
        return;
      }
    }
    this.heat(known);
  }

  /** No more than so many, in order of time, and how many were left out. */
  shown(most: number): { readonly items: readonly T[]; readonly leftOut: number } {
    const thinned = this.fork(this.room);
    thinned.thin(Math.min(most, this.room.items));
    const items = [...(thinned.first?.values() ?? thinned.items)].sort((a, b) => a.at - b.at);
    return { items: items.map(({ item }) => item), leftOut: this.count - items.length };
  }

  fork(room: PictureBudget): ThinnedItems<T> {
    const fork = new ThinnedItems<T>(this.frame, room);
    fork.count = this.count;
    fork.items = this.items.slice();
    fork.first = this.first === null ? null : new Map(this.first);
    fork.columns = this.columns;
    return fork;
  }

  /** As few columns as it takes; where each group has one of all time, so be it. */
  private thin(most: number): void {
    if (this.first === null) {
      if (this.items.length <= most) return;
      this.first = this.grouped(this.items);
      this.items = [];
    }
    while (this.first.size > most && this.columns > 1) {
      this.columns /= 2;
      this.first = this.grouped(this.first.values());
    }
    this.hot = cold;
  }

  private grouped(items: Iterable<Kept<T>>): Map<string, Kept<T>> {
    const first = new Map<string, Kept<T>>();
    for (const item of items) {
      const key = this.keyOf(item.at, item.group);
      if (!first.has(key)) first.set(key, item);
    }
    return first;
  }

  /** From an item on to the end of its column none of its group counts. */
  private heat({ at, group }: Kept<T>): void {
    const { start, end } = this.frame;
    const next = start + ((end - start) * (this.columnOf(at) + 1)) / this.columns;
    this.hot = { from: at, until: Math.floor(next), group };
  }

  private keyOf(at: Instant, group: string): string {
    return `${this.columnOf(at)} ${group}`;
  }

  private columnOf(at: Instant): number {
    const { start, end } = this.frame;
    const column = Math.floor(((at - start) * this.columns) / (end - start));
    return Math.max(0, Math.min(this.columns - 1, column));
  }
}

const cold = { from: 0, until: 0, group: '' } as const;
