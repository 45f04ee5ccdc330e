/**
 * What a workload mounts: volume sets (WL-15), secrets, scratch space and object stores (`mount.others`).
 */

import type { Assumptions } from '../../../rules/assumptions.ts';
import type { EnvVariable } from '../../workload/settings.ts';
import { type JsonObject, objectsAt, type Path, textAt } from '../document/json.ts';
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

/** A secret by name, and where in the workload it is asked for. */
export interface SecretUse {
  readonly name: string;
  /** From the root of the workload's document. */
  readonly path: Path;
}

/**
 * Each use of a secret by a workload, in order: mounts and variables of its containers, and variables of its GVC where
 * a container inherits these and has none of that name.
 *
 * @param ofGvc what containers can inherit
 */
export function secretUses(spec: JsonObject, ofGvc: readonly EnvVariable[]): readonly SecretUse[] {
  return objectsAt(spec, 'containers').flatMap((container, index) => {
    const path = ['spec', 'containers', index];
    const own = new Set(objectsAt(container, 'env').map((variable) => textAt(variable, 'name')));
    const inherited = container.inheritEnv === true ? ofGvc.filter(({ name }) => !own.has(name)) : [];
    return [
      ...usesIn(container, 'volumes', 'uri', path),
      ...usesIn(container, 'env', 'value', path),
      ...inherited.flatMap(({ value }) => useOf(value, [...path, 'inheritEnv'])),
    ];
  });
}

function usesIn(container: JsonObject, list: string, field: string, path: Path): readonly SecretUse[] {
  return objectsAt(container, list).flatMap((one, index) => useOf(textAt(one, field), [...path, list, index, field]));
}

function useOf(text: string | undefined, path: Path): readonly SecretUse[] {
  const name = secretOfText(text ?? '');
  return name === null ? [] : [{ name, path }];
}

/** The variables that containers can inherit from a GVC (`env.inherit`). */
export function inheritable(gvc: JsonObject, { 'env.inherit': inherits }: Assumptions): readonly EnvVariable[] {
  if (inherits === 'never') return [];
  return objectsAt(gvc, 'env').flatMap((variable) => {
    const [name, value] = [textAt(variable, 'name'), textAt(variable, 'value')];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
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
