/**
 * Volumes that are full not long after the run.
 */
import type { VolumeCapacity } from '../../report/capacityVolumes.ts';

/** A capacity is enough if it lasts so many days more: a month is what it takes to notice, to agree and to act. */
export const marginDays = 30;

/** Whether a volume that is in use is full within `marginDays` at its pace: at its present capacity, or the greatest one where it grows by itself. */
export function isSoonFull({
  lifecycle,
  grows,
  usedGB,
  capacityGB,
  maxGB,
  growthGBPerDay,
}: Pick<VolumeCapacity, 'lifecycle' | 'grows' | 'usedGB' | 'capacityGB' | 'maxGB' | 'growthGBPerDay'>): boolean {
  const growth = Number(growthGBPerDay ?? 0);
  if (lifecycle === 'unused' || lifecycle === 'deleted' || growth <= 0) return false;
  const room = Number(grows ? maxGB : capacityGB) - Number(usedGB);
  return room < growth * marginDays;
}
