/**
 * The demand of one deployment over time, its outcome, and the utilisation of its replicas.
 */
import type { Instant } from '../../engine/time.ts';
import type { ReplicaLoad } from '../../platform/traffic/load.ts';
import type { TimeFrame } from '../picture/columns.ts';
import type { PictureBudget } from '../picture/room.ts';
import { ThinnedLine } from '../picture/thinnedLine.ts';
import type { LoadBacklog } from './loadBacklog.ts';
import type { LoadLine, LoadStretch } from './loadLine.ts';
import type { LossCause } from './losses.ts';
import { type Resource, usedAt } from './usedResource.ts';

type LineName = 'offered' | 'succeeded' | 'failed' | 'busy' | 'cpu' | 'memory' | 'cpuShare' | 'memoryShare' | 'rpsEach';

type Stretch = Pick<LoadLine, 'from' | 'until'>;

/** Lines of a load; `LoadTally` gives it every part, in order. */
export class LoadLines {
  private readonly frame: TimeFrame;
  private readonly room: PictureBudget;
  /** A second. */
  readonly offered: ThinnedLine;
  /** Answered, and not with an error. */
  readonly succeeded: ThinnedLine;
  readonly failed: ThinnedLine;
  /** Hundredths of what the ready replicas can answer. */
  readonly busy: ThinnedLine;
  /** Millicores and bytes in use, all replicas together. */
  readonly cpu: ThinnedLine;
  readonly memory: ThinnedLine;

  /** Requests in line or held; null: none has waited. */
  waitingLine: ThinnedLine | null = null;
  /** Failed requests a second, by cause; only causes of which there were any. */
  failures: Map<LossCause, ThinnedLine> = new Map();
  /**
   * Of each replica that gets requests: hundredths of its cpu (`hpa.cpu.base`) and of its memory, and requests a
   * second.
   */
  readonly cpuShare: ThinnedLine;
  readonly memoryShare: ThinnedLine;
  readonly rpsEach: ThinnedLine;

  /** As of the end of the last part. */
  private byCause: Map<LossCause, number> = new Map();
  private lost = 0;
  private refused = 0;
  private waiting = 0;

  constructor(frame: TimeFrame, room: PictureBudget, known: LoadLines | null = null) {
    const line = (name: LineName): ThinnedLine => known?.[name].fork(room) ?? new ThinnedLine(frame, room, 'joined');
    this.frame = frame;
    this.room = room;
    this.offered = line('offered');
    this.succeeded = line('succeeded');
    this.failed = line('failed');
    this.busy = line('busy');
    this.cpu = line('cpu');
    this.memory = line('memory');
    this.cpuShare = line('cpuShare');
    this.memoryShare = line('memoryShare');
    this.rpsEach = line('rpsEach');
    this.waitingLine = known?.waitingLine?.fork(room) ?? null;
    for (const [cause, failures] of known?.failures ?? []) this.failures.set(cause, failures.fork(room));
  }

  /**
   * What came in a part and what became of it. Where all shares one fate, what succeeds goes as straight as what comes;
   * else it is level: the mean of the part.
   *
   * @param backlog after the part
   */
  add(part: LoadLine, backlog: LoadBacklog): void {
    const { from, until, first, last, serving, ready, came } = part;
    const { losses, waiting } = backlog;
    const refused = losses.failed - (losses.byCause.get('failure') ?? 0);
    const left = losses.lost - this.lost;
    const turnedAway = refused - this.refused;
    const served = Math.max(0, came - left - (waiting - this.waiting));
    const answered = Math.max(0, served - turnedAway);
    const succeeded = answered * (1 - serving.failure);
    const failed = left + turnedAway + answered * serving.failure;
    this.drawWaiting(part, waiting);
    this.drawFailures(part, losses.byCause, answered * serving.failure);
    if (ready > 0) this.rpsEach.join(from, first / ready, until, last / ready);
    this.lost = losses.lost;
    this.refused = refused;
    this.waiting = waiting;
    this.offered.join(from, first, until, last);
    const isShared = came > 0 && served <= came * (1 + 1e-9) && failed <= came;
    drawOutcome(this.succeeded, part, succeeded, isShared);
    drawOutcome(this.failed, part, failed, isShared);
  }

  /** Nothing comes. */
  rest(from: Instant, until: Instant): void {
    for (const line of [this.offered, this.succeeded, this.failed, this.rpsEach]) line.join(from, 0, until, 0);
    this.waitingLine?.join(from, 0, until, 0);
    this.waiting = 0;
    for (const line of this.failures.values()) line.join(from, 0, until, 0);
  }

  /** What all replicas use together. @param before of each that gets requests, at the start; null: none does */
  use(of: Resource, stretch: LoadStretch, before: ReplicaLoad | null, after: ReplicaLoad | null): void {
    const { from, until } = stretch;
    const line = of === 'cpuMillicores' ? this.cpu : this.memory;
    line.join(from, usedAt(stretch, of, before), until, usedAt(stretch, of, after));
  }

  /** What each that gets requests uses, as a share of a whole. */
  share(of: Resource, { from, until }: LoadStretch, before: ReplicaLoad, after: ReplicaLoad, whole: number): void {
    const line = of === 'cpuMillicores' ? this.cpuShare : this.memoryShare;
    if (whole > 0) line.join(from, (100 * before[of]) / whole, until, (100 * after[of]) / whole);
  }

  fork(): LoadLines {
    return this.forkIn(this.room);
  }

  /** The same past. @param room that of the fork's lines */
  forkIn(room: PictureBudget): LoadLines {
    const fork = new LoadLines(this.frame, room, this);
    const { lost, refused, waiting } = this;
    return Object.assign(fork, { byCause: new Map(this.byCause), lost, refused, waiting });
  }

  private drawWaiting({ from, until }: Stretch, waiting: number): void {
    if (this.waitingLine === null && waiting === 0 && this.waiting === 0) return;
    this.waitingLine ??= this.begun(from);
    this.waitingLine.join(from, this.waiting, until, waiting);
  }

  /** @param failing requests that a replica answered with an error */
  private drawFailures({ from, until }: Stretch, byCause: ReadonlyMap<LossCause, number>, failing: number): void {
    // Nearly every part has only causes that have a line, so nothing is made to look for others.
    for (const [cause, requests] of byCause)
      if (cause === 'failure' ? failing > 0 : requests > (this.byCause.get(cause) ?? 0))
        this.beginFailures(cause, from);
    if (failing > 0) this.beginFailures('failure', from);
    const perSecond = 1_000 / (until - from);
    for (const [cause, line] of this.failures) {
      const all = byCause.get(cause) ?? 0;
      const requests = cause === 'failure' ? failing : all - (this.byCause.get(cause) ?? 0);
      const rate = Math.max(0, requests) * perSecond;
      line.join(from, rate, until, rate);
    }
    for (const [cause, requests] of byCause) this.byCause.set(cause, requests);
  }

  private beginFailures(cause: LossCause, from: Instant): void {
    if (!this.failures.has(cause)) this.failures.set(cause, this.begun(from));
  }

  /** A line that was 0 up to now. It takes no room from other lines: their detail must not depend on it. */
  private begun(from: Instant): ThinnedLine {
    const line = new ThinnedLine(this.frame, this.room, 'joined');
    this.room.lines -= 1;
    line.join(this.frame.start, 0, from, 0);
    return line;
  }
}

/**
 * What became of some requests of a part: as straight as what comes where all share one fate, else their mean.
 */
function drawOutcome(line: ThinnedLine, part: LoadLine, requests: number, isShared: boolean): void {
  const { from, until, first, last, came } = part;
  const share = isShared ? Math.min(1, requests / came) : 0;
  const mean = (requests * 1_000) / (until - from);
  if (isShared) line.join(from, first * share, until, last * share);
  else line.join(from, mean, until, mean);
}
