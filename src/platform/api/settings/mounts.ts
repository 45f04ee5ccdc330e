/**
 * What a workload mounts: volume sets (WL-15), secrets, scratch space and object stores (`mount.others`).
 */

import { type JsonObject, objectsAt, textAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import type { StoredRecord } from '../records/record.ts';

const uri = /^(?:svc|cpln):\/\/volumeset\/([^/]+)$/;

/** The name of the volume set in a volume's URI, null where it names none. */
export function volumesetOfUri(text: string): string | null {
  return uri.exec(text)?.[1] ?? null;
}

/** What a volume's URI mounts other than a volume set; null: a form that is not known. */
export type OtherMount = 'secret' | 'scratch' | 'objectStore';

const secretUri = /^(?:svc|cpln):\/\/secret\/([^/.]+)/;

/** The name of the secret that a URI or the value of a variable leads to, null where it leads to none. */
export function secretOfText(text: string): string | null {
  return secretUri.exec(text)?.[1] ?? null;
}

/**
 *   svc://secret/conf.payload -> secret    scratch://tmp -> scratch    s3://bucket -> objectStore
 */
export function otherMountOfUri(text: string): OtherMount | null {
  if (secretUri.test(text)) return 'secret';
  if (/^scratch:\/\/[^/]/.test(text)) return 'scratch';
  return /^(?:s3|gs|azureblob|azurefs):\/\/[^/]/.test(text) ? 'objectStore' : null;
}

/** How many object stores the containers mount, each once (BILL-3). */
export function objectStoreCount(spec: JsonObject): number {
  const uris = objectsAt(spec, 'containers').flatMap((container) => objectsAt(container, 'volumes'));
  const stores = uris
    .map((volume) => textAt(volume, 'uri') ?? '')
    .filter((uri) => otherMountOfUri(uri) === 'objectStore');
  return new Set(stores).size;
}

/** Names of the secrets that a workload mounts or reads into variables, each once, in the order of their first use. */
export function secretNames(spec: JsonObject): readonly string[] {
  const names = objectsAt(spec, 'containers').flatMap((container) => {
    const volumes = objectsAt(container, 'volumes').map((volume) => textAt(volume, 'uri'));
    const variables = objectsAt(container, 'env').map((variable) => textAt(variable, 'value'));
    return [...volumes, ...variables].flatMap((text) => secretOfText(text ?? '') ?? []);
  });
  return [...new Set(names)];
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
