/**
 * What the replicas and executions of one deployment reserve, from the instant each is billed.
 */
import { Occupancy } from '../engine/occupancy.ts';
import type { Instant } from '../engine/time.ts';
import type { ToldLaps } from '../platform/cron/toldLaps.ts';
import type { Reserve } from '../platform/facts.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';
import type { ThinnedLine } from './page/thinnedLine.ts';
import type { ReplicaReserve } from './readyTime.ts';

/** One replica's or execution's part. */
interface Share extends ReplicaReserve {
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

/** The same as a picture shows it. */
export interface ReserveLines {
  readonly count: ThinnedLine;
  readonly cpuMillicores: ThinnedLine;
  readonly memoryBytes: ThinnedLine;
}

/** How many are billed over time, and for how much (BILL-1, `billing.replicaFrom`, `billing.replicaUntil`); `cpln-mounter` is not counted. */
export class ReserveChronicle {
  count: Occupancy = new Occupancy();
  cpuMillicores: Occupancy = new Occupancy();
  memoryBytes: Occupancy = new Occupancy();
  /** null: nobody draws it, or only bundles tell it. */
  lines: ReserveLines | null = null;
  private readonly shares: Map<number | string, Share> = new Map();
  /** Replicas that are billed once they are ready. */
  private readonly unready: Map<number | string, Start> = new Map();
  /** Shares that are not billed yet, the next one first. */
  private coming: Share[] = [];
  private readonly from: Assumptions['billing.replicaFrom'];

  constructor(assumptions: Pick<Assumptions, 'billing.replicaFrom'>) {
    this.from = assumptions['billing.replicaFrom'];
  }

  /** From the first instant of a deployment on there is a value. */
  open(at: Instant): void {
    this.add(at, { fromAt: at, cpuMillicores: 0, memoryBytes: 0 }, 0);
  }

  begin(at: Instant, key: number | string, start: Start): void {
    const share: Share = {
      fromAt:
        this.from === 'created' ? (start.createdAt ?? at) : this.from === 'placed' ? start.placedAt : start.startedAt,
      ...totalOf(start.reserved),
    };
    this.shares.set(key, share);
    this.queue(share);
    this.reach(at);
  }

  /** A replica of which nothing is billed before it is ready (`ready`), if that is so. */
  await(at: Instant, key: number | string, start: Start): void {
    if (this.from === 'ready') this.unready.set(key, start);
    else this.begin(at, key, start);
  }

  /** It is ready: for the first time, or again. */
  ready(at: Instant, key: number | string): void {
    const start = this.unready.get(key);
    if (start === undefined) return;
    this.unready.delete(key);
    this.begin(at, key, { ...start, startedAt: at });
  }

  /** Executions one after the other, each gone before the next began, while nothing else was there. */
  lap({ count, tickAt, placedAt, startedAt, endedAt, reserved }: ToldLaps): void {
    const from = this.from === 'created' ? tickAt : this.from === 'placed' ? placedAt : startedAt;
    const { cpuMillicores, memoryBytes } = totalOf(reserved);
    this.count.addDuring(from, endedAt, count, 1);
    this.cpuMillicores.addDuring(from, endedAt, count, cpuMillicores);
    this.memoryBytes.addDuring(from, endedAt, count, memoryBytes);
  }

  /** It is billed no longer; one that has ended before stays as it was. */
  end(at: Instant, key: number | string): void {
    this.unready.delete(key);
    const share = this.shares.get(key);
    if (share === undefined) return;
    this.reach(at);
    this.shares.delete(key);
    if (this.coming.includes(share)) this.coming = this.coming.filter((one) => one !== share);
    else this.add(at, share, -1);
  }

  /** Counts what is billed from an instant up to this one. */
  reach(at: Instant): void {
    let first = this.coming[0];
    while (first !== undefined && first.fromAt <= at) {
      this.coming.shift();
      this.add(first.fromAt, first, 1);
      first = this.coming[0];
    }
  }

  settle(until: Instant): void {
    this.reach(until);
    this.count.settle(until);
    this.cpuMillicores.settle(until);
    this.memoryBytes.settle(until);
  }

  /** The same shares, of which nothing has been counted before an instant. */
  begun(at: Instant): ReserveChronicle {
    const begun = this.fork();
    begun.count = this.count.begun(at);
    begun.cpuMillicores = this.cpuMillicores.begun(at);
    begun.memoryBytes = this.memoryBytes.begun(at);
    return begun;
  }

  fork(): ReserveChronicle {
    const fork = new ReserveChronicle({ 'billing.replicaFrom': this.from });
    fork.count = this.count.fork();
    fork.cpuMillicores = this.cpuMillicores.fork();
    fork.memoryBytes = this.memoryBytes.fork();
    for (const [key, share] of this.shares) fork.shares.set(key, share);
    for (const [key, start] of this.unready) fork.unready.set(key, start);
    fork.coming = this.coming.slice();
    return fork;
  }

  /** Behind all that are billed no later: nearly always at the end, so that a great many that come at once cost one step each. */
  private queue(share: Share): void {
    const { coming } = this;
    let index = coming.length;
    while (index > 0 && (coming[index - 1]?.fromAt ?? 0) > share.fromAt) index -= 1;
    coming.splice(index, 0, share);
  }

  private add(at: Instant, share: Share, sign: number): void {
    this.count.add(at, sign);
    this.cpuMillicores.add(at, sign * share.cpuMillicores);
    this.memoryBytes.add(at, sign * share.memoryBytes);
    this.lines?.count.set(at, this.count.last);
    this.lines?.cpuMillicores.set(at, this.cpuMillicores.last);
    this.lines?.memoryBytes.set(at, this.memoryBytes.last);
  }
}

/** What all containers of one replica reserve. */
export function totalOf(reserved: readonly Reserve[]): ReplicaReserve {
  let cpuMillicores = 0;
  let memoryBytes = 0;
  for (const one of reserved) {
    cpuMillicores += one.cpuMillicores;
    memoryBytes += one.memoryBytes;
  }
  return { cpuMillicores, memoryBytes };
}
