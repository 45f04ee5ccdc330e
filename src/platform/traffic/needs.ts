/**
 * The needs of requests on an idle replica, by shares of requests.
 */
import type { Serving } from './serving.ts';
import { type ValueShare, valueShares } from './valueShares.ts';

/** The needs of one try of a share of requests, in milliseconds. */
export interface TryNeed {
  readonly share: number;
  /** Time of the whole processor, uniform between two values; 0 if it does not count. */
  readonly workFrom: number;
  readonly workTo: number;
  /** Total time, processor time included. */
  readonly from: number;
  readonly to: number;
}

const byServing = new WeakMap<Serving, readonly TryNeed[]>();
const sharedByServing = new WeakMap<Serving, readonly TryNeed[]>();
const none: readonly ValueShare[] = [{ share: 1, from: 0, to: 0 }];

/**
 * All shares. Processor time and duration are drawn independently, and no request takes less than its processor time.
 */
export function needsOf(serving: Serving): readonly TryNeed[] {
  return kept(byServing, serving, () => needsApart(serving));
}

/**
 * The same, grouped by processor time: the other work of a request is its mean. This gives fewer shares if both vary.
 */
export function sharedNeeds(serving: Serving): readonly TryNeed[] {
  return kept(sharedByServing, serving, () => {
    const byWork = new Map<number, TryNeed[]>();
    for (const need of needsOf(serving)) {
      const alike = byWork.get(need.workTo);
      if (alike === undefined) byWork.set(need.workTo, [need]);
      else alike.push(need);
    }
    // Only processor times vary, or only one of the two does.
    if (byWork.size === 1) return needsOf(serving);
    return [...byWork.values()].map((alike): TryNeed => {
      const share = alike.reduce((sum, one) => sum + one.share, 0);
      const mean = (of: 'from' | 'to'): number => alike.reduce((sum, one) => sum + one.share * one[of], 0) / share;
      return { ...alike[0]!, share, from: mean('from'), to: mean('to') };
    });
  });
}

function kept(
  known: WeakMap<Serving, readonly TryNeed[]>,
  serving: Serving,
  find: () => readonly TryNeed[],
): readonly TryNeed[] {
  let needs = known.get(serving);
  if (needs === undefined) {
    needs = find();
    known.set(serving, needs);
  }
  return needs;
}

function needsApart({ oneTry, processorTime, tries, timeout }: Serving): readonly TryNeed[] {
  const { cpu, duration, beside, added } = oneTry;
  const mean = processorTime / tries;
  const isBothVaried = duration !== null && cpu !== null && duration.kind !== 'constant' && cpu.kind !== 'constant';
  const works = cpu === null || mean === 0 ? none : valueShares(cpu, isBothVaried);
  const durations = duration === null ? none : valueShares(duration, isBothVaried);
  const all = (value: number, part: number): number =>
    Math.min(timeout, added + Math.max(part * (mean + beside), value * oneTry.mean));
  return works.flatMap((work) =>
    durations.map((whole) => ({
      share: work.share * whole.share,
      workFrom: mean * work.from,
      workTo: mean * work.to,
      from: all(whole.from, work.from),
      to: all(whole.to, work.to),
    })),
  );
}
