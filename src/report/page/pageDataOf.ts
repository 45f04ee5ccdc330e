/**
 * Builds the data of a run's page, within the size limit of a page.
 */

import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Entry } from '../../engine/journal.ts';
import { day, hour } from '../../engine/time.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { World } from '../../platform/world.ts';
import type { UsageRow } from '../bill/billDocument.ts';
import { isTrouble } from '../fold/page/entryStore.ts';
import { drawnMax, type PageChronicle } from '../fold/page/pageChronicle.ts';
import type { FinishedRun, Report } from '../report.ts';
import { countText } from '../words/format.ts';
import { answersOf } from './answers.ts';
import { costEntries } from './costEntries.ts';
import { costFigures } from './costFigures.ts';
import { type Drafts, draftsOf, type SteppedBill } from './drafts.ts';
import { expectationTrails } from './expectationTrails.ts';
import { findingTrails, trailsWithin } from './findingTrails.ts';
import { chartsWithin, lanesWithin } from './fitted.ts';
import { mountsOf } from './mounts.ts';
import { pageBill, RankedBill } from './pageBill.ts';
import { pageCalls } from './pageCalls.ts';
import { pageCapacity } from './pageCapacity.ts';
import type { PageData } from './pageData.ts';
import { selectedEntries } from './pageEntries.ts';
import { laneSteps, type PageLimits, pageLimitsAt, stepsMax } from './pageLimits.ts';
import { pageRollouts } from './pageRollouts.ts';
import { pageRules } from './pageRules.ts';
import { decisionCharactersLeast, pageScalers } from './pageScalers.ts';
import { pageText } from './pageText.ts';

/** Maximum bytes of the page's data as text, so that the whole page stays below 2 MB. */
const dataBytesMax = 1_700_000;

/** Maximum rows of a daily bill; above this, the page uses the monthly bill. */
const dayRowsMax = 40_000;

/** Runs of at most so many days have hourly costs, if the hourly bill has at most `hourRowsMax` rows. */
const hourlyDays = 2;
const hourRowsMax = 100_000;

/**
 * What the page of a finished run shows; its chronicle has a `PageChronicle`.
 *
 * The same for the same run however it was worked out. Where there is too much, everything is thinned alike until it
 * fits, and `notices` say what is missing.
 *
 * @param bytesMax of its text in UTF-8; 1.7 million if absent. What cannot be thinned may make it more.
 * @throws where the chronicle has none
 */
export function pageDataOf(report: Report, run: FinishedRun, bytesMax: number = dataBytesMax): PageData {
  const { page } = report.chronicle;
  if (page === null) throw new Error('the chronicle has kept nothing for a page');
  const { world } = run.sim;
  const stepped = steppedBill(report, run);
  const daily = stepped.grain === 'day' ? stepped.bill : mayBeDaily(report) ? run.bill('day', report.cells).bill : null;
  const drafts = draftsOf(report, page, world, stepped);
  const monthly = report.bill.usage.every(({ period }) => period.length === 7)
    ? report.bill
    : run.bill('month', report.cells).bill;
  const known = page.entries.kept();
  const sources: Sources = {
    report,
    page,
    world,
    drafts,
    daily: daily === null ? null : new RankedBill(daily),
    monthly: new RankedBill(monthly),
    ids: daily === null && monthly === report.bill ? null : idsOf(report.bill.usage),
    costs: costFigures(report.bill, { start: report.start, end: report.end }),
    known,
    trails: findingTrails(report.summary.findings, page.occurrences, known),
    verdictTrails: expectationTrails(report.expectations, known),
    troubles: troublesAmong(known),
  };
  let step = 0;
  while (step < stepsMax && charactersLeast(sources, pageLimitsAt(step)) > bytesMax) step += 1;
  let steady = steadyPart(sources, pageLimitsAt(step));
  let data = dataWith(sources, steady, pageLimitsAt(step));
  while (step < stepsMax && sizeOf(data) > bytesMax) {
    step += 1;
    if (step > laneSteps) steady = steadyPart(sources, pageLimitsAt(step));
    data = dataWith(sources, steady, pageLimitsAt(step));
  }
  return data;
}

/** Characters of the page as text that no step with these limits saves: a page is not made in vain. */
function charactersLeast({ report, page, trails }: Sources, { decisionsMax, daysMax }: PageLimits): number {
  const parts = [report.summary.findings, trailsWithin(trails, daysMax).trails];
  const characters = parts.reduce((sum, part) => sum + JSON.stringify(part).length, 0);
  return characters + decisionCharactersLeast(page, decisionsMax);
}

interface Sources {
  readonly report: Report;
  readonly page: PageChronicle;
  readonly world: World;
  readonly drafts: Drafts;
  /** The bill day by day; null where that would be too much. */
  readonly daily: RankedBill | null;
  readonly monthly: RankedBill;
  /** Names of the rows of `bill.json`, by what tells a row from others; null: only those rows are shown themselves. */
  readonly ids: ReadonlyMap<string, string> | null;
  readonly costs: PageData['costs'];
  readonly known: ReadonlyMap<number, Entry>;
  readonly trails: PageData['trails'];
  readonly verdictTrails: PageData['verdictTrails'];
  /** Numbers of entries. */
  readonly troubles: readonly number[];
}

/** What stays the same while only the lanes become smaller. */
interface SteadyPart {
  readonly charts: ReturnType<typeof chartsWithin>;
  readonly hasDays: boolean;
  readonly billed: ReturnType<typeof pageBill>;
  /** Entries that began or ended what costs the most. */
  readonly costly: ReturnType<typeof costEntries>;
  readonly capacity: ReturnType<typeof pageCapacity>;
  readonly scalers: PageData['scalers'];
  readonly told: ReturnType<typeof trailsWithin>;
}

function steadyPart(
  { report, page, world, drafts, daily, monthly, ids, known, trails }: Sources,
  amounts: PageLimits,
): SteadyPart {
  const charts = chartsWithin(drafts.charts, amounts);
  const hasDays = daily !== null && amounts.bill.hasDays && daily.bill.usage.length <= amounts.bill.rowsMax;
  const billed = pageBill(hasDays ? daily : monthly, hasDays ? 'day' : 'month', amounts.bill, known);
  const bill = { ...billed.bill, usage: ids === null ? billed.bill.usage : withIds(ids, billed.bill.usage) };
  return {
    charts,
    hasDays,
    billed: { ...billed, bill },
    costly: costEntries(bill.usage, known),
    capacity: pageCapacity(report.capacity, amounts.capacityRowsMax),
    scalers: pageScalers(page, deploymentsNow(world), charts.charts, amounts.decisionsMax),
    told: trailsWithin(trails, amounts.daysMax),
  };
}

function dataWith(
  { report, page, world, drafts, daily, costs, known, trails, verdictTrails, troubles }: Sources,
  { charts, hasDays, billed, costly, capacity, scalers, told }: SteadyPart,
  amounts: PageLimits,
): PageData {
  const { name, description, start, end, isComplete } = report;
  const { events: _, files: __, ...summary } = report.summary;
  const lanes = lanesWithin(drafts.lanes, amounts);
  const { rollouts, leftOut: rolloutsLeftOut } = pageRollouts(page, amounts.rolloutsMax);
  const named = [
    [
      ...verdictTrails.flatMap(({ by, entries }) => present([by, ...entries])),
      ...trails.flatMap(({ entries, before }) => [...before, ...entries]),
      ...rollouts.flatMap(({ entries }) => present(Object.values(entries))),
      ...charts.charts.flatMap(({ marks }) => marks),
      ...scalers.flatMap(({ decisions }) => present(decisions.map(({ entry }) => entry))),
    ],
    lanes.lanes.flatMap(({ points }) => present(points.map(({ entry }) => entry))),
    lanes.lanes.flatMap(({ bars }) => bars.flatMap(({ events }) => present(events ?? []))),
    billed.bill.usage.flatMap(({ events = [] }) => events.flatMap(present)),
  ];
  const [first = [], ...others] = named;
  const leads = [first, costly, troubles, ...others];
  const entries = selectedEntries(known, leads, amounts.entryBytes);
  const entriesLeftOut = page.entries.missing(entries);
  const shown = new Set(entries.map(({ seq }) => seq));
  const missing = new Set(named.flat().filter((seq) => !shown.has(seq))).size;
  const drawn = new Set([...charts.charts, ...lanes.lanes].map(({ subject }) => subject.replace(/@.*$/, '')));
  return {
    schema: 'svcsim/page/2',
    name,
    description,
    start,
    end,
    isComplete,
    summary,
    answers: answersOf({
      summary,
      trails,
      rollouts,
      scalers,
      capacity: report.capacity,
      pictures: [...charts.charts, ...lanes.lanes],
      run: { start, end },
    }),
    rollouts,
    rolloutsLeftOut,
    scalers,
    calls: pageCalls(page, amounts.callsMax),
    costs,
    trails: told.trails,
    verdictTrails,
    bill: billed.bill,
    capacity: capacity.capacity,
    charts: charts.charts,
    lanes: lanes.lanes,
    mounts: mountsOf(world, drawn),
    entries,
    entriesLeftOut,
    rules: pageRules(
      [
        ...entries.flatMap(({ rules, assumptions }) => [...rules, ...assumptions]),
        ...summary.findings.flatMap(({ rule }) => rule ?? []),
        ...summary.assumptions.exercised.map((one) => one.name),
        ...summary.assumptions.changed.map((one) => one.name),
        ...capacity.capacity.limits.map(({ rule }) => rule),
        ...capacity.capacity.volumes.flatMap(({ firstRefusal }) => firstRefusal?.rule ?? []),
      ],
      world.assumptions,
    ),
    notices: [
      ...charts.notices,
      ...lanes.notices,
      ...notice(
        report.chronicle.deployments.size - page.deployments.size,
        (count) =>
          `${count} deployments are not drawn (at most ${countText(drawnMax)} are); they are in capacity.json.`,
      ),
      ...notice(
        page.isNumbered ? 0 : 1,
        () => 'No journal of the whole run was stored. This page shows what happened without its reasons.',
      ),
      ...notice(
        page.isNumbered ? missing : 0,
        (count) => `${count} journal entries that this page refers to are only in the journal, not on the page.`,
      ),
      ...notice(
        !world.ledger.keepsEvents && mayBeHourly(report) && hourRowsOf(report) > hourRowsMax ? hourRowsOf(report) : 0,
        (count) => `Cost charts are by ${daily === null ? 'month' : 'day'}: the hourly bill would have ${count} rows.`,
      ),
      ...notice(
        hasDays || daily === null ? 0 : 1,
        () => 'The bill is shown by month: the daily bill has too many rows.',
      ),
      ...notice(
        told.leftOut,
        (count) =>
          `${count} findings are shown without the days on which they happened: the page has no room for them.`,
      ),
      ...notice(
        billed.rowsLeftOut,
        (count) => `${count} rows of the bill are hidden: those of the resources with the lowest cost.`,
      ),
      ...notice(
        billed.rowsCut,
        (count) =>
          `${count} rows of the bill have more journal entries than this page links to; their amounts are complete.`,
      ),
      ...notice(
        capacity.rowsLeftOut,
        (count) => `${count} rows of the capacity report are hidden; they are in capacity.json.`,
      ),
    ],
  };
}

/** Deployments at the end of the run, by subject. */
function deploymentsNow(world: World): ReadonlyMap<string, Deployment> {
  const now = new Map<string, Deployment>();
  for (const entity of world.entities) if (entity.kind === 'deployment') now.set(entity.subject.name, entity);
  return now;
}

function notice(count: number, say: (count: string) => string): string[] {
  return count === 0 ? [] : [say(countText(count))];
}

/** The bill in steps that make a picture of a run of its length. */
function steppedBill(report: Report, run: FinishedRun): SteppedBill {
  if (mayBeHourly(report) && hourRowsOf(report) <= hourRowsMax)
    return { bill: run.bill('hour', report.cells).bill, grain: 'hour' };
  return mayBeDaily(report)
    ? { bill: run.bill('day', report.cells).bill, grain: 'day' }
    : { bill: report.bill, grain: 'month' };
}

/** Whether it is short, and its ledger fine, enough. */
function mayBeHourly({ bill, start, end }: Report): boolean {
  return end - start <= hourlyDays * day && bill.grain === 'hour';
}

function hourRowsOf({ bill, start, end }: Report): number {
  return bill.usage.length * Math.ceil((end - start) / hour);
}

function mayBeDaily({ bill, start, end }: Report): boolean {
  const daysOfMonth = Math.min(31, Math.ceil((end - start) / day));
  return bill.grain !== 'month' && bill.usage.length * daysOfMonth <= dayRowsMax;
}

function idsOf(usage: readonly UsageRow[]): ReadonlyMap<string, string> {
  return new Map(usage.map((row) => [partKey(row, row.period), row.id]));
}

/** Each row by the name of the row of `bill.json` that it is a part of; by its own where there is none. */
function withIds(ids: ReadonlyMap<string, string>, usage: readonly UsageRow[]): readonly UsageRow[] {
  return usage.map((row) => ({
    ...row,
    id: ids.get(partKey(row, row.period)) ?? ids.get(partKey(row, row.period.slice(0, 7))) ?? row.id,
  }));
}

function partKey(row: UsageRow, period: string): string {
  const { gvc, resource, location, container, volumeIndex, replicaIndex, meter, skuPriceId, surplus, tags } = row;
  return JSON.stringify([
    gvc,
    resource,
    location,
    container,
    volumeIndex,
    replicaIndex,
    meter,
    skuPriceId,
    surplus !== '0.0',
    tags,
    period,
  ]);
}

/** Crashes, losses and refusals. */
function troublesAmong(known: ReadonlyMap<number, Entry>): number[] {
  return [...known.values()].filter(({ type }) => isTrouble(type)).map(({ seq }) => seq);
}

function present(seqs: readonly (number | null)[]): number[] {
  return seqs.filter((seq) => seq !== null);
}

/** Bytes of its text in UTF-8, as a page has it: `<` is written as six. */
function sizeOf(data: PageData): number {
  const text = pageText(data);
  return utf8ToBytes(text).length + 5 * (text.split('<').length - 1);
}
