/**
 * The losses that are tried: a replica, a zone and a location of each workload with demand, in its worst hour.
 */
import { isoFromInstant } from '../../engine/time.ts';
import { zoneName } from '../../platform/workload/zone.ts';
import type { FailureReport } from '../../report/verdict/failure.ts';
import { formatDuration } from '../../rules/duration.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { type SeenWorkload, seenIn } from '../recommend/seen.ts';
import type { Setting } from '../recommend/setting.ts';
import type { Trial } from '../recommend/trial.ts';
import { setupOf } from '../setup.ts';
import type { StretchMeasure } from '../study/stretch.ts';
import { type ScaledFrom, worstHour } from './worstHour.ts';

/** One loss. */
export interface Loss {
  readonly seen: SeenWorkload;
  readonly lost: FailureReport['lost'];
  readonly location: string;
  /** Null: not a zone. */
  readonly zone: number | null;
  /** The worst hour of the workload; the loss lasts as long. */
  readonly stretch: StretchMeasure;
}

/**
 * All losses, by workload in the order of names; of each workload a replica, zone a and the whole of each location.
 * Workloads without demand have none.
 */
export function lossesIn(trial: Trial): Loss[] {
  const { scenario } = trial;
  const { demand, start, end, assumptions } = scenario;
  const { seed } = setupOf(scenario);
  return seenIn(trial).workloads.flatMap((seen): Loss[] => {
    const asked = demand.filter(({ to }) => to === seen.key);
    if (asked.length === 0) return [];
    const { from, until } = worstHour(asked, { from: start, until: end }, seed, scaledOf(scenario, seen.key));
    const name = `stretch ${seen.key} ${from} ${until}`;
    const about = { seen, stretch: { kind: 'stretch', name, workload: seen.key, from, until } } as const;
    return seen.places.flatMap(({ location }): Loss[] => {
      const told = scenario.locations.get(location)?.zones;
      const isSpread = (seen.settings.localOptions.get(location) ?? seen.settings.options).multiZone;
      const zones = told ?? (isSpread ? assumptions['location.zones'] : 1);
      return [
        { ...about, lost: 'replica', location, zone: null },
        // Zone a has most of what is spread, and all of what is not.
        ...(zones > 1 ? [{ ...about, lost: 'zone' as const, location, zone: 0 }] : []),
        { ...about, lost: 'location', location, zone: null },
      ];
    });
  });
}

/** The fault as an entry of the timeline: it begins before all else that is due at the instant. */
export function lossSetting({ lost, location, zone, seen, stretch }: Loss): Setting {
  const { gvc, name } = seen;
  const fault =
    lost === 'replica'
      ? { nodeLoss: { of: `${gvc}/${name}`, location, replicas: 1 } }
      : lost === 'zone'
        ? { zoneLoss: { location, zone: zoneName(zone ?? 0) } }
        : { locationOutage: { location } };
  const { from, until } = stretch;
  return { kind: 'request', entry: { at: isoFromInstant(from), fault, for: formatDuration(until - from) } };
}

/** What the timeline makes of the demand for a workload, by time. */
function scaledOf({ timeline }: Scenario, key: string): readonly ScaledFrom[] {
  return timeline
    .flatMap(({ instants, action }) => {
      const scale = action.kind === 'demand' ? action.scales.get(key) : undefined;
      return scale === undefined ? [] : instants.map((at) => ({ at, scale }));
    })
    .sort((a, b) => a.at - b.at);
}
