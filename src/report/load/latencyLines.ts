/**
 * Latency of single requests in each of equal intervals.
 */

import type { Duration, Instant } from '../../engine/time.ts';
import type { TimeFrame } from '../picture/columns.ts';
import type { PageLine } from '../picture/picture.ts';
import { widthFor } from '../picture/stretchWidths.ts';
import { weightedPercentile } from './weightedPercentile.ts';

/** So many stretches a run has at most: each should have requests enough for a percentile. */
const stretchesMax = 250;

/** Collects latency by interval; give it every request that has ended. */
const exactBits = 5;
const classesMax = 4_096;

export const latencyPercents = [50, 99] as const;

/** Give it every request that has ended. */
export class LatencyLines {
  /** Of one stretch. */
  readonly width: Duration;
  private readonly frame: TimeFrame;
  /** By stretch and class. */
  private counts: Map<number, number> = new Map();

  constructor(frame: TimeFrame) {
    this.frame = frame;
    this.width = widthFor(frame, stretchesMax);
  }

  add(at: Instant, latencyMs: Duration): void {
    const stretch = Math.max(0, Math.floor((at - this.frame.start) / this.width));
    const key = stretch * classesMax + classOf(Math.round(latencyMs));
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /**
   * What so many hundredths of the requests that ended in a stretch took at most, the nearest rank; no value where none
   * ended.
   *
   * @param columnsMax so many stretches at most: else several are one
   */
  shown(percent: number, columnsMax: number, until: Instant): PageLine {
    const count = Math.ceil((this.frame.end - this.frame.start) / this.width);
    const together = Math.max(1, Math.ceil(count / columnsMax));
    const stretches = new Map<number, Map<number, number>>();
    for (const [key, requests] of this.counts) {
      const stretch = Math.floor(Math.floor(key / classesMax) / together);
      const own = stretches.get(stretch) ?? new Map<number, number>();
      own.set(key % classesMax, (own.get(key % classesMax) ?? 0) + requests);
      stretches.set(stretch, own);
    }
    const at: Instant[] = [];
    const value: (number | null)[] = [];
    for (let stretch = 0; stretch * together < count; stretch += 1) {
      const from = this.frame.start + stretch * together * this.width;
      if (from >= until) break;
      const latency = percentileOf(stretches.get(stretch), percent);
      if (value.at(-1) === latency || (value.length === 0 && latency === null)) continue;
      at.push(from);
      value.push(latency);
    }
    return { name: `p${percent}`, draw: 'steps', at, value, isThinned: together > 1 };
  }

  fork(): LatencyLines {
    const fork = new LatencyLines(this.frame);
    fork.counts = new Map(this.counts);
    return fork;
  }
}

function percentileOf(counts: ReadonlyMap<number, number> = new Map(), percent: number): Duration | null {
  const key = weightedPercentile([...counts.keys()], [...counts.values()], percent);
  return key === null ? null : middleOf(key);
}

/** Rises with the latency: the place of its first bit, and the five bits after that. */
function classOf(latency: number): number {
  const shift = Math.max(0, 31 - Math.clz32(latency) - exactBits);
  return shift * 64 + (latency >>> shift);
}

function middleOf(key: number): Duration {
  // Of a shifted latency the first bit is the sixth: 32 to 63.
  const shift = key < 64 ? 0 : Math.floor((key - 32) / 64);
  const width = 1 << shift;
  return (key - shift * 64) * width + (width - 1) / 2;
}
