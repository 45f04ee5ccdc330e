/**
 * Which lines a request for logs asks for, or a stream of them: the parameters of its query, read (http: logs).
 */
import { hour, type Instant, instantFromIso } from '../../engine/time.ts';
import { type Breach, breach, shown } from '../../platform/api/requests/breach.ts';
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

export interface AskedTail {
  readonly query: LogQuery;
  /** Of the lines before now, in nanoseconds since the epoch, included; not after now. */
  readonly start: bigint;
  /** Of all lines, excluded; null: none. */
  readonly end: bigint | null;
  /** How many of the newest lines before now; 0: all. */
  readonly limit: number;
}

export const nanosPerMs = 1_000_000n;

const limitDefault = 100;
const limitMax = 5_000;

/**
 * What of lines before now, and of those that come, a stream is to have, or what is wrong with it (LOG-3, LOG-4): as
 * `readAsked`, with two differences. A `limit` of 0 is none; and `start` says nothing of lines that come, so that who
 * asks in another time than the platform's hears them all the same.
 */
export function readTail(
  given: { readonly [name: string]: string },
  now: Instant,
): AskedTail | { readonly breaches: readonly Breach[] } {
  const asked = readAsked(given, now, 0);
  if ('breaches' in asked) return asked;
  const { query, start, end, limit } = asked;
  const present = BigInt(now) * nanosPerMs;
  return { query, start: start < present ? start : present, end: given.end ? end : null, limit };
}

/**
 * What is asked for at an instant, or what is wrong with it (LOG-3, LOG-4): `query`, `start` (default: an hour ago),
 * `end` (default: now), `limit` (default 100, at most 5,000), `direction` (default: backward). A range that is empty is
 * no mistake where it is so by a default.
 *
 * @param limitMin the least that `limit` may be
 */
export function readAsked(
  given: { readonly [name: string]: string },
  now: Instant,
  limitMin = 1,
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
  if (limit === null || limit < limitMin || limit > limitMax) {
    complain(
      'limit',
      'api.logs',
      `limit takes a whole number from ${limitMin} to ${limitMax}; found ${shown(given.limit)}`,
    );
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
