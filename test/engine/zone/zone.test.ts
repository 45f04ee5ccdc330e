import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, instantFromCivil, instantFromIso, minute } from '../../../src/engine/time.ts';
import {
  lastingChanges,
  offsetAt,
  stretchAt,
  type Zone,
  zoneNamed,
  zoneNames,
  zoneRelease,
  zonesKnownUntil,
} from '../../../src/engine/zone/zone.ts';

/** Zones of all kinds: with and without changes, of half and quarter hours, across the date line, with a mixed past. */
const twenty = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Istanbul',
  'Europe/Moscow',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Caracas',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC',
];

/** The end of the comparison. */
const until = instantFromCivil(2038, 1, 1);

const zoneOf = (name: string): Zone => {
  const zone = zoneNamed(name);
  if (zone === null) throw new Error(name);
  return zone;
};

/** The second source: the zones that Node.js brings along (ICU). */
function offsetByIcu(name: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const timeOfDay = ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1_000;
    return instantFromCivil(of('year'), of('month'), of('day'), timeOfDay) - Math.floor(instant / 1_000) * 1_000;
  };
}

describe('the zones of the IANA database', () => {
  it.each(twenty)('%s has the offsets of a second source from 1970 to 2037, at each change and between', (name) => {
    const zone = zoneOf(name);
    const icu = offsetByIcu(name);
    for (const change of zone.changes.filter((one) => one < until))
      for (const at of [change - 1_000, change]) expect(offsetAt(zone, at), new Date(at).toISOString()).toBe(icu(at));
    const hours = fc.integer({ min: 0, max: until / hour - 1 });
    for (const one of fc.sample(hours, { seed: 1, numRuns: 400 }))
      expect(offsetAt(zone, one * hour), new Date(one * hour).toISOString()).toBe(icu(one * hour));
  });

  it('have other names, and none that the database has not', () => {
    expect(zoneOf('Europe/Oslo').offsets).toEqual(zoneOf('Europe/Berlin').offsets);
    expect(offsetAt(zoneOf('Asia/Calcutta'), 0)).toBe(5.5 * hour);
    expect(zoneNamed('Europe/berlin')).toBeNull();
    expect(zoneNamed('Mars/Olympus')).toBeNull();
    expect(zoneNamed('')).toBeNull();
    expect(zoneNames().length).toBeGreaterThan(590);
  });

  it('are of a release that the package pins', () => {
    expect(zoneRelease()).toMatch(/^20\d\d[a-z]$/);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['Europe/Berlin', '1990-01-01T00:00:00Z', '2090-01-01T00:00:00Z', []],
    ['Europe/Moscow', '2000-01-01T00:00:00Z', '2030-01-01T00:00:00Z', ['2014-10-25T22:00:00.000Z']],
    ['Europe/Moscow', '2014-10-25T22:00:00Z', '2030-01-01T00:00:00Z', []],
    ['Europe/Moscow', '2014-01-01T00:00:00Z', '2014-10-25T22:00:00Z', []],
    ['Pacific/Apia', '2011-12-01T00:00:00Z', '2012-01-31T00:00:00Z', ['2011-12-30T10:00:00.000Z']],
    [
      'Asia/Pyongyang',
      '2010-01-01T00:00:00Z',
      '2030-01-01T00:00:00Z',
      ['2015-08-14T15:00:00.000Z', '2018-05-04T15:00:00.000Z'],
    ],
  ])('%s from %s to %s: changes for good', (name, from, to, expected) => {
    const [first, last] = [from, to].map((iso) => Number(instantFromIso(iso))) as [number, number];
    expect(lastingChanges(zoneOf(name), first, last).map((at) => new Date(at).toISOString())).toEqual(expected);
  });

  it('change at an instant that belongs to the new offset', () => {
    const change = Number(instantFromIso('2027-03-28T01:00:00Z'));
    const [before, after] = [
      stretchAt(zoneOf('Europe/Berlin'), change - 1),
      stretchAt(zoneOf('Europe/Berlin'), change),
    ];
    expect(before.offset).toBe(hour);
    expect(before.until).toBe(change);
    expect(after).toEqual({ offset: 2 * hour, from: change, until: Number(instantFromIso('2027-10-31T01:00:00Z')) });
  });

  it('hold their first and last offset outside of the years that are known', () => {
    const berlin = zoneOf('Europe/Berlin');
    expect(offsetAt(berlin, -hour)).toBe(hour);
    expect(stretchAt(berlin, zonesKnownUntil + 400 * 24 * hour)).toMatchObject({
      offset: hour,
      until: Number.POSITIVE_INFINITY,
    });
    expect(offsetAt(zoneOf('Africa/Monrovia'), 0)).toBe(-(44.5 * minute));
  });
});
