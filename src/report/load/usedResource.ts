/**
 * The processor or the memory that the replicas of a load use.
 */
import type { ReplicaLoad } from '../../platform/traffic/load.ts';
import type { Serving } from '../../platform/traffic/serving.ts';
import type { LoadStretch } from './loadLine.ts';
import { Ramps } from './ramps.ts';
import type { ReplicaReserve } from './readyTime.ts';
import { ReplicaUse } from './replicaUse.ts';

/** Millicores or bytes. */
export type Resource = keyof ReplicaReserve;

export class UsedResource {
  /** What all replicas use together. */
  all: Ramps = new Ramps();
  /** What each uses, beside what it reserves and what it may use. */
  each: ReplicaUse = new ReplicaUse();
  /** What of that is beyond what each reserves, times milliseconds. */
  over = 0;
  private readonly of: Resource;

  constructor(of: Resource) {
    this.of = of;
  }

  get isClassed(): boolean {
    return this.all.isClassed || this.each.isClassed;
  }

  /** @param before of each replica, at the start; null: none is known or ready */
  add(stretch: LoadStretch, before: ReplicaLoad | null, after: ReplicaLoad | null): void {
    const { of } = this;
    const { ready, resting, serving, from, until } = stretch;
    const [first, last, idle] = [before?.[of] ?? 0, after?.[of] ?? 0, idleOf(serving, of)];
    const duration = until - from;
    const reserve = stretch.reserve[of];
    const limits = { reserve, ceiling: serving === null ? Number.POSITIVE_INFINITY : serving[of] };
    this.each.add(limits, first, last, ready * duration);
    this.each.add(limits, idle, idle, resting * duration);
    this.all.add(usedAt(stretch, of, before), usedAt(stretch, of, after), duration);
    this.over += duration * (ready * meanAbove(first, last, reserve) + resting * Math.max(0, idle - reserve));
  }

  classify(): void {
    this.all.classify();
    this.each.classify();
  }

  fork(): UsedResource {
    return Object.assign(new UsedResource(this.of), { all: this.all.fork(), each: this.each.fork(), over: this.over });
  }
}

/** By all replicas together. @param load of each that gets requests; null: none is known or ready */
export function usedAt({ ready, resting, serving }: LoadStretch, of: Resource, load: ReplicaLoad | null): number {
  return resting * idleOf(serving, of) + ready * (load?.[of] ?? 0);
}

/** Of one replica that gets no requests: no more than all its containers may use. */
function idleOf(serving: Serving | null, of: Resource): number {
  if (serving === null) return 0;
  return Math.min(serving[of], of === 'cpuMillicores' ? serving.idleCpuMillicores : serving.idleMemoryBytes);
}

/**
 * The mean of what lies above a bound on the straight way from one value to another.
 *
 *   0 to 10 above 5 -> 1.25,  7 to 9 above 5 -> 3,  1 to 4 above 5 -> 0
 */
function meanAbove(first: number, last: number, bound: number): number {
  const [low, high] = first < last ? [first, last] : [last, first];
  if (low >= bound) return (low + high) / 2 - bound;
  return high <= bound ? 0 : ((high - bound) * (high - bound)) / (2 * (high - low));
}
