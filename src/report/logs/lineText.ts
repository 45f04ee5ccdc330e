/** Lines of logs as they are shown. */
import { isoFromInstant } from '../../engine/time.ts';
import type { Paint } from '../words/paint.ts';
import { type LogLine, labelNames } from './line.ts';

/**
 * One line as JSON, without a line end:
 * `{"at":"2026-11-01T00:30:14.000Z","stamp":"1793493014000000000","labels":{...},"line":"..."}`. Labels without a value
 * are left out.
 */
export function lineJson({ at, stamp, labels, text }: LogLine): string {
  const given = Object.fromEntries(labelNames.flatMap((name) => (labels[name] === '' ? [] : [[name, labels[name]]])));
  return JSON.stringify({ at: isoFromInstant(at), stamp, labels: given, line: text });
}

/**
 * Lines for a terminal: time, location, replica, container, text. Columns are as wide as what they have held so far.
 */
export class LineTable {
  private readonly widths = [0, 0, 0];
  private readonly paint: Paint;

  constructor(paint: Paint) {
    this.paint = paint;
  }

  /** Without a line end. */
  row({ at, labels, text }: LogLine): string {
    const { dim, warn } = this.paint;
    const [location = '', replica = '', container = ''] = [
      labels.location,
      labels.replica,
      labels.container === '' ? '-' : labels.container,
    ].map((cell, column) => {
      const width = Math.max(this.widths[column] ?? 0, cell.length);
      this.widths[column] = width;
      return cell.padEnd(width);
    });
    const shown = labels.stream === 'stderr' ? warn(text) : text;
    return `${dim(isoFromInstant(at))}  ${dim(location)}  ${replica}  ${container}  ${shown}`;
  }
}
