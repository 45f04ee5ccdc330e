/**
 * The use of a volume over a run as one curve after the other; a chart of it needs no samples.
 */

import type { Instant } from '../../engine/time.ts';
import type { VolumesetSettings } from './settings.ts';
import { usedBytesAt, type VolumeUsage } from './usage.ts';
import { capacityBytesOf, hasDevice, storedBytes, usageAge } from './volume.ts';
import type { UseBase, Volume } from './volumeRecord.ts';
import type { VolumeWork } from './work.ts';

/**
 * The bytes that a volume stores, and its requested reads and writes, from an instant until the next such record; `use`
 * null: there is no device. Immutable.
 */
export interface UseSince {
  readonly at: Instant;
  /** The first reading that shows it. */
  readonly readFrom: Instant;
  readonly use: UseBase | null;
  readonly usage: VolumeUsage;
  readonly work: VolumeWork;
  readonly settings: VolumesetSettings;
}

/** Adds the use of a volume from now on; a record that held for no time and no reading is dropped. */
export function noteUse(
  uses: UseSince[],
  { usage, work, settings }: Pick<UseSince, 'usage' | 'work' | 'settings'>,
  volume: Volume,
  at: Instant,
): void {
  const { usageClockAt, usageOffsetBytes, capacityMicroGB, steadySince: readFrom } = volume;
  const last = uses.at(-1);
  if (last?.at === at && last.readFrom === readFrom) uses.pop();
  uses.push({
    at,
    readFrom,
    use: hasDevice(volume) ? { usageClockAt, usageOffsetBytes, capacityMicroGB } : null,
    usage,
    work,
    settings,
  });
}

/** The stored bytes at an instant of the record's time; 0 without a device. */
export function bytesAt({ use, usage, settings }: UseSince, at: Instant): number {
  return use === null ? 0 : storedBytes(use, usage, settings, at);
}

/**
 * The instants of `[from, until]`, both ends included, between which stored bytes move in a straight line: each bend
 * and jump of the curve, and each point at which the capacity or 0 begins or stops to limit it. Of two instants in one
 * millisecond it gives one.
 *
 * @returns null if there are more than the given number
 */
export function bendsOf(since: UseSince, from: Instant, until: Instant, most: number): readonly Instant[] | null {
  const { use, usage, settings } = since;
  if (use === null) return [from, until];
  const ages = curveBends(usage, usageAge(use, from), usageAge(use, until), most);
  if (ages === null) return null;
  const corners = [from, ...ages.map((age) => use.usageClockAt + age), until];
  const bends = new Set<Instant>();
  corners.forEach((at, index) => {
    bends.add(at);
    const next = corners[index + 1];
    if (next === undefined) return;
    // Not held, it would be straight: where it leaves or reaches a bound the two differ.
    for (const held of holdsBetween(use, usage, settings, at, next)) bends.add(held);
  });
  return [...bends].sort((a, b) => a - b);
}

/** Ages strictly between two at which a curve bends; before and after a jump, both. */
function curveBends(usage: VolumeUsage, fromAge: number, untilAge: number, most: number): readonly number[] | null {
  const found: number[] = [];
  const add = (age: number): void => {
    if (age > fromAge && age < untilAge) found.push(age);
  };
  if (usage.kind === 'compound') {
    if ((untilAge - fromAge) / usage.period > most) return null;
    for (let age = Math.max(0, Math.ceil(fromAge / usage.period)) * usage.period; age < untilAge; age += usage.period)
      add(age);
  }
  if (usage.kind === 'points') {
    const { ages, repeat } = usage;
    const first = repeat === null ? 0 : Math.max(0, Math.floor(fromAge / repeat.period));
    const last = repeat === null ? 0 : Math.max(0, Math.floor(untilAge / repeat.period));
    if ((last - first) * ages.length > most) return null;
    for (let round = first; round <= last; round += 1) {
      const begin = repeat === null ? 0 : round * repeat.period;
      if (repeat !== null && round > 0) {
        add(begin - 1);
        add(begin);
      }
      for (const age of ages) add(begin + age);
    }
  }
  return found.length > most ? null : found.map(Math.round);
}

/** Where what is wanted passes 0 or the capacity on its straight way from one instant to another. */
function holdsBetween(
  use: UseBase,
  usage: VolumeUsage,
  settings: VolumesetSettings,
  from: Instant,
  until: Instant,
): Instant[] {
  const wanted = (at: Instant): number => usedBytesAt(usage, usageAge(use, at)) + use.usageOffsetBytes;
  const [first, last] = [wanted(from), wanted(until)];
  const full = capacityBytesOf(use.capacityMicroGB, settings.bytesPerGB);
  return [0, full].flatMap((bound) => {
    if (first < bound === last < bound || first === last) return [];
    const at = from + Math.round(((until - from) * (bound - first)) / (last - first));
    return at > from && at < until ? [at] : [];
  });
}
