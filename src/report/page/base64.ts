/**
 * Base64 encoding, because the environment may have no function for it.
 */

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes as Base64: four letters for three bytes, padded with `=`. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [first = 0, second, third] = bytes.subarray(i, i + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const letter = (shift: number): string => letters.charAt((bits >> shift) & 63);
    text +=
      letter(18) + letter(12) + (second === undefined ? '=' : letter(6)) + (third === undefined ? '=' : letter(0));
  }
  return text;
}
