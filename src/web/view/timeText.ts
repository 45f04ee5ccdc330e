/**
 * Instants as text: with seconds where a reader needs them, and with the year where the run spans several.
 */
import { civilFromInstant, hour, type Instant, minute, second } from '../../engine/time.ts';
import { dayText } from '../../report/picture/timeMarks.ts';
import { durationText, exactInstantText, instantText } from '../../report/words/format.ts';
import type { TimeRange } from './view.ts';

/** Ranges up to this width show seconds. */
const secondsUpTo = 2 * hour;

/**
 * An instant beside others of a range: `3 Nov 09:00`, `3 Nov 09:00:34` if the range is at most two hours wide, and
 * `26 Jan 2031 09:00` if it is in another year than the start of the range.
 */
export function momentText(at: Instant, { from, until }: TimeRange): string {
  const isFine = until - from <= secondsUpTo && at % minute !== 0;
  return withYear(at, from, isFine ? exactInstantText(Math.floor(at / second) * second) : instantText(at));
}

/** An event with its seconds, if these are not 0: `3 Nov 09:00:34`, with the year if it differs from that of `from`. */
export function eventText(at: Instant, { from }: Pick<TimeRange, 'from'>): string {
  const isWhole = at % minute === 0;
  return withYear(at, from, isWhole ? instantText(at) : exactInstantText(Math.floor(at / second) * second));
}

/** The two ends of a range and its width: `3 Nov 09:00 – 3 Nov 10:00 (1h)`. */
export function rangeText(range: TimeRange): string {
  const { from, until } = range;
  return `${momentText(from, range)} – ${momentText(until, range)} (${durationText(until - from)})`;
}

/** Puts the year behind the month. */
function withYear(at: Instant, from: Instant, text: string): string {
  const { year } = civilFromInstant(at);
  if (year === civilFromInstant(from).year) return text;
  const [day = '', month = '', ...clock] = text.split(' ');
  return [day, month, String(year), ...clock].join(' ');
}

/** A day, with its year if that is not the year of another instant: `9 Dec`, `26 Jan 2031`. */
export function dateBeside(at: Instant, other: Instant): string {
  const [day = '', month = '', year = ''] = dayText(at).split(' ').slice(1);
  const isSame = civilFromInstant(at).year === civilFromInstant(other).year;
  return isSame ? `${day} ${month}` : `${day} ${month} ${year}`;
}
