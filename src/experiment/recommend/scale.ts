/**
 * Bounds of the scale of what answers requests: fewer replicas where they idle, more where requests come to nothing.
 */
import type { WorkloadCapacity } from '../../report/capacity/capacityWorkloads.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';
import { targetChange } from './levers.ts';
import { type Alternative, ladder, type Question } from './question.ts';
import {
  beyondText,
  followed,
  fullerAlternatives,
  lowerTargets,
  moreLocations,
  otherMetrics,
  targetQuestions,
} from './scaleLevers.ts';
import { type Block, blocksOf, type Seen, type SeenWorkload } from './seen.ts';
import type { Setting } from './setting.ts';

/** How busy replicas may be kept: above it waits grow fast, and the formulas of latency are an order of magnitude. */
const busyMost = 0.7;

export function scaleQuestions(seen: Seen): Question[] {
  return seen.workloads.flatMap((workload) =>
    workload.settings.type === 'cron'
      ? []
      : blocksOf(workload).flatMap((block) => [
          ...fewerOf(workload, block),
          ...higherTarget(workload, block),
          ...moreOf(seen, workload, block),
        ]),
  );
}

/** What the replicas of a place did. */
export interface Busy {
  /** As many replicas, wholly busy, would do the work of half, and of 99 hundredths, of all instants. */
  readonly p50: number;
  readonly p99: number;
  /** Replicas wanted for half of the time or more. */
  readonly desired: number;
}

/**
 * The fewest replicas that would not be too busy; null where the present least count is no reason for idleness.
 *
 * Of a fixed count the busy time decides. Where the count follows the load, the least count does only while nothing
 * more is wanted: then the usual time decides, if that is most of it.
 *   fixed 10, 2.1 of them would be enough -> 3 follows, at its least 4 for half of the time, 0.4 would be enough -> 1
 *   above its least -> null
 *
 * @param least 0 where there may be none, else 1
 */
export function fewestOf(minScale: number, isFixed: boolean, busy: readonly Busy[], least: 0 | 1): number | null {
  let fewest: number = least;
  for (const { p50, p99, desired } of busy) {
    if (!isFixed && desired > minScale) return null;
    fewest = Math.max(fewest, Math.ceil((isFixed ? p99 : p50) / busyMost - 1e-9));
  }
  return fewest < minScale ? fewest : null;
}

function fewerOf(workload: SeenWorkload, block: Block): Question[] {
  const { options, places } = block;
  const busy = places.map(busyOf);
  if (busy.some((one) => one === null) || places.some(isInTrouble)) return [];
  const isFixed = options.metric === 'disabled' || options.minScale === options.maxScale;
  const mayBeNone = workload.settings.type === 'serverless' && options.metric !== 'cpu' && options.metric !== 'memory';
  const known = busy.flatMap((one) => one ?? []);
  const fewest = fewestOf(options.minScale, isFixed, known, mayBeNone ? 0 : 1);
  if (fewest === null) return [];
  const busiest = Math.max(...known.map(({ p50, p99 }) => (isFixed ? p99 : p50)));
  const time = isFixed ? '99 hundredths' : 'half';
  const lost =
    fewest <= 1
      ? 'A single replica has no spare: run with --failures to see the effect of its loss'
      : 'Run with --failures to see the effect of the loss of a replica';
  return [
    {
      kind: 'scale',
      target: workload.key,
      location: block.location,
      field: 'minScale',
      now: String(options.minScale),
      reason: `in the busiest location the work keeps at most ${shortNumber(busiest, 2)} replicas fully busy for ${time} of the time; ${fewest} replicas at a utilisation of at most ${shortNumber(busyMost * 100)} % are enough. ${lost}`,
      severity: 'info',
      hope: places.reduce((sum, { cost }) => sum + (Number(cost) * (options.minScale - fewest)) / options.minScale, 0),
      take: 'first',
      alternatives: ladder(options.minScale, fewest).map((count) =>
        isFixed && options.minScale === options.maxScale
          ? boundsOf(workload, block, { minScale: count, maxScale: count })
          : boundsOf(workload, block, { minScale: count }),
      ),
    },
  ];
}

/** A target that would rise by less stays. */
const raiseLeast = 1.15;

/**
 * Where the count follows the load above its least: a higher target needs fewer replicas. None that would keep them
 * busier than is good for latency.
 */
function higherTarget(workload: SeenWorkload, block: Block): Question[] {
  const { target, options, places, location } = block;
  const isFollowed = places.some(({ desired }) => (desired?.p50 ?? 0) > options.minScale);
  if (target === null || options.minScale >= options.maxScale || !isFollowed || places.some(isInTrouble)) return [];
  if (options.metric === 'latency' || options.metric === 'memory') return [];
  const busiest = Math.max(0, ...places.map(({ load }) => Number(load?.utilisation?.p99 ?? 1)));
  const most = busiest === 0 ? target : Math.floor((target * busyMost) / busiest);
  const values = [1.5, 1.25]
    .map((by) => Math.min(most, Math.floor(by * target)))
    .filter((value) => value >= raiseLeast * target);
  if (values.length === 0) return [];
  return [
    {
      kind: 'scale',
      target: workload.key,
      location,
      field: 'target',
      now: String(target),
      reason: `autoscaling by ${options.metric} keeps more than minScale replicas for half of the time; a higher target needs fewer`,
      severity: 'info',
      hope: places.reduce((sum, { cost }) => sum + Number(cost) / 3, 0),
      take: 'first',
      alternatives: [...new Set(values)].map((value) => ({
        ...targetChange(workload, [block], value),
        proposed: String(value),
      })),
    },
  ];
}

function moreOf(seen: Seen, workload: SeenWorkload, block: Block): Question[] {
  const { options, places } = block;
  const troubled = places.filter(isInTrouble);
  if (troubled.length === 0 || options.suspend) return [];
  const requests = troubled.reduce((sum, place) => sum + badRequests(place), 0);
  const atMost = troubled
    .map(({ saturation }) => saturation.filter(({ limit }) => limit === 'maxScale').at(-1)?.ms ?? 0)
    .reduce((most, ms) => Math.max(most, ms), 0);
  const isFixed = options.metric === 'disabled' || options.minScale === options.maxScale;
  const beyond = beyondText(seen, workload, block);
  const lost = `${shortNumber(requests, 0)} requests were not served`;
  const bad = beyond === null ? lost : `${lost}: ${beyond}`;
  const targets = lowerTargets(seen, workload, block).map((value) => ({
    ...targetChange(workload, [block], value),
    lever: { field: 'target', now: String(block.target) },
  }));
  const about = {
    kind: 'scale',
    target: workload.key,
    location: block.location,
    severity: 'error',
    hope: requests,
    take: 'levers',
  } as const;
  if (isFixed || atMost > 0) {
    const counts = [
      ...[...ladder(options.maxScale, Math.max(options.maxScale + 1, options.maxScale * 2))].reverse(),
      ...(isFixed ? [3 * options.maxScale] : []),
      4 * options.maxScale,
    ].filter((count) => count > options.maxScale);
    return [
      {
        ...about,
        field: 'maxScale',
        now: String(options.maxScale),
        reason: isFixed
          ? `${bad} with a fixed count of ${options.minScale} replicas`
          : `${bad}; the workload was at maxScale for ${durationText(atMost)}`,
        alternatives: [
          ...counts.map((count) =>
            boundsOf(workload, block, isFixed ? { minScale: count, maxScale: count } : { maxScale: count }),
          ),
          ...(isFixed ? followed(workload, block) : []),
          ...(isFixed || beyond === null ? [] : targets),
          ...fullerAlternatives(workload, block),
          ...moreLocations(seen, workload),
        ],
      },
    ];
  }
  const usual = Math.max(...troubled.map(({ desired }) => desired?.p95 ?? 0));
  if (usual <= options.minScale) return targetQuestions(seen, workload, block, { ...about, reason: bad });
  return [
    {
      ...about,
      field: 'minScale',
      now: String(options.minScale),
      reason:
        beyond === null
          ? `${bad} below maxScale: new replicas were ready too late. For 95 % of the time at most ${usual} replicas are desired`
          : bad,
      alternatives: [
        ...[...ladder(options.minScale, usual)]
          .reverse()
          .map((count) => boundsOf(workload, block, { minScale: count })),
        ...targets,
        ...otherMetrics(seen, workload, block),
        ...fullerAlternatives(workload, block),
      ],
    },
  ];
}

/** null: it is not known how busy they were. */
function busyOf({ load, desired }: WorkloadCapacity): Busy | null {
  const busy = load?.busyReplicas ?? null;
  return busy === null || desired === null
    ? null
    : { p50: Number(busy.p50), p99: Number(busy.p99), desired: desired.p50 };
}

/** Requests that failed or were lost, whole ones. */
function isInTrouble(place: WorkloadCapacity): boolean {
  return badRequests(place) >= 1;
}

function badRequests({ load, calls }: WorkloadCapacity): number {
  return Number(load?.requests.failed ?? 0) + Number(load?.requests.lost ?? 0) + (calls?.failed ?? 0);
}

function boundsOf(
  { key }: SeenWorkload,
  { steps }: Block,
  bounds: { readonly minScale?: number; readonly maxScale?: number },
): Alternative {
  const settings = Object.entries(bounds).map(
    ([field, value]): Setting => ({ kind: 'field', resource: key, steps: [...steps, 'autoscaling', field], value }),
  );
  const { minScale, maxScale } = bounds;
  if (minScale !== undefined && maxScale !== undefined && minScale === maxScale)
    return { proposed: `${minScale} (minScale and maxScale)`, settings };
  return { proposed: String(minScale ?? maxScale), settings };
}
