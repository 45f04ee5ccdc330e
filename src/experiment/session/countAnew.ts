/**
 * Counting anew from an instant on: what a world counts for reports alone.
 */
import { newHolding } from '../../engine/holding.ts';
import type { Instant } from '../../engine/time.ts';
import type { World } from '../../platform/world.ts';
import { busyMcoreMs, seatedMs } from '../../report/fold/callUse.ts';

/**
 * Changes a run that is made for a report, and nothing that decides what it does: room and time of volumes, use by
 * calls, peaks of quotas.
 */
export function countAnew(world: World, at: Instant): void {
  for (const entity of world.entities) {
    if (entity.kind === 'volume') {
      entity.lowest = null;
      Object.assign(entity.blocked, newHolding());
      Object.assign(entity.atCap, newHolding());
    }
    if (entity.kind !== 'deployment' || entity.waitingLine === null) continue;
    const { gauge, lined } = entity.waitingLine;
    gauge.busyMcoreMs -= busyMcoreMs(world, entity, at);
    gauge.seatedMs -= seatedMs(gauge, at);
    Object.assign(lined, newHolding());
    entity.waitingLine.steppedAt = at;
  }
  const { taken } = world.control;
  for (const [key, one] of taken) taken.set(key, { ...one, peak: one.amount, peakAt: at });
}
