/**
 * Replays the same demand on a volume under other ways to grow: by the reactive rule alone, and with perfect foresight.
 * Settings are those of the end, and there are no manual expansions. Data that did not fit in the run is unknown, so
 * the replay does not ask for it.
 */
import { hour, type Instant } from '../../engine/time.ts';
import { planExpansion } from '../../platform/volume/expansion.ts';
import { expansionRetryAt } from '../../platform/volume/limit.ts';
import { targetsOf } from '../../platform/volume/target.ts';
import { usedBytesAt } from '../../platform/volume/usage.ts';
import { capacityBytesOf, readingFromBytes, storedBytes } from '../../platform/volume/volume.ts';
import {
  type CourseStretch,
  firstIn,
  firstWhere,
  type Settings,
  spellsOf,
  storedAt,
  timeOf,
} from '../fold/volumeCourse.ts';

/** The result of one way to grow. */
export interface GrowthOutcome {
  /** Expansions that took place. */
  readonly expansions: number;
  /** Capacity times time, while there is a device. */
  readonly gbHours: number;
  /**
   * Of each expansion what it added, for as long as the capacity before it would have done: until less than
   * minFreePercentage of that would have been free, or to the end of the run.
   */
  readonly gbHoursTooEarly: number;
  /** Time with less than minFreePercentage free, in whole readings. */
  readonly shortMs: number;
  readonly finalGB: number;
}

export interface GrowthDemand {
  readonly settings: Settings;
  /** As it went. */
  readonly course: readonly CourseStretch[];
  /**
   * Instants at which a device took the place of another: its capacity and what is on it are as they were, whatever was
   * before.
   */
  readonly renewedAt: readonly Instant[];
  readonly now: Instant;
}

/** The growth of the run itself. */
export function actualGrowth({ settings, course, now, renewedAt }: GrowthDemand): GrowthOutcome {
  return growthOf(course, settings, now, renewedAt);
}

/**
 * The growth without prediction: the platform's planner decides at each reading with too little free space (VOLAUTO-11
 * to VOLAUTO-13, LIMIT-1). An expansion takes no time, and the next reading sees it.
 */
export function reactiveGrowth(demand: GrowthDemand): GrowthOutcome {
  const { settings } = demand;
  const { autoscaling } = settings;
  if (autoscaling === null) return actualGrowth(demand);
  const reactive: Settings = { ...settings, autoscaling: { ...autoscaling, predictive: null } };
  return replay(demand, 0, ({ at, usedBytes, capacityMicroGB, expansions }) => {
    const reading = readingFromBytes(usedBytes, settings);
    const plan = planExpansion(reactive, { commandAtWork: false, capacityMicroGB, reading, fit: null, expansions }, at);
    if (plan.kind === 'act') return { toMicroGB: plan.actions[0]?.toMicroGB ?? capacityMicroGB };
    return plan.kind === 'refuse' && plan.retryAt !== null ? { retryAt: plan.retryAt } : 'never';
  });
}

/**
 * The growth with perfect foresight: the volume grows one reading before too little is free, no sooner. It grows to
 * what both rules ask for, with the real use projectionHours later in place of the projection (VOLAUTO-16, VOLAUTO-17,
 * LIMIT-1).
 */
export function foreseenGrowth(demand: GrowthDemand): GrowthOutcome {
  const { settings, course, now } = demand;
  const { autoscaling, capMicroGB, assumptions } = settings;
  if (autoscaling?.predictive == null) return actualGrowth(demand);
  const { projectionHours } = autoscaling.predictive;
  return replay(demand, 1, ({ at, usedBytes, capacityMicroGB, expansions }) => {
    const retryAt = expansionRetryAt(expansions, at, assumptions['volume.limit.window']);
    if (retryAt !== null) return { retryAt };
    const present = storedAt(course, settings, at) ?? 0;
    const later = storedAt(course, settings, Math.min(now, at + projectionHours * hour)) ?? present;
    const projectedGB = Math.max(0, usedBytes + later - present) / settings.bytesPerGB;
    const reading = readingFromBytes(usedBytes, settings);
    const due = { isReactiveDue: true, forecast: { kind: 'enoughProjected', projectedGB } } as const;
    const { wantedMicroGB } = targetsOf(settings, autoscaling, reading, due);
    const toMicroGB = Math.min(wantedMicroGB, capMicroGB);
    return toMicroGB > capacityMicroGB ? { toMicroGB } : 'never';
  });
}

/** What a volume is at a reading at which it is about to be, or is, short of room. */
interface Look {
  readonly at: Instant;
  readonly usedBytes: number;
  readonly capacityMicroGB: number;
  readonly expansions: readonly Instant[];
}

type Decision = { readonly toMicroGB: number } | { readonly retryAt: Instant } | 'never';

/** @param ahead readings before that at which room is short: then somebody decides */
function replay(
  { settings, course, renewedAt, now }: GrowthDemand,
  ahead: 0 | 1,
  decide: (look: Look) => Decision,
): GrowthOutcome {
  const step = settings.readingInterval;
  const min = settings.autoscaling?.minFreePercentage ?? 0;
  const done: CourseStretch[] = [];
  let expansions: Instant[] = [];
  let before: CourseStretch | null = null;
  let current: CourseStretch['use'] | null = null;
  for (const stretch of course) {
    const { from, until, usage } = stretch;
    const isNew = before === null || current === null || renewedAt.some((at) => at > (before?.from ?? 0) && at <= from);
    let capacityMicroGB = isNew ? stretch.use.capacityMicroGB : (current?.capacityMicroGB ?? 0);
    let base =
      isNew || before === null || current === null
        ? baseOf(stretch, settings)
        : turned(before, current, stretch, settings);
    let at = from;
    let blockedTo = Number.NEGATIVE_INFINITY;
    while (at < until) {
      const use = useFrom(stretch, settings, { ...base, capacityMicroGB });
      current = use;
      const rest = { ...stretch, from: at, use };
      const shortAt = firstIn({ ...rest, from: Math.max(at, blockedTo) }, settings, isShortOf(min));
      const lookAt = shortAt === null ? null : Math.max(at, blockedTo, shortAt - ahead * step);
      const usedBytes = storedBytes(use, usage, settings, lookAt ?? at);
      const decision = lookAt === null ? 'never' : decide({ at: lookAt, usedBytes, capacityMicroGB, expansions });
      if (lookAt === null || decision === 'never') {
        done.push(rest);
        break;
      }
      if ('retryAt' in decision) {
        blockedTo = Math.max(decision.retryAt, lookAt + step);
        if (blockedTo < until) continue;
        done.push(rest);
        break;
      }
      const nextAt = Math.min(until, Math.floor(lookAt / step) * step + step);
      done.push({ ...rest, until: nextAt });
      capacityMicroGB = decision.toMicroGB;
      expansions = [...expansions, lookAt].slice(-8);
      // The room is there at once; that there is enough of it is seen at the next reading.
      base = { at: lookAt, usedBytes };
      current = useFrom(stretch, settings, { ...base, capacityMicroGB });
      at = nextAt;
    }
    before = stretch;
  }
  return growthOf(done, settings, now, renewedAt);
}

/** What is stored at an instant, from where use follows a curve. */
interface Base {
  readonly at: Instant;
  readonly usedBytes: number;
}

function baseOf({ from, use, usage }: CourseStretch, settings: Settings): Base {
  return { at: from, usedBytes: storedBytes(use, usage, settings, from) };
}

/** The curve turns to another one: what was added or deleted at once as it did comes to this volume, too. */
function turned(
  before: CourseStretch,
  current: CourseStretch['use'],
  { use, usage }: CourseStretch,
  settings: Settings,
): Base {
  const at = before.endedAt;
  const stored = (of: CourseStretch['use'], by: CourseStretch['usage']): number => storedBytes(of, by, settings, at);
  const jump = stored(use, usage) - stored(before.use, before.usage);
  return { at, usedBytes: Math.max(0, stored(current, before.usage) + jump) };
}

/** A use that follows the curve of a stretch from so many bytes on. */
function useFrom(
  { use, usage }: CourseStretch,
  settings: Settings,
  { at, usedBytes, capacityMicroGB }: Base & { readonly capacityMicroGB: number },
): CourseStretch['use'] {
  const bytes = Math.min(usedBytes, capacityBytesOf(capacityMicroGB, settings.bytesPerGB));
  const { usageClockAt } = use;
  return { usageClockAt, usageOffsetBytes: bytes - usedBytesAt(usage, at - usageClockAt), capacityMicroGB };
}

function growthOf(
  course: readonly CourseStretch[],
  settings: Settings,
  now: Instant,
  renewedAt: readonly Instant[],
): GrowthOutcome {
  const min = settings.autoscaling?.minFreePercentage ?? 0;
  let [expansions, gbHours, tooEarly] = [0, 0, 0];
  course.forEach(({ from, until, use }, index) => {
    gbHours += (use.capacityMicroGB / 1e6) * ((until - from) / hour);
    const before = course[index - 1];
    const addedGB = (use.capacityMicroGB - (before?.use.capacityMicroGB ?? 0)) / 1e6;
    const isNew = before === undefined || renewedAt.some((at) => at > before.from && at <= from);
    if (isNew || addedGB <= 0) return;
    expansions += 1;
    tooEarly += earlyGBHours(
      { settings, course, now },
      { at: from, fromMicroGB: before.use.capacityMicroGB, toMicroGB: use.capacityMicroGB },
      min,
    );
  });
  return {
    expansions,
    gbHours,
    gbHoursTooEarly: tooEarly,
    shortMs: timeOf(spellsOf(course, settings, isShortOf(min))),
    finalGB: (course.at(-1)?.use.capacityMicroGB ?? 0) / 1e6,
  };
}

/** The size of one expansion, times the hours for which the earlier capacity would still have been enough. */
export function earlyGBHours(
  { settings, course, now }: Pick<GrowthDemand, 'settings' | 'course' | 'now'>,
  { at, fromMicroGB, toMicroGB }: { readonly at: Instant; readonly fromMicroGB: number; readonly toMicroGB: number },
  minFreePercentage: number = settings.autoscaling?.minFreePercentage ?? 0,
): number {
  const wasBytes = capacityBytesOf(fromMicroGB, settings.bytesPerGB);
  const isShort = isShortOf(minFreePercentage);
  const neededAt = firstWhere(course, settings, (usedBytes) => isShort(usedBytes, wasBytes), at) ?? now;
  return ((toMicroGB - fromMicroGB) / 1e6) * ((neededAt - at) / hour);
}

function isShortOf(minFreePercentage: number): (usedBytes: number, capacityBytes: number) => boolean {
  return (usedBytes, capacityBytes) => (capacityBytes - usedBytes) * 100 < minFreePercentage * capacityBytes;
}
