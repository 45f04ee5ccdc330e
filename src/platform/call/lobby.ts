/**
 * The calls of a deployment that have passed its checks and are at no replica: who waits, in order, and what all that
 * have passed came to.
 */
import { type Holding, hold, newHolding } from '../../engine/holding.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import { cloneGauge, type Gauge, isForgotten, newGauge } from './gauge.ts';

/** Mutable, plain data. */
export interface Lobby {
  readonly gauge: Gauge;
  /** Handles of calls that wait, in order, from `first` on; those that have gone meanwhile are still in it. */
  waiting: number[];
  first: number;
  /** How many wait (`stepLine`). */
  count: number;
  /** While anybody does, up to `steppedAt`. */
  readonly lined: Holding;
  steppedAt: Instant;
  /** Ordinal of the replica that got the last call (`traffic.route.replica`). */
  last: number;
}

/** @param span how far back a metric looks, at most */
export function newLobby(now: Instant, span: Duration): Lobby {
  return { gauge: newGauge(now, span), waiting: [], first: 0, count: 0, lined: newHolding(), steppedAt: now, last: -1 };
}

/** An independent copy. */
export function cloneLobby(lobby: Lobby): Lobby {
  return { ...lobby, gauge: cloneGauge(lobby.gauge), waiting: lobby.waiting.slice(), lined: { ...lobby.lined } };
}

/**
 * The lobby where calls may still enter a metric; null: none came, or the last one went longer ago than any metric
 * looks back.
 */
export function calledLately(lobby: Lobby | null, now: Instant): Lobby | null {
  return lobby === null || isForgotten(lobby.gauge, now) ? null : lobby;
}

/** One more waits, or one less. */
export function stepLine(lobby: Lobby, now: Instant, change: 1 | -1): void {
  lobby.steppedAt = settledLine(lobby, now);
  lobby.count += change;
}

/** Counts the time in which somebody waited up to now. @returns now */
function settledLine({ lined, count, steppedAt }: Lobby, now: Instant): Instant {
  if (count > 0) hold(lined, steppedAt, now - steppedAt);
  return now;
}

/** The time in which anybody waited up to now. */
export function linedBy(lobby: Lobby, now: Instant): Holding {
  const lined = { ...lobby.lined };
  settledLine({ ...lobby, lined }, now);
  return lined;
}

/** Takes the one in front out of the line. */
export function dropFirst(lobby: Lobby): void {
  lobby.first += 1;
  if (lobby.first < 64 || lobby.first * 2 < lobby.waiting.length) return;
  lobby.waiting = lobby.waiting.slice(lobby.first);
  lobby.first = 0;
}
