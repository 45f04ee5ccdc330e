/** How virtual time follows the real one: not at all, or at so many times its speed. */
import type { Instant } from '../../engine/time.ts';

/** Milliseconds of a clock that never goes back. */
export type RealTime = () => number;

export class LiveClock {
  private readonly real: RealTime;
  /** null: it stands. */
  private going: { readonly factor: number; readonly from: Instant; readonly since: number } | null = null;

  constructor(real: RealTime) {
    this.real = real;
  }

  /** How many times faster than real time it goes; 0 while it stands. */
  get factor(): number {
    return this.going?.factor ?? 0;
  }

  /** What it shows, cut to whole milliseconds; null while it stands: then it shows what its session does. */
  instant(): Instant | null {
    if (this.going === null) return null;
    const { factor, from, since } = this.going;
    return from + Math.floor((this.real() - since) * factor);
  }

  /** @param from what it shows now */
  run(factor: number, from: Instant): void {
    this.going = { factor, from, since: this.real() };
  }

  /** It has been put to another instant. */
  set(to: Instant): void {
    if (this.going !== null) this.run(this.going.factor, to);
  }

  pause(): void {
    this.going = null;
  }
}
