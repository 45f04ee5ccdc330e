/** How wide a terminal is, and sentences in lines that fit it. */
import { folded } from '../text/folded.ts';

/** undefined: it is no terminal, and whoever reads there cuts lines himself. */
export function columnsOf(stream: NodeJS.WriteStream): number | undefined {
  return stream.isTTY === true && stream.columns > 0 ? stream.columns : undefined;
}

/**
 * A text whose lines are folded where a terminal is too narrow for them; each goes on `hang` blanks to the right of
 * where it begins.
 */
export function fitted(text: string, stream: NodeJS.WriteStream, hang = 2): string {
  const columns = columnsOf(stream);
  if (columns === undefined) return text;
  const fit = (line: string): string => folded(line, columns, line.search(/\S|$/) + hang).join('\n');
  return text.split('\n').map(fit).join('\n');
}
