/**
 * How much room a volume needs, and how long it lasts.
 */
import { day } from '../../engine/time.ts';
import type { VolumeCapacity } from '../../report/capacity/capacityVolumes.ts';

/** What is to stay free where the set itself does not say, in percent. */
export const freeUsual = 20;
/** A capacity is enough if it lasts so many days more: a month is what it takes to notice, to agree and to act. */
export const marginDays = 30;

/**
 * The GB that a volume's use grows by in a day; 0 where it does not grow, or is too young for what it does in hours to
 * be told of days.
 */
export function paceGB({ growthGBPerDay, trendMs }: Pick<VolumeCapacity, 'growthGBPerDay' | 'trendMs'>): number {
  return (trendMs ?? 0) < day ? 0 : Math.max(0, Number(growthGBPerDay ?? 0));
}

/**
 * Whether a volume that is in use is full within `marginDays` at its pace: at its present capacity, or the greatest one
 * where it grows by itself.
 */
export function isSoonFull(volume: VolumeCapacity): boolean {
  const { lifecycle, grows, usedGB, capacityGB, maxGB } = volume;
  if (lifecycle === 'unused' || lifecycle === 'deleted') return false;
  return Number(grows ? maxGB : capacityGB) - Number(usedGB) < paceGB(volume) * marginDays;
}

/**
 * The capacity that a volume needs to begin with, in whole GB: what it uses at most, with room that stays free; at
 * least what its class allows.
 *
 *   46 GB used at most, 20 % free -> 58 GB     1 GB used, general-purpose-ssd -> 10 GB
 */
export function neededGB(usedGB: number, freePercentage: number, leastGB: number): number {
  const share = Math.max(0.01, 1 - freePercentage / 100);
  return Math.max(leastGB, Math.ceil(usedGB / share - 1e-9));
}

/**
 * What a volume used at most, in GB: at the reading with the least room where its capacity never changed, else at the
 * end.
 */
export function mostUsedGB({ usedGB, capacityGB, lowestFreePct, expansions }: VolumeCapacity): number {
  if (expansions > 0 || lowestFreePct === null) return Number(usedGB);
  return Math.max(Number(usedGB), Number(capacityGB) * (1 - Number(lowestFreePct) / 100));
}

/**
 * What a volume will hold after `marginDays` more days at its pace, whether there is room or not; at least what it used
 * at most.
 */
export function usedLaterGB(volume: VolumeCapacity): number {
  return Math.max(mostUsedGB(volume), Number(volume.usedGB) + paceGB(volume) * marginDays);
}
