/**
 * How a backlog grew and drained between two evaluations: the instants at which its slope changes; linear between them.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import { flowAt, flowBendsAfter, flowBetween } from './flow.ts';
import { crossingIn, type Pressed } from './overflow.ts';

export interface BacklogPoint {
  readonly at: Instant;
  readonly waiting: number;
}

/**
 * The points of a backlog that rises to a given value at the end of a stretch. At the start, less than one request
 * waited, which counts as none. The points go from the instant at which one request waited to the last bend before the
 * end. They are computed backwards from the end, so the result does not depend on how long before the stretch began.
 *
 * @param waiting at the end, 1 or more
 * @param reach the longest time before the end that is of interest
 */
export function risingTo(pressed: Pressed, waiting: number, reach: Duration): BacklogPoint[] {
  const { flow, capacityPerSecond, from, until } = pressed;
  const ends = bendsOf({ ...pressed, from: Math.max(from, until - reach) });
  const points: BacklogPoint[] = [];
  let left = waiting;
  for (let i = ends.length - 1; i > 0; i -= 1) {
    const [before, at] = [ends[i - 1]!, ends[i]!];
    const drift = flowAt(flow, at - 1) - capacityPerSecond;
    // If the rate has only just passed the capacity, the backlog is not reduced by spare capacity of the time before.
    const passed = drift > 0 ? crossingIn(pressed, before, at) : null;
    const then = left - netBetween(pressed, before, at);
    if (then < 1 || (passed !== null && left - netBetween(pressed, passed, at) < 1)) {
      const first = drift > 0 ? Math.max(before, at - Math.round(((left - 1) * 1_000) / drift)) : at;
      points.push({ at: first, waiting: 1 }, { at: first, waiting: 0 });
      break;
    }
    points.push({ at: before, waiting: then });
    left = then;
  }
  return points.reverse();
}

/** The points of a backlog that drains from the start of a stretch, down to 0 at its end at the latest. */
export function fallingFrom(pressed: Pressed, waiting: number): BacklogPoint[] {
  const ends = bendsOf(pressed);
  const points: BacklogPoint[] = [];
  let left = waiting;
  for (let i = 1; i < ends.length; i += 1) {
    const [at, next] = [ends[i - 1]!, ends[i]!];
    const net = netBetween(pressed, at, next);
    if (left + net <= 0) {
      points.push({ at: at + Math.round(((next - at) * left) / -net), waiting: 0 });
      return points;
    }
    left += net;
    if (i < ends.length - 1) points.push({ at: next, waiting: left });
  }
  return [...points, { at: pressed.until, waiting: 0 }];
}

/** Both ends of a stretch, and the bends of its flow between them, in order. */
function bendsOf({ flow, from, until }: Pressed): Instant[] {
  const ends = [from];
  for (let at = flowBendsAfter(flow, from); at !== null && at < until; at = flowBendsAfter(flow, at)) ends.push(at);
  ends.push(until);
  return ends;
}

function netBetween({ flow, capacityPerSecond }: Pressed, from: Instant, until: Instant): number {
  return flowBetween(flow, from, until) - (capacityPerSecond * (until - from)) / 1_000;
}
