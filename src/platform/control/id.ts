/**
 * Ids that depend on what they name alone, so that unrelated requests never change one (`api.ids`).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const letters = '0123456789abcdefghijklmnopqrstuvwxyz';

/** 32 hexadecimal digits in the groups of a UUID, from the parts; equal parts give equal ids. */
export function idOf(...parts: readonly (string | number)[]): string {
  const hex = bytesToHex(digest(parts));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** 13 of `[a-z0-9]`, from the parts (ENV-4). */
export function aliasOf(...parts: readonly (string | number)[]): string {
  const bytes = digest(['alias', ...parts]);
  let alias = '';
  for (let index = 0; index < 13; index++) alias += letters[(bytes[2 * index]! * 256 + bytes[2 * index + 1]!) % 36];
  return alias;
}

function digest(parts: readonly (string | number)[]): Uint8Array {
  return sha256(utf8ToBytes(JSON.stringify(parts)));
}
