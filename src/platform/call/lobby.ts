/**
 * The calls of a deployment that have passed its checks and are at no replica: who waits, in order, and what all that have passed came to.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import { cloneGauge, type Gauge, newGauge } from './gauge.ts';

/** Mutable, plain data. */
export interface Lobby {
  readonly gauge: Gauge;
  /** Handles of calls that wait, in order, from `first` on; those that have gone meanwhile are still in it. */
  waiting: number[];
  first: number;
  /** How many wait. */
  count: number;
  /** Ordinal of the replica that got the last call (`traffic.route.replica`). */
  last: number;
}

/** @param span how far back a metric looks, at most */
export function newLobby(now: Instant, span: Duration): Lobby {
  return { gauge: newGauge(now, span), waiting: [], first: 0, count: 0, last: -1 };
}

/** An independent copy. */
export function cloneLobby(lobby: Lobby): Lobby {
  return { ...lobby, gauge: cloneGauge(lobby.gauge), waiting: lobby.waiting.slice() };
}

/** Takes the one in front out of the line. */
export function dropFirst(lobby: Lobby): void {
  lobby.first += 1;
  if (lobby.first < 64 || lobby.first * 2 < lobby.waiting.length) return;
  lobby.waiting = lobby.waiting.slice(lobby.first);
  lobby.first = 0;
}
