/**
 * Tables of volumes, their forecasts, and alternative growth strategies.
 */
import type { ForecastReport, ForecastSummary, GrowthReport } from '../../report/capacity/capacityForecasts.ts';
import type { VolumeCapacity } from '../../report/capacity/capacityVolumes.ts';
import { ruleLink } from '../stories/entryList.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import type { TableColumn } from '../view/table.ts';
import { count, countOfEntries, dateText, extra, measured, time, timelineLink, titledTable } from './capacityCells.ts';
import { fullText, growthText, subjectOf, volumeLink } from './volumeList.ts';

type Place = Parameters<typeof subjectOf>[0];

function nameColumn<Row extends Place>(site: Site): TableColumn<Row> {
  return { head: 'Volume', by: subjectOf, cell: (row) => timelineLink(site, subjectOf(row)) };
}

export function volumes(site: Site): Child {
  const { currency, volumes: rows } = site.data.capacity;
  return titledTable<VolumeCapacity>(
    'Volumes',
    [
      nameColumn(site),
      measured('Used, GB', ({ usedGB }) => usedGB, 1),
      measured('Capacity, GB', ({ capacityGB }) => capacityGB, 1),
      measured('Min free, %', ({ lowestFreePct }) => lowestFreePct, 1),
      extra(measured('Growth, GB/day', ({ growthGBPerDay }) => growthGBPerDay, 2)),
      {
        head: 'Time until full, if not expanded',
        by: ({ daysToFull }) => Number(daysToFull ?? 1e9),
        cell: (row) => volumeLink(site, row, fullText(site, row)),
      },
      extra({
        head: 'Autoscaling',
        by: ({ grows }) => Number(grows),
        cell: (row) => (row.grows ? growthText(site, row) : 'no'),
      }),
      countOfEntries<VolumeCapacity>(
        site,
        'Expansions',
        ({ expansions }) => expansions,
        'expansion.accepted',
        subjectOf,
      ),
      countOfEntries<VolumeCapacity>(
        site,
        'Refused expansions',
        ({ refusals }) => refusals,
        'expansion.refused',
        subjectOf,
      ),
      {
        head: 'First refusal',
        by: ({ firstRefusal }) => firstRefusal?.at ?? '',
        cell: ({ firstRefusal }) =>
          firstRefusal === null ? '–' : [`${dateText(firstRefusal.at)} `, ruleLink(site, firstRefusal.rule)],
      },
      extra({
        ...count('Expansions left (24 h)', ({ expansionsLeft }: VolumeCapacity) => expansionsLeft),
        cell: (row) => (row.expansionsLeft === null ? '–' : volumeLink(site, row, String(row.expansionsLeft))),
      }),
      extra(time('Time blocked by the 24 h limit', ({ blockedMs }) => blockedMs)),
      extra(time('Time full', ({ fullMs }) => fullMs)),
      extra(count('Snapshots', ({ snapshots }) => snapshots)),
      measured(`Cost, ${currency}`, ({ cost }) => cost, 2),
    ],
    rows,
  );
}

/** Each evaluation that used a forecast and expanded the volume or was refused, with the actual usage. */
export function forecasts(site: Site): Child {
  const { forecasts: rows } = site.data.capacity;
  return titledTable<ForecastReport>(
    'Forecasts of expansions, accepted or refused',
    [
      nameColumn(site),
      { head: 'Time', by: ({ at }) => at, cell: ({ at }) => dateText(at) },
      {
        head: 'Outcome',
        by: ({ outcome }) => outcome,
        cell: ({ outcome }) => (outcome === 'refused' ? '✗ refused' : outcome),
      },
      extra(count('Readings', ({ points }) => points)),
      extra(measured('Growth, GB/h', ({ rateGBPerHour }) => rateGBPerHour, 2)),
      measured('Used, GB', ({ usedGB }) => usedGB, 1),
      measured('Projected, GB', ({ projectedGB }) => projectedGB, 1),
      measured('Actual, GB', ({ realisedGB }) => realisedGB, 1),
      measured('Forecast error, GB', ({ errorGB }) => errorGB, 1),
      extra(measured('Capacity before, GB', ({ capacityGB }) => capacityGB, 1)),
      measured('Chosen capacity, GB', ({ chosenGB }) => chosenGB, 1),
      extra(measured('GB-hours too early', ({ gbHoursTooEarly }) => gbHoursTooEarly, 1)),
    ],
    rows,
  );
}

/** The error of the forecasts of each volume: of those that led to a decision, and of all hourly ones. */
export function forecastErrors(site: Site): Child {
  const { forecastSummaries: rows } = site.data.capacity;
  return titledTable<ForecastSummary>(
    'Forecast error',
    [
      nameColumn(site),
      { head: 'Lookback', cell: ({ lookbackHours }) => `${Number(lookbackHours)} h` },
      { head: 'Projection', cell: ({ projectionHours }) => `${Number(projectionHours)} h` },
      count('Decisions', ({ evaluations }) => evaluations),
      measured('Bias of decisions, GB', ({ biasGB }) => biasGB, 1),
      measured('Mean error of decisions, GB', ({ meanAbsoluteErrorGB }) => meanAbsoluteErrorGB, 1),
      count('Hourly forecasts', ({ samples }) => samples.compared),
      measured('Hourly bias, GB', ({ samples }) => samples.biasGB, 1),
      measured('Hourly mean error, GB', ({ samples }) => samples.meanAbsoluteErrorGB, 1),
    ],
    rows,
  );
}

const plans = {
  actual: 'actual',
  reactive: 'threshold only, no forecast',
  foresight: 'perfect forecast',
} as const;

/** The result of other growth strategies for the same usage. */
export function growth(site: Site): Child {
  const rows = site.data.capacity.forecastSummaries.flatMap((one) => one.plans.map((plan) => ({ ...one, ...plan })));
  const table = titledTable<Place & GrowthReport>(
    'Growth strategies compared, for the same usage',
    [
      nameColumn(site),
      { head: 'Strategy', cell: ({ plan }) => plans[plan] },
      count('Expansions', ({ expansions }) => expansions),
      measured('GB-hours', ({ gbHours }) => gbHours, 0),
      measured('GB-hours too early', ({ gbHoursTooEarly }) => gbHoursTooEarly, 0),
      time('Time below the threshold', ({ shortMs }) => shortMs),
      measured('Final capacity, GB', ({ finalGB }) => finalGB, 1),
    ],
    rows,
  );
  const note = 'Too early: what each expansion added, until its volume would have been short without it.';
  return table === null ? null : h('div', {}, table, h('p', { class: 'note' }, note));
}
