/**
 * Ids that depend only on the resource that they name, so unrelated requests never change one (`api.ids`).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hexOf } from '../../../engine/digest.ts';
import type { StoredRecord } from '../records/record.ts';
import { nameOfLink } from './link.ts';

const letters = '0123456789abcdefghijklmnopqrstuvwxyz';

/** 32 hexadecimal digits in the groups of a UUID, from the parts; equal parts give equal ids. */
export function idOf(...parts: readonly (string | number)[]): string {
  const hex = hexOf(digest(parts));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The id of a record: another one where its name is used again. Worked out when it is asked for, which of most records
 * nobody does.
 */
export function idOfRecord(record: StoredRecord, seed: string): string {
  let id = ids.get(record);
  if (id === undefined) {
    const { kind, incarnation, firstLink } = record;
    const link = firstLink ?? record.link;
    const name = firstLink === undefined ? record.name : nameOfLink(link);
    id = idOf(seed, ownerOf(link), kind, name, incarnation);
    ids.set(record, id);
  }
  return id;
}

/** By record, which never changes and belongs to runs of one seed. */
const ids = new WeakMap<StoredRecord, string>();

/** Lets the next version of a record have its id, where that was worked out already. */
export function keepId(before: StoredRecord, after: StoredRecord): void {
  const id = ids.get(before);
  if (id !== undefined) ids.set(after, id);
}

/** The link of what a link's resource belongs to. */
export function ownerOf(link: string): string {
  return link.slice(0, link.lastIndexOf('/', link.lastIndexOf('/') - 1));
}

/** Characters of an alias. */
export const aliasLength = 13;

/** 13 of `[a-z0-9]`, from the parts (ENV-4). */
export function aliasOf(...parts: readonly (string | number)[]): string {
  const bytes = digest(['alias', ...parts]);
  let alias = '';
  for (let index = 0; index < aliasLength; index++)
    alias += letters[(bytes[2 * index]! * 256 + bytes[2 * index + 1]!) % 36];
  return alias;
}

function digest(parts: readonly (string | number)[]): Uint8Array {
  return sha256(utf8ToBytes(JSON.stringify(parts)));
}
