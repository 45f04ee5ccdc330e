/** `svcsim selftest`: tries this installation against closed forms and exact answers. */
import { isCheckName, knownNames } from '../../experiment/selftest/checks.ts';
import { selftest } from '../../experiment/selftest/selftest.ts';
import { ended, type StudyProgress } from '../../experiment/study/steps.ts';
import type { SelftestDocument } from '../../report/selftest/selftestDocument.ts';
import { selftestHtml } from '../../report/selftest/selftestHtml.ts';
import { selftestText } from '../../report/selftest/selftestText.ts';
import { nearest } from '../../rules/units.ts';
import { exitCode, Stop } from '../exit.ts';
import type { SelftestFlags } from '../flags.ts';
import { Interrupt } from '../interrupt.ts';
import { barOf, progressBar } from '../progress.ts';
import { selftestThreads } from '../selftest/selftestThreads.ts';
import { progressText, sayAnswer } from './study/studyAnswer.ts';
import { widthOf } from './study/studyRunner.ts';

/** Performs the self-test and prints the answer. @returns the exit code */
export async function selftestHere(flags: SelftestFlags): Promise<number> {
  const { seed = '1', only = [], workers, quiet = false } = flags;
  for (const name of only) refuseUnknown(name);
  const { width } = widthOf(workers);
  const document = await performed({ seed, only }, width, quiet);
  sayAnswer(
    document,
    flags,
    (canvas) => selftestText(document, canvas),
    (style) => selftestHtml(document, style),
  );
  return codeOf(document);
}

/** The exit code of an answer: a run that ended with an error is a defect of svcsim, and comes before all else. */
export function codeOf({ verdict, chance, exact }: Pick<SelftestDocument, 'verdict' | 'chance' | 'exact'>): number {
  if ([...chance, ...exact].some(({ failed }) => failed !== undefined)) return exitCode.defect;
  return verdict === 'pass' ? exitCode.ok : exitCode.failed;
}

async function performed(
  question: { readonly seed: string; readonly only: readonly string[] },
  width: number | undefined,
  quiet: boolean,
): Promise<SelftestDocument> {
  const interrupt = new Interrupt();
  const progress = progressBar('selftest', quiet);
  const startedAt = performance.now();
  const runner = selftestThreads(width, interrupt.signal);
  let last: StudyProgress = { done: 0, of: 0 };
  try {
    return await ended(selftest(question, runner), (step) => {
      last = step;
      const text = progressText(step, (performance.now() - startedAt) / 1_000, 'part');
      progress.say(`${barOf(step.done / step.of)} ${text}`);
    });
  } catch (error) {
    if (error instanceof Stop && error.code === exitCode.interrupted)
      throw new Stop(
        exitCode.interrupted,
        `interrupted after ${last.done} of ${last.of} parts: no answer, because it needs all of them`,
      );
    throw error;
  } finally {
    progress.clear();
    interrupt.close();
    await runner.close();
  }
}

function refuseUnknown(name: string): void {
  if (isCheckName(name)) return;
  const near = nearest(name, knownNames);
  const hint = near === null ? `one of ${knownNames.join(', ')}` : `did you mean '${near}'?`;
  throw new Stop(exitCode.usage, `--only: there is no check '${name}'; ${hint}`);
}
