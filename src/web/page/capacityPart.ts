/**
 * The part of the page about capacity: what there was, what it was used for, how near every limit came.
 */
import { instantFromIso } from '../../engine/time.ts';
import type { Capacity } from '../../report/capacity.ts';
import type { LimitReport } from '../../report/capacityLimits.ts';
import type { CronReport, RolloutReport } from '../../report/capacityRuns.ts';
import type { ForecastReport, VolumeCapacity } from '../../report/capacityVolumes.ts';
import type { WorkloadCapacity } from '../../report/capacityWorkloads.ts';
import { durationText, groupedDecimal, instantText, shortNumber } from '../../report/format.ts';
import { button, type Child, h } from './element.ts';
import { opener, ruleLink } from './entryList.ts';
import { listTable } from './listTable.ts';
import { openedText } from './opened.ts';
import { fullText, subjectOf } from './overviewPart.ts';
import type { Site } from './site.ts';
import { shortName } from './subject.ts';
import { type Column, tableOf } from './table.ts';

export function capacityPart(site: Site): Node {
  const { capacity } = site.data;
  const blocks: readonly Child[] = [
    verdicts(site),
    workloads(site),
    volumes(site),
    cron(site),
    rollouts(site),
    limits(site),
    forecasts(site),
    ...rest(capacity),
  ];
  const known = blocks.filter((one) => one !== null);
  return h('div', {}, ...(known.length === 0 ? [h('p', { class: 'note' }, 'Nothing ran.')] : known));
}

function titled<Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): Child {
  return rows.length === 0
    ? null
    : h('section', { class: 'block' }, tableOf(columns, rows, { caption: title, isTitled: true, most: 15 }));
}

/** A link to the course of a thing. */
function course({ looking, gvcs }: Site, of: string): HTMLElement {
  return button(shortName(of, gvcs), () => looking.go({ tab: 'time', of, open: null }), { class: 'link' });
}

function placeOf({
  gvc,
  name,
  location,
}: {
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
}): string {
  return `${gvc}/workload/${name}@${location}`;
}

function numbers(text: string | number | null | undefined, decimals = 2): string {
  return text === null || text === undefined ? '–' : shortNumber(Number(text), decimals);
}

function percent(text: string | null): string {
  return text === null ? '–' : `${shortNumber(100 * Number(text), 1)} %`;
}

function dateText(iso: string | null): string {
  const at = iso === null ? null : instantFromIso(iso);
  return typeof at === 'number' ? instantText(at) : '–';
}

function column<Row>(head: string, of: (row: Row) => number | null, text: (row: Row) => string): Column<Row> {
  return { head, isNumber: true, by: (row) => of(row) ?? Number.NEGATIVE_INFINITY, cell: text };
}

function verdicts(site: Site): Child {
  return titled(
    'Expectations',
    [
      {
        head: 'Expectation',
        cell: ({ name, index }) => opener(site, openedText({ kind: 'expectation', index }), name),
      },
      { head: 'Outcome', by: ({ pass }) => Number(pass), cell: ({ pass }) => (pass ? '✓ held' : '✗ broken') },
      { head: 'Measured', isNumber: true, cell: ({ measured }) => measured ?? '–' },
      { head: 'First broken', cell: ({ firstBroken }) => dateText(firstBroken) },
    ],
    site.data.capacity.verdict.map((one, index) => ({ ...one, index })),
  );
}

function workloads(site: Site): Child {
  return titled<WorkloadCapacity>(
    'Workloads',
    [
      { head: 'Workload', by: placeOf, cell: (row) => course(site, placeOf(row)) },
      { head: 'Type', by: ({ type }) => type, cell: ({ type }) => type },
      column(
        'Replicas, mean',
        ({ replicas }) => Number(replicas?.mean),
        ({ replicas }) => numbers(replicas?.mean),
      ),
      column(
        'p95',
        ({ replicas }) => replicas?.p95 ?? null,
        ({ replicas }) => numbers(replicas?.p95),
      ),
      column(
        'Peak',
        ({ replicas }) => replicas?.max ?? null,
        ({ replicas }) => numbers(replicas?.max),
      ),
      column(
        'Ready, least',
        ({ ready }) => ready?.min ?? null,
        ({ ready }) => numbers(ready?.min),
      ),
      column(
        'Cpu used',
        ({ cpu }) => Number(cpu.efficiency),
        ({ cpu }) => percent(cpu.efficiency),
      ),
      column(
        'Memory used',
        ({ memory }) => Number(memory.efficiency),
        ({ memory }) => percent(memory.efficiency),
      ),
      column(
        'At most scale',
        ({ saturation }) => saturation.reduce((sum, { ms }) => sum + ms, 0),
        ({ saturation }) => durations(saturation.reduce((sum, { ms }) => sum + ms, 0)),
      ),
      column(
        'Cost',
        ({ cost }) => Number(cost),
        ({ cost }) => numbers(cost),
      ),
    ],
    site.data.capacity.workloads,
  );
}

function durations(ms: number): string {
  return ms === 0 ? '–' : durationText(ms);
}

function volumes(site: Site): Child {
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

function cron(site: Site): Child {
  return titled<CronReport>(
    'Cron workloads',
    [
      { head: 'Workload', by: placeOf, cell: (row) => course(site, placeOf(row)) },
      ...(['started', 'succeeded', 'failed', 'removed', 'skipped', 'late', 'deadlineHits'] as const).map((name) =>
        column<CronReport>(
          name === 'deadlineHits' ? 'Deadline hits' : `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          (row) => row[name],
          (row) => groupedDecimal(String(row[name])),
        ),
      ),
      column(
        'Longest',
        ({ longestMs }) => longestMs,
        ({ longestMs }) => durations(longestMs),
      ),
      column(
        'Overlap',
        ({ overlap }) => overlap.ms,
        ({ overlap }) => durations(overlap.ms),
      ),
      column(
        'Cost',
        ({ cost }) => Number(cost),
        ({ cost }) => numbers(cost),
      ),
      column(
        'Per success',
        ({ costPerSuccess }) => Number(costPerSuccess),
        ({ costPerSuccess }) => numbers(costPerSuccess, 6),
      ),
    ],
    site.data.capacity.cron,
  );
}

function rollouts(site: Site): Child {
  return titled<RolloutReport>(
    'Rollouts',
    [
      { head: 'Workload', by: placeOf, cell: (row) => course(site, placeOf(row)) },
      ...(['started', 'completed', 'superseded', 'stalled', 'switched'] as const).map((name) =>
        column<RolloutReport>(
          `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          (row) => row[name],
          (row) => numbers(row[name]),
        ),
      ),
      column(
        'Mean',
        ({ meanMs }) => Number(meanMs),
        ({ meanMs }) => (meanMs === null ? '–' : durations(Number(meanMs))),
      ),
      column(
        'Longest',
        ({ longestMs }) => longestMs,
        ({ longestMs }) => durations(longestMs),
      ),
      column(
        'Ready, least',
        ({ lowestReady }) => lowestReady,
        ({ lowestReady }) => numbers(lowestReady),
      ),
      column(
        'Surge, replica-hours',
        ({ surgeReplicaHours }) => Number(surgeReplicaHours),
        ({ surgeReplicaHours }) => numbers(surgeReplicaHours, 3),
      ),
    ],
    site.data.capacity.rollouts,
  );
}

/** The nearest to its limit first. */
function limits(site: Site): Child {
  const shareOf = ({ peak, bound }: LimitReport): number => (Number(bound) === 0 ? 0 : Number(peak) / Number(bound));
  return titled<LimitReport>(
    'Limits',
    [
      { head: 'Limit', by: ({ limit }) => limit, cell: ({ limit, rule }) => [`${limit} `, ruleLink(site, rule)] },
      {
        head: 'Of',
        by: ({ target }) => target,
        cell: ({ target, location }) => `${target}${location === '' ? '' : ` in ${location}`}`,
      },
      { head: 'How near', by: shareOf, cell: (row) => gauge(shareOf(row)) },
      { head: 'Peak', isNumber: true, cell: ({ peak, unit }) => amountText(peak, unit) },
      { head: 'Limit is', isNumber: true, cell: ({ bound, unit }) => amountText(bound, unit) },
      { head: 'When', cell: ({ at }) => dateText(at) },
    ],
    [...site.data.capacity.limits].sort((a, b) => shareOf(b) - shareOf(a)),
  );
}

function amountText(text: string, unit: string): string {
  if (unit === 'ms') return durationText(Number(text));
  return `${shortNumber(Number(text), 2)}${unit === 'count' ? '' : ` ${unit}`}`;
}

/** A bar with its number beside it; full ones are hatched. */
function gauge(share: number): HTMLElement {
  const bar = h('span', { class: `gauge-bar${share >= 1 ? ' is-full' : ''}` });
  bar.style.width = `${Math.min(100, 100 * share)}%`;
  return h(
    'span',
    { class: 'gauge' },
    h('span', { class: 'gauge-box', 'aria-hidden': 'true' }, bar),
    `${shortNumber(100 * share, 0)} %`,
  );
}

function forecasts(site: Site): Child {
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

const ownBlocks: readonly string[] = [
  'schema',
  'horizon',
  'currency',
  'verdict',
  'workloads',
  'volumes',
  'cron',
  'rollouts',
  'limits',
  'forecasts',
];

/** Blocks that have no table of their own here: as the report has them. */
function rest(capacity: Capacity): Child[] {
  return Object.entries(capacity).flatMap(([name, value]: [string, unknown]) =>
    ownBlocks.includes(name) || !Array.isArray(value) || value.length === 0
      ? []
      : [h('section', { class: 'block' }, listTable(name, value))],
  );
}
