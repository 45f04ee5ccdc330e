/**
 * How a backlog came and went between two looks: the instants at which its course bends, straight between them.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import { flowAt, flowBendsAfter, flowBetween } from './flow.ts';
import { crossingIn, type Pressed } from './overflow.ts';

export interface BacklogPoint {
  readonly at: Instant;
  readonly waiting: number;
}

/**
 * The way to a backlog at the end of a stretch at whose start less than one request waited, which counts as none: from
 * where one did, to the last bend before the end. It is followed back from the end, so that it says the same however
 * long before the stretch began.
 *
 * @param waiting at the end, 1 or more
 * @param reach so long before the end nobody asks
 */
export function risingTo(pressed: Pressed, waiting: number, reach: Duration): BacklogPoint[] {
  const { flow, capacityPerSecond, from, until } = pressed;
  const ends = bendsOf({ ...pressed, from: Math.max(from, until - reach) });
  const points: BacklogPoint[] = [];
  let left = waiting;
  for (let i = ends.length - 1; i > 0; i -= 1) {
    const [before, at] = [ends[i - 1]!, ends[i]!];
    const drift = flowAt(flow, at - 1) - capacityPerSecond;
    // Where the rate has only just passed the capacity, what waits is not more for what could have been answered
    // before.
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

/** The way from a backlog at the start of a stretch to none, at its end at the latest. */
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

/** Both ends of a stretch, and the bends of its flow between them. */
function bendsOf({ flow, from, until }: Pressed): Instant[] {
  const ends = [from];
  for (let at = flowBendsAfter(flow, from); at !== null && at < until; at = flowBendsAfter(flow, at)) ends.push(at);
  ends.push(until);
  return ends;
}

function netBetween({ flow, capacityPerSecond }: Pressed, from: Instant, until: Instant): number {
  return flowBetween(flow, from, until) - (capacityPerSecond * (until - from)) / 1_000;
}
