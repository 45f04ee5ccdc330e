/**
 * The scenario's own settings: its time, its names, its places.
 */

import type { Duration, Instant } from '../../engine/time.ts';
import { isObject } from '../../platform/api/document/json.ts';
import type { Installation } from '../../platform/api/records/state.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { LocationSetting } from '../scenario.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { readDuration } from '../text/units.ts';
import { entriesOf } from './names.ts';
import { readInstant } from './times.ts';

/** Reserved names of documentation: nothing of a simulation is ever looked up. */
const defaultInstallation: Installation = {
  baseUrl: 'https://api.svcsim.example',
  appDomain: 'app.svcsim.example',
  locationDomain: 'location.svcsim.example',
  internalDomain: 'svcsim.local',
};

/** First instant, included, and end, excluded; null where one of them cannot be read. */
export function readPeriod(
  root: TreeMap,
  reading: ScenarioReading,
): { readonly start: Instant; readonly end: Instant } | null {
  const start = readInstant(root, ['start'], reading);
  if (root.end !== undefined && root.for !== undefined) {
    reading.complain(root, ['for'], {
      code: 'contradiction',
      message: "expected either 'end' or 'for', found both",
      atKey: true,
    });
    return null;
  }
  if (start !== null && start < 0) {
    reading.complain(root, ['start'], {
      code: 'before-1970',
      message: `expected a start from 1970 on, found ${shown(root.start)}: time is counted from there`,
    });
    return null;
  }
  if (root.end === undefined && root.for === undefined) {
    if (reading.hasBreach(root, ['end']) || reading.hasBreach(root, ['for'])) return null;
    reading.complain(root, ['end'], {
      code: 'missing-key',
      message: "the end of the run is missing: 'end' (a date) or 'for' (a duration)",
      hint: 'add for: 30d',
    });
    return null;
  }
  if (root.end !== undefined) {
    const end = readInstant(root, ['end'], reading);
    if (start === null || end === null) return null;
    if (end > start) return { start, end };
    reading.complain(root, ['end'], {
      code: 'end-before-start',
      message: `expected an end after the start (${shown(root.start)}), found ${shown(root.end)}`,
    });
    return null;
  }
  const length = readDuration(root.for);
  if (length === null)
    reading.complain(root, ['for'], {
      code: 'bad-unit',
      message: `expected a duration such as 30d, found ${shown(root.for)}`,
    });
  else if (length === 0)
    reading.complain(root, ['for'], {
      code: 'end-before-start',
      message: 'expected a run longer than 0s',
    });
  if (start === null || length === null || length === 0) return null;
  if (start + length <= lastEnd) return { start, end: start + length };
  reading.complain(root, ['for'], {
    code: 'after-end',
    message: `expected an end within the year 9999, the last of four digits, found one ${shown(root.for)} after ${shown(root.start)}`,
  });
  return null;
}

/** 10000-01-01T00:00:00Z: from here on dates have no text. */
const lastEnd: Instant = 253_402_300_800_000;

/** `name:`, else the stem of the file, with the variants after it; it names folders, so it may be no path. */
export function readName(root: TreeMap, file: string, variants: readonly string[], reading: ScenarioReading): string {
  const own = typeof root.name === 'string' ? root.name : stemOf(file);
  const name = [own, ...variants].join('.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  const isGood = /^[^/\\\u0000-\u001F]{1,100}$/.test(name) && !/^\.+$/.test(name);
  if (!isGood && (typeof root.name === 'string' || variants.length > 0)) {
    const [variant] = variants;
    reading.complain(root, variant === undefined ? ['name'] : ['variants', variant], {
      code: 'bad-name',
      message: `expected a name of 1 to 100 characters that can name a folder, found ${shown(name)}`,
      atKey: variant !== undefined,
    });
  }
  return name;
}

function stemOf(file: string): string {
  const last = file.split('/').at(-1) ?? '';
  const stem = last.replace(/\.[^.]*$/, '');
  return /^[-.]*$/.test(stem) ? 'scenario' : stem;
}

/** The seed as text, since `1` and `"1"` are one seed; `1` where the document has none. */
export function seedOf({ seed }: TreeMap): string {
  return typeof seed === 'string' || typeof seed === 'number' ? String(seed) : '1';
}

/** Which replication of the seed the document is about; 0 where it has none that is a whole number of 0 or more. */
export function replicationOf({ replication }: TreeMap): number {
  return typeof replication === 'number' && Number.isSafeInteger(replication) ? Math.max(0, replication) : 0;
}

export function readOrg(root: TreeMap, reading: ScenarioReading): string {
  if (typeof root.org !== 'string') return 'acme';
  if (!/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(root.org)) {
    reading.complain(root, ['org'], {
      code: 'bad-name',
      rule: 'api.namePattern',
      message: `expected small letters, digits and hyphens, beginning with a letter, found ${shown(root.org)}`,
    });
  }
  return root.org;
}

export function readInstallation(root: TreeMap): Installation {
  const given = isObject(root.installation) ? root.installation : {};
  const text = (key: keyof Installation): string => {
    const value = given[key];
    return typeof value === 'string' ? value : defaultInstallation[key];
  };
  return {
    baseUrl: text('baseUrl'),
    appDomain: text('appDomain'),
    locationDomain: text('locationDomain'),
    internalDomain: text('internalDomain'),
  };
}

/** By name, in code-unit order. Warns of weights where requests do not go by them (`traffic.route.location`). */
export function readLocations(
  root: TreeMap,
  assumptions: Pick<Assumptions, 'traffic.route.location'>,
  reading: ScenarioReading,
): ReadonlyMap<string, LocationSetting> {
  const how = assumptions['traffic.route.location'];
  const found = entriesOf(root.locations).flatMap(([name, given]): [string, LocationSetting][] => {
    if (!isMap(given)) return [];
    if (given.weight !== undefined && how !== 'weights')
      reading.complain(root, ['locations', name, 'weight'], {
        code: 'no-effect',
        severity: 'warning',
        rule: 'traffic.route.location',
        message: `traffic.route.location is '${how}', so a weight has no effect`,
        hint: "set the assumption traffic.route.location to 'weights', or leave the weight out",
        atKey: true,
      });
    const latencies = entriesOf(given.latencies).flatMap(([from, text]): [string, Duration][] => {
      const latency = readDuration(text);
      if (latency === null)
        reading.complain(root, ['locations', name, 'latencies', from], {
          code: 'bad-unit',
          message: `expected a duration such as 40ms, found ${shown(text)}`,
        });
      return latency === null ? [] : [[from, latency]];
    });
    const { provider, region, zones, weight, enabled, geo } = given;
    const setting: LocationSetting = {
      ...(typeof provider === 'string' ? { provider } : {}),
      ...(typeof region === 'string' ? { region } : {}),
      ...(typeof zones === 'number' ? { zones } : {}),
      ...(typeof weight === 'number' ? { weight } : {}),
      ...(typeof enabled === 'boolean' ? { enabled } : {}),
      ...(isObject(geo) ? { geo } : {}),
      latencies: new Map(sorted(latencies)),
    };
    return [[name, setting]];
  });
  return new Map(sorted(found));
}

function sorted<Value>(entries: [string, Value][]): [string, Value][] {
  return entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
