/**
 * What a recounted amount is about: all that prices can tell apart, and the tags and the replica that rows are told
 * apart by.
 */
import type { Meter } from './meter.ts';

/** Where something is and whose it is. */
export interface Place {
  readonly org: string;
  readonly gvc: string;
  /** `workload/api`, `volumeset/data`. */
  readonly resource: string;
  readonly location: string;
  readonly provider: string;
  readonly locationType: string;
  /** null for volume sets. */
  readonly workloadType: string | null;
  /** null for all but volumes. */
  readonly volumeIndex: number | null;
  readonly performanceClass: string | null;
  readonly tags: { readonly [key: string]: string };
}

export interface Series extends Place {
  readonly container: string | null;
  readonly meter: Meter;
  /** The ordinal of the replica that holds it; null where replicas are not told apart. */
  readonly replicaIndex: number | null;
  /** The zone that this replica is in; beside `replicaIndex` only. */
  readonly zone: string | null;
  /** As `nameOf` says, surplus apart. */
  readonly name: string;
}

/** What tells a replica apart from the others. */
export interface OneReplica {
  readonly replicaIndex: number;
  readonly zone: string;
}

/** What a place holds under a container's name, metered so. */
export function seriesAt(
  place: Place,
  container: string | null,
  meter: Meter,
  replica: OneReplica | null = null,
): Series {
  const { replicaIndex, zone } = replica ?? { replicaIndex: null, zone: null };
  return { ...place, container, meter, replicaIndex, zone, name: nameOf({ ...place, container, meter }, false) };
}

/** The same under other tags. */
export function retagged(series: Series, tags: Place['tags']): Series {
  return { ...series, tags };
}

/** One text a series, surplus, tags and replicas apart: their names, and their order. */
export function nameOf(
  series: Omit<Place, 'tags'> & { readonly container: string | null; readonly meter: string },
  surplus: boolean,
): string {
  const { org, gvc, resource, location, provider, locationType, workloadType } = series;
  const place = `/org/${org}/gvc/${gvc}/${resource} at ${location} (${provider}, ${locationType})`;
  const details = [workloadType, series.container, series.volumeIndex, series.performanceClass, series.meter];
  return `${place} ${details.map((one) => one ?? '-').join(' ')}${surplus ? ' surplus' : ''}`;
}

interface SubjectParts {
  readonly gvc: string;
  readonly resource: string;
  readonly location: string;
  readonly volumeIndex: number | null;
}

/** Reads `shop/workload/api@aws-us-east-1` and `shop/volumeset/data@aws-us-east-1/0`. */
export function readSubject(name: string): SubjectParts {
  const match = /^([^/]+)\/((?:workload|volumeset)\/[^/@]+)@([^/]+)(?:\/(\d+))?$/.exec(name);
  if (match === null) throw new Error(`no subject that reserves anything: ${name}`);
  const [, gvc = '', resource = '', location = '', index] = match;
  return { gvc, resource, location, volumeIndex: index === undefined ? null : Number(index) };
}
