/**
 * What a `trace:` of a scenario says of the form of its recording.
 */

import type { TreeMap } from '../../text/tree.ts';
import type { RecordingOptions } from './recording.ts';

/** The options that a trace writes; what its values are for is the caller's. */
export function recordingKeys(
  { time, value, series, counter, unit, gap }: TreeMap,
  file: string,
): Omit<RecordingOptions, 'isAmount' | 'use' | 'kinds' | 'zone'> {
  const names = typeof series === 'string' ? [series] : Array.isArray(series) ? series.map(String) : undefined;
  return {
    file,
    time: typeof time === 'string' ? time : undefined,
    value: typeof value === 'string' ? value : undefined,
    series: names,
    counter: typeof counter === 'boolean' ? counter : undefined,
    unit,
    gap: gap === 'zero' || gap === 'error' ? gap : 'hold',
  };
}
