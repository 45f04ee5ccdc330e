/**
 * How many expansions one volume has left within 24 hours (LIMIT-1): an accepted one takes one, which returns a day
 * later.
 */

import { day, type Instant } from '../../../engine/time.ts';
import { expansionsMax } from '../../../platform/volume/limit.ts';
import type { TimeFrame } from '../../picture/columns.ts';
import type { PictureBudget } from '../../picture/room.ts';
import { ThinnedLine } from '../../picture/thinnedLine.ts';
import type { Fact } from '../fact.ts';

/** Give it every entry about the volume, in order. */
export class ExpansionTokens {
  private readonly frame: TimeFrame;
  /** null: no expansion was accepted. */
  private line: ThinnedLine | null = null;
  /** Accepted within the last 24 hours, the oldest first. */
  private recent: readonly Instant[] = [];

  constructor(frame: TimeFrame) {
    this.frame = frame;
  }

  listen(fact: Fact, room: PictureBudget): void {
    if (fact.type !== 'expansion.accepted') return;
    this.line ??= this.full(room);
    this.giveBack(this.line, fact.at);
    this.recent = [...this.recent, fact.at];
    this.line.set(fact.at, this.left);
  }

  /** null: no expansion was accepted, so all of them were left all the time. */
  shown(until: Instant, room: PictureBudget): ThinnedLine | null {
    if (this.line === null) return null;
    const settled = this.fork(room);
    if (settled.line !== null) settled.giveBack(settled.line, until);
    return settled.line;
  }

  fork(room: PictureBudget): ExpansionTokens {
    const fork = new ExpansionTokens(this.frame);
    fork.line = this.line?.fork(room) ?? null;
    fork.recent = this.recent;
    return fork;
  }

  private get left(): number {
    return Math.max(0, expansionsMax - this.recent.length);
  }

  private full(room: PictureBudget): ThinnedLine {
    const line = new ThinnedLine(this.frame, room, 'steps');
    line.set(this.frame.start, expansionsMax);
    return line;
  }

  /** Those that are a day old by an instant. */
  private giveBack(line: ThinnedLine, until: Instant): void {
    for (let [oldest] = this.recent; oldest !== undefined && oldest + day <= until; [oldest] = this.recent) {
      this.recent = this.recent.slice(1);
      line.set(oldest + day, this.left);
    }
  }
}
