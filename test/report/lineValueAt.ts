import type { PageLine } from '../../src/report/picture/picture.ts';

/** The value of a line at an instant, straight between two points if it is joined; null: it has none there. */
export function lineValueAt(line: PageLine | undefined, at: number): number | null {
  if (line === undefined) return null;
  const i = line.at.findLastIndex((one) => one <= at);
  const [first, next] = [line.value[i] ?? null, line.value[i + 1] ?? null];
  const [from, until] = [line.at[i] ?? 0, line.at[i + 1] ?? 0];
  if (line.draw === 'steps' || first === null || next === null || until === from) return first;
  return first + ((next - first) * (at - from)) / (until - from);
}
