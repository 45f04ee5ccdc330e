/**
 * Volumes that hold capacity, each from its creation to its deletion (BILL-2).
 */
import type { Instant } from '../../engine/time.ts';
import { type Fact, whereOf } from './fact.ts';
import { beginRun, changeRun, countOpenRun, endRun, type Metering, type Run } from './run.ts';
import { readSubject, type Series, seriesAt } from './series.ts';
import type { Tally } from './tally.ts';

const bytesPerMicroGB = 1_000;

export class Volumes {
  private readonly org: string;
  private readonly metering: Metering;
  /** By subject, deleted ones too: one that is restored does not say again what it is. */
  private readonly known = new Map<string, Series>();
  /** By subject. */
  private readonly runs = new Map<string, Run>();

  constructor(org: string, metering: Metering) {
    this.org = org;
    this.metering = metering;
  }

  start(fact: Fact<'volume.settled' | 'volume.created'>): void {
    const { name } = fact.subject;
    if (this.runs.has(name)) throw new Error(`${name} begins again before it is deleted (${whereOf(fact)})`);
    const { fileSystem, performanceClass, provider, locationType, capacityMicroGB } = fact.data;
    const place = { ...readSubject(name), org: this.org, provider, locationType, workloadType: null, performanceClass };
    const meter = fileSystem === 'shared' ? 'shared-volume-capacity' : 'volume-capacity';
    this.known.set(name, seriesAt(place, null, meter));
    this.open(fact, capacityMicroGB);
  }

  expand(fact: Fact<'volume.expanded'>, tally: Tally): void {
    const { subject, at, seq, data } = fact;
    const piece = { from: at, amount: data.toMicroGB * bytesPerMicroGB, entry: seq };
    this.runs.set(subject.name, changeRun(this.runOf(fact), tally, piece));
  }

  /** A new device in the place of the old one, or of one that was deleted before: a run of its own. */
  replace(fact: Fact<'volume.replaced'>, tally: Tally): void {
    if (this.runs.has(fact.subject.name)) this.end(fact, tally);
    this.open(fact, fact.data.toMicroGB);
  }

  end(fact: Fact<'volume.deleted' | 'volume.replaced'>, tally: Tally): void {
    endRun(this.runOf(fact), tally, fact.at, fact.seq);
    this.runs.delete(fact.subject.name);
  }

  countOpen(tally: Tally, until: Instant): void {
    for (const run of this.runs.values()) countOpenRun(run, tally, until);
  }

  private open(fact: Fact, microGB: number): void {
    const series = this.known.get(fact.subject.name);
    if (series === undefined) throw new Error(`${fact.subject.name} was never created (${whereOf(fact)})`);
    const piece = { from: fact.at, amount: microGB * bytesPerMicroGB, entry: fact.seq };
    this.runs.set(fact.subject.name, beginRun(series, this.metering, piece));
  }

  private runOf(fact: Fact): Run {
    const run = this.runs.get(fact.subject.name);
    if (run === undefined) throw new Error(`${fact.subject.name} holds nothing (${whereOf(fact)})`);
    return run;
  }
}
