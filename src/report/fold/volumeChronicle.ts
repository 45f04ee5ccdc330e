/**
 * One volume over a run: its capacity, its expansions and their refusals, its snapshots.
 */

import { Occupancy } from '../../engine/occupancy.ts';
import { Spells } from '../../engine/spells.ts';
import { day, hour, type Instant } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import type { VolumeStart } from '../../platform/facts.ts';
import { expansionsMax } from '../../platform/volume/limit.ts';
import type { Fact, SubjectPlace } from './fact.ts';

/** Why a volume could not grow, or could not take written data. */
export type RefusalCause = 'rolling-limit' | 'max-capacity' | 'no-space';

export interface FirstRefusal {
  readonly at: Instant;
  readonly cause: RefusalCause;
  /** The first rule or assumption that decided. */
  readonly rule: string;
  readonly seq: number;
}

/** An evaluation that used a prediction, and its result. */
export interface ForecastEvaluation {
  readonly at: Instant;
  readonly seq: number;
  readonly outcome: 'accepted' | 'refused';
  readonly points: number;
  readonly rateGBPerHour: number;
  readonly projectedGB: number | null;
  readonly chosenGB: number | null;
  readonly usedGB: number;
  readonly capacityGB: number;
}

/** As many of the latest are kept. */
const renewalsMax = 400;

/** Kept for each volume; later ones are counted only, so that memory stays flat. */
const forecastsMax = 200;

export class VolumeChronicle {
  readonly place: SubjectPlace;
  private readonly bytesPerGB: number;
  provider = '';
  performanceClass: VolumeStart['performanceClass'] = 'general-purpose-ssd';
  isShared = false;
  /** Whether there is a device. */
  isPresent = false;
  capacityMicroGB = 0;
  /** As the journal said last; between entries it goes on growing. */
  usedBytes = 0;
  accepted = 0;
  acceptedByCommand = 0;
  /** Refusals that stand unchanged count once. */
  refused = 0;
  /** Reached the capacity; how often, how long. */
  fulls: Spells = new Spells();
  /** Times it has become full, those that were over at the same instant included. */
  filled = 0;
  firstRefusal: FirstRefusal | null = null;
  /** Most accepted expansions within 24 hours, and when (LIMIT-1). */
  expansionsPeak: { readonly count: number; readonly at: Instant } = { count: 0, at: 0 };
  /** None was left (LIMIT-1); how often, how long. */
  spent: Spells = new Spells();
  /** When the next one is allowed again; null: it is now. */
  private retryAt: Instant | null = null;
  /** In 1e-6 GB, while there is a device. */
  capacity: Occupancy = new Occupancy();
  /** When each device but the first was put in, or the first was, if that was in the run: data of before are gone. */
  renewedAt: readonly Instant[] = [];
  /** When a replica came to have it, and when none had it any more, by turns. */
  private had: readonly Instant[] = [];
  capacityPeak: { readonly microGB: number; readonly at: Instant } = { microGB: 0, at: 0 };
  lostBytes = 0;
  snapshots = 0;
  /** Most snapshots that the schedule took within an hour, and when (SNAP-3). */
  scheduledPeak: { readonly count: number; readonly at: Instant } = { count: 0, at: 0 };
  forecasts: readonly ForecastEvaluation[] = [];
  /** Forecasts beyond those that are kept. */
  forecastsMore = 0;
  private recent: readonly Instant[] = [];
  private scheduled: readonly Instant[] = [];

  /** @param bytesPerGB `unit.gb` */
  constructor(place: SubjectPlace, bytesPerGB: number) {
    this.place = place;
    this.bytesPerGB = bytesPerGB;
  }

  listen(fact: Fact): void {
    const { at } = fact;
    switch (fact.type) {
      case 'volume.settled':
      case 'volume.created':
        this.provider = fact.data.provider;
        this.performanceClass = fact.data.performanceClass;
        this.isShared = fact.data.fileSystem === 'shared';
        if (fact.type === 'volume.created') this.renewedAt = [...this.renewedAt, at].slice(-renewalsMax);
        this.hold(at, fact.data.capacityMicroGB, fact.data.usedBytes);
        this.noteHad(at, true);
        return;
      case 'volume.bound':
        this.noteHad(at, true);
        return;
      case 'volume.expanded':
        this.hold(at, fact.data.toMicroGB, fact.data.usedBytes);
        return;
      case 'volume.replaced':
        this.lostBytes += fact.data.lostBytes;
        this.renewedAt = [...this.renewedAt, at].slice(-renewalsMax);
        this.hold(at, fact.data.toMicroGB, fact.data.usedBytes);
        return;
      case 'volume.unused':
        this.usedBytes = fact.data.usedBytes;
        this.noteHad(at, false);
        return;
      case 'volume.deleted':
        this.lostBytes += fact.data.lostBytes;
        this.isPresent = false;
        this.capacityMicroGB = 0;
        this.usedBytes = 0;
        this.capacity.set(at, 0);
        this.fulls.set(at, false);
        this.noteHad(at, false);
        return;
      case 'volume.full':
        this.fulls.set(at, true);
        this.filled += 1;
        this.firstRefusal ??= { at, cause: 'no-space', rule: ruleOf(fact), seq: fact.seq };
        return;
      case 'volume.relieved':
        this.fulls.set(at, false);
        return;
      case 'expansion.accepted':
        this.accepted += 1;
        if (fact.data['trigger'] === 'command') this.acceptedByCommand += 1;
        this.countRecent(at);
        this.noteUse(fact.data);
        this.addForecast(fact, fact.data, 'accepted');
        return;
      case 'expansion.refused':
        this.refused += 1;
        this.firstRefusal ??= { at, cause: causeOf(fact), rule: ruleOf(fact), seq: fact.seq };
        this.noteUse(fact.data);
        this.addForecast(fact, fact.data, 'refused');
        return;
      case 'snapshot.taken':
        this.snapshots += 1;
        if (fact.data.by === 'schedule') this.countScheduled(at);
        return;
      case 'snapshot.deleted':
      case 'snapshot.expired':
        this.snapshots -= 1;
        return;
      default:
    }
  }

  settle(until: Instant): void {
    this.fulls.settle(until);
    this.capacity.settle(until);
    this.restore(until);
    this.spent.settle(until);
  }

  /** The parts of a time in which a replica had it, oldest first; of very many only the latest are known. */
  hadBetween(from: Instant, until: Instant): { readonly from: Instant; readonly until: Instant }[] {
    return this.had.flatMap((begin, index) => {
      const part = { from: Math.max(from, begin), until: Math.min(until, this.had[index + 1] ?? until) };
      return index % 2 === 0 && part.from < part.until ? [part] : [];
    });
  }

  /** As it is at an instant up to which it is settled, with nothing counted of before. */
  carriedForward(at: Instant): VolumeChronicle {
    return Object.assign(this.fork(), {
      accepted: 0,
      acceptedByCommand: 0,
      refused: 0,
      fulls: this.fulls.carriedForward(at),
      filled: 0,
      firstRefusal: null,
      expansionsPeak: { count: 0, at },
      spent: this.spent.carriedForward(at),
      capacity: this.capacity.carriedForward(at),
      capacityPeak: { microGB: this.capacityMicroGB, at },
      lostBytes: 0,
      scheduledPeak: { count: 0, at },
      forecasts: [],
      forecastsMore: 0,
    });
  }

  fork(): VolumeChronicle {
    return Object.assign(new VolumeChronicle(this.place, this.bytesPerGB), this, {
      fulls: this.fulls.fork(),
      spent: this.spent.fork(),
      capacity: this.capacity.fork(),
    });
  }

  private hold(at: Instant, capacityMicroGB: number, usedBytes: number): void {
    this.isPresent = true;
    this.capacityMicroGB = capacityMicroGB;
    this.usedBytes = usedBytes;
    this.capacity.set(at, capacityMicroGB);
    this.fulls.set(at, false);
    if (capacityMicroGB > this.capacityPeak.microGB) this.capacityPeak = { microGB: capacityMicroGB, at };
  }

  private noteHad(at: Instant, isHad: boolean): void {
    const { had } = this;
    if ((had.length % 2 === 1) !== isHad) this.had = [...(had.length < 2 * renewalsMax ? had : had.slice(2)), at];
  }

  private countRecent(at: Instant): void {
    this.restore(at);
    this.recent = [...this.recent.filter((one) => one > at - day), at];
    const oldest = this.recent.at(-expansionsMax);
    if (oldest !== undefined && this.recent.length >= expansionsMax) {
      this.spent.set(at, true);
      this.retryAt = oldest + day;
    }
    if (this.recent.length > this.expansionsPeak.count) this.expansionsPeak = { count: this.recent.length, at };
  }

  /** One that is 24 hours old counts no more. */
  private restore(now: Instant): void {
    if (this.retryAt === null || this.retryAt > now) return;
    this.spent.set(this.retryAt, false);
    this.retryAt = null;
  }

  private countScheduled(at: Instant): void {
    this.scheduled = [...this.scheduled.filter((one) => one > at - hour), at];
    if (this.scheduled.length > this.scheduledPeak.count) this.scheduledPeak = { count: this.scheduled.length, at };
  }

  private noteUse({ usedGB }: { readonly [key: string]: Value }): void {
    if (typeof usedGB === 'number') this.usedBytes = Math.round(usedGB * this.bytesPerGB);
  }

  private addForecast(
    { at, seq }: Fact,
    data: { readonly [key: string]: Value },
    outcome: ForecastEvaluation['outcome'],
  ): void {
    const { points, slopeGBPerHour, usedGB, capacityGB, projectedGB, toMicroGB } = data;
    if (typeof points !== 'number' || typeof slopeGBPerHour !== 'number') return;
    if (this.forecasts.length >= forecastsMax) {
      this.forecastsMore += 1;
      return;
    }
    const forecast: ForecastEvaluation = {
      at,
      seq,
      outcome,
      points,
      rateGBPerHour: slopeGBPerHour,
      projectedGB: numberOrNull(projectedGB),
      chosenGB: typeof toMicroGB === 'number' ? toMicroGB / 1e6 : null,
      usedGB: numberOrNull(usedGB) ?? 0,
      capacityGB: numberOrNull(capacityGB) ?? 0,
    };
    this.forecasts = [...this.forecasts, forecast];
  }
}

function causeOf({ reason }: Fact): RefusalCause {
  return reason.rules.includes('LIMIT-1') ? 'rolling-limit' : 'max-capacity';
}

function ruleOf({ reason }: Fact): string {
  return reason.rules[0] ?? reason.assumptions[0] ?? '';
}

function numberOrNull(value: Value | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
