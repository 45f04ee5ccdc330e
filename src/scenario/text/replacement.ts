/**
 * What to write in the place of a mistake, for the quick fix of an editor.
 */
import { nearest } from '../../rules/units.ts';
import type { Problem } from './problem.ts';

/** A part of one line and the text that belongs there. Lines and columns as in `FilePlace`. */
export interface Replacement {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly text: string;
}

/**
 * The replacement that a problem suggests: the word of its "did you mean", if the marked text is like that word. null:
 * it suggests none, or the place has more than the word.
 *
 *   unknown key 'tagret'; did you mean 'target'?   ->  target, where the file has tagret
 *
 * @param text of the file of the problem
 */
export function replacementOf(problem: Problem, text: string): Replacement | null {
  const guess = guessIn(problem.hint ?? '') ?? guessIn(problem.message);
  const line = text.split('\n', problem.line)[problem.line - 1];
  if (guess === null || line === undefined) return null;
  const marked = line.slice(problem.column - 1, problem.endColumn - 1);
  const [, quote = '', word = ''] = /^(["']?)([^"']*)\1:?$/.exec(marked) ?? [];
  if (word === '' || word === guess || nearest(word, [guess]) === null) return null;
  const column = problem.column + quote.length;
  return { line: problem.line, column, endColumn: column + word.length, text: guess };
}

function guessIn(sentence: string): string | null {
  const [, quoted, plain] = /did you mean (?:'([^']+)'|([^\s'?]+))\?/.exec(sentence) ?? [];
  return quoted ?? plain ?? null;
}
