/**
 * The demand of one deployment over time, its outcome, and the utilisation of its replicas.
 */
import type { Instant } from '../../engine/time.ts';
import { flowBetween } from '../../platform/traffic/flow.ts';
import type { TimeFrame } from '../picture/columns.ts';
import type { PictureBudget } from '../picture/room.ts';
import { ThinnedLine } from '../picture/thinnedLine.ts';
import type { LoadBacklog } from './loadBacklog.ts';
import type { LoadLine } from './loadLine.ts';

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

  /** As of the end of the last part. */
  private lost = 0;
  private refused = 0;
  private waiting = 0;

  constructor(frame: TimeFrame, room: PictureBudget, known: LoadLines | null = null) {
    const line = (name: 'offered' | 'succeeded' | 'failed' | 'busy' | 'cpu' | 'memory'): ThinnedLine =>
      known?.[name].fork(room) ?? new ThinnedLine(frame, room, 'joined');
    this.frame = frame;
    this.room = room;
    this.offered = line('offered');
    this.succeeded = line('succeeded');
    this.failed = line('failed');
    this.busy = line('busy');
    this.cpu = line('cpu');
    this.memory = line('memory');
  }

  /**
   * What came in a part and what became of it. Where all shares one fate, what succeeds goes as straight as what comes;
   * else it is level: the mean of the part.
   *
   * @param backlog after the part
   */
  add({ from, until, first, last, flow, serving }: LoadLine, backlog: LoadBacklog): void {
    const { losses, waiting } = backlog;
    const refused = losses.failed - (losses.byCause.get('failure') ?? 0);
    const came = flowBetween(flow, from, until);
    const left = losses.lost - this.lost;
    const turnedAway = refused - this.refused;
    const served = Math.max(0, came - left - (waiting - this.waiting));
    const answered = Math.max(0, served - turnedAway);
    const succeeded = answered * (1 - serving.failure);
    const failed = left + turnedAway + answered * serving.failure;
    this.lost = losses.lost;
    this.refused = refused;
    this.waiting = waiting;
    this.offered.join(from, first, until, last);
    const isShared = came > 0 && served <= came * (1 + 1e-9) && failed <= came;
    const draw = (line: ThinnedLine, requests: number): void => {
      const mean = (requests * 1_000) / (until - from);
      const share = isShared ? Math.min(1, requests / came) : 0;
      if (isShared) line.join(from, first * share, until, last * share);
      else line.join(from, mean, until, mean);
    };
    draw(this.succeeded, succeeded);
    draw(this.failed, failed);
  }

  /** Nothing comes. */
  rest(from: Instant, until: Instant): void {
    for (const line of [this.offered, this.succeeded, this.failed]) line.join(from, 0, until, 0);
  }

  fork(): LoadLines {
    return this.forkIn(this.room);
  }

  /** The same past. @param room that of the fork's lines */
  forkIn(room: PictureBudget): LoadLines {
    const fork = new LoadLines(this.frame, room, this);
    return Object.assign(fork, { lost: this.lost, refused: this.refused, waiting: this.waiting });
  }
}
