/**
 * What a series of the ledger is about, as files name it.
 */
import type { MeterSeries } from '../../platform/metering/series.ts';

/** In the order of the columns; replica and zone only where the ledger tells them apart. */
export function seriesFields(series: MeterSeries) {
  const { org, gvc, resource, workloadType, location, provider, locationType, container, volumeIndex } = series;
  const { replicaIndex, zone } = series;
  return {
    org,
    gvc,
    resource,
    workloadType,
    location,
    provider,
    locationType,
    container,
    volumeIndex,
    ...(replicaIndex == null ? {} : { replicaIndex }),
    ...(zone == null ? {} : { zone }),
  };
}
