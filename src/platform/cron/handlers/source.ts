/**
 * The source of a duration that is drawn again and again.
 */
import { type Distribution, draw, drawAll } from '../../../engine/distribution.ts';
import type { Streams } from '../../../engine/random.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import { longestDuration } from '../../../rules/duration.ts';

/** A distribution and the stream that it draws from; -1: no stream, because it is constant. */
export class DurationSource {
  readonly stream: number;
  private readonly distribution: Distribution;
  /** Where it takes no stream: what it always gives. */
  private readonly constant: Duration;

  constructor(distribution: Distribution, stream: number) {
    this.stream = stream;
    this.distribution = distribution;
    this.constant = distribution.kind === 'constant' ? wholeOf(distribution.value) : 0;
  }

  /** One draw for a tick, in whole milliseconds of 0 or more: the same as `drawDuration`. */
  draw(streams: Streams, tickAt: Instant): Duration {
    return this.stream < 0 ? this.constant : wholeOf(draw(this.distribution, streams.keyOf(this.stream, tickAt)));
  }

  /** The same for as many ticks as there is room. */
  drawAll(streams: Streams, ticks: Float64Array, into: Float64Array): void {
    if (this.stream < 0) {
      into.fill(this.constant);
      return;
    }
    drawAll(this.distribution, streams, this.stream, ticks, into);
    for (let i = 0; i < into.length; i += 1) into[i] = wholeOf(into[i]!);
  }
}

/**
 * As `lasting`, though not by `Math.round`, which takes a path of its own at every other number; up to 2^52 it gives
 * the same.
 */
function wholeOf(drawn: number): Duration {
  return drawn < 0.5 ? 0 : Math.min(longestDuration, Math.floor(drawn + 0.5));
}
