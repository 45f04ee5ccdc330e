/**
 * What is known of the inputs of a run: those that are guesses, and manifests that it is without.
 */

import type { Summary } from './summary.ts';

/** So many files or paths are named. */
const namedMax = 5;

/** Nothing, or a heading with its sentence for each kind. */
export function inputTexts({
  guessed = [],
  leftOut = [],
}: Pick<Summary, 'guessed' | 'leftOut'>): readonly (readonly [heading: 'Guessed' | 'Left out', text: string])[] {
  const count = guessed.length === 1 ? '1 input is a guess' : `${guessed.length} inputs are guesses`;
  return [
    ...(leftOut.length === 0 ? [] : ([['Left out', leftOutText(leftOut)]] as const)),
    ...(guessed.length === 0
      ? []
      : ([['Guessed', `${count}: ${named(guessed, ' in summary.json')}. Measure them`]] as const)),
  ];
}

/** `2 documents, which are templates: api.yaml, chart/web.yaml`. */
export function leftOutText(files: readonly string[]): string {
  const count =
    files.length === 1 ? '1 document, which is a template' : `${files.length} documents, which are templates`;
  return `${count}: ${named(files, '')}`;
}

function named(words: readonly string[], where: string): string {
  const more = words.length > namedMax ? `, ${words.length - namedMax} more${where}` : '';
  return `${words.slice(0, namedMax).join(', ')}${more}`;
}
