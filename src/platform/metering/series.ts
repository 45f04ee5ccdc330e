/**
 * A series of the ledger: all properties of a metered amount, except its time.
 */
import type { Meter } from '../../rules/meterNames.ts';
import type { WorkloadType } from '../workload/settings.ts';

/** Tags for charges: special tags have no special effect here. */
export type Tags = { readonly [key: string]: string };

export interface MeterSeries {
  readonly org: string;
  readonly gvc: string;
  /** `workload/api`, `volumeset/data`. */
  readonly resource: string;
  /** null for volume sets. */
  readonly workloadType: WorkloadType | null;
  readonly location: string;
  /** Of the location: `aws`, `gcp`. */
  readonly provider: string;
  readonly locationType: 'hosted' | 'byok';
  /** Also `volume-mount` and `cpln-mounter`; null for capacity. */
  readonly container: string | null;
  /** null for everything but capacity. */
  readonly volumeIndex: number | null;
  /**
   * The ordinal of the replica that holds it; absent or null for volumes and executions, and if the ledger does not
   * distinguish replicas.
   */
  readonly replicaIndex?: number | null;
  /** The zone of this replica, `a`, `b`, `c`...; only together with `replicaIndex`. */
  readonly zone?: string | null;
  readonly meter: Meter;
  /** null for everything but capacity. */
  readonly performanceClass: string | null;
  readonly tags: Tags;
}

/** The order of series in files: field by field, by code units; null before any value, numbers by size. */
export function compareSeries(a: MeterSeries, b: MeterSeries): number {
  if (a === b) return 0;
  return (
    compareUntagged(a, b) ||
    (a.replicaIndex ?? -1) - (b.replicaIndex ?? -1) ||
    compareText(a.zone ?? null, b.zone ?? null) ||
    compareText(tagsText(a.tags), tagsText(b.tags))
  );
}

/** The same order, ignoring replicas and tags: 0 if cumulative rounding continues. */
export function compareUntagged(a: MeterSeries, b: MeterSeries): number {
  return (
    compareText(a.org, b.org) ||
    compareText(a.gvc, b.gvc) ||
    compareText(a.resource, b.resource) ||
    compareText(a.location, b.location) ||
    compareText(a.container, b.container) ||
    (a.volumeIndex ?? -1) - (b.volumeIndex ?? -1) ||
    compareText(a.meter, b.meter) ||
    compareText(a.performanceClass, b.performanceClass) ||
    compareText(a.workloadType, b.workloadType) ||
    compareText(a.provider, b.provider) ||
    compareText(a.locationType, b.locationType)
  );
}

/** One text per series; equal texts are equal series, for any order of the tags. */
export function seriesText(series: MeterSeries): string {
  return JSON.stringify([
    series.org,
    series.gvc,
    series.resource,
    series.workloadType,
    series.location,
    series.provider,
    series.locationType,
    series.container,
    series.volumeIndex,
    series.replicaIndex ?? null,
    series.zone ?? null,
    series.meter,
    series.performanceClass,
    tagsText(series.tags),
  ]);
}

/** Tags as JSON with sorted keys; `{}` if there are none. */
export function tagsText(tags: Tags): string {
  const fields = Object.keys(tags)
    .sort(compareText)
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(tags[key])}`);
  return `{${fields.join()}}`;
}

/** The order of texts in files: by code units, null before any. */
export function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  return b === null || a > b ? 1 : -1;
}
