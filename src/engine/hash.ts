/**
 * 32 bits of a text: FNV-1a over its UTF-16 units, then mixed so that every bit counts. Stable for ever: fingerprints
 * rest on it.
 */
export function hash32(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix32(hash);
}

/**
 * Factors of MurmurHash3. `mix32` and `Fingerprint.mix`, which run for every note, have them as literals: an imported
 * number above 2^31 is read from the heap each time.
 */
export const firstFactor = 0x85ebca6b;
export const secondFactor = 0xc2b2ae35;

/** Spreads each bit of a number over all 32 (the finaliser of MurmurHash3); a signed result. */
export function mix32(bits: number): number {
  let hash = bits ^ (bits >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
