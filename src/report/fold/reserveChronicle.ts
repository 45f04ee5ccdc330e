/**
 * The reserves of one deployment's replicas and executions, from the instant at which each is billed.
 */
import { Occupancy } from '../../engine/occupancy.ts';
import type { Instant } from '../../engine/time.ts';
import type { ExecutionBatch } from '../../platform/cron/executionBatch.ts';
import type { Reserve } from '../../platform/facts.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { ReplicaReserve } from '../load/readyTime.ts';
import type { ThinnedLine } from '../picture/thinnedLine.ts';

/** One replica's or execution's part, before it is billed. */
interface Share {
  readonly key: number | string;
  readonly reserve: ReplicaReserve;
  /** Billed from here on: at or after the entry that says so. */
  readonly fromAt: Instant;
}

interface Start {
  /** Absent: it is created as it begins. */
  readonly createdAt?: Instant;
  readonly placedAt: Instant;
  readonly startedAt: Instant;
  readonly reserved: readonly Reserve[];
}

/** The same, for a chart. */
export interface ReserveLines {
  readonly count: ThinnedLine;
  readonly cpuMillicores: ThinnedLine;
  readonly memoryBytes: ThinnedLine;
}

/** Nothing is coming: never added to. */
const none: Share[] = [];

/**
 * The number of billed replicas and executions over time, and their reserves (BILL-1, `billing.replicaFrom`,
 * `billing.replicaUntil`); `cpln-mounter` is not counted.
 */
export class ReserveChronicle {
  count: Occupancy = new Occupancy();
  cpuMillicores: Occupancy = new Occupancy();
  memoryBytes: Occupancy = new Occupancy();
  /** null: nobody draws it, or only bundles tell it. */
  lines: ReserveLines | null = null;
  /** What those reserve that are billed. */
  private readonly billed: Map<number | string, ReplicaReserve> = new Map();
  /** Replicas that are billed once they are ready; null where none waits for that. */
  private unready: Map<number | string, Start> | null = null;
  /** Shares that are not billed yet, the next one first. */
  private coming: Share[] = none;
  private readonly from: Assumptions['billing.replicaFrom'];

  constructor(assumptions: Pick<Assumptions, 'billing.replicaFrom'>) {
    this.from = assumptions['billing.replicaFrom'];
  }

  /** From the first instant of a deployment on there is a value. */
  open(at: Instant): void {
    this.add(at, { cpuMillicores: 0, memoryBytes: 0 }, 0);
  }

  begin(at: Instant, key: number | string, start: Start): void {
    const share: Share = {
      key,
      fromAt:
        this.from === 'created' ? (start.createdAt ?? at) : this.from === 'placed' ? start.placedAt : start.startedAt,
      reserve: totalOf(start.reserved),
    };
    this.queue(share);
    this.reach(at);
  }

  /** A replica of which nothing is billed before it is ready (`ready`), if that is so. */
  await(at: Instant, key: number | string, start: Start): void {
    if (this.from !== 'ready') {
      this.begin(at, key, start);
      return;
    }
    this.unready ??= new Map();
    this.unready.set(key, start);
  }

  /** It is ready: for the first time, or again. */
  ready(at: Instant, key: number | string): void {
    const start = this.unready?.get(key);
    if (start === undefined) return;
    this.unready?.delete(key);
    this.begin(at, key, { ...start, startedAt: at });
  }

  /** Executions one after the other, each gone before the next began, while nothing else was there. */
  addBatch({ count, tickAt, placedAt, startedAt, endedAt, reserved }: ExecutionBatch): void {
    const from = this.from === 'created' ? tickAt : this.from === 'placed' ? placedAt : startedAt;
    const { cpuMillicores, memoryBytes } = totalOf(reserved);
    this.count.addDuring(from, endedAt, count, 1);
    this.cpuMillicores.addDuring(from, endedAt, count, cpuMillicores);
    this.memoryBytes.addDuring(from, endedAt, count, memoryBytes);
  }

  /** It is billed no longer; one that has ended before stays as it was. */
  end(at: Instant, key: number | string): void {
    this.unready?.delete(key);
    this.reach(at);
    const reserve = this.billed.get(key);
    if (reserve === undefined) {
      if (this.coming.some((one) => one.key === key)) this.coming = this.coming.filter((one) => one.key !== key);
      return;
    }
    this.billed.delete(key);
    this.add(at, reserve, -1);
  }

  /** Counts what is billed from an instant up to this one. */
  reach(at: Instant): void {
    let first = this.coming[0];
    while (first !== undefined && first.fromAt <= at) {
      this.coming.shift();
      this.billed.set(first.key, first.reserve);
      this.add(first.fromAt, first.reserve, 1);
      first = this.coming[0];
    }
    if (this.coming.length === 0) this.coming = none;
  }

  settle(until: Instant): void {
    this.reach(until);
    this.count.settle(until);
    this.cpuMillicores.settle(until);
    this.memoryBytes.settle(until);
  }

  /** The same shares, of which nothing has been counted before an instant. */
  carriedForward(at: Instant): ReserveChronicle {
    const begun = this.fork();
    begun.count = this.count.carriedForward(at);
    begun.cpuMillicores = this.cpuMillicores.carriedForward(at);
    begun.memoryBytes = this.memoryBytes.carriedForward(at);
    return begun;
  }

  fork(): ReserveChronicle {
    const fork = new ReserveChronicle({ 'billing.replicaFrom': this.from });
    fork.count = this.count.fork();
    fork.cpuMillicores = this.cpuMillicores.fork();
    fork.memoryBytes = this.memoryBytes.fork();
    for (const [key, reserve] of this.billed) fork.billed.set(key, reserve);
    fork.unready = this.unready === null ? null : new Map(this.unready);
    fork.coming = this.coming.slice();
    return fork;
  }

  /**
   * Behind all that are billed no later: nearly always at the end, so that a great many that come at once cost one step
   * each.
   */
  private queue(share: Share): void {
    const { coming } = this;
    if (coming.length === 0) {
      this.coming = [share];
      return;
    }
    let index = coming.length;
    while (index > 0 && (coming[index - 1]?.fromAt ?? 0) > share.fromAt) index -= 1;
    coming.splice(index, 0, share);
  }

  private add(at: Instant, { cpuMillicores, memoryBytes }: ReplicaReserve, sign: number): void {
    this.count.add(at, sign);
    this.cpuMillicores.add(at, sign * cpuMillicores);
    this.memoryBytes.add(at, sign * memoryBytes);
    this.lines?.count.set(at, this.count.last);
    this.lines?.cpuMillicores.set(at, this.cpuMillicores.last);
    this.lines?.memoryBytes.set(at, this.memoryBytes.last);
  }
}

/** The last list and its total: consecutive entries about one deployment share a list. */
let last: { readonly reserved: readonly Reserve[]; readonly total: ReplicaReserve } | null = null;

/**
 * The reserve of all containers of one replica. Consecutive calls with the same list return the same object, which
 * saves memory.
 */
export function totalOf(reserved: readonly Reserve[]): ReplicaReserve {
  if (last?.reserved === reserved) return last.total;
  let cpuMillicores = 0;
  let memoryBytes = 0;
  for (const one of reserved) {
    cpuMillicores += one.cpuMillicores;
    memoryBytes += one.memoryBytes;
  }
  last = { reserved, total: { cpuMillicores, memoryBytes } };
  return last.total;
}
