/**
 * The subject of a ledger series, as fields of files.
 */
import type { MeterSeries } from '../../platform/metering/series.ts';

/** In the order of the columns; replica and zone only if the ledger distinguishes them. */
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
