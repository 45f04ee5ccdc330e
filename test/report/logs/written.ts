/** The lines of small worlds. */
import type { Entry } from '../../../src/engine/journal.ts';
import type { LogLine } from '../../../src/report/logs/line.ts';
import { type LogAssumptions, LogWriter } from '../../../src/report/logs/writer.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

export function linesOf(
  entries: readonly Entry[],
  end: number,
  assumptions: LogAssumptions = defaultAssumptions,
): LogLine[] {
  const lines: LogLine[] = [];
  const writer = new LogWriter(assumptions, (line) => lines.push(line));
  for (const entry of entries) writer.listen(entry);
  writer.close(end);
  return lines;
}

/** `+74s web-1-0/main text`, with the time after an instant. */
export function shown(lines: readonly LogLine[], start: number): string[] {
  return lines.map(({ at, labels, text }) => {
    const who = labels.container === '' ? labels.replica : `${labels.replica}/${labels.container}`;
    return `+${(at - start) / 1_000}s ${who} ${text}`;
  });
}
