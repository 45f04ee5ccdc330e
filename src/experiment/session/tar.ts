/** An archive in the oldest form that all programs read (ustar). */
import { utf8ToBytes } from '@noble/hashes/utils.js';

const block = 512;

/**
 * An archive of one file of this path, without the slash before it; a path beyond 100 bytes is cut, which the form has
 * no room for.
 *
 * @param text what is in the file, of at most 512 bytes: a client takes an empty one for one of which something is
 * missing
 */
export function fileTar(path: string, text: string): Uint8Array {
  const content = utf8ToBytes(text);
  if (content.length > block) throw new Error(`the content must fit in ${block} bytes; found ${content.length}`);
  // The head, the content, and two empty blocks for the end.
  const archive = new Uint8Array(4 * block);
  archive.set(content, block);
  const put = (text: string, at: number): void => archive.set(utf8ToBytes(text), at);
  archive.set(utf8ToBytes(path.replace(/^\/+/, '')).slice(0, 100), 0);
  put('0000644\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  const sum = archive.subarray(0, block).reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive;
}
