/** Reads the time range of `svcsim logs` from --from, --to and --since. */
import { type Instant, instantFromIso, isoFromInstant } from '../../engine/time.ts';
import { parseDuration } from '../../rules/duration.ts';
import { exitCode, Stop } from '../exit.ts';
import type { LogsFlags } from '../flags.ts';

export interface Range {
  /** Included. */
  readonly from: Instant;
  /** Excluded. */
  readonly to: Instant;
}

/**
 * What --from, --to and --since mean in a run. A run's own end is no bound: what happens at the end itself is a part of
 * some runs; a stretch without any of it is refused.
 */
export function rangeOf(flags: Pick<LogsFlags, 'from' | 'to' | 'since'>, run: Range): Range {
  if (flags.from !== undefined && flags.since !== undefined) throw usage('give --from or --since, not both');
  const to = flags.to === undefined ? Number.POSITIVE_INFINITY : pointOf('--to', flags.to, run.from);
  const from = fromOf(flags, Math.min(to, run.to), run.from);
  if (from >= to) throw usage(`--from must be before --to; found ${flags.from} and ${flags.to}`);
  const span = `within the run, from ${isoFromInstant(run.from)} to ${isoFromInstant(run.to)}`;
  if (flags.from !== undefined && from > run.to) throw usage(`--from must be ${span}; found '${flags.from}'`);
  if (flags.to !== undefined && to <= run.from) throw usage(`--to must be ${span}; found '${flags.to}'`);
  return { from, to };
}

function fromOf({ from, since }: Pick<LogsFlags, 'from' | 'since'>, to: Instant, start: Instant): Instant {
  if (from !== undefined) return pointOf('--from', from, start);
  if (since === undefined) return Number.NEGATIVE_INFINITY;
  const duration = parseDuration(since);
  if (duration === null || duration === 0) throw usage(`--since takes a duration such as 30m or 7d; found '${since}'`);
  return to - duration;
}

/** The instant that a flag names in a run: a date with its zone, or a time after the start. */
export function pointOf(flag: string, text: string, start: Instant): Instant {
  if (text.startsWith('+')) {
    const duration = parseDuration(text.slice(1));
    if (duration !== null) return start + duration;
  }
  const instant = instantFromIso(text.trim());
  if (typeof instant === 'number') return instant;
  const takes = `${flag} takes a date and time with its zone, or +2d10h after the start`;
  if (instant === 'invalid') throw usage(`${takes}; found '${text}'`);
  const meant = /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()}T00:00:00Z` : `${text.trim()}Z`;
  throw usage(`${takes}; found '${text}' without a zone: write ${meant} for UTC`);
}

function usage(message: string): Stop {
  return new Stop(exitCode.usage, message);
}
