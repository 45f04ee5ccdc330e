/** Lines whose instant is known and not yet reached, in the order in which they will be written. */
import type { Instant } from '../../engine/time.ts';
import type { Draft } from './life.ts';

/** How many taken ones are kept until they are dropped together. */
const takenMax = 4_096;

/** By instant, those of one instant in the order of their coming. */
export class PendingLines {
  private readonly lines: Draft[] = [];
  /** The first that is still to be taken. */
  private next = 0;

  add(line: Draft): void {
    const { lines } = this;
    // From the end: nearly all come in the order of their instants.
    let place = lines.length;
    while (place > this.next && (lines[place - 1]?.at ?? 0) > line.at) place -= 1;
    lines.splice(place, 0, line);
  }

  /** Takes the first one before an instant, the instant itself excluded; null where there is none. */
  takeBefore(until: Instant): Draft | null {
    const line = this.lines[this.next];
    if (line === undefined || line.at >= until) return null;
    this.next += 1;
    if (this.next === this.lines.length || this.next === takenMax) {
      this.lines.splice(0, this.next);
      this.next = 0;
    }
    return line;
  }
}
