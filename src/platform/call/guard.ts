/**
 * Checks of a call that run before it reaches the workload: external authorization and rate limiting.
 */

import { type Distribution, meanOf } from '../../engine/distribution.ts';
import type { Reason } from '../../engine/journal.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';

/** External authorization, as configured by the tags of a workload. */
export interface AuthorizationSettings {
  readonly timeout: Duration;
  /** Whether calls pass when it fails (TAG-23). */
  readonly failureAllow: boolean;
  /** The only port that it covers (TAG-29); null: all ports. */
  readonly listenPort: number | null;
}

/** The behaviour of a service that checks each call. */
export interface ServiceBehaviour {
  /** Its response time; absent: 0. */
  readonly latency?: Distribution;
  /** Share of its responses that fail. */
  readonly failure?: number;
}

export interface AuthorizationBehaviour extends ServiceBehaviour {
  /** Share of calls that it denies. */
  readonly denied?: number;
}

export interface RateLimitBehaviour extends ServiceBehaviour {
  /** Calls per second that it allows; absent: no limit. */
  readonly perSecond?: number;
  /** Calls that it allows at once after an idle time; absent: those of one second, at least one. */
  readonly burst?: number;
}

/** The sampled response of a service for one call. */
export interface ServiceAnswer {
  readonly latency: Duration;
  readonly fails: boolean;
  readonly denies: boolean;
}

/** The result of a check: when the call may continue, or the status of its refusal. */
export interface CheckResult {
  readonly after: Duration;
  /** null: the call continues. */
  readonly status: number | null;
  /** What the service did: it answered, it failed, or it timed out. */
  readonly service: 'answered' | 'failed' | 'late';
  readonly reason: Reason;
}

/** The authorization does not cover this port. */
export const passedBy = because(['TAG-17', 'TAG-29']);

const ofAnyPort = sayings(['TAG-17']);
const ofOnePort = sayings(['TAG-17', 'TAG-29']);

/**
 * The rules and texts of authorization results. `late` and `failed`: there is no answer, and the call continues or is
 * refused.
 */
function sayings(rules: readonly RuleId[]) {
  const down = (service: 'late' | 'failed', ...why: readonly RuleId[]) => ({
    service,
    goesOn: because([...rules, ...why]),
    refused: because([...rules, ...why], ['traffic.status.authorizationDown']),
  });
  return {
    passed: because(rules),
    denied: because(rules, ['traffic.status.authorizationDenied']),
    late: down('late', 'TAG-22', 'TAG-23'),
    failed: down('failed', 'TAG-23'),
  };
}

/** Whether the authorization covers a port (TAG-17, TAG-29). */
export function seesPort({ listenPort }: AuthorizationSettings, port: number | null): boolean {
  return listenPort === null || listenPort === port;
}

/**
 * Plans the result of the external authorization (TAG-17, TAG-22, TAG-23, TAG-29). If it fails or takes longer than its
 * timeout, the tag decides whether the call passes or is refused.
 *
 *   answers after 1.2 s, timeout 1 s, failureAllow true -> goes on after 1 s
 */
export function planAuthorization(
  { timeout, failureAllow, listenPort }: AuthorizationSettings,
  { latency, fails, denies }: ServiceAnswer,
  assumptions: Assumptions,
): CheckResult {
  const after = Math.min(latency, timeout);
  const { passed, denied, late, failed } = listenPort === null ? ofAnyPort : ofOnePort;
  if (fails || latency > timeout) {
    const { service, goesOn, refused } = latency > timeout ? late : failed;
    if (failureAllow) return { after, status: null, service, reason: goesOn };
    return { after, status: assumptions['traffic.status.authorizationDown'], service, reason: refused };
  }
  const service = 'answered';
  if (!denies) return { after, status: null, service, reason: passed };
  return { after, status: assumptions['traffic.status.authorizationDenied'], service, reason: denied };
}

/** The remaining allowance of the rate limiter; mutable. */
export interface Allowance {
  calls: number;
  countedTo: Instant;
}

const withinLimit = because(['TAG-30']);
const overLimit = because(['TAG-30'], ['traffic.status.rateLimited']);
const limiterDown = because(['TAG-30'], ['rateLimit.failure']);
const limiterRefuses = because(['TAG-30'], ['rateLimit.failure', 'traffic.status.rateLimited']);

/** A full allowance, before any call. */
export function newAllowance(behaviour: RateLimitBehaviour, now: Instant): Allowance {
  return { calls: burstOf(behaviour), countedTo: now };
}

/**
 * Takes one call from the allowance, if there is one: a token bucket of `burst` calls that fills at `perSecond`.
 *
 *   10/s, burst 10: the 11th call of an instant is over the limit, one more passes 100 ms later
 */
export function takeAllowance(allowance: Allowance, behaviour: RateLimitBehaviour, now: Instant): boolean {
  const { perSecond } = behaviour;
  if (perSecond === undefined) return true;
  const filled = allowance.calls + ((now - allowance.countedTo) * perSecond) / 1_000;
  allowance.calls = Math.min(burstOf(behaviour), filled);
  allowance.countedTo = now;
  // Fractions of calls add up with rounding errors, which must not cost a call.
  if (allowance.calls < 1 - 1e-9) return false;
  allowance.calls -= 1;
  return true;
}

function burstOf({ perSecond = 0, burst }: RateLimitBehaviour): number {
  return perSecond === 0 ? 0 : Math.max(1, burst ?? perSecond);
}

/** Plans the result of the rate limiter (TAG-30, `rateLimit.failure`). */
export function planLimit({ latency, fails, denies }: ServiceAnswer, assumptions: Assumptions): CheckResult {
  const status = assumptions['traffic.status.rateLimited'];
  if (fails) {
    return assumptions['rateLimit.failure'] === 'allow'
      ? { after: latency, status: null, service: 'failed', reason: limiterDown }
      : { after: latency, status, service: 'failed', reason: limiterRefuses };
  }
  if (denies) return { after: latency, status, service: 'answered', reason: overLimit };
  return { after: latency, status: null, service: 'answered', reason: withinLimit };
}

/** The checks of a workload, and the behaviour of the services that run them. */
export interface Guarded {
  readonly authorization: AuthorizationSettings | null;
  readonly isLimited: boolean;
  readonly ports: readonly number[];
}

/**
 * The share of a steady flow of calls that passes the checks of a workload, 0 to 1 (TAG-17, TAG-30); each service takes
 * its mean time.
 *
 *   denied 40 %                          -> 0.6
 *   10 a second, 4 a second let through  -> 0.4
 */
export function passingShare(
  { authorization, isLimited, ports }: Guarded,
  behaviour: { readonly authorization?: AuthorizationBehaviour; readonly rateLimit?: RateLimitBehaviour },
  perSecond: number,
): number {
  const authorized =
    authorization === null || !seesPort(authorization, ports[0] ?? null)
      ? 1
      : authorizedShare(authorization, behaviour.authorization ?? {});
  const { perSecond: limit = Number.POSITIVE_INFINITY } = behaviour.rateLimit ?? {};
  return isLimited && authorized * perSecond > limit ? limit / perSecond : authorized;
}

function authorizedShare(
  { timeout, failureAllow }: AuthorizationSettings,
  { latency, failure = 0, denied = 0 }: AuthorizationBehaviour,
): number {
  const isLate = latency !== undefined && meanOf(latency) > timeout;
  const down = isLate ? 1 : failure;
  return (1 - down) * (1 - denied) + (failureAllow ? down : 0);
}
