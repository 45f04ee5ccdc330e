/**
 * Reads `fault:` of a timeline entry: the kind of failure, its place and its duration.
 */

import type { Path } from '../../../platform/api/document/json.ts';
import { type Fault, type FaultName, faultNames, faultServices, type Whom } from '../../../platform/fault/fault.ts';
import type { FaultAction } from '../../scenario.ts';
import { faultShapes } from '../../shape/faultShape.ts';
import { isMap, type TreeMap } from '../../text/tree.ts';
import { parseShare, parseSize, readDuration } from '../../text/units.ts';
import { entriesOf } from '../names.ts';
import { type FaultContext, FaultEntry } from './faultEntry.ts';
import { readLocation, readZone } from './faultPlace.ts';
import { readTarget } from './faultTarget.ts';
import { readGap, readLasting, readUntil } from './faultTimes.ts';

/** Reads the fault of the entry at a path; null where it could do nothing, which is a problem. */
export function readFault(root: TreeMap, path: Path, context: FaultContext): FaultAction | null {
  const entry = new FaultEntry(root, path, context);
  const name = readName(entry);
  if (name === null) return null;
  const given = entry.at('fault', name);
  const details = isMap(given) ? given : {};
  checkKeys(entry, name, details);
  const of = readTarget(entry, name, details);
  const location = readLocation(entry, name, details);
  const size = (text: unknown): number | null => parseSize(text, context.gbBytes, true);
  const fault: Fault = {
    name,
    location,
    zone: details.zone === undefined ? null : readZone(entry, name, location),
    of,
    whom: readWhom(entry, name, details),
    service: faultServices.find((service) => service === details.service) ?? 'requests',
    latency: entry.read(['fault', name, 'latency'], readDuration, 'expected a duration such as 300ms') ?? 0,
    failure: readShare(entry, name, 'failure') ?? 0,
    addBytes: entry.read(['fault', name, 'add'], size, sizeExpected) ?? 0,
  };
  const duration = readLasting(entry, name);
  const gap = readGap(entry);
  const until = gap === null ? null : readUntil(entry);
  return entry.isGood ? { kind: 'fault', fault, duration, gap, until } : null;
}

const sizeExpected = 'expected a size with its unit, such as 40GB or -5GB';

function readName(entry: FaultEntry): FaultName | null {
  const [first, another] = entriesOf(entry.at('fault')).map(([key]) => key);
  if (another !== undefined)
    entry.complain(['fault', another], {
      code: 'contradiction',
      message: 'expected one fault in an entry',
      atKey: true,
    });
  if (first === undefined)
    entry.complain(['fault'], {
      code: 'missing-key',
      message: `expected one of ${faultNames.join(', ')}, found none`,
      atKey: true,
    });
  return faultNames.find((name) => name === first) ?? null;
}

/** What the fault does not take, and what it cannot do without. */
function checkKeys(entry: FaultEntry, name: FaultName, details: TreeMap): void {
  const { takes, needs } = faultShapes[name];
  for (const key of Object.keys(details)) {
    if (takes.includes(key)) continue;
    const known = takes.length === 0 ? 'it has no keys' : `it accepts ${takes.join(', ')}`;
    entry.complain(['fault', name, key], {
      code: 'contradiction',
      message: `${name} does not accept '${key}': ${known}`,
      atKey: true,
    });
  }
  for (const choice of needs) {
    if (choice.some((key) => details[key] !== undefined || entry.isBroken('fault', name, key))) continue;
    entry.complain(['fault', name], {
      code: 'missing-key',
      message: `${name} needs ${choice.map((key) => `'${key}'`).join(' or ')}`,
      atKey: true,
    });
  }
  if (details.replicas !== undefined && details.share !== undefined)
    entry.complain(['fault', name, 'share'], {
      code: 'contradiction',
      message: "expected either 'replicas' or 'share', found both",
      atKey: true,
    });
}

function readWhom(entry: FaultEntry, name: FaultName, { replicas, share }: TreeMap): Whom {
  if (typeof replicas === 'number') return { kind: 'count', count: replicas };
  if (Array.isArray(replicas))
    return { kind: 'names', names: replicas.filter((one): one is string => typeof one === 'string') };
  if (share === undefined) return { kind: 'all' };
  return { kind: 'share', share: readShare(entry, name, 'share') ?? 1 };
}

function readShare(entry: FaultEntry, name: FaultName, key: string): number | null {
  return entry.read(['fault', name, key], parseShare, 'expected a percentage from 0% to 100%');
}
