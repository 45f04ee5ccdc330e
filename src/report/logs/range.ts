/**
 * Which lines a request for logs asks for: the parameters of its query, read (http: logs).
 */
import { hour, type Instant, instantFromIso } from '../../engine/time.ts';
import { type Breach, breach, shown } from '../../platform/control/breach.ts';
import { parseQuery } from './parseQuery.ts';
import type { LogQuery } from './query.ts';

export interface AskedLines {
  readonly query: LogQuery;
  /** Nanoseconds since the epoch, included. */
  readonly start: bigint;
  /** The same, excluded. */
  readonly end: bigint;
  /** Over all streams together. */
  readonly limit: number;
  readonly direction: 'forward' | 'backward';
}

export const nanosPerMs = 1_000_000n;

const limitDefault = 100;
const limitMax = 5_000;

/**
 * What is asked for at an instant, or what is wrong with it (LOG-3, LOG-4): `query`, `start` (default: an hour ago), `end` (default: now), `limit` (default
 * 100, at most 5,000), `direction` (default: backward). A range that is empty is no mistake where it is so by a default.
 */
export function readAsked(
  given: { readonly [name: string]: string },
  now: Instant,
): AskedLines | { readonly breaches: readonly Breach[] } {
  const breaches: Breach[] = [];
  const complain = (name: string, rule: 'LOG-3' | 'LOG-4' | 'api.logs', message: string): void => {
    breaches.push(breach([name], rule, message));
  };
  const query = parseQuery(given.query ?? '');
  if (!('matchers' in query)) {
    for (const { message, hint } of query) {
      complain('query', 'LOG-3', hint === undefined ? message : `${message} (${hint})`);
    }
  }
  const instantOf = (name: 'start' | 'end', otherwise: Instant): bigint => {
    const text = given[name] ?? '';
    const nanos = text === '' ? BigInt(otherwise) * nanosPerMs : nanosOf(text);
    if (nanos !== null) return nanos;
    const takes = 'takes nanoseconds since the epoch, or a date and time with its zone such as 2026-11-01T00:00:00Z';
    complain(name, 'LOG-4', `${name} ${takes}; found ${shown(text)}`);
    return 0n;
  };
  const start = instantOf('start', now - hour);
  const end = instantOf('end', now);
  if (breaches.length === 0 && given.start && given.end && start > end) {
    complain('start', 'LOG-4', `start must not lie after end; found ${given.start} and ${given.end}`);
  }
  const limit = given.limit === undefined ? limitDefault : wholeOf(given.limit);
  if (limit === null || limit < 1 || limit > limitMax) {
    complain('limit', 'api.logs', `limit takes a whole number from 1 to ${limitMax}; found ${shown(given.limit)}`);
  }
  const direction = (given.direction ?? 'backward').toLowerCase();
  if (direction !== 'forward' && direction !== 'backward') {
    complain('direction', 'api.logs', `direction is forward or backward; found ${shown(given.direction)}`);
  }
  if (breaches.length > 0 || !('matchers' in query)) return { breaches };
  return {
    query,
    start,
    end,
    limit: limit ?? limitDefault,
    direction: direction === 'forward' ? 'forward' : 'backward',
  };
}

function nanosOf(text: string): bigint | null {
  if (/^\d{1,20}$/.test(text)) return BigInt(text);
  const instant = instantFromIso(text);
  return typeof instant === 'number' ? BigInt(instant) * nanosPerMs : null;
}

function wholeOf(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
