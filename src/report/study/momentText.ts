/**
 * Instants in the sentences of studies, with the day of the week.
 */
import { civilFromInstant, type Instant } from '../../engine/time.ts';
import { instantText } from '../words/format.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** `Tue 3 Mar 06:00`; with seconds where there are any. */
export function momentText(instant: Instant): string {
  const { weekday, second } = civilFromInstant(instant);
  const rest = second === 0 ? '' : `:${String(second).padStart(2, '0')}`;
  return `${weekdays[weekday] ?? ''} ${instantText(instant)}${rest}`;
}
