/**
 * JSON that is short enough for a machine and lies well under a difference viewer.
 */
import { plainJson } from '../../text/plain.ts';
import { textOf, type Write } from './writing.ts';

/**
 * Each key of the document on a line of its own, each item of its lists too; what is deeper stays on its line. Ends in
 * a line end.
 *
 * Keys in the order of the value, which its maker fixes.
 */
export function jsonText(value: object): string {
  return textOf((write) => writeJson(value, write));
}

/** The same, item by item. */
export function writeJson(value: object, write: Write): void {
  let lead = '{\n';
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    write(`${lead}  ${plainJson(key)}: `);
    writeItems(item, write);
    lead = ',\n';
  }
  write(`${lead === '{\n' ? '{\n' : ''}\n}\n`);
}

function writeItems(item: unknown, write: Write): void {
  if (!Array.isArray(item) || item.length === 0) {
    write(plainJson(item));
    return;
  }
  let lead = '[\n';
  for (const one of item) {
    write(`${lead}    ${plainJson(one)}`);
    lead = ',\n';
  }
  write('\n  ]');
}
