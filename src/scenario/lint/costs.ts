/**
 * Whether the scenario says what the requests cost that it sends.
 */

import type { Demand } from '../../platform/traffic/demand.ts';
import { entriesOf, keyOf, listOf, matching, type Names, parsePattern } from '../read/names.ts';
import { behaviourPaths } from '../read/specPaths.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';

/**
 * Warns of each workload that is asked for while nothing, at any time, says what a request of it costs: at the first
 * demand for it.
 *
 * @param demand what could be read: where nothing could, or nothing can come, there is a problem of its own
 */
export function warnOfFreeRequests(
  root: TreeMap,
  demand: readonly Demand[],
  names: Names,
  reading: ScenarioReading,
): void {
  const asked = new Set(demand.map(({ to }) => to));
  const told = toldBy(root, names, reading);
  for (const [index, entry] of listOf(root.demand).entries()) {
    const pattern = isMap(entry) && typeof entry.to === 'string' ? parsePattern(entry.to) : null;
    if (pattern === null) continue;
    const key = keyOf({ ...pattern, kind: 'workload' });
    if (!asked.has(key) || told.has(key)) continue;
    told.add(key);
    const name = `${pattern.gvc}/${pattern.name}`;
    reading.complain(root, ['demand', index, 'to'], {
      code: 'no-request-cost',
      severity: 'warning',
      message: `the behavior states no cost of a request to ${name}: it takes no time and no cpu, so one replica answers any number of them, and only metric rps scales up`,
      hint: `add request: { cpu: 10ms, duration: 50ms } to the behavior of ${name}`,
    });
  }
}

/** Workloads of which some entry of `behavior:` says what a request takes of the processor, or how long. */
function toldBy(root: TreeMap, names: Names, reading: ScenarioReading): Set<string> {
  const told = new Set<string>();
  for (const path of behaviourPaths(root))
    for (const [key] of entriesOf(valueAt(root, path))) {
      const at = [...path, key, 'request'];
      const request = valueAt(root, at);
      const isTold = isMap(request) && (request.cpu !== undefined || request.duration !== undefined);
      // What had not its shape is taken out of the file, and there is a problem of its own.
      if (!isTold && !reading.hasBreach(root, at)) continue;
      const pattern = parsePattern(key);
      if (pattern !== null) for (const named of matching(names, pattern)) told.add(keyOf(named));
    }
  return told;
}
