/**
 * Retries: whether a failed try is followed by another, and when.
 */
import type { Duration } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

/** `requestRetryPolicy` of a workload. */
export interface RetrySettings {
  /** Tries after the first (RETRY-1, RETRY-2). */
  readonly attempts: number;
  /** Names of conditions, and status codes as texts (RETRY-3, RETRY-4). */
  readonly retryOn: readonly string[];
  /** Whether the workload speaks gRPC, which has its own condition names. */
  readonly isGrpc: boolean;
}

/**
 * How a try failed: the connection was refused, the replica was gone before it answered, or it answered with a failure
 * status. The caller sees a status for the first two as well.
 */
export type Failure =
  | { readonly kind: 'refused' }
  | { readonly kind: 'reset'; readonly status: number }
  | { readonly kind: 'answered'; readonly status: number };

/** gRPC statuses by the HTTP status to which a gateway maps them. */
const grpcNames: Readonly<Record<number, string>> = {
  499: 'cancelled',
  504: 'deadline-exceeded',
  500: 'internal',
  429: 'resource-exhausted',
  503: 'unavailable',
};

/**
 * The first condition that names this failure; null if none does, and the call is not retried (RETRY-3,
 * `retry.statusCodes`, `retry.listedCodes`).
 *
 *   connect-failure: refused            reset: gone
 *   5xx: all, statuses from 500         gateway-error: 502, 503, 504         retriable-4xx: 409
 *   retriable-status-codes: those of the assumption, whatever codes are listed beside it
 *   '500': that code                    unavailable, cancelled ...: the status of that name, for gRPC alone
 */
export function conditionOf(
  failure: Failure,
  { retryOn, isGrpc }: RetrySettings,
  assumptions: Pick<Assumptions, 'retry.statusCodes' | 'retry.listedCodes'>,
): string | null {
  const found = retryOn.find((condition) => {
    if (condition === 'connect-failure') return failure.kind === 'refused';
    if (failure.kind === 'refused') return condition === '5xx';
    const { status } = failure;
    switch (condition) {
      case 'reset':
        return failure.kind === 'reset';
      case '5xx':
        return status >= 500;
      case 'gateway-error':
        return status >= 502 && status <= 504;
      case 'retriable-4xx':
        return status === 409;
      case 'retriable-status-codes':
        if (assumptions['retry.listedCodes'] === 'instead' && listsCodes({ retryOn })) return false;
        return assumptions['retry.statusCodes'].includes(status);
      default:
        return condition === String(status) || (isGrpc && condition === grpcNames[status]);
    }
  });
  return found ?? null;
}

/** Whether status codes are listed among the conditions. */
export function listsCodes({ retryOn }: Pick<RetrySettings, 'retryOn'>): boolean {
  return retryOn.some(isCode);
}

function isCode(condition: string): boolean {
  return /^\d{3}$/.test(condition);
}

/**
 * The pause before the nth retry (`retry.backoff*`).
 *
 *   25 ms, factor 2, at most 250 ms: 25, 50, 100, 200, 250, 250
 *
 * @param n from 1
 * @param chance 0 included, 1 excluded; drawn if the pause is random
 */
export function retryWait(
  n: number,
  assumptions: Pick<Assumptions, 'retry.backoff' | 'retry.backoffFirst' | 'retry.backoffFactor' | 'retry.backoffCap'>,
  chance: () => number,
): Duration {
  const how = assumptions['retry.backoff'];
  if (how === 'none') return 0;
  const cap = assumptions['retry.backoffCap'];
  let wait = assumptions['retry.backoffFirst'];
  for (let i = 1; i < n && wait < cap; i += 1) wait *= assumptions['retry.backoffFactor'];
  const whole = Math.min(wait, cap);
  return Math.round(how === 'jitter' ? whole * chance() : whole);
}
