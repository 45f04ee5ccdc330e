/** Studies are performed in steps: each tells how far the study is, and the end is its document. */

/** How far a study is. */
export interface StudyProgress {
  /** Runs that are finished. */
  readonly done: number;
  /** As many as are known to come, with those that are finished. */
  readonly of: number;
}

/**
 * Performs a study to its end.
 *
 * @param onProgress called after each step, and waited for
 */
export async function ended<Document>(
  steps: AsyncGenerator<StudyProgress, Document>,
  onProgress: (progress: StudyProgress) => void | Promise<void> = () => {},
): Promise<Document> {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    await onProgress(step.value);
  }
}
