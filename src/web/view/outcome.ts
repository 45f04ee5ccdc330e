/**
 * How an expectation ended, in a sign and a word.
 */

export interface Ended {
  readonly pass: boolean;
  /** Absent: it is; a run that was interrupted leaves some open. */
  readonly decided?: boolean;
}

export interface ExpectationMark {
  readonly sign: '✓' | '✗' | '?';
  readonly word: 'held' | 'broken' | 'not decided';
  /** The worst first. */
  readonly order: number;
}

export function outcomeOf({ pass, decided }: Ended): ExpectationMark {
  if (decided === false) return { sign: '?', word: 'not decided', order: 1 };
  return pass ? { sign: '✓', word: 'held', order: 2 } : { sign: '✗', word: 'broken', order: 0 };
}

/** `✓ held` */
export function outcomeText(ended: Ended): string {
  const { sign, word } = outcomeOf(ended);
  return `${sign} ${word}`;
}
