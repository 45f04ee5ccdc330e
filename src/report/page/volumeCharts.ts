/**
 * The charts of volumes: used, capacity, threshold, forecast and trend.
 */
import { day, hour, type Instant } from '../../engine/time.ts';
import { expansionsMax } from '../../platform/volume/limit.ts';
import { leastAndGreatest } from '../../platform/volume/usage.ts';
import { bendsOf, bytesAt, type UseSince } from '../../platform/volume/useSince.ts';
import { capacityBytesOf, usageAge } from '../../platform/volume/volume.ts';
import type { ForecastEvaluation, VolumeChronicle } from '../fold/volumeChronicle.ts';
import type { VolumeNow } from '../fold/volumeNow.ts';
import type { TimeFrame } from '../picture/columns.ts';
import { columnsMost, PictureBudget } from '../picture/room.ts';
import { ThinnedLine } from '../picture/thinnedLine.ts';
import { durationText, shortNumber } from '../words/format.ts';
import { daysToFull, growthBytesPerHour, trendStretch } from '../words/trend.ts';
import { type ChartDraft, lineDraft } from './draft.ts';

/** Maximum bends of a usage curve; above this, only its extremes are drawn. */
const bendsMax = 20_000;

/** Maximum length of the drawn trend. */
const trendMostDays = 3_650;

/** One volume, in GB; null where it never had a device. @param end how far the run came */
export function volumeChart(
  now: VolumeNow,
  heard: VolumeChronicle,
  frame: TimeFrame,
  end: Instant,
): Omit<ChartDraft, 'marks' | 'weight'> | null {
  const { place, entity, set } = now;
  const { bytesPerGB } = set.settings;
  const subject = entity.subject.name;
  const uses = entity.uses.filter(({ at }) => at < end);
  if (uses.every(({ use }) => use === null)) return null;
  const [used, capacity, threshold, forecast, trend] = lines(frame);
  uses.forEach((since, index) => {
    const until = uses[index + 1]?.at ?? end;
    const from = Math.max(since.at, frame.start);
    drawUse(used, since, from, until, frame);
    const bytes = since.use === null ? null : capacityBytesOf(since.use.capacityMicroGB, since.settings.bytesPerGB);
    capacity.set(from, bytes);
    const free = since.settings.autoscaling?.minFreePercentage;
    if (free !== undefined) threshold.set(from, bytes === null ? null : (bytes * (100 - free)) / 100);
  });
  for (const [index, one] of heard.forecasts.entries()) drawForecast(forecast, one, heard.forecasts[index + 1], uses);
  const note = drawTrend(trend, now, end);
  return {
    id: `volume/${subject}`,
    kind: 'volume',
    subject,
    title: `Volume ${place.index ?? 0} of ${place.gvc}/${place.name} in ${place.location}`,
    unit: 'GB',
    note,
    lines: [
      ...lineDraft('used', used, bytesPerGB),
      ...lineDraft('capacity', capacity, bytesPerGB),
      ...lineDraft('threshold', threshold, bytesPerGB),
      ...lineDraft('forecast', forecast, bytesPerGB),
      ...lineDraft('trend', trend, bytesPerGB),
    ],
  };
}

/** How many expansions one volume has left. */
export function tokenChart({ place, entity }: VolumeNow, left: ThinnedLine): Omit<ChartDraft, 'marks' | 'weight'> {
  const subject = entity.subject.name;
  return {
    id: `tokens/${subject}`,
    kind: 'tokens',
    subject,
    title: `Expansions left of volume ${place.index ?? 0} of ${place.gvc}/${place.name} in ${place.location}`,
    unit: 'expansions',
    note: `At most ${expansionsMax} expansions within 24 hours (LIMIT-1): each returns 24 hours later.`,
    lines: lineDraft('left', left),
  };
}

function lines(frame: TimeFrame): readonly [ThinnedLine, ThinnedLine, ThinnedLine, ThinnedLine, ThinnedLine] {
  const line = (draw: 'steps' | 'joined'): ThinnedLine => new ThinnedLine(frame, new PictureBudget(), draw);
  return [line('joined'), line('steps'), line('steps'), line('joined'), line('joined')];
}

/** Every bend of it; of a curve with too many the least and the greatest of each column of time. */
function drawUse(line: ThinnedLine, since: UseSince, from: Instant, until: Instant, frame: TimeFrame): void {
  const { use, usage, settings } = since;
  if (use === null || until <= from) return;
  const bends = bendsOf(since, from, until, bendsMax);
  if (bends !== null) {
    bends.forEach((at, index) => {
      const next = bends[index + 1];
      // What it comes to in the last millisecond: at its end it may be another use already.
      if (next !== undefined) line.join(at, bytesAt(since, at), next, bytesAt(since, next === until ? next - 1 : next));
    });
    return;
  }
  const width = (frame.end - frame.start) / columnsMost;
  const most = capacityBytesOf(use.capacityMicroGB, settings.bytesPerGB);
  const held = (bytes: number): number => Math.min(most, Math.max(0, bytes + use.usageOffsetBytes));
  for (let at = from; at < until; ) {
    const column = Math.floor((at - frame.start) / width);
    const next = Math.min(until, Math.max(at + 1, Math.ceil(frame.start + (column + 1) * width)));
    const { least, greatest } = leastAndGreatest(usage, usageAge(use, at), usageAge(use, next));
    const isRising = bytesAt(since, next - 1) >= bytesAt(since, at);
    line.join(at, held(isRising ? least : greatest), next, held(isRising ? greatest : least));
    at = next;
  }
}

/** From what was used to what was projected, up to the next prediction. */
function drawForecast(
  line: ThinnedLine,
  one: ForecastEvaluation,
  next: ForecastEvaluation | undefined,
  uses: readonly UseSince[],
): void {
  const settings = uses.findLast(({ at }) => at <= one.at)?.settings;
  const predictive = settings?.autoscaling?.predictive ?? null;
  if (settings === undefined || predictive === null || one.projectedGB === null) return;
  const projection = predictive.projectionHours * hour;
  const first = one.usedGB * settings.bytesPerGB;
  const last = one.projectedGB * settings.bytesPerGB;
  const until = Math.min(one.at + projection, next?.at ?? Number.POSITIVE_INFINITY);
  line.join(one.at, first, until, first + ((last - first) * (until - one.at)) / projection);
}

/** @returns what it says, in words */
function drawTrend(line: ThinnedLine, now: VolumeNow, end: Instant): string {
  const { entity, set, usedBytes, capacityBytes, isPresent } = now;
  if (!isPresent) return 'No device at the end of the run.';
  if (usedBytes >= capacityBytes) return 'Full at the end of the run.';
  const growth = growthBytesPerHour(entity.volume, set.usage, end);
  const days = daysToFull(now, entity.volume, set, end);
  if (growth === null) return '';
  const growthWindow = `at the growth of the last ${durationText(trendStretch(entity.volume, end))}`;
  if (days === null) return `Never full ${growthWindow}.`;
  const drawn = Math.min(days, trendMostDays);
  line.join(end, usedBytes, end + Math.round(drawn * day), usedBytes + growth * 24 * drawn);
  return `Full in ${shortNumber(days)} days ${growthWindow}, if the capacity stays the same.`;
}
