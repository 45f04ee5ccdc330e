/**
 * The data for the page, collected during the run in memory that does not grow with it.
 */
import type { Entry } from '../../../engine/journal.ts';
import type { ExecutionBatch } from '../../../platform/cron/executionBatch.ts';
import { CallLines } from '../../load/callLines.ts';
import type { TimeFrame } from '../../picture/columns.ts';
import { PictureBudget } from '../../picture/room.ts';
import type { DeploymentChronicle } from '../deploymentChronicle.ts';
import { type Fact, placeOfSubject } from '../fact.ts';
import { CallExamples } from './callExamples.ts';
import { DeploymentPicture } from './deploymentPicture.ts';
import { EntryStore, isRelevant } from './entryStore.ts';
import { ExpansionTokens } from './expansionTokens.ts';
import { faultLane } from './faultLane.ts';
import { Lane } from './lane.ts';
import { OccurrenceCounts } from './occurrences.ts';
import { volumeLane } from './volumeLane.ts';

/** Maximum deployments, and volumes, that are drawn: the first ones. A page shows far fewer. */
export const drawnMax = 2_000;

/** A chronicle that has one hands it every entry, after it has heard it itself. */
export class PageChronicle {
  readonly frame: TimeFrame;
  /** Whether the page may name entries: only where a journal is kept. */
  isNumbered: boolean;
  room: PictureBudget = new PictureBudget();
  /** By subject. */
  readonly deployments: Map<string, DeploymentPicture> = new Map();
  readonly volumes: Map<string, Lane> = new Map();
  /** By what was called: a deployment, or a workload that was in no location. */
  readonly calls: Map<string, CallLines> = new Map();
  /** Of the same. */
  readonly examples: Map<string, CallExamples> = new Map();
  /** By volume. */
  readonly tokens: Map<string, ExpansionTokens> = new Map();
  faults: Lane;
  entries: EntryStore = new EntryStore();
  occurrences: OccurrenceCounts = new OccurrenceCounts();

  private keepsEntries: boolean;
  /** Deployments that are drawn; null: those that come first. */
  private readonly drawnOnly: ReadonlySet<string> | null;

  /**
   * @param part for one part of a run (`joined`): it keeps no entries, and draws only the deployments in `drawn` (null:
   * all)
   */
  constructor(
    frame: TimeFrame,
    isNumbered: boolean,
    part: { readonly drawn: ReadonlySet<string> | null } | null = null,
  ) {
    this.frame = frame;
    this.isNumbered = isNumbered;
    this.keepsEntries = isNumbered && part === null;
    this.drawnOnly = part === null ? null : part.drawn;
    this.faults = new Lane(frame, this.room, isNumbered, faultLane);
  }

  /** Whether a deployment would be drawn that is not yet. */
  draws(deployment: string): boolean {
    return this.drawnOnly?.has(deployment) ?? this.deployments.size < drawnMax;
  }

  /** @param deployment whom it is about, if about one; it has heard the entry */
  listen(fact: Fact, deployment: DeploymentChronicle | undefined): void {
    if (this.keepsEntries) this.entries.listen(fact as Entry, isRelevant(fact));
    const { name } = fact.subject;
    if (fact.type === 'call.ended') {
      this.callsOf(name).listen(fact);
      this.examplesOf(name).listen(fact.at, fact.seq, fact.data);
      return;
    }
    this.faults.listen(fact);
    this.occurrences.listen(fact);
    if (deployment !== undefined) this.pictureOf(name, deployment)?.listen(fact, deployment);
    else if (this.volumes.has(name) || placeOfSubject(name)?.kind === 'volumeset') {
      this.volumeOf(name)?.listen(fact);
      if (fact.type === 'expansion.accepted' && this.volumes.has(name)) this.tokensOf(name).listen(fact, this.room);
    }
  }

  /** Executions in the place of their entries. */
  addBatch(batch: ExecutionBatch): void {
    this.deployments.get(batch.subject.name)?.addBatch(batch);
    this.occurrences.addBatch(batch);
  }

  /** From now on no entry is named, nor has one been (`Run.forgetEntries`). */
  forgetEntries(): void {
    this.isNumbered = false;
    this.keepsEntries = false;
    this.entries = new EntryStore();
    this.faults.forgetEntries();
    for (const lane of this.volumes.values()) lane.forgetEntries();
    for (const picture of this.deployments.values()) picture.forgetEntries();
  }

  /** The same past. @param of the fork of the chronicle's deployments */
  fork(of: ReadonlyMap<string, DeploymentChronicle>): PageChronicle {
    const fork = new PageChronicle(this.frame, this.isNumbered);
    const room = this.room.fork();
    fork.room = room;
    for (const [name, picture] of this.deployments) {
      const copy = picture.fork(room);
      fork.deployments.set(name, copy);
      const deployment = of.get(name);
      if (deployment !== undefined) copy.follow(deployment);
    }
    for (const [name, lane] of this.volumes) fork.volumes.set(name, lane.fork(room));
    for (const [name, tokens] of this.tokens) fork.tokens.set(name, tokens.fork(room));
    for (const [name, examples] of this.examples) fork.examples.set(name, examples.fork());
    for (const [name, lines] of this.calls) fork.calls.set(name, lines.fork());
    fork.faults = this.faults.fork(room);
    fork.entries = this.entries.fork();
    fork.occurrences = this.occurrences.fork();
    return fork;
  }

  /**
   * What those of independent parts have kept, in one. The parts are spent. Each has been told what all of them draw
   * (`shareRoom`).
   *
   * @param frame of the whole
   */
  static joined(frame: TimeFrame, parts: readonly PageChronicle[]): PageChronicle {
    const joined = new PageChronicle(
      frame,
      parts.every((part) => part.isNumbered),
    );
    for (const part of parts) {
      for (const [name, picture] of part.deployments) joined.deployments.set(name, picture);
      for (const [name, lane] of part.volumes) joined.volumes.set(name, lane);
      for (const [name, calls] of part.calls) joined.calls.set(name, calls);
      for (const [name, examples] of part.examples) joined.examples.set(name, examples);
      for (const [name, tokens] of part.tokens) joined.tokens.set(name, tokens);
      joined.occurrences.join(part.occurrences);
      if (!part.faults.isEmpty) joined.faults = part.faults;
    }
    Object.assign(joined.room, parts[0]?.room);
    return joined;
  }

  /** How much other parts of the run draw beside it. */
  shareRoom(drawn: DrawnParts): void {
    Object.assign(this.room, drawn);
  }

  /** What is drawn; of all parts of a run together (`drawnBy`) it is what they share a room with. */
  get drawn(): DrawnParts {
    const { lines, lanes } = this.room;
    return { lines, lanes };
  }

  private pictureOf(name: string, deployment: DeploymentChronicle): DeploymentPicture | null {
    const known = this.deployments.get(name);
    if (known !== undefined) return known;
    if (!this.draws(name)) return null;
    const picture = new DeploymentPicture(this.frame, this.room, this.isNumbered, deployment.type);
    picture.follow(deployment);
    this.deployments.set(name, picture);
    return picture;
  }

  private volumeOf(name: string): Lane | null {
    const known = this.volumes.get(name);
    if (known !== undefined || this.volumes.size >= drawnMax) return known ?? null;
    const lane = new Lane(this.frame, this.room, this.isNumbered, volumeLane);
    this.volumes.set(name, lane);
    return lane;
  }

  private tokensOf(name: string): ExpansionTokens {
    const tokens = this.tokens.get(name) ?? new ExpansionTokens(this.frame);
    this.tokens.set(name, tokens);
    return tokens;
  }

  private examplesOf(name: string): CallExamples {
    const examples = this.examples.get(name) ?? new CallExamples();
    this.examples.set(name, examples);
    return examples;
  }

  private callsOf(name: string): CallLines {
    const lines = this.calls.get(name) ?? new CallLines(this.frame);
    this.calls.set(name, lines);
    return lines;
  }
}

/** How many lines and lanes are drawn. */
export interface DrawnParts {
  readonly lines: number;
  readonly lanes: number;
}

/** What parts of a run draw together: each has a lane of faults, and all have the same. */
export function drawnBy(parts: readonly DrawnParts[]): DrawnParts {
  return {
    lines: parts.reduce((sum, { lines }) => sum + lines, 0),
    lanes: parts.reduce((sum, { lanes }) => sum + lanes - 1, 1),
  };
}
