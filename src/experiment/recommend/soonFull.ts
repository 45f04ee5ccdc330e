/**
 * Volumes that are full not long after the run.
 */
import { day } from '../../engine/time.ts';
import type { VolumeCapacity } from '../../report/capacityVolumes.ts';

/** A capacity is enough if it lasts so many days more: a month is what it takes to notice, to agree and to act. */
export const marginDays = 30;

/** The GB that a volume's use grows by in a day; 0 where it does not grow, or is too young for what it does in hours to be told of days. */
export function paceGB({ growthGBPerDay, trendMs }: Pick<VolumeCapacity, 'growthGBPerDay' | 'trendMs'>): number {
  return (trendMs ?? 0) < day ? 0 : Math.max(0, Number(growthGBPerDay ?? 0));
}

/** Whether a volume that is in use is full within `marginDays` at its pace: at its present capacity, or the greatest one where it grows by itself. */
export function isSoonFull(volume: VolumeCapacity): boolean {
  const { lifecycle, grows, usedGB, capacityGB, maxGB } = volume;
  if (lifecycle === 'unused' || lifecycle === 'deleted') return false;
  return Number(grows ? maxGB : capacityGB) - Number(usedGB) < paceGB(volume) * marginDays;
}
