/**
 * Instants in the sentences of studies, with the day of the week.
 */
import { civilFromInstant, type Instant, instantFromIso } from '../../engine/time.ts';
import { instantText } from '../words/format.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** `Tue 3 Mar 06:00`; with seconds where there are any. */
export function momentText(instant: Instant): string {
  const { weekday } = civilFromInstant(instant);
  return `${weekdays[weekday] ?? ''} ${instantText(instant)}${secondsText(instant)}`;
}

/** `2026-03-03T06:00:00.000Z` -> `Tue 3 Mar 06:00`; another text stays. */
export function timeText(at: string): string {
  const instant = instantFromIso(at);
  return typeof instant === 'number' ? momentText(instant) : at;
}

/** `06:00`; with seconds where there are any. */
export function clockText(instant: Instant): string {
  const { hour, minute } = civilFromInstant(instant);
  return `${twoDigits(hour)}:${twoDigits(minute)}${secondsText(instant)}`;
}

function secondsText(instant: Instant): string {
  const { second } = civilFromInstant(instant);
  return second === 0 ? '' : `:${twoDigits(second)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
