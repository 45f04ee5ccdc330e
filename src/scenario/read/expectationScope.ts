/**
 * The scope of an expectation: the resources that it covers, and their location.
 */

import type { Path } from '../../platform/api/document/json.ts';
import type { Metric, MetricName } from '../../platform/expectation.ts';
import { scalarText, shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';
import { keyOf, listOf, matching, type Names, nearestName, parsePattern } from './names.ts';
import { emptyLocation, locationTrouble } from './placement.ts';

/** The key of the workload or volume set, or the gvc, that `of` names; null, with a problem, where it can mean none. */
export function readSubject(
  root: TreeMap,
  path: Path,
  text: string,
  metric: Metric,
  names: Names,
  reading: ScenarioReading,
): string | null {
  if (metric.of === 'none') {
    reading.complain(root, path, {
      code: 'contradiction',
      message: "this metric covers the whole run: leave 'of' out",
      atKey: true,
    });
    return null;
  }
  if (!text.includes('/')) return readGvc(root, path, text, reading);
  const pattern = parsePattern(text);
  const [found] = pattern === null ? [] : matching(names, { ...pattern, kind: pattern.kind ?? metric.of });
  if (found !== undefined && found.kind === metric.of) return keyOf(found);
  const guess = nearestName(names, text, reading);
  const what = metric.of === 'workload' ? 'workload' : 'volume set';
  reading.complain(root, path, {
    code: 'unknown-name',
    message: `expected a ${what} of this scenario, found ${shown(text)}`,
    hint: guess === null || guess === text ? null : `did you mean '${guess}'?`,
  });
  return null;
}

/**
 * A whole gvc, that stands at the start or is made by a request of the timeline; null, with a problem, for any other.
 */
function readGvc(root: TreeMap, path: Path, text: string, reading: ScenarioReading): string | null {
  const gvcs = listOf(root.resources).flatMap((one) =>
    isMap(one) && one.kind === 'gvc' && typeof one.name === 'string' ? [one.name] : [],
  );
  if (gvcs.includes(text) || listOf(root.timeline).some(makesGvc)) return text;
  const guess = reading.nearest(text, gvcs);
  reading.complain(root, path, {
    code: 'unknown-name',
    message: `expected gvc/name, or a gvc of this scenario, found ${shown(text)}`,
    hint: guess === null ? null : `did you mean '${guess}'?`,
  });
  return null;
}

function makesGvc(entry: Tree): boolean {
  return isMap(entry) && /\/gvc(\/[^/]+)?\/?$/.test(scalarText(entry.post ?? entry.put ?? ''));
}

/**
 * Whether a metric tells locations apart; complains where it does not, of a location that there is not, and of one
 * where nothing of what is meant is.
 */
export function checkLocation(
  root: TreeMap,
  path: Path,
  { name, of, at }: { readonly name: MetricName; readonly of: string | null; readonly at: string },
  reading: ScenarioReading,
): boolean {
  const whole = ['bill.total', 'requests.refused', 'requests.unexpected'];
  const message =
    name === 'load.unrouted'
      ? "requests that reached no location belong to none: leave 'at' out"
      : whole.includes(name)
        ? "this metric covers the whole run: leave 'at' out"
        : null;
  if (message !== null) {
    reading.complain(root, [...path, 'at'], { code: 'contradiction', message, atKey: true });
    return false;
  }
  const gvc = of?.split('/')[0] ?? null;
  const trouble =
    locationTrouble(root, at, reading) ?? emptyLocation(root, gvc, at, 'this expectation measures nothing', reading);
  if (trouble !== null) reading.complain(root, [...path, 'at'], trouble);
  return true;
}
