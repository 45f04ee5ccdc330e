/**
 * Time zones: the offset of local time at an instant, and the instants of a local time.
 *
 * A local time is written as the instant at which UTC shows it: what a clock in the zone shows, as ms since 1970 began
 * on that clock.
 */
import packed from 'moment-timezone/data/packed/latest.json' with { type: 'json' };
import { type Duration, day, type Instant, instantFromCivil } from '../time.ts';
import { unpackCourse } from './unpack.ts';

/** A zone. Immutable, shared. */
export interface Zone {
  readonly name: string;
  /** The instants at which its offset changes, in order. */
  readonly changes: readonly Instant[];
  /** How far local time is ahead of UTC: before the first change, then from each change on. */
  readonly offsets: readonly Duration[];
}

/** The release of the IANA database, as the package pins it. */
export function zoneRelease(): string {
  return packed.version;
}

/** From here on the package has no change: the offset of the last one is kept. */
export const zonesKnownUntil: Instant = instantFromCivil(2500, 1, 1);

/** The packed zones by their names; other names have the text of the zone that they name. */
let texts: ReadonlyMap<string, string> | null = null;
/** UTC needs no database. */
const known = new Map<string, Zone>([['UTC', { name: 'UTC', changes: [], offsets: [0] }]]);

/** A zone by its IANA name, exactly as written there (`Europe/Berlin`, `UTC`); null: there is none. */
export function zoneNamed(name: string): Zone | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  const text = zoneTexts().get(name);
  if (text === undefined) return null;
  const zone = { name, ...unpackCourse(text) };
  known.set(name, zone);
  return zone;
}

/** All names, other names of a zone included, in alphabetical order. */
export function zoneNames(): readonly string[] {
  return [...zoneTexts().keys()].sort();
}

function zoneTexts(): ReadonlyMap<string, string> {
  if (texts !== null) return texts;
  const table = new Map<string, string>();
  for (const zone of packed.zones) table.set(zone.slice(0, zone.indexOf('|')), zone);
  for (const link of packed.links) {
    const [name = '', other = ''] = link.split('|');
    table.set(other, table.get(name) ?? '');
  }
  texts = table;
  return table;
}

/** A stretch of time in which the offset does not change. */
export interface ZoneStretch {
  readonly offset: Duration;
  /** When it begins, itself included, and ends, itself excluded; infinite at both ends of time. */
  readonly from: Instant;
  readonly until: Instant;
}

/** The stretch that an instant lies in. */
export function stretchAt({ changes, offsets }: Zone, instant: Instant): ZoneStretch {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (changes[middle]! <= instant) low = middle + 1;
    else high = middle;
  }
  return {
    offset: offsets[low]!,
    from: low === 0 ? Number.NEGATIVE_INFINITY : changes[low - 1]!,
    until: changes[low] ?? Number.POSITIVE_INFINITY,
  };
}

/** How far local time is ahead of UTC at an instant. */
export function offsetAt(zone: Zone, instant: Instant): Duration {
  return stretchAt(zone, instant).offset;
}

/** A longer time between two changes of the clock is no summer. */
const summerMax = 366 * day;

/**
 * Changes of the clock between two instants, both excluded, that are no part of a summer time: the offset neither comes
 * back within a year, nor was it there within the year before. Moscow in October 2014, Samoa's left-out day of 2011.
 */
export function lastingChanges({ changes, offsets }: Zone, from: Instant, until: Instant): readonly Instant[] {
  return changes.filter((at, index) => {
    if (at <= from || at >= until) return false;
    const comesBack = isWithin(at, changes[index + 1]) && offsets[index + 2] === offsets[index];
    const wasThere = isWithin(at, changes[index - 1]) && offsets[index - 1] === offsets[index + 1];
    return !comesBack && !wasThere;
  });
}

function isWithin(at: Instant, other: Instant | undefined): boolean {
  return other !== undefined && Math.abs(at - other) <= summerMax;
}
