/**
 * JSON in letters that an address takes: base64url, without a filler at its end.
 */
import type { Json } from '../document/json.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A value as one word; equal values with their keys in one order give equal words. */
export function wordOf(value: Json): string {
  const text = asciiJson(value);
  let word = '';
  for (let index = 0; index < text.length; index += 3) {
    const left = Math.min(3, text.length - index);
    const bits = (byteAt(text, index) << 16) | (byteAt(text, index + 1) << 8) | byteAt(text, index + 2);
    for (let digit = 0; digit <= left; digit++) word += letters[(bits >> (18 - 6 * digit)) & 63]!;
  }
  return word;
}

/** The value of such a word; null for any other text. Never throws. */
export function jsonOf(word: string): Json {
  if (!/^[\w-]*$/.test(word)) return null;
  let text = '';
  let bits = 0;
  let held = 0;
  for (const letter of word) {
    bits = ((bits << 6) | letters.indexOf(letter)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    text += String.fromCharCode((bits >> held) & 255);
  }
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** How many bytes a value takes before it is a word, which is a third longer. */
export function writtenSize(value: Json): number {
  return asciiJson(value).length;
}

/** All that is not ASCII is escaped: each letter is one byte. */
function asciiJson(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** 0 beyond the end. */
function byteAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : 0;
}
