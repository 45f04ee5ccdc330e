/**
 * Problems as the editor shows them.
 */
import type { Problem } from '../../scenario/text/problem.ts';
import { replacementOf } from '../../scenario/text/replacement.ts';
import type { EditorProblem } from '../protocol.ts';

/** More problems than these help nobody. */
const problemsMost = 200;

/** The first 200 problems, each with its quick fix where one is known. @param texts by file */
export function withReplacements(
  problems: readonly Problem[],
  texts: ReadonlyMap<string, string>,
): readonly EditorProblem[] {
  return problems.slice(0, problemsMost).map((problem) => {
    const replacement = replacementOf(problem, texts.get(problem.file) ?? '');
    return replacement === null ? problem : { ...problem, replacement };
  });
}
