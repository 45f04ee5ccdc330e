/**
 * All charts and lanes of a run, before the page's limits are applied.
 */

import type { Instant } from '../../engine/time.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { World } from '../../platform/world.ts';
import type { Bill } from '../bill/billDocument.ts';
import { costOf } from '../bill/costs.ts';
import { placeOfSubject, type SubjectPlace } from '../fold/fact.ts';
import type { PageChronicle } from '../fold/page/pageChronicle.ts';
import { VolumeChronicle } from '../fold/volumeChronicle.ts';
import { byPlace, volumesNow } from '../fold/volumeNow.ts';
import type { PageLane } from '../picture/picture.ts';
import type { Report } from '../report.ts';
import { costCharts } from './costCharts.ts';
import type { CostGrain } from './costSteps.ts';
import { callCharts, deploymentCharts } from './deploymentCharts.ts';
import type { ChartDraft } from './draft.ts';
import { tokenChart, volumeChart } from './volumeCharts.ts';

/** A lane in as many bars, and as many points, as there is room for; null where it has none. */
export interface LaneDraft {
  /** Where there are too many lanes, those of the greatest are shown. */
  readonly weight: number;
  readonly shown: (most: number) => PageLane | null;
}

export interface Drafts {
  readonly charts: readonly ChartDraft[];
  readonly lanes: readonly LaneDraft[];
}

/** A bill with a row for each step of the cost charts. */
export interface SteppedBill {
  readonly bill: Bill;
  readonly grain: CostGrain;
}

/** Maximum marks on one time axis. */
const marksMax = 128;

/** In the order of gvc, name, location and index; faults come first, costs last. */
export function draftsOf(report: Report, page: PageChronicle, world: World, stepped: SteppedBill): Drafts {
  const { bill, start, end } = report;
  const deployments = deploymentDrafts(report, page, world);
  const calls = callDrafts(page, bill, end);
  const volumes = volumeDrafts(report, page, world);
  const lanes = [...deployments, ...volumes].flatMap(({ lane }) => lane);
  const charts = [...deployments, ...calls, ...volumes].flatMap((one) => one.charts);
  const marks = new Map<string, number[]>();
  for (const { subject, lane } of [...deployments, ...volumes])
    for (const seq of lane.flatMap(marksOf)) {
      const resource = subject.replace(/@.*$/, '');
      const known = marks.get(resource);
      if (known === undefined) marks.set(resource, [seq]);
      else known.push(seq);
    }
  const costs = costCharts({
    ...stepped,
    run: { start, end },
    held: world.ledger.heldSpans(),
    marksOf: (resource) => (marks.get(resource) ?? []).sort((a, b) => a - b).slice(0, 2 * marksMax),
  });
  const faults = faultLane(page, end);
  return { charts: [...charts, ...costs], lanes: [faults, ...lanes] };
}

interface SubjectDrafts {
  readonly subject: string;
  readonly charts: readonly ChartDraft[];
  readonly lane: readonly LaneDraft[];
}

function deploymentDrafts({ bill, chronicle, load, end }: Report, page: PageChronicle, world: World): SubjectDrafts[] {
  const now = new Map<string, Deployment>();
  for (const entity of world.entities) if (entity.kind === 'deployment') now.set(entity.subject.name, entity);
  const heard = [...chronicle.deployments].sort(([, a], [, b]) => byPlace(a.place, b.place));
  return heard.flatMap(([subject, deployment]) => {
    const picture = page.deployments.get(subject);
    if (picture === undefined) return [];
    const { place } = deployment;
    const weight = costAt(bill, place);
    const isCron = deployment.type === 'cron';
    const lane: LaneDraft = {
      weight,
      shown: (most) => {
        const shown = picture.lane.shown(most, end, page.room);
        const kind = isCron ? 'executions' : 'versions';
        const title = `${isCron ? 'Executions' : 'Replicas by version'} of ${placeText(place)}`;
        return shown === null ? null : { id: `${kind}/${subject}`, kind, subject, title, ...shown };
      },
    };
    const isChanged = chronicle.changed.has(`${place.gvc}/workload/${place.name}`);
    const steady = isChanged ? undefined : now.get(subject);
    const lines = load.loads.get(deployment)?.lines ?? null;
    const marks = marksOf(lane);
    const charts = deploymentCharts(subject, picture, {
      heard: deployment,
      steady,
      load: lines,
      now: now.get(subject),
    });
    return [{ subject, charts: charts.map((chart) => ({ ...chart, marks, weight })), lane: [lane] }];
  });
}

function callDrafts(page: PageChronicle, bill: Bill, end: Instant): SubjectDrafts[] {
  const subjects = [...page.calls].sort(([a], [b]) => (a < b ? -1 : 1));
  return subjects.flatMap(([subject, calls]) => {
    if (calls.isEmpty) return [];
    const place = placeOfSubject(subject);
    const weight = place === null ? 0 : costAt(bill, place);
    return [
      { subject, charts: callCharts(subject, calls, end).map((chart) => ({ ...chart, marks: [], weight })), lane: [] },
    ];
  });
}

function volumeDrafts({ bill, chronicle, end }: Report, page: PageChronicle, world: World): SubjectDrafts[] {
  return volumesNow(world, end).map((now) => {
    const { place } = now;
    const subject = now.entity.subject.name;
    const weight = costAt(bill, place);
    const lane: LaneDraft = {
      weight,
      shown: (most) => {
        const shown = page.volumes.get(subject)?.shown(most, end, page.room) ?? null;
        const title = `Volume ${place.index ?? 0} of ${placeText(place)}`;
        return shown === null ? null : { id: `volume/${subject}`, kind: 'volume', subject, title, ...shown };
      },
    };
    const heard = chronicle.volumes.get(subject) ?? new VolumeChronicle(place, now.set.settings.bytesPerGB);
    const chart = volumeChart(now, heard, page.frame, end);
    const tokens = page.tokens.get(subject)?.shown(end, page.room) ?? null;
    const marks = marksOf(lane);
    const charts = [
      ...(chart === null ? [] : [{ ...chart, marks, weight }]),
      ...(tokens === null ? [] : [{ ...tokenChart(now, tokens), marks, weight }]),
    ];
    return { subject, charts, lane: [lane] };
  });
}

function faultLane(page: PageChronicle, end: Instant): LaneDraft {
  return {
    weight: Number.POSITIVE_INFINITY,
    shown: (most) => {
      const shown = page.faults.shown(most, end, page.room);
      return shown === null ? null : { id: 'faults/', kind: 'faults', subject: '', title: 'Faults', ...shown };
    },
  };
}

/**
 * The entries of a lane's points, which are also marked on the charts of the same subject. Snapshots are left out,
 * because they do not change what a chart shows.
 */
function marksOf(lane: LaneDraft): number[] {
  const points = lane.shown(marksMax)?.points ?? [];
  return points.flatMap(({ state, entry }) => (state === 'snapshot' ? [] : (entry ?? [])));
}

function costAt(bill: Bill, { gvc, kind, name, location, index }: SubjectPlace): number {
  return Number(formatDecimal(costOf(bill, { kind, gvc, name, location, volumeIndex: index })));
}

/** `shop/api in aws-us-east-1`. */
function placeText({ gvc, name, location }: SubjectPlace): string {
  return `${gvc}/${name} in ${location}`;
}
