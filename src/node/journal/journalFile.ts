/** The journal of a run, written entry by entry, up to a limit. */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { FactType } from '../../platform/facts.ts';
import type { ReportFile } from '../../report/verdict/summary.ts';
import type { JournalKind, JournalOutput } from './journalFormat.ts';

/** Decisions of planners; other entries follow from them or were requested. `--journal decisions` keeps these. */
const decisions: ReadonlySet<FactType> = new Set<FactType>([
  'request.accepted',
  'request.refused',
  'request.unexpected',
  'deployment.scaled',
  'deployment.suspended',
  'deployment.resumed',
  'rollout.started',
  'rollout.completed',
  'rollout.stalled',
  'rollout.superseded',
  'rollout.switched',
  'execution.skipped',
  'ticks.passed',
  'execution.removed',
  'expansion.accepted',
  'expansion.refused',
  'expansion.cleared',
  'snapshot.refused',
]);

export class JournalFile {
  readonly #output: JournalOutput;
  readonly #kind: Exclude<JournalKind, 'none'>;
  readonly #bytesMax: number;
  #filledAt: Instant | null = null;

  constructor(output: JournalOutput, kind: Exclude<JournalKind, 'none'>, bytesMax: number) {
    this.#output = output;
    this.#kind = kind;
    this.#bytesMax = bytesMax;
  }

  /** The instant of the first entry for which there was no room; the run and its reports went on. null: none was. */
  get filledAt(): Instant | null {
    return this.#filledAt;
  }

  listen(entry: Entry): void {
    if (this.#isKept(entry) && !this.#output.writeEntry(entry)) this.#stopAt(entry);
  }

  /** Takes an entry that is a line already, with its line end. */
  take(entry: Pick<Entry, 'seq' | 'at' | 'type'>, line: string): void {
    if (this.#isKept(entry) && !this.#output.writeLine(line)) this.#stopAt(entry);
  }

  #isKept({ type }: Pick<Entry, 'type'>): boolean {
    return this.#filledAt === null && (this.#kind === 'all' || decisions.has(type as FactType));
  }

  #stopAt({ seq, at }: Pick<Entry, 'seq' | 'at'>): void {
    this.#filledAt = at;
    this.#output.stop(
      `{"stopped":"the file reached its limit of ${this.#bytesMax} bytes; --journal-limit raises it","seq":${seq}}`,
    );
  }

  /** Ends the file. @returns what was written */
  close(): ReportFile {
    return this.#output.close();
  }
}
