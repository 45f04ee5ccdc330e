/**
 * The reads and writes of a volume over a run, against the limits of its class at its capacity (VOL-9, VOL-10, VOL-11).
 */
import { Spells } from '../../engine/spells.ts';
import type { Instant } from '../../engine/time.ts';
import { type RateCurve, straightAt } from '../../platform/traffic/curve.ts';
import type { StraightSlot } from '../../platform/traffic/pieces.ts';
import { type ClassLimits, classLimits } from '../../platform/volume/capacity.ts';
import type { VolumeWork } from '../../platform/volume/work.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { VolumeChronicle } from '../fold/volumeChronicle.ts';
import type { VolumeNow } from '../fold/volumeNow.ts';
import { Ramps } from '../load/ramps.ts';
import { statisticsOf } from '../load/replicaUse.ts';
import { type StatisticsReport, statisticsReport } from './capacityReserves.ts';

/** Work of one kind, and the time in which it exceeded the limit of the class. */
export interface Worked {
  readonly asked: Ramps;
  /** The same as a share of what the class gave at the time; empty where it states nothing. */
  readonly ofLimit: Ramps;
  readonly above: Spells;
}

/** Statistics of the requested work over time, in the form of the capacity report. */
export type WorkReport = StatisticsReport;

interface Run {
  readonly start: Instant;
  readonly now: Instant;
  readonly assumptions: Assumptions;
}

const limitOf = {
  operations: 'iops',
  throughput: 'megabytesPerSecond',
} as const satisfies { [kind in keyof VolumeWork]: keyof ClassLimits };

/**
 * The work of a volume, exact and without samples: requested work moves in straight lines, and counts while a replica
 * has the volume (`operations`, `throughput`).
 *
 * @returns null if the scenario does not state it, or no replica ever had the volume
 */
export function workedBy(
  kind: keyof VolumeWork,
  { entity }: Pick<VolumeNow, 'entity'>,
  chronicle: VolumeChronicle,
  { start, now, assumptions }: Run,
): Worked | null {
  const worked = { asked: new Ramps(), ofLimit: new Ramps(), above: new Spells() };
  entity.uses.forEach(({ at, use, work, settings }, index) => {
    const curve = work[kind];
    const end = Math.min(now, entity.uses[index + 1]?.at ?? now);
    if (use === null || curve === null) return;
    const { performanceClass } = settings;
    const most = assumptions['volume.iops.curve'];
    const limit = classLimits(performanceClass, chronicle.provider, use.capacityMicroGB, most)?.[limitOf[kind]];
    for (const { from, until } of chronicle.hadBetween(Math.max(start, at), end))
      addWork(worked, curve, limit ?? Number.POSITIVE_INFINITY, { from, until });
  });
  worked.above.settle(now);
  return worked.asked.total === 0 ? null : worked;
}

function addWork(
  { asked, ofLimit, above }: Worked,
  curve: RateCurve,
  limit: number,
  { from, until }: { readonly from: Instant; readonly until: Instant },
): void {
  const straight: StraightSlot = { first: 0, last: 0, until: 0 };
  for (let at = from; at < until; ) {
    straightAt(curve, at, straight);
    const end = Math.min(until, straight.until);
    const { first } = straight;
    const rises = straight.until === Number.POSITIVE_INFINITY ? 0 : (straight.last - first) / (straight.until - at);
    const last = first + rises * (end - at);
    asked.add(first, last, end - at);
    if (Number.isFinite(limit)) ofLimit.add(first / limit, last / limit, end - at);
    above.set(at, first > limit);
    if (first > limit !== last > limit) above.set(at + Math.round((limit - first) / rises), last > limit);
    at = end;
  }
  above.set(until, false);
}

/** The report of such work; null if it is not known. */
export function workReport(worked: Worked | null): WorkReport | null {
  if (worked === null) return null;
  return statisticsReport(statisticsOf(worked.asked, 1));
}
