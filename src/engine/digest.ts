/**
 * One short text for a whole world: two worlds with the same digest are the same in every value that their fields hold.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256, in hex, of any tree of plain data: objects by sorted keys, class instances by their own fields and class
 * name, arrays, typed arrays, maps, sets, numbers (NaN and -0 told apart), bigints, undefined.
 *
 * Maps and sets count in their order of insertion, because a world iterates over them and so behaves by that order. An
 * object that is reached twice counts twice: sharing is not seen. Private `#` fields are not seen either.
 *
 * @throws on functions, symbols and cycles, with the path to them: a world that holds one cannot be forked
 */
export function digest(value: unknown): string {
  const hash = sha256.create();
  let text = '';
  const write = (part: string): void => {
    text += part;
    if (text.length > 65_536) {
      hash.update(utf8ToBytes(text));
      text = '';
    }
  };
  const path: string[] = [];
  const above = new Set<object>();

  const visit = (item: unknown, name: string): void => {
    switch (typeof item) {
      case 'number':
        write(Object.is(item, -0) ? 'n-0;' : `n${item};`);
        return;
      case 'string':
        write(`s${item.length}:${item};`);
        return;
      case 'boolean':
      case 'undefined':
        write(`${item};`);
        return;
      case 'bigint':
        write(`i${item};`);
        return;
      case 'object':
        break;
      default:
        throw new Error(`cannot digest a ${typeof item}: ${[...path, name].join('.')}`);
    }
    if (item === null) {
      write('null;');
      return;
    }
    if (above.has(item)) throw new Error(`cannot digest a cyclic structure: ${[...path, name].join('.')}`);
    above.add(item);
    path.push(name);
    visitObject(item);
    path.pop();
    above.delete(item);
  };

  const visitObject = (item: object): void => {
    if (Array.isArray(item)) {
      write(`[${item.length}:`);
      for (let i = 0; i < item.length; i++) visit(item[i], String(i));
    } else if (ArrayBuffer.isView(item)) {
      const numbers = item as unknown as ArrayLike<number | bigint>;
      write(`${item.constructor.name}[${numbers.length}:`);
      for (let i = 0; i < numbers.length; i++) visit(numbers[i], String(i));
    } else if (item instanceof Map) {
      write(`Map[${item.size}:`);
      for (const [key, value] of item) {
        visit(key, 'key');
        visit(value, String(key));
      }
    } else if (item instanceof Set) {
      write(`Set[${item.size}:`);
      for (const member of item) visit(member, 'member');
    } else {
      const fields = Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1));
      write(`${item.constructor?.name ?? ''}{${fields.length}:`);
      for (const [key, field] of fields) {
        write(`${key.length}:${key}=`);
        visit(field, key);
      }
    }
    write('];');
  };

  visit(value, 'world');
  hash.update(utf8ToBytes(text));
  return hexOf(hash.digest());
}

/** SHA-256, in hex, of a text in UTF-8. */
export function sha256Hex(text: string): string {
  return hexOf(sha256(utf8ToBytes(text)));
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Bytes in hex, in one piece. One that is put together byte by byte, as libraries do it, is kept in memory as its bytes
 * are added: 64 digits as a kilobyte.
 */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => hexBytes[byte]).join('');
}
