/**
 * A volume set's record, read once into numbers: what the planners of volumes and snapshots work with.
 */

import { type Duration, hour, minute } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { parseCpuMillicores, parseMemoryBytes } from '../api/document/quantity.ts';
import { parseSchedule, type Schedule } from '../cron/expression.ts';
import { capacityBounds, microGBFromGB, microPerGB, type VolumesetSpec } from './capacity.ts';
import { fractionOf, numberFromRational, over, type Rational, rationalFromDecimal, times } from './rational.ts';
import { parseRetention } from './retention.ts';

/**
 * Settings of one volume set; every default applied, every decimal exact. Derived data: shared by forks, rebuilt when
 * the record changes.
 */
export interface VolumesetSettings {
  readonly fileSystem: 'ext4' | 'xfs' | 'shared';
  readonly performanceClass: VolumesetSpec['performanceClass'];
  /** Of new volumes; volumes that exist keep theirs when it changes. */
  readonly initialMicroGB: number;
  /** Least capacity of the class. */
  readonly leastMicroGB: number;
  /** Most that any expansion may reach: the lesser of `maxCapacity` and the class maximum (VOLAUTO-1). */
  readonly capMicroGB: number;
  /** Null: volumes never expand by themselves (`volume.autoscale.requires`). */
  readonly autoscaling: VolumeAutoscalingSettings | null;
  readonly snapshots: SnapshotSettings;
  /** Custom keys of new devices, by location; one that has none gets the provider's own (ENC-2, ENC-5). */
  readonly keys: ReadonlyMap<string, string>;
  /** Null for ext4 and xfs (VOL-21). */
  readonly mount: MountSettings | null;
  /** Unit of readings in bytes (`volume.reading.grain`). */
  readonly readingBytes: number;
  /** Between two readings of a volume; `exact` is the finest grid of time, 1 ms (`volume.reading.interval`). */
  readonly readingInterval: Duration;
  /** `unit.gb`. */
  readonly bytesPerGB: number;
  readonly assumptions: Assumptions;
}

export interface VolumeAutoscalingSettings {
  /** 1 to 100. */
  readonly minFreePercentage: number;
  readonly scalingFactor: number;
  /**
   * Least capacity in 1e-6 GB, per unit of a reading, that still has `minFreePercentage` free: a reading is above the
   * threshold while `reading * fullPerReading <= capacity`. Null at 100 %, where no capacity is enough.
   */
  readonly fullPerReading: Rational | null;
  /** The parts of `fullPerReading` as numbers, for comparisons that stay below 2^53; 0 where it is null. */
  readonly fullNumerator: number;
  readonly fullDenominator: number;
  /** `fullPerReading * scalingFactor`: the reactive target per unit of a reading (VOLAUTO-12). Null at 100 %. */
  readonly targetPerReading: Rational | null;
  readonly predictive: PredictiveSettings | null;
}

/** Present where prediction is enabled (VOLAUTO-4 to VOLAUTO-9). */
export interface PredictiveSettings {
  readonly lookback: Duration;
  readonly projectionHours: number;
  /** Need not be whole; compared as it is. */
  readonly minDataPoints: number;
  readonly minGrowthGBPerHour: number;
  /** 1 / (1 - minFreePercentage/100): capacity per GB projected that still has enough free; infinite at 100 %. */
  readonly fullPerGB: number;
  /** That of the forecast, or of the volume set (VOLAUTO-9). */
  readonly scalingFactor: number;
  /** `fullPerGB` times that factor: the target per GB projected. */
  readonly targetPerGB: number;
}

export interface SnapshotSettings {
  /** From the creation of a snapshot to its end, where a command does not say (`snapshot.retention`). */
  readonly retention: Duration;
  /** Null: none by itself. */
  readonly schedule: Schedule | null;
  /** Whether deleting the set takes a last one (`snapshot.final`). */
  readonly takesFinal: boolean;
}

/** What one mount point of a shared volume reserves (the minimum is billed, BILL-4) and may use. */
export interface MountSettings {
  readonly minCpuMillicores: number;
  readonly maxCpuMillicores: number;
  readonly minMemoryBytes: number;
  readonly maxMemoryBytes: number;
}

/**
 * Where readings are taken at every millisecond: of a set whose growth is predicted each minute all the same, for a
 * line needs points and not all there are.
 */
function exactInterval({ autoscaling }: VolumesetSpec): Duration {
  return autoscaling?.predictive?.enabled === true ? minute : 1;
}

const readingGrains = { '1MB': 1_000_000, exact: 1, '1GB': 1_000_000_000 } as const;

/**
 * Reads a record's spec into settings. Throws where a text in it should have been refused before (an unreadable
 * schedule, retention or quantity).
 *
 * `volume.autoscale.requires: either`: a missing `scalingFactor` counts as 1, a missing `minFreePercentage` as 1, the
 * least that each allows.
 */
export function volumesetSettings(spec: VolumesetSpec, assumptions: Assumptions): VolumesetSettings {
  const bounds = capacityBounds(spec.performanceClass);
  const maxCapacity = spec.autoscaling?.maxCapacity;
  const bytesPerGB = Math.round(assumptions['unit.gb']);
  const readingBytes = readingGrains[assumptions['volume.reading.grain']];
  const interval = assumptions['volume.reading.interval'];
  return {
    fileSystem: spec.fileSystemType,
    performanceClass: spec.performanceClass,
    initialMicroGB: microGBFromGB(spec.initialCapacity),
    leastMicroGB: bounds.leastMicroGB,
    capMicroGB: Math.min(
      maxCapacity === undefined ? bounds.greatestMicroGB : microGBFromGB(maxCapacity),
      bounds.greatestMicroGB,
    ),
    autoscaling: autoscalingSettings(spec, { bytesPerGB, readingBytes }, assumptions),
    snapshots: snapshotSettings(spec, assumptions),
    keys: new Map(Object.entries(spec.customEncryption?.regions ?? {}).map(([region, { keyId }]) => [region, keyId])),
    mount: spec.fileSystemType === 'shared' ? mountSettings(spec, assumptions) : null,
    readingBytes,
    readingInterval: interval === 'exact' ? exactInterval(spec) : interval,
    bytesPerGB,
    assumptions,
  };
}

function autoscalingSettings(
  spec: VolumesetSpec,
  unit: { readonly bytesPerGB: number; readonly readingBytes: number },
  assumptions: Assumptions,
): VolumeAutoscalingSettings | null {
  const { minFreePercentage, scalingFactor, predictive } = spec.autoscaling ?? {};
  const missing = [minFreePercentage, scalingFactor].filter((value) => value === undefined).length;
  if (missing > (assumptions['volume.autoscale.requires'] === 'both' ? 0 : 1)) return null;
  const free = rationalFromDecimal(minFreePercentage ?? 1);
  const factor = rationalFromDecimal(scalingFactor ?? 1);
  const whole = rationalFromDecimal(100);
  const usable = fractionOf(whole.numerator * free.denominator - free.numerator, free.denominator);
  const perUsed = usable.numerator === 0n ? null : over(whole, usable);
  const microPerReading = fractionOf(BigInt(unit.readingBytes) * BigInt(microPerGB), BigInt(unit.bytesPerGB));
  const fullPerReading = perUsed === null ? null : times(microPerReading, perUsed);
  const predictiveFactor =
    predictive?.scalingFactor === undefined ? factor : rationalFromDecimal(predictive.scalingFactor);
  return {
    minFreePercentage: numberFromRational(free),
    scalingFactor: numberFromRational(factor),
    fullPerReading,
    fullNumerator: Number(fullPerReading?.numerator ?? 0n),
    fullDenominator: Number(fullPerReading?.denominator ?? 0n),
    targetPerReading: fullPerReading === null ? null : times(fullPerReading, factor),
    predictive:
      predictive?.enabled !== true
        ? null
        : {
            lookback: Math.round((predictive.lookbackHours ?? 24) * hour),
            projectionHours: predictive.projectionHours ?? 6,
            minDataPoints: predictive.minDataPoints ?? 10,
            minGrowthGBPerHour: predictive.minGrowthRateGBPerHour ?? 0.01,
            scalingFactor: numberFromRational(predictiveFactor),
            fullPerGB: perUsed === null ? Number.POSITIVE_INFINITY : numberFromRational(perUsed),
            targetPerGB:
              perUsed === null ? Number.POSITIVE_INFINITY : numberFromRational(times(perUsed, predictiveFactor)),
          },
  };
}

function snapshotSettings({ fileSystemType, snapshots }: VolumesetSpec, assumptions: Assumptions): SnapshotSettings {
  const kept = snapshots?.retentionDuration;
  const retention =
    kept === undefined
      ? assumptions['snapshot.retention']
      : parseRetention(kept, assumptions['snapshot.retentionUnit']);
  if (retention === null) throw new Error(`unreadable retention: ${kept}`);
  const isShared = fileSystemType === 'shared';
  return {
    retention,
    schedule: isShared || snapshots?.schedule === undefined ? null : readSchedule(snapshots.schedule, assumptions),
    takesFinal: !isShared && (snapshots?.createFinalSnapshot ?? assumptions['snapshot.final']),
  };
}

function readSchedule(text: string, assumptions: Assumptions): Schedule {
  const schedule = parseSchedule(text, assumptions);
  if ('error' in schedule) throw new Error(`unreadable snapshot schedule '${text}': ${schedule.error}`);
  return schedule;
}

/**
 * What a spec leaves out: `billing.mountDefault` reserved, `fields.defaults.mountMaxCpu` and `mountMaxMemory` at most.
 */
function mountSettings(spec: VolumesetSpec, assumptions: Assumptions): MountSettings {
  const { minCpu, maxCpu, minMemory, maxMemory } = spec.mountOptions?.resources ?? {};
  const grammar = assumptions['quantity.grammar'];
  const read = (text: string, parse: typeof parseCpuMillicores): number => {
    const amount = parse(text, grammar);
    if (typeof amount === 'object') throw new Error(`unreadable quantity '${text}': ${amount.error}`);
    return amount;
  };
  const { cpuMillicores, memoryMi } = assumptions['billing.mountDefault'];
  return {
    minCpuMillicores: read(minCpu ?? `${cpuMillicores}m`, parseCpuMillicores),
    maxCpuMillicores: read(maxCpu ?? assumptions['fields.defaults.mountMaxCpu'], parseCpuMillicores),
    minMemoryBytes: read(minMemory ?? `${memoryMi}Mi`, parseMemoryBytes),
    maxMemoryBytes: read(maxMemory ?? assumptions['fields.defaults.mountMaxMemory'], parseMemoryBytes),
  };
}
