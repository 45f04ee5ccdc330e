/**
 * Volumes that hold capacity, each from its creation to its deletion (BILL-2).
 */
import type { Instant } from '../../engine/time.ts';
import type { Counted } from './counted.ts';
import { type Fact, whereOf } from './fact.ts';
import { amountOf, beginRun, changeRun, countOpenRun, endRun, type Run, retagRun } from './run.ts';
import { type Place, readSubject, seriesAt } from './series.ts';
import type { Terms } from './terms.ts';

const microGB = 1_000_000;
const bytesPerMicroGB = 1_000;

/** Deleted ones too: one that is restored does not say again what it is. */
interface Volume {
  place: Place;
  isShared: boolean;
  /** Its set and location, as `shop/volumeset/data@aws-us-east-1`. */
  readonly home: string;
  /** 0: it has no device. */
  holds: number;
  /** The largest expansion that is under way; 0: none. */
  awaits: number;
  /** Whether the bill takes it as it is. */
  isBilled: boolean;
  run: Run | null;
}

export class Volumes {
  private readonly terms: Terms;
  /** By subject. */
  private readonly known = new Map<string, Volume>();
  /** Since when shared sets are mounted, by their homes. */
  private readonly mounted = new Map<string, Instant>();
  /** By subject and name of the snapshot; a set may be made anew while snapshots of the one before are kept. */
  private readonly snapshots = new Map<string, readonly { readonly run: Run; readonly expiresAt: Instant }[]>();

  constructor(terms: Terms) {
    this.terms = terms;
  }

  start(fact: Fact<'volume.settled' | 'volume.created'>, tally: Counted): void {
    const { name } = fact.subject;
    const volume = this.known.get(name);
    if (volume !== undefined && volume.holds > 0)
      throw new Error(`${name} begins again before it is deleted (${whereOf(fact)})`);
    const { fileSystem, performanceClass, provider, locationType, capacityMicroGB, tags = {} } = fact.data;
    const where = { org: this.terms.org, provider, locationType };
    const place = { ...readSubject(name), ...where, workloadType: null, performanceClass, tags };
    const home = name.slice(0, name.lastIndexOf('/'));
    const state = { awaits: 0, isBilled: true, run: null };
    this.known.set(name, { place, isShared: fileSystem === 'shared', home, holds: capacityMicroGB, ...state });
    this.review(fact, tally);
  }

  /** Volumes of a set, there and gone, and their snapshots go on under other tags. */
  retag({ subject, data: { tags }, at, seq }: Fact<'charges.tagged'>, tally: Counted): void {
    const isOwn = (name: string): boolean => name.startsWith(`${subject.name}@`);
    for (const [name, volume] of this.known) {
      if (!isOwn(name)) continue;
      volume.place = { ...volume.place, tags };
      if (volume.run !== null) volume.run = retagRun(volume.run, tally, tags, at, seq);
    }
    for (const [key, all] of this.snapshots) {
      if (!isOwn(key)) continue;
      const moved = all.map((one) => ({ ...one, run: retagRun(one.run, tally, tags, at, seq) }));
      this.snapshots.set(key, moved);
    }
  }

  /** An expansion was accepted. */
  await(fact: Fact<'expansion.accepted'>, tally: Counted): void {
    if (this.terms.assumptions['billing.expandAt'] === 'completed') return;
    const volume = this.volumeOf(fact);
    volume.awaits = Math.max(volume.awaits, Number(fact.data.toMicroGB));
    this.review(fact, tally);
  }

  expand(fact: Fact<'volume.expanded'>, tally: Counted): void {
    this.hold(fact, fact.data.toMicroGB, tally);
  }

  /** A new device in the place of the old one, or of one that was deleted before: a run of its own. */
  replace(fact: Fact<'volume.replaced'>, tally: Counted): void {
    const volume = this.volumeOf(fact, true);
    this.finish(volume, fact, tally);
    Object.assign(volume, { awaits: 0, isBilled: true });
    this.hold(fact, fact.data.toMicroGB, tally);
  }

  end(fact: Fact<'volume.deleted'>, tally: Counted): void {
    const volume = this.volumeOf(fact);
    this.finish(volume, fact, tally);
    Object.assign(volume, { holds: 0, awaits: 0, isBilled: true });
    if (volume.isShared) this.mounted.delete(volume.home);
  }

  /** The bill takes it from now on, or no longer. */
  bill(fact: Fact<'volume.billing'>, tally: Counted): void {
    this.volumeOf(fact).isBilled = fact.data.billed;
    this.review(fact, tally);
  }

  /** A replica of a workload in the same location mounts a shared set. */
  mount(fact: Fact<'mount.opened'>, tally: Counted): void {
    const { gvc, location } = readSubject(fact.subject.name);
    const home = `${gvc}/volumeset/${fact.data.volumeset}@${location}`;
    if (this.mounted.has(home)) return;
    this.mounted.set(home, fact.data.fromAt);
    const volume = this.known.get(`${home}/0`);
    if (volume !== undefined) this.reviewOne(volume, fact, tally);
  }

  takeSnapshot(fact: Fact<'snapshot.taken'>): void {
    if (!this.terms.metered.has('snapshot-storage')) return;
    const { place } = this.volumeOf(fact, true);
    const { name, bytes, expiresAt } = fact.data;
    const piece = { from: fact.at, amount: bytes, entry: fact.seq };
    const run = beginRun(seriesAt(place, null, 'snapshot-storage'), this.terms.metering, piece);
    const key = `${fact.subject.name} ${name}`;
    this.snapshots.set(key, [...(this.snapshots.get(key) ?? []), { run, expiresAt }]);
  }

  /** One is gone: that whose time has come, or the last that was taken under its name. */
  dropSnapshot(fact: Fact<'snapshot.expired' | 'snapshot.deleted'>, tally: Counted): void {
    if (!this.terms.metered.has('snapshot-storage')) return;
    const key = `${fact.subject.name} ${fact.data.name}`;
    const all = this.snapshots.get(key) ?? [];
    const one = fact.type === 'snapshot.expired' ? all.find(({ expiresAt }) => expiresAt === fact.at) : all.at(-1);
    if (one === undefined) throw new Error(`there is no snapshot ${key} (${whereOf(fact)})`);
    endRun(one.run, tally, fact.at, fact.seq);
    this.snapshots.set(
      key,
      all.filter((other) => other !== one),
    );
  }

  countOpen(tally: Counted, until: Instant): void {
    for (const { run } of this.known.values()) if (run !== null) countOpenRun(run, tally, until);
    for (const { run } of [...this.snapshots.values()].flat()) countOpenRun(run, tally, until);
  }

  private hold(fact: Fact, toMicroGB: number, tally: Counted): void {
    const volume = this.volumeOf(fact, true);
    volume.holds = toMicroGB;
    if (volume.awaits <= toMicroGB) volume.awaits = 0;
    this.reviewOne(volume, fact, tally);
  }

  private review(fact: Fact, tally: Counted): void {
    this.reviewOne(this.volumeOf(fact), fact, tally);
  }

  /** Begins, changes or ends its run, as it is now. */
  private reviewOne(volume: Volume, fact: Fact, tally: Counted): void {
    const { home, isShared, holds, isBilled, run, place } = volume;
    const needsMount = isShared && this.terms.assumptions['billing.sharedVolumeFrom'] === 'firstMount';
    const from = needsMount ? (this.mounted.get(home) ?? null) : fact.at;
    if (!isBilled || holds === 0 || from === null) {
      this.finish(volume, fact, tally);
      return;
    }
    const amount = this.bytesOf(volume);
    if (run === null) {
      const series = seriesAt(place, null, isShared ? 'shared-volume-capacity' : 'volume-capacity');
      const piece = { from: Math.max(from, fact.at), amount, entry: fact.seq };
      volume.run = beginRun(series, this.terms.metering, piece);
    } else if (amount !== amountOf(run)) {
      volume.run = changeRun(run, tally, { from: fact.at, amount, entry: fact.seq });
    }
  }

  private bytesOf({ holds, awaits }: Volume): number {
    const held = Math.max(holds, awaits);
    const isWhole = this.terms.assumptions['billing.capacityGrid'] === '1GB';
    return bytesPerMicroGB * (isWhole ? microGB * Math.ceil(held / microGB) : held);
  }

  private finish(volume: Volume, fact: Fact, tally: Counted): void {
    if (volume.run !== null) endRun(volume.run, tally, fact.at, fact.seq);
    volume.run = null;
  }

  /** @param isKnown whether it is enough that it once was */
  private volumeOf(fact: Fact, isKnown = false): Volume {
    const volume = this.known.get(fact.subject.name);
    if (volume === undefined || (volume.holds === 0 && !isKnown))
      throw new Error(`${fact.subject.name} holds nothing (${whereOf(fact)})`);
    return volume;
  }
}
