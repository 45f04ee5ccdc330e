/**
 * JSON that is short enough for a machine and lies well under a difference viewer.
 */
import { plainJson } from './plain.ts';

/**
 * Each key of the document on a line of its own, each item of its lists too; what is deeper stays on its line. Ends in a line end.
 *
 * Keys in the order of the value, which its maker fixes.
 */
export function jsonText(value: object): string {
  const lines = Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : [`  ${plainJson(key)}: ${inner(item)}`],
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

function inner(item: unknown): string {
  if (!Array.isArray(item) || item.length === 0) return plainJson(item);
  return `[\n${item.map((one) => `    ${plainJson(one)}`).join(',\n')}\n  ]`;
}
