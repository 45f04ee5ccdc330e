/**
 * The proposals of the scale-down stabilisation window that can still keep a count up.
 */
import type { Instant } from '../../engine/time.ts';

/**
 * Proposals that no later proposal equals or exceeds, so counts fall from the oldest to the newest; mutable plain data.
 */
export interface Proposals {
  /** Oldest first. */
  entries: { at: Instant; count: number }[];
}

export function newProposals(): Proposals {
  return { entries: [] };
}

export function cloneProposals({ entries }: Proposals): Proposals {
  return { entries: entries.map((entry) => ({ ...entry })) };
}

/** Remembers what another does. */
export function assumeProposals(proposals: Proposals, other: Proposals): void {
  const { entries } = proposals;
  while (entries.length > other.entries.length) entries.pop();
  for (let i = 0; i < other.entries.length; i += 1) {
    const { at, count } = other.entries[i]!;
    const entry = entries[i];
    if (entry === undefined) {
      proposals.entries = entries.concat(cloneProposals({ entries: other.entries.slice(i) }).entries);
      return;
    }
    entry.at = at;
    entry.count = count;
  }
}

/**
 * Adds a proposal; its instant must not be before those held. Older proposals that it equals or exceeds can never
 * decide again and are dropped. Proposals in between may be left out if they were not higher.
 */
export function rememberProposal(proposals: Proposals, at: Instant, count: number): void {
  const { entries } = proposals;
  while (entries.length > 0 && entries[entries.length - 1]!.count < count) entries.pop();
  const last = entries[entries.length - 1];
  // Nearly every sync proposes what the one before did: that is then as late as this one.
  if (last?.count === count) last.at = at;
  else proposals.entries = entries.concat({ at, count });
}

/** The highest proposal of `(after, ...]`; 0: there is none. */
export function highestSince({ entries }: Proposals, after: Instant): number {
  for (const { at, count } of entries) if (at > after) return count;
  return 0;
}

/** Drops the proposals up to an instant, this one included: with a window of w, `now - w`. */
export function forgetProposals({ entries }: Proposals, until: Instant): void {
  while (entries.length > 0 && entries[0]!.at <= until) entries.shift();
}
