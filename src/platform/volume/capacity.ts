/**
 * Capacities of volumes: the limits of each class, and GB as whole numbers.
 */

export type PerformanceClass = VolumesetSpec['performanceClass'];

/** Capacities are whole numbers of 1e-6 GB: a GB has this many parts (`unit.gb`). */
export const microPerGB = 1_000_000;

/** Lower and upper bound, both included. */
export interface CapacityBounds {
  readonly leastMicroGB: number;
  readonly greatestMicroGB: number;
}

/** Converts a capacity in GB to the stored whole number, rounded to the nearest 1e-6 GB (`unit.gb`). */
export function microGBFromGB(gb: number): number {
  return Math.round(gb * microPerGB);
}

export function gbFromMicroGB(microGB: number): number {
  return microGB / microPerGB;
}

/**
 * The capacities that a class allows: general-purpose-ssd and shared 10 to 65536 GB, high-throughput-ssd 200 to 65536
 * GB (VOL-7, VOL-8).
 */
export function capacityBounds(performanceClass: PerformanceClass): CapacityBounds {
  const leastGB = performanceClass === 'high-throughput-ssd' ? 200 : 10;
  return { leastMicroGB: microGBFromGB(leastGB), greatestMicroGB: microGBFromGB(65_536) };
}

/** The most that one volume reaches; reported, never enforced. */
export interface ClassLimits {
  readonly iops: number;
  readonly megabytesPerSecond: number;
}

const maxima: { readonly [provider: string]: { readonly general: ClassLimits; readonly high: ClassLimits } } = {
  aws: { general: { iops: 3_000, megabytesPerSecond: 125 }, high: { iops: 4_600, megabytesPerSecond: 400 } },
  gcp: { general: { iops: 80_000, megabytesPerSecond: 1_200 }, high: { iops: 100_000, megabytesPerSecond: 1_200 } },
  azure: { general: { iops: 3_000, megabytesPerSecond: 125 }, high: { iops: 15_500, megabytesPerSecond: 1_200 } },
};

/**
 * IOPS and MB/s of a volume of this capacity (VOL-9, VOL-10, VOL-11, `volume.iops.curve`); null for a shared volume and
 * on providers without stated figures.
 *
 * A general-purpose volume has its class's maximum at any size. A high-throughput volume rises in a straight line to
 * its class's maximum at 65536 GB: `fromGeneral` from the general-purpose figures at 200 GB, `throughOrigin` from 0 at
 * 0 GB; `flat` has the maximum at any size. Whole numbers, rounded down.
 *   high-throughput-ssd, aws, 200 GB, fromGeneral -> 3000 IOPS, 125 MB/s
 */
export function classLimits(
  performanceClass: PerformanceClass,
  provider: string,
  capacityMicroGB: number,
  curve: 'fromGeneral' | 'throughOrigin' | 'flat',
): ClassLimits | null {
  const figures = Object.hasOwn(maxima, provider) ? maxima[provider] : undefined;
  if (figures === undefined || performanceClass === 'shared') return null;
  if (performanceClass === 'general-purpose-ssd') return figures.general;
  if (curve === 'flat') return figures.high;
  const { leastMicroGB, greatestMicroGB } = capacityBounds(performanceClass);
  const from = curve === 'fromGeneral' ? leastMicroGB : 0;
  const share = Math.max(0, (capacityMicroGB - from) / (greatestMicroGB - from));
  const onLine = (low: number, high: number): number => Math.floor(low + (high - low) * share);
  const low = curve === 'fromGeneral' ? figures.general : { iops: 0, megabytesPerSecond: 0 };
  return {
    iops: onLine(low.iops, figures.high.iops),
    megabytesPerSecond: onLine(low.megabytesPerSecond, figures.high.megabytesPerSecond),
  };
}

/** The checked `spec` of a volume set, with defaults filled in (VOL-1 to VOL-4, VOLAUTO-1 to VOLAUTO-10). */
export interface VolumesetSpec {
  readonly fileSystemType: 'ext4' | 'xfs' | 'shared';
  /** GB. */
  readonly initialCapacity: number;
  readonly performanceClass: 'general-purpose-ssd' | 'high-throughput-ssd' | 'shared';
  readonly autoscaling?: {
    /** GB. */
    readonly maxCapacity?: number;
    readonly minFreePercentage?: number;
    readonly scalingFactor?: number;
    readonly predictive?: {
      readonly enabled?: boolean;
      readonly lookbackHours?: number;
      readonly projectionHours?: number;
      readonly minDataPoints?: number;
      readonly minGrowthRateGBPerHour?: number;
      readonly scalingFactor?: number;
    };
  };
  readonly snapshots?: {
    readonly retentionDuration?: string;
    readonly schedule?: string;
    readonly createFinalSnapshot?: boolean;
  };
  readonly mountOptions?: {
    readonly resources?: {
      readonly minCpu?: string;
      readonly maxCpu?: string;
      readonly minMemory?: string;
      readonly maxMemory?: string;
    };
  };
  readonly customEncryption?: { readonly regions?: { readonly [region: string]: { readonly keyId: string } } };
}
