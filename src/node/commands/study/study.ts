/** `svcsim study`: runs a study of a scenario file, and keeps its runs and its answer in a folder. */
import { join } from 'node:path';
import { runKeys } from '../../../experiment/study/runKey.ts';
import { isRefused } from '../../../experiment/study/runner.ts';
import { parseShard } from '../../../experiment/study/shard.ts';
import { type StudyAnswer, study } from '../../../experiment/study/study.ts';
import type { StudyQuestion } from '../../../experiment/study/studyDocument.ts';
import type { StudyDocument } from '../../../report/study/document.ts';
import { studyHtml } from '../../../report/study/page/studyHtml.ts';
import { studyText } from '../../../report/study/studyText.ts';
import { countOf, countText } from '../../../report/words/format.ts';
import { exitCode } from '../../exit.ts';
import type { StudyFileFlags } from '../../flags.ts';
import { say } from '../../say.ts';
import { buildDigest } from '../../study/buildDigest.ts';
import { RunStore } from '../../study/store.ts';
import { throughStore } from '../../study/storedRuns.ts';
import { studyFiles, writeStudyFolder } from '../../study/studyFolder.ts';
import { studyShard } from './shard.ts';
import { answerOf, sayAnswer } from './studyAnswer.ts';
import { readFlag, refuseReplication } from './studyFlags.ts';
import { listText, refuseRequests, startText } from './studyList.ts';
import { readQuestion } from './studyQuestion.ts';

/**
 * Runs a study and prints its answer.
 *
 * @param name undefined: the only study of the file
 * @returns the exit code
 */
export async function studyFile(file: string, name: string | undefined, flags: StudyFileFlags): Promise<number> {
  refuseReplication(flags);
  const read = await readQuestion(file, name, flags);
  if (read === null) return exitCode.invalid;
  if (flags.list === true) {
    say(process.stdout, listText(read, flags));
    return exitCode.ok;
  }
  const question = read.question();
  refuseRequests(question, flags);
  if (flags.shard !== undefined) return studyShard(question, readFlag(parseShard(flags.shard), '--shard'), flags);
  const folder = join(flags.out, question.spec.name);
  if (flags.quiet !== true) say(process.stderr, startText(question));
  const { document } = await performed(question, folder, flags);
  sayAnswer(
    document,
    flags,
    (canvas) => {
      const text = studyText(document, question.currency, canvas);
      const files = canvas.paint.dim(`${folder}: ${studyFiles.join(', ')}, runs.ndjson`);
      return flags.quiet === true ? text : `${text}\n\n${files}`;
    },
    (style) => studyHtml(document, { currency: question.currency, style }),
  );
  return codeOf(document);
}

/** Runs a study. All that finishes is in the store at once, and the answer is written at the end. */
async function performed(question: StudyQuestion, folder: string, flags: StudyFileFlags): Promise<StudyAnswer> {
  const build = buildDigest();
  const keyOf = runKeys(build);
  const store = new RunStore(folder, build);
  try {
    for (const warning of store.warnings) say(process.stderr, `svcsim: ${warning}\n`);
    let storedCount = 0;
    const answer = await answerOf(
      question.spec.name,
      flags,
      async function* (runner) {
        const stored = throughStore(runner, store, keyOf);
        const steps = study(question, stored);
        for (;;) {
          const step = await steps.next();
          if (step.done === true) return step.value;
          // After the last run come those that explain bills, which count nowhere.
          storedCount = stored.fromStore;
          yield step.value;
        }
      },
      `those that finished are in ${folder}, and the same command goes on from there`,
    );
    if (flags.quiet !== true) say(process.stderr, storedText(storedCount, answer, folder));
    const sources = new Map(question.plans.map(({ name, source }) => [name, source]));
    store.compact(
      answer.runs.flatMap(({ point, replication }) => {
        const source = sources.get(point);
        return source === undefined || isRefused(source) ? [] : keyOf(source, replication);
      }),
    );
    writeStudyFolder(folder, { document: answer.document, rows: answer.runs, currency: question.currency });
    return answer;
  } finally {
    store.close();
  }
}

/** How many runs were not performed now; nothing if all were. */
function storedText(count: number, { runs }: StudyAnswer, folder: string): string {
  return count === 0 ? '' : `${countText(count)} of ${countOf(runs.length, 'run')} were in ${folder} already\n`;
}

/** The exit code of an answer: a run that hit a defect comes before all else. */
export function codeOf({ plans, verdict }: Pick<StudyDocument, 'plans' | 'verdict'>): number {
  if (plans.some(({ failed }) => failed !== undefined)) return exitCode.defect;
  if (verdict === 'undecided') return exitCode.undecided;
  return verdict === 'no plan' ? exitCode.failed : exitCode.ok;
}
