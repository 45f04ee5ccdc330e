/**
 * The load of a deployment since it was counted last, in stretches of time in which nothing changes.
 */
import type { Instant } from '../../engine/time.ts';
import type { ServingSince } from '../../platform/traffic/inflow.ts';
import type { Serving } from '../../platform/traffic/serving.ts';
import type { FlowSince } from '../load/loadFlow.ts';
import type { LoadStretch } from '../load/loadLine.ts';
import { scaleOf } from '../load/scalePressure.ts';
import type { ScaleCourse } from './scaleCourse.ts';

/** What a load comes from. */
export interface LoadSources {
  readonly flows: readonly FlowSince[];
  readonly course: ScaleCourse;
  /**
   * What a replica did for a request over the run; a workload that was deleted and came again is another one in the
   * same place.
   */
  readonly servings: readonly ServingSince[];
  /** What one would do for a request as things are at the end: of a place to which none has come. */
  readonly unasked: Serving | null;
}

export interface LoadSpan {
  readonly sources: LoadSources;
  /** Every instant at which something changes, its beginning included, in order. */
  readonly changes: readonly Instant[];
  /** Excluded. */
  readonly until: Instant;
}

/** @param since -Infinity: from the beginning */
export function spanOf(sources: LoadSources, since: Instant, until: Instant): LoadSpan {
  const { flows, course, servings } = sources;
  const all = [...flows.map(({ at }) => at), ...course.changes(until), ...servings.map((one) => one.since)];
  if (since !== Number.NEGATIVE_INFINITY) all.push(since);
  const changes = [...new Set(all)].filter((at) => at >= since && at < until).sort((a, b) => a - b);
  return { sources, changes, until };
}

/** The same without what comes after its last change. */
export function settledSpan({ sources, changes, until }: LoadSpan): LoadSpan {
  return { sources, changes: changes.slice(0, -1), until: changes.at(-1) ?? until };
}

/** In order of time. */
export function* stretchesIn({ sources, changes, until }: LoadSpan): Generator<ScaledStretch> {
  const { flows, course, servings, unasked } = sources;
  let nextFlow = 0;
  let nextServing = 0;
  for (const [index, from] of changes.entries()) {
    while ((flows[nextFlow]?.at ?? until) <= from) nextFlow += 1;
    while ((servings[nextServing]?.since ?? until) <= from) nextServing += 1;
    const flow = flows[nextFlow - 1]?.flow ?? [];
    // Before the first request replicas were what they are for it.
    const { serving = unasked, version = null, unready = null } = servings[Math.max(0, nextServing - 1)] ?? {};
    const all = course.ready.at(from) ?? 0;
    // Without requests nobody has looked who gets them.
    const ready = version === null || flow.length === 0 ? all : course.readyOf(version, from);
    const stretch = {
      flow,
      ready: flow.length === 0 ? ready : (unready ?? ready),
      resting: all - ready,
      serving,
      reserve: course.reserveAt(from),
      from,
      until: changes[index + 1] ?? until,
    };
    yield { stretch, scale: scaleOf(course.desired.at(from) ?? 0, all) };
  }
}

export interface ScaledStretch {
  readonly stretch: LoadStretch;
  /** How many replicas were desired and ready (`scaleOf`). */
  readonly scale: number;
}

/** Whether two have the same stretches, so that the same comes of both. */
export function isSameSpan(one: LoadSpan, other: LoadSpan): boolean {
  if (one.until !== other.until || one.changes.length !== other.changes.length) return false;
  if (one.changes.some((at, index) => at !== other.changes[index])) return false;
  const others = stretchesIn(other);
  for (const mine of stretchesIn(one)) {
    const { value } = others.next();
    if (!isSameStretch(mine, value as ScaledStretch)) return false;
  }
  return true;
}

/** Of two at the same time. Servings with equal figures are one object (`Inflow`), as are rates of one share. */
function isSameStretch(one: ScaledStretch, other: ScaledStretch): boolean {
  const [mine, its] = [one.stretch, other.stretch];
  return (
    one.scale === other.scale &&
    mine.ready === its.ready &&
    mine.resting === its.resting &&
    mine.serving === its.serving &&
    mine.reserve.cpuMillicores === its.reserve.cpuMillicores &&
    mine.reserve.memoryBytes === its.reserve.memoryBytes &&
    mine.flow.length === its.flow.length &&
    mine.flow.every((rate, index) => rate === its.flow[index])
  );
}
