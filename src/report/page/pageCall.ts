/**
 * An example request with its tries, as data of the page.
 */

import type { Instant } from '../../engine/time.ts';
import type { Hop } from '../../platform/call/probe.ts';

export interface PageCall {
  /** What was called, as the journal names it. */
  readonly subject: string;
  /**
   * Why it is an example: it was followed, took the longest, had the most tries, waited the longest, or failed first;
   * `first`: none of these, but the first one.
   */
  readonly why: 'followed' | 'slowest' | 'most tries' | 'longest wait' | 'first failure' | 'first';
  /** When it arrived. */
  readonly at: Instant;
  /** Who called: the name of the demand, or of the timeline's entry. */
  readonly caller: string;
  /** 0: it was not sent. */
  readonly status: number;
  /** ms, from its arrival to its answer. */
  readonly latencyMs: number;
  /** ms, the part of the latency in the waiting line, or held for a replica. */
  readonly waitedMs: number;
  readonly triesCount: number;
  /**
   * Every try, in order. Of a request with one try at full speed the journal has no details: then it is made of the
   * latency and the wait.
   */
  readonly tries: readonly PageTry[];
  /** The hops of a followed request, in order; empty: it was not followed. */
  readonly hops: readonly Hop[];
  /** Number of its journal entry; null: no journal was stored. */
  readonly entry: number | null;
}

/** One try; times in ms since the arrival of the request. */
export interface PageTry {
  /** When a replica got it. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** How long it would take alone at its replica; null: not known. */
  readonly neededMs: number | null;
  /** null: no replica got it. */
  readonly replica: string | null;
  /** 0: it got no answer. */
  readonly status: number;
  /** The pause before the next try; 0: there was none. */
  readonly pauseMs: number;
}
