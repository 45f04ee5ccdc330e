/**
 * Tables of volumes and of their forecasts.
 */
import type { ForecastReport } from '../../report/capacityForecasts.ts';
import type { VolumeCapacity } from '../../report/capacityVolumes.ts';
import { column, course, dateText, durations, numbers, titled } from './capacityCells.ts';
import type { Child } from './element.ts';
import { ruleLink } from './entryList.ts';
import type { Site } from './site.ts';
import { fullText, subjectOf } from './volumeList.ts';

export function volumes(site: Site): Child {
  return titled<VolumeCapacity>(
    'Volumes',
    [
      { head: 'Volume', by: subjectOf, cell: (row) => course(site, subjectOf(row)) },
      column(
        'Used, GB',
        ({ usedGB }) => Number(usedGB),
        ({ usedGB }) => numbers(usedGB, 1),
      ),
      column(
        'Capacity, GB',
        ({ capacityGB }) => Number(capacityGB),
        ({ capacityGB }) => numbers(capacityGB, 1),
      ),
      column(
        'Least free, %',
        ({ lowestFreePct }) => Number(lowestFreePct ?? 100),
        ({ lowestFreePct }) => numbers(lowestFreePct, 1),
      ),
      column(
        'Growth, GB a day',
        ({ growthGBPerDay }) => Number(growthGBPerDay),
        ({ growthGBPerDay }) => numbers(growthGBPerDay),
      ),
      {
        head: 'Full when',
        by: ({ daysToFull }) => Number(daysToFull ?? 1e9),
        cell: (row) => fullText(site, row),
      },
      { head: 'Grows by itself', by: ({ grows }) => Number(grows), cell: ({ grows }) => (grows ? 'yes' : 'no') },
      column(
        'Expansions',
        ({ expansions }) => expansions,
        ({ expansions }) => numbers(expansions),
      ),
      column(
        'Refused',
        ({ refusals }) => refusals,
        ({ refusals }) => numbers(refusals),
      ),
      {
        head: 'First refusal',
        cell: ({ firstRefusal }) =>
          firstRefusal === null ? '–' : [`${dateText(firstRefusal.at)} `, ruleLink(site, firstRefusal.rule)],
      },
      column(
        'Left',
        ({ expansionsLeft }) => expansionsLeft,
        ({ expansionsLeft }) => numbers(expansionsLeft),
      ),
      column(
        'Blocked',
        ({ blockedMs }) => blockedMs,
        ({ blockedMs }) => durations(blockedMs),
      ),
      column(
        'Cost',
        ({ cost }) => Number(cost),
        ({ cost }) => numbers(cost),
      ),
    ],
    site.data.capacity.volumes,
  );
}

export function forecasts(site: Site): Child {
  return titled<ForecastReport>(
    'Forecasts',
    [
      { head: 'Volume', by: subjectOf, cell: (row) => course(site, subjectOf(row)) },
      { head: 'When', by: ({ at }) => at, cell: ({ at }) => dateText(at) },
      {
        head: 'Outcome',
        by: ({ outcome }) => outcome,
        cell: ({ outcome }) => (outcome === 'refused' ? '✗ refused' : outcome),
      },
      column(
        'Points',
        ({ points }) => points,
        ({ points }) => numbers(points),
      ),
      column(
        'GB an hour',
        ({ rateGBPerHour }) => Number(rateGBPerHour),
        ({ rateGBPerHour }) => numbers(rateGBPerHour),
      ),
      column(
        'Used, GB',
        ({ usedGB }) => Number(usedGB),
        ({ usedGB }) => numbers(usedGB, 1),
      ),
      column(
        'Projected, GB',
        ({ projectedGB }) => Number(projectedGB),
        ({ projectedGB }) => numbers(projectedGB, 1),
      ),
      column(
        'Chosen, GB',
        ({ chosenGB }) => Number(chosenGB),
        ({ chosenGB }) => numbers(chosenGB, 1),
      ),
    ],
    site.data.capacity.forecasts,
  );
}
