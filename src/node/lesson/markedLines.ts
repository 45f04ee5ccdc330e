/** The texts of lessons in a terminal. */
import { markedParts } from '../../lesson/markedText.ts';
import type { Paint } from '../../report/words/paint.ts';
import { folded } from '../../text/folded.ts';
import { calledAs } from '../calledAs.ts';
import { columnsOf } from '../columns.ts';
import { paintFor } from '../paint.ts';

/** Lines of text that are pleasant to read. */
const widest = 88;

/** How wide a text is written. */
function textWidth(stream: NodeJS.WriteStream): number {
  return Math.min(widest, columnsOf(stream) ?? widest);
}

/** A text in lines; each begins with as many blanks. An empty line is between paragraphs. */
export function markedLines(text: string, stream: NodeJS.WriteStream, indent = 0): readonly string[] {
  const paint = paintFor(stream);
  const width = textWidth(stream) - indent;
  const paragraphs = [''];
  for (const part of markedParts(text)) {
    if (part.kind === 'paragraph') paragraphs.push('');
    else paragraphs[paragraphs.length - 1] += shownPart(part, paint);
  }
  const lead = ' '.repeat(indent);
  return paragraphs.flatMap((one, index) => [
    ...(index === 0 ? [] : ['']),
    ...folded(one, width, 0).map((line) => `${lead}${line}`),
  ]);
}

function shownPart({ kind, text }: ReturnType<typeof markedParts>[number], paint: Paint): string {
  // Each word alone, because a line may end between two.
  const each = (words: string, how: (word: string) => string): string => words.replaceAll(/\S+/g, how);
  if (kind === 'code') return each(text.replace(/^svcsim(?= )/, calledAs), paint.accent);
  return kind === 'strong' ? each(text, paint.bold) : text;
}
