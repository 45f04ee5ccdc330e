/**
 * Two futures: the same scenario with one more step of its timeline.
 */
import { isSeq, parseDocument, stringify } from 'yaml';

/**
 * A text with one more entry of its timeline; the author's comments and layout stay.
 *
 * @param step an entry as YAML writes it in one line: `{ at: +1h, patch: /gvc/shop/workload/web, with: ... }`
 * @throws Error if the step is no map or the text no document
 */
export function withStep(text: string, step: string): string {
  const document = parseDocument(text, { logLevel: 'silent' });
  const read = parseDocument(step, { logLevel: 'silent' });
  if (read.errors[0] !== undefined) throw new Error(`the step cannot be read: ${read.errors[0].message}`);
  const value: unknown = read.toJS();
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('the step must be an entry of a timeline, such as { at: +1h, patch: ..., with: ... }');
  const line = `  - ${stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()}\n`;
  const timeline = document.get('timeline', true);
  if (!isSeq(timeline)) {
    const start = text.endsWith('\n') || text === '' ? text : `${text}\n`;
    return `${start}\ntimeline:\n${line}`;
  }
  // In flow style, or with another indentation, a line of text would not fit.
  if (timeline.flow === true || timeline.items.length === 0) {
    document.addIn(['timeline'], value);
    return document.toString({ lineWidth: 0 });
  }
  const range = timeline.range;
  const first = text.lastIndexOf('\n', range?.[0] ?? 0) + 1;
  const indent = /^\s*/.exec(text.slice(first))?.[0] ?? '  ';
  const end = lineEnd(text, range?.[1] ?? text.length);
  const before = text.slice(0, end);
  return `${before}${before.endsWith('\n') ? '' : '\n'}${indent}${line.trimStart()}${text.slice(end)}`;
}

/** Offset after the line in which an offset is, or before which it begins. */
function lineEnd(text: string, offset: number): number {
  const trimmed = text.slice(0, offset).trimEnd().length;
  const end = text.indexOf('\n', trimmed);
  return end < 0 ? text.length : end + 1;
}
