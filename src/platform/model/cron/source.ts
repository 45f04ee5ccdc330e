/**
 * Where a duration comes from that is drawn again and again.
 */
import { type Distribution, draw, type Logarithm, logarithmOf, lognormalAt } from '../../../engine/distribution.ts';
import type { Streams } from '../../../engine/random.ts';
import type { Duration } from '../../../engine/time.ts';

/** A distribution and the stream that it takes, with what is the same at each draw worked out. */
export class Source {
  private readonly distribution: Distribution;
  private readonly stream: number;
  /** Where it takes no stream: what it always gives. */
  private readonly constant: Duration;
  private readonly logarithm: Logarithm | null;
  private readonly mean: number;

  /** @param stream -1: none, as the distribution is constant */
  constructor(distribution: Distribution, stream: number) {
    this.distribution = distribution;
    this.stream = stream;
    this.constant = distribution.kind === 'constant' ? wholeOf(distribution.value) : 0;
    this.logarithm = distribution.kind === 'lognormal' ? logarithmOf(distribution.cv) : null;
    this.mean = distribution.kind === 'lognormal' ? distribution.mean : 0;
  }

  /** One draw, in whole milliseconds of 0 or more: the same as `drawDuration`. */
  draw(streams: Streams): Duration {
    if (this.stream < 0) return this.constant;
    const { logarithm } = this;
    if (logarithm === null) return wholeOf(draw(this.distribution, streams, this.stream));
    return wholeOf(lognormalAt(logarithm, this.mean, streams.next(this.stream)));
  }
}

function wholeOf(drawn: number): Duration {
  return Math.max(0, Math.round(drawn));
}
