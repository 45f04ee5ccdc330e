/**
 * How the requests for one workload fare between two instants of a run, and which limits the workload reaches there.
 */
import { type Instant, minute } from '../../engine/time.ts';
import type { World } from '../../platform/world.ts';
import { answeredBy, type RequestCounts } from '../../report/fold/answered.ts';
import type { Chronicle } from '../../report/fold/chronicle.ts';
import { askedWorkloads, loadsUpTo } from '../../report/fold/loadCount.ts';

/** A measure of one stretch of a run; its values are named `NAME served`, `NAME breach`, and by limits. */
export interface StretchMeasure {
  readonly kind: 'stretch';
  /** Names the workload and the stretch: another stretch has another name. */
  readonly name: string;
  /** `shop/workload/api` */
  readonly workload: string;
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

/**
 * What a workload in one location reaches within a stretch: `maxScale`, time in ms at the greatest scale; `processor`
 * and `maxConcurrency`, time in ms in which all ready replicas are full by it; `missing`, replicas that are desired and
 * not ready, times ms.
 */
export const stretchLimits = ['maxScale', 'processor', 'maxConcurrency', 'missing'] as const;
export type StretchLimit = (typeof stretchLimits)[number];

/** The name of the value of a limit. */
export function limitValue({ name }: Pick<StretchMeasure, 'name'>, limit: StretchLimit, location: string): string {
  return `${name} ${limit} ${location}`;
}

/** A minute is in breach if more than one in so many of its requests is not answered well. */
const breachOf = 1_000;

/** Looks at a run at each of its marks. */
export class StretchWatch {
  /** Its begin, each minute of it, and its end. */
  readonly marks: readonly Instant[];
  private readonly measure: StretchMeasure;
  private readonly counts: RequestCounts[] = [];
  private before: ReadonlyMap<string, number> = new Map();
  private after: ReadonlyMap<string, number> = new Map();

  constructor(measure: StretchMeasure) {
    const marks: Instant[] = [];
    for (let at = measure.from; at < measure.until; at += minute) marks.push(at);
    this.marks = [...marks, measure.until];
    this.measure = measure;
  }

  /** The run is at one of the marks, and the chronicle is settled. */
  look(at: Instant, chronicle: Chronicle, world: World): void {
    const { workload, from, until } = this.measure;
    this.counts.push(answeredBy(chronicle, world, workload, at));
    if (at === from) this.before = limitsOf(chronicle, world, this.measure, at);
    if (at === until) this.after = limitsOf(chronicle, world, this.measure, at);
  }

  values(): { readonly [name: string]: number | null } {
    const { name } = this.measure;
    const { served, breachMinutes } = faredOf(this.counts);
    const limits = [...this.after].map(([key, total]) => [key, total - (this.before.get(key) ?? 0)] as const);
    return { [`${name} served`]: served, [`${name} breach`]: breachMinutes, ...Object.fromEntries(limits) };
  }
}

/** All totals up to an instant, by the names of their values. */
function limitsOf(chronicle: Chronicle, world: World, measure: StretchMeasure, at: Instant): Map<string, number> {
  const totals = new Map<string, number>();
  const add = (limit: StretchLimit, location: string, amount: number): void => {
    const key = limitValue(measure, limit, location);
    totals.set(key, (totals.get(key) ?? 0) + amount);
  };
  const isAsked = ({ gvc, name }: { readonly gvc: string; readonly name: string }): boolean =>
    `${gvc}/workload/${name}` === measure.workload;
  for (const [subject, { place, replicas }] of chronicle.deployments) {
    if (!isAsked(place)) continue;
    const here = world.entities.filter((one) => one.kind === 'deployment' && one.subject.name === subject);
    const last = here.at(-1);
    const options = last?.kind === 'deployment' ? last.options : null;
    const { bounds, desired, ready } = replicas;
    const { location } = place;
    for (const { atBound } of bounds.reached(options).values()) add('maxScale', location, atBound?.total ?? 0);
    add('missing', location, Math.max(0, Number(desired.area - ready.area)));
  }
  for (const workload of askedWorkloads(chronicle, world)) {
    if (workload.name !== measure.workload) continue;
    for (const [one, { full }] of loadsUpTo(workload, at, world)) {
      for (const limit of ['processor', 'maxConcurrency'] as const)
        add(limit, one.heard.place.location, full[limit].total);
    }
  }
  return totals;
}

/**
 * From counts at each minute: the share of the requests that was answered without an error, and the minutes in which
 * too many were not.
 *
 *   asked 0, 60, 120, good 0, 60, 90 -> 0.75 served, 1 minute in breach
 */
export function faredOf(counts: readonly RequestCounts[]): {
  /** 0 to 1; null: none were asked. */
  readonly served: number | null;
  readonly breachMinutes: number;
} {
  const part = (one: RequestCounts, other: RequestCounts): RequestCounts => ({
    asked: other.asked - one.asked,
    good: other.good - one.good,
  });
  const none = { asked: 0, good: 0 };
  const whole = part(counts[0] ?? none, counts.at(-1) ?? none);
  const minutes = counts.slice(1).map((one, index) => part(counts[index] ?? none, one));
  const breached = minutes.filter(({ asked, good }) => asked > 0 && (asked - good) * breachOf > asked);
  const share = whole.asked <= 0 ? null : Math.min(1, Math.max(0, whole.good / whole.asked));
  return { served: share, breachMinutes: breached.length };
}
