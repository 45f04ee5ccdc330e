/** Problems of a scenario for the person at the terminal. */

import type { Parsed } from '../scenario/parse.ts';
import { renderProblems } from '../scenario/text/frame.ts';
import { columnsOf } from './columns.ts';
import { say } from './say.ts';

/** Problems with their code frames, a blank line after them; nothing where there are none. */
export function showProblems(parsed: Pick<Parsed, 'problems' | 'texts'>, stream: NodeJS.WriteStream): void {
  if (parsed.problems.length === 0) return;
  say(stream, `${renderProblems(parsed.problems, (file) => parsed.texts.get(file), columnsOf(stream))}\n\n`);
}
