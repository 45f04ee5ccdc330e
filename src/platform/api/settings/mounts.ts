/**
 * Which volume sets a workload mounts (WL-15).
 */

import { type JsonObject, objectsAt, textAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import type { StoredRecord } from '../records/record.ts';

const uri = /^(?:svc|cpln):\/\/volumeset\/([^/]+)$/;

/** The name of the volume set in a volume's URI, null where it names none. */
export function volumesetOfUri(text: string): string | null {
  return uri.exec(text)?.[1] ?? null;
}

/** Names of the volume sets that a workload's containers mount, each once, in the order of their first use. */
export function volumesetNames(spec: JsonObject): readonly string[] {
  const names = new Set<string>();
  for (const container of objectsAt(spec, 'containers')) {
    for (const volume of objectsAt(container, 'volumes')) {
      const name = volumesetOfUri(textAt(volume, 'uri') ?? '');
      if (name !== null) names.add(name);
    }
  }
  return [...names];
}

/** Links of the volume sets that a record mounts; none but for workloads. */
export function mountedVolumesets(record: StoredRecord): readonly string[] {
  const names = record.kind === 'workload' ? volumesetNames(record.spec) : [];
  if (names.length === 0) return names;
  const org = record.link.split('/')[2] ?? '';
  return names.map((name) => linkOf('volumeset', name, { org, gvc: record.gvc }));
}
