/**
 * The caller of a demand, and the workload that it calls.
 */

import { workloadType } from '../../../platform/api/document/defaults.ts';
import { type Json, objectAt, type Path } from '../../../platform/api/document/json.ts';
import { catalogueNames, isAccepted } from '../../../platform/api/records/locations.ts';
import type { DemandCaller, DemandOrigin } from '../../../platform/traffic/demand.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { scalarText, shown } from '../../shape/shape.ts';
import type { Complaint } from '../../text/problem.ts';
import type { ScenarioReading } from '../../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../../text/tree.ts';
import { parseShare } from '../../text/units.ts';
import {
  entriesOf,
  isWild,
  keyOf,
  listOf,
  type NamedResource,
  type Names,
  nearestName,
  parsePattern,
} from '../names.ts';
import { hasPorts } from '../services.ts';

export interface CallerContext {
  readonly reading: ScenarioReading;
  readonly names: Names;
  readonly assumptions: Assumptions;
}

/**
 * The key of the workload that is called (`shop/workload/api`); null, with a problem, where the text can mean none, or
 * one that has no port and is given none. What a request of the timeline makes, or gives a port, will do.
 */
export function readTarget(root: TreeMap, path: Path, context: CallerContext): string | null {
  const named = readWorkload(root, path, context, 'error');
  if (named === null) return null;
  const { reading, assumptions } = context;
  const spec = specOf(root, named);
  if (spec === null) return keyOf(named);
  if (workloadType(spec, assumptions) === 'cron') {
    const message = `${shown(valueAt(root, path))} is a cron workload, which serves no requests`;
    reading.complain(root, path, { code: 'wrong-kind', rule: 'TYPE-8', message });
    return null;
  }
  if (hasPorts(root, named)) return keyOf(named);
  const message = `the workload ${shown(valueAt(root, path))} has no port: no request of this demand reaches it`;
  reading.complain(root, path, { code: 'no-ports', message });
  return null;
}

/** Who calls, from `from` or `by` of the entry at a path; null, with a problem, where it cannot be read. */
export function readCaller(root: TreeMap, path: Path, context: CallerContext): DemandCaller | null {
  const given = valueAt(root, path);
  if (!isMap(given)) return null;
  const { reading } = context;
  const origins = given.from === undefined ? [] : readOrigins(root, [...path, 'from'], reading);
  if (given.by === undefined) return origins === null ? null : { kind: 'world', origins };
  if (given.from !== undefined) {
    const message = "expected either 'from' or 'by', found both: a workload calls from where it runs";
    reading.complain(root, [...path, 'by'], { code: 'contradiction', message, atKey: true });
  }
  const named = readWorkload(root, [...path, 'by'], context, 'error');
  if (named === null) return null;
  const spec = specOf(root, named);
  if (spec !== null && workloadType(spec, context.assumptions) === 'cron')
    reading.complain(root, [...path, 'by'], {
      code: 'not-simulated',
      severity: 'warning',
      message: `${shown(given.by)} is a cron workload, and svcsim does not simulate requests from executions: this demand sends none`,
      hint: "write 'from' instead of 'by'",
    });
  return { kind: 'workload', by: keyOf(named) };
}

/**
 * The workload that a text names; null, with a problem, where it can mean none.
 *
 * @param unknown how grave a name is that the file does not know, which is then null for an error
 */
export function readWorkload(
  root: TreeMap,
  path: Path,
  { reading, names }: CallerContext,
  unknown: 'error' | 'warning' = 'warning',
): NamedResource | null {
  const text = valueAt(root, path);
  const pattern = typeof text === 'string' ? parsePattern(text) : null;
  const complain = (complaint: Complaint): null => {
    reading.complain(root, path, complaint);
    return null;
  };
  if (pattern === null || isWild(pattern))
    return complain({ code: 'bad-name', message: `expected a workload as gvc/name, found ${shown(text)}` });
  const { gvc, name, kind } = pattern;
  const named: NamedResource = { kind: 'workload', gvc, name };
  if (kind !== 'volumeset' && names.has(keyOf(named))) return named;
  if (kind === 'volumeset' || names.has(keyOf({ ...named, kind: 'volumeset' })))
    return complain({
      code: 'wrong-kind',
      message: `expected a workload, and ${shown(text)} is a volume set`,
      hint: names.has(keyOf(named)) ? `did you mean '${gvc}/${name}'?` : null,
    });
  const guess = nearestName(names, scalarText(text), reading);
  complain({
    code: 'unknown-name',
    severity: unknown,
    message: `no workload of this scenario has the name ${shown(text)}`,
    hint: guess === null ? null : `did you mean '${guess}'?`,
  });
  return unknown === 'error' ? null : named;
}

/** The spec that a workload begins with; null where it comes later. */
function specOf(root: TreeMap, { gvc, name }: NamedResource): { readonly [key: string]: Json } | null {
  const entry = listOf(root.resources).find(
    (one) => isMap(one) && one.kind === 'workload' && one.gvc === gvc && one.name === name,
  );
  return entry === undefined ? null : objectAt(entry, 'spec');
}

function readOrigins(root: TreeMap, path: Path, reading: ScenarioReading): readonly DemandOrigin[] | null {
  const given = valueAt(root, path);
  if (typeof given === 'string') {
    const place = readPlace(root, path, reading);
    return place === null ? null : [{ location: place, share: 1 }];
  }
  const origins: DemandOrigin[] = [];
  let isGood = true;
  for (const [location, text] of entriesOf(given)) {
    const at = [...path, location];
    const share = parseShare(text);
    if (share === null)
      reading.complain(root, at, {
        code: 'bad-unit',
        message: `expected a percentage from 0% to 100%, found ${shown(text)}`,
      });
    else if (share > 0) origins.push({ location, share });
    isGood = isPlace(root, at, location, true, reading) && share !== null && isGood;
  }
  if (!isGood) return null;
  const sum = origins.reduce((total, { share }) => total + share, 0);
  if (Math.abs(sum - 1) < 1e-9) return origins.sort((a, b) => (a.location < b.location ? -1 : 1));
  reading.complain(root, path, {
    code: 'wrong-sum',
    message: `expected shares that sum to 100%, found ${Number((sum * 100).toPrecision(12))}%`,
    atKey: true,
  });
  return null;
}

/** The place that callers are at; null, with a problem, where there is none of this name. */
export function readPlace(root: TreeMap, path: Path, reading: ScenarioReading): string | null {
  const given = valueAt(root, path);
  return typeof given === 'string' && isPlace(root, path, given, false, reading) ? given : null;
}

/** Whether callers can be there: a location of the platform, or a place that `locations` says a latency to. */
function isPlace(root: TreeMap, path: Path, name: string, atKey: boolean, reading: ScenarioReading): boolean {
  const locations = entriesOf(root.locations);
  const callers = locations.flatMap(([, location]) =>
    isMap(location) ? entriesOf(location.latencies).map(([from]) => from) : [],
  );
  const known = [...locations.map(([location]) => location), ...callers];
  if (known.includes(name) || catalogueNames.includes(name)) return true;
  const guess = reading.nearest(name, [...known, ...catalogueNames]);
  if (isAccepted(name)) {
    if (guess !== null)
      reading.complain(root, path, {
        code: 'unknown-location',
        severity: 'warning',
        message: `the catalogue has no location '${name}', so svcsim does not know which location is nearest to it`,
        hint: `did you mean '${guess}'?`,
        atKey,
      });
    return true;
  }
  reading.complain(root, path, {
    code: 'unknown-location',
    message: `expected a location, or a name in the latencies of one of 'locations', found '${name}'`,
    hint: guess === null ? null : `did you mean '${guess}'?`,
    atKey,
  });
  return false;
}
