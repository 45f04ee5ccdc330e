/**
 * What requests need of a replica that does nothing else, by shares of them.
 */
import type { Serving } from './serving.ts';
import { type ValueShare, valueShares } from './valueShares.ts';

/** What one try of a share of requests needs, in milliseconds. */
export interface TryNeed {
  readonly share: number;
  /** Of the whole processor: evenly between two times; 0 where none counts. */
  readonly workFrom: number;
  readonly workTo: number;
  /** All of it, the processor's part included. */
  readonly from: number;
  readonly to: number;
}

const byServing = new WeakMap<Serving, readonly TryNeed[]>();
const sharedByServing = new WeakMap<Serving, readonly TryNeed[]>();
const none: readonly ValueShare[] = [{ share: 1, from: 0, to: 0 }];

/**
 * All shares; processor time and duration are drawn each by itself, and no request takes less than its processor needs.
 */
export function needsOf(serving: Serving): readonly TryNeed[] {
  return kept(byServing, serving, () => needsApart(serving));
}

/** The same, alike in what they need of the processor: what they do beside that is the mean. Fewer, where both vary. */
export function sharedNeeds(serving: Serving): readonly TryNeed[] {
  return kept(sharedByServing, serving, () => {
    const byWork = new Map<number, TryNeed[]>();
    for (const need of needsOf(serving)) {
      const alike = byWork.get(need.workTo);
      if (alike === undefined) byWork.set(need.workTo, [need]);
      else alike.push(need);
    }
    // Only processor times vary, or only one of the two.
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
