/**
 * The type of a fact that was recorded on a real platform, and how a simulation is held against it.
 */
import type { Seen, SmallWorld } from './worlds.ts';

/** A fact, retold in words of our own. */
interface Recorded {
  readonly id: string;
  /** Under which condition what was recorded. */
  readonly what: string;
  /** The repository and the file that record it. */
  readonly source: string;
}

/** An amount: seconds, or a number of requests. */
export interface Measured extends Recorded {
  readonly kind: 'measured';
  /** The least and the greatest recorded value: a single run has the same twice. */
  readonly low: number;
  readonly high: number;
  readonly unit: 's' | 'requests';
  /** Not looked at when the ranges of `timing: observed` were chosen. */
  readonly heldOut?: true;
  /** One world for all seeds, or one for each. */
  readonly world: SmallWorld | ((seed: number) => SmallWorld);
  readonly measure: (seen: Seen) => number;
  /** Why svcsim is outside, if that is known. */
  readonly because?: string;
}

/** A default, a bound or an answer, which is the same or is not. */
export interface Answered extends Recorded {
  readonly kind: 'answered';
  readonly expected: string | number | boolean;
  readonly world: SmallWorld;
  readonly found: (seen: Seen) => unknown;
  /** Why svcsim answers something else on purpose. */
  readonly because?: string;
}

/** A fact that no simulation is held against, and why. */
export interface Unsimulated extends Recorded {
  readonly kind: 'unsimulated';
  readonly why: string;
}

/** The response to the last request of a world: its status, and the message of a refusal. */
export function answer({ of }: Seen): number {
  const all = [...of('request.accepted'), ...of('request.refused')].sort((a, b) => a.seq - b.seq);
  return Number(all.at(-1)?.data['status']);
}
