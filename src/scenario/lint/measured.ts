/**
 * Whether a run can measure anything of the requests that an expectation is about.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { isMetric, type MetricName } from '../../platform/expectation.ts';
import { demandsOf } from '../read/amounts.ts';
import { keyOf, listOf, parsePattern } from '../read/names.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';

/**
 * Warns of an expectation of single requests where none come one by one, and of one of amounts where nothing comes as
 * an amount. That no request comes at all may be expected.
 *
 * @param of `gvc/workload/name`, a gvc, or null for all
 * @param path of the expectation
 */
export function warnOfUnmeasured(
  root: TreeMap,
  { metric, of, shown }: { readonly metric: MetricName; readonly of: string | null; readonly shown: string },
  path: Path,
  reading: ScenarioReading,
): void {
  const [room, ...rest] = metric.split('.');
  if (room !== 'calls' && room !== 'load') return;
  const isAbout = (gvc: string, key: string): boolean => of === null || of === gvc || of === key;
  const demands = demandsOf(root).filter(({ workload }) => isAbout(workload.gvc, keyOf(workload)));
  const amounts = demands.some(({ isAmount }) => isAmount);
  const singles = demands.some(({ isAmount }) => !isAmount);
  // That no call comes at all may be what is expected.
  const areCalls = singles || isProbed(root, isAbout) || (metric === 'calls.total' && !amounts);
  if (room === 'calls' ? areCalls : amounts) return;
  const [come, measured] =
    room === 'calls' ? ['rate-based requests', 'single requests'] : ['single requests', 'rate-based requests'];
  const isOther = room === 'calls' ? amounts : singles;
  const other = others.get(metric) ?? `${room === 'calls' ? 'load' : 'calls'}.${rest.join('.')}`;
  reading.complain(root, [...path, 'metric'], {
    code: 'nothing-measured',
    severity: 'warning',
    message: isOther
      ? `${shown} gets ${come}, and ${room}.* measures ${measured}: this expectation will fail`
      : `${shown} gets no ${measured}, so ${metric} measures nothing`,
    hint: isOther && isMetric(other) ? `write ${other}` : null,
  });
}

/** What is measured of the others under another name. */
const others: ReadonlyMap<MetricName, MetricName> = new Map([
  ['calls.total', 'load.requests'],
  ['load.requests', 'calls.total'],
]);

/** Whether a probe may come to one of them: whom a host stands for is known in the run alone. */
function isProbed(root: TreeMap, isAbout: (gvc: string, key: string) => boolean): boolean {
  return listOf(root.timeline).some((entry) => {
    if (!isMap(entry) || !isMap(entry.probe)) return false;
    const { host, to } = entry.probe;
    const pattern = typeof to === 'string' ? parsePattern(to) : null;
    return host !== undefined || (pattern !== null && isAbout(pattern.gvc, keyOf({ ...pattern, kind: 'workload' })));
  });
}
