/**
 * What the command line says, as lines of a file of their own.
 */

import { LineCounter, Scalar } from 'yaml';
import type { TextOrigin, YamlSource } from './places.ts';
import type { Complaint } from './problem.ts';
import type { ScenarioReading } from './reading.ts';
import type { Tree } from './tree.ts';

/** Inputs as the lines of a file, so that problems can show them; the result gives the origin of a line. */
export function inputLines(
  file: string,
  inputs: readonly string[],
  reading: ScenarioReading,
): (index: number) => TextOrigin {
  const lines = new LineCounter();
  const shownLines = inputs.map((input) => input.replaceAll(/[\n\r]/g, ' '));
  const text = shownLines.join('\n');
  const source: YamlSource = { file, text, lines };
  const starts: number[] = [];
  let offset = 0;
  for (const line of shownLines) {
    starts.push(offset);
    lines.addNewLine(offset);
    offset += line.length + 1;
  }
  if (inputs.length > 0) reading.texts.set(file, text);
  return (index) => {
    const node = new Scalar(null);
    const from = starts[index] ?? 0;
    const to = from + (shownLines[index]?.length ?? 0);
    node.range = [from, to, to];
    return { source, value: node, key: null };
  };
}

/** Adds a problem about an input. */
export function complainOf(origin: TextOrigin, complaint: Complaint, reading: ScenarioReading): void {
  const anchor: Tree[] = [];
  reading.places.note(anchor, origin);
  reading.complain(anchor, [], complaint);
}
