/**
 * Asks what the automatic expansion of a volume decides at this instant and why, without carrying it out.
 */
import type { Sim } from '../../handlers/note.ts';
import { type VolumeEntity, volumesetAt } from '../../world.ts';
import { gbFromMicroGB } from '../capacity.ts';
import { type ExpansionPlan, expansionHolds, planExpansion } from '../expansion.ts';
import { fit } from '../forecast.ts';
import { hasDevice, readingFromBytes, usedBytesOf } from '../volume.ts';
import { settleReadings } from './readingsAhead.ts';

/** Why a reading leads to no expansion: the name of its hold. */
export type ExpansionHold = keyof typeof expansionHolds;

/** What the expansion planner decides on a volume at an instant. */
export interface ExpansionAnswer {
  readonly plan: ExpansionPlan;
  /** null: it expands or refuses. */
  readonly hold: ExpansionHold | null;
  readonly usedGB: number;
  readonly capacityGB: number;
  readonly freePercentage: number;
  readonly minFreePercentage: number | null;
  /** The greatest capacity that an expansion may reach. */
  readonly capGB: number;
}

/**
 * Asks the same planner as a reading would. Call it on a fork, after all events of the instant. null: the volume has no
 * device.
 */
export function askExpansion(sim: Sim, entity: VolumeEntity): ExpansionAnswer | null {
  const { volume } = entity;
  if (!hasDevice(volume)) return null;
  const set = volumesetAt(sim.world, volume.volumeset);
  settleReadings(sim, set, entity);
  const { settings } = set;
  const usedBytes = usedBytesOf(volume, set.usage, settings, sim.now);
  const { autoscaling } = settings;
  const lookback = autoscaling?.predictive?.lookback ?? null;
  const line =
    lookback === null || volume.forecast === null
      ? null
      : fit(volume.forecast, sim.now, lookback, sim.world.assumptions['volume.predictive.window']);
  const plan = planExpansion(
    settings,
    {
      commandAtWork: entity.jobs.length > 0,
      capacityMicroGB: volume.capacityMicroGB,
      reading: readingFromBytes(usedBytes, settings),
      fit: line,
      expansions: volume.expansions,
    },
    sim.now,
  );
  const usedGB = usedBytes / settings.bytesPerGB;
  const capacityGB = gbFromMicroGB(volume.capacityMicroGB);
  const name = Object.entries(expansionHolds).find(([, one]) => one === plan)?.[0];
  return {
    plan,
    hold: (name ?? null) as ExpansionHold | null,
    usedGB,
    capacityGB,
    freePercentage: ((capacityGB - usedGB) * 100) / capacityGB,
    minFreePercentage: autoscaling?.minFreePercentage ?? null,
    capGB: gbFromMicroGB(settings.capMicroGB),
  };
}
