/**
 * The outcome of an expectation, as a symbol and a word.
 */

export interface Ended {
  readonly pass: boolean;
  /** Whether the outcome is known; default true. An interrupted run leaves some expectations undecided. */
  readonly decided?: boolean;
}

export interface ExpectationMark {
  readonly sign: '✓' | '✗' | '?';
  readonly word: 'passed' | 'failed' | 'not decided';
  /** Sort key: the worst outcome first. */
  readonly order: number;
}

export function outcomeOf({ pass, decided }: Ended): ExpectationMark {
  if (decided === false) return { sign: '?', word: 'not decided', order: 1 };
  return pass ? { sign: '✓', word: 'passed', order: 2 } : { sign: '✗', word: 'failed', order: 0 };
}

/** `✓ passed`, with a space that does not break. */
export function outcomeText(ended: Ended): string {
  const { sign, word } = outcomeOf(ended);
  return `${sign}\u00a0${word}`;
}
