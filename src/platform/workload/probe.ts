/**
 * Probes: a container is asked at whole periods whether it answers, and so many answers in a row, or so many misses,
 * decide.
 */
import { type Duration, type Instant, second } from '../../engine/time.ts';

/** A `readinessProbe` or `livenessProbe`. An answer takes no time, so that its `timeoutSeconds` decides nothing. */
export interface HealthProbe {
  readonly initialDelay: Duration;
  readonly period: Duration;
  /** Successes in a row, 1 or more. */
  readonly successThreshold: number;
  /** Failures in a row, 1 or more. */
  readonly failureThreshold: number;
}

/** A probe of a container that runs, as its tries have gone; immutable. */
export interface Probing {
  readonly container: string;
  /** What it decides: whether the replica gets requests, or whether the container may run on. */
  readonly use: 'readiness' | 'liveness';
  readonly probe: HealthProbe;
  /** When it is tried first; then at whole periods after that. */
  readonly firstAt: Instant;
  /** What it says: ready, or alive. */
  readonly passes: boolean;
  /** How the latest tries went, and how many in a row. */
  readonly succeeded: boolean;
  readonly inRow: number;
  /** Up to when tries have been counted, excluded. */
  readonly countedTo: Instant;
}

/** A container's probe, and what it decides. */
export type ContainerProbe = Pick<Probing, 'container' | 'use' | 'probe'>;

/**
 * A probe of a container that starts to run: ready not yet, alive until it is shown otherwise (`probe.grid`).
 *
 * @param phase what the first try comes later than the delay says; 0 where the grid is exact
 */
export function beginProbing(given: ContainerProbe, startedAt: Instant, phase: Duration): Probing {
  const firstAt = startedAt + given.probe.initialDelay + phase;
  return {
    ...given,
    firstAt,
    passes: given.use === 'liveness',
    succeeded: false,
    inRow: 0,
    countedTo: startedAt,
  };
}

/** The same of a container that has answered for long. */
export function settledProbing(given: ContainerProbe, startedAt: Instant, phase: Duration, now: Instant): Probing {
  const { successThreshold } = given.probe;
  const begun = beginProbing(given, startedAt, phase);
  return { ...begun, passes: true, succeeded: true, inRow: successThreshold, countedTo: now };
}

/**
 * The same probe with its tries counted up to an instant, excluded.
 *
 * @param answersFrom from when on its application answers; null: not at all
 */
export function countTries(probing: Probing, answersFrom: Instant | null, until: Instant): Probing {
  if (until <= probing.countedTo) return probing;
  const answered = Math.min(Math.max(answersFrom ?? until, probing.countedTo), until);
  const missed = afterTries(probing, false, triesUntil(probing, answered) - triesUntil(probing, probing.countedTo));
  const tried = afterTries(missed, true, triesUntil(probing, until) - triesUntil(probing, answered));
  return { ...tried, countedTo: until };
}

/**
 * The same probe after a time in which nobody tried: it says what its replica counts as, and what is in a row begins
 * anew.
 */
export function resumeProbing(probing: Probing, isReady: boolean, now: Instant): Probing {
  const passes = probing.use === 'liveness' || isReady;
  return { ...probing, passes, succeeded: passes, inRow: 0, countedTo: now };
}

/**
 * When a probe will say something else than now; null: never, as things stand.
 *
 *   first try at 10 s, then each 10 s; 2 successes, 3 failures in a row
 *   up at 11 s              -> ready at 30 s
 *   silent from 47 s on     -> not ready at 70 s
 *   silent 47 s to 61 s     -> stays ready: two tries missed
 *
 * @param answersFrom as in `countTries`
 */
export function turnsAt(probing: Probing, answersFrom: Instant | null): Instant | null {
  const { passes, succeeded, inRow, countedTo, use, probe } = probing;
  const next = triesUntil(probing, countedTo);
  if (passes) {
    const left = probe.failureThreshold - (succeeded ? 0 : inRow);
    const at = tryAt(probing, next + left - 1);
    return answersFrom === null || at < answersFrom ? at : null;
  }
  if (use === 'liveness' || answersFrom === null) return null;
  const first = Math.max(next, triesUntil(probing, answersFrom));
  const left = probe.successThreshold - (succeeded && first === next ? inRow : 0);
  return tryAt(probing, first + left - 1);
}

/**
 * How many tries fail before an application answers for the first time: a liveness probe that allows as many ends its
 * container before.
 */
export function missesBefore(probing: Probing, answersFrom: Instant): number {
  return triesUntil(probing, answersFrom);
}

/** After more tries that went the same way. */
function afterTries(probing: Probing, succeeded: boolean, tries: number): Probing {
  if (tries === 0) return probing;
  const inRow = tries + (probing.succeeded === succeeded ? probing.inRow : 0);
  const { successThreshold, failureThreshold } = probing.probe;
  if (succeeded) return { ...probing, succeeded, inRow, passes: probing.passes || inRow >= successThreshold };
  return { ...probing, succeeded, inRow, passes: probing.passes && inRow < failureThreshold };
}

/** How many tries come before an instant, excluded; the number of the first one at or after it. */
function triesUntil({ firstAt, probe }: Probing, at: Instant): number {
  return Math.max(0, Math.ceil((at - firstAt) / periodOf(probe)));
}

function tryAt({ firstAt, probe }: Probing, number: number): Instant {
  return firstAt + number * periodOf(probe);
}

/** Bounds may be off, and a period of 0 would never end. */
export function periodOf({ period }: HealthProbe): Duration {
  return Math.max(second, period);
}
