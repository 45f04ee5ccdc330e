/** Studies are performed in steps: each tells how far the study is, and the end is its document. */
import type { StudyProgress } from './compare.ts';

/**
 * Performs a study to its end.
 *
 * @param onProgress called after each step
 */
export async function ended<Document>(
  steps: AsyncGenerator<StudyProgress, Document>,
  onProgress: (progress: StudyProgress) => void = () => {},
): Promise<Document> {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    onProgress(step.value);
  }
}
