/** `svcsim study --shard` performs a share of a study's runs; `svcsim merge` joins the stores of all shares. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runKeys } from '../../../experiment/study/runKey.ts';
import { performShard, type Shard } from '../../../experiment/study/shard.ts';
import type { StudyQuestion } from '../../../experiment/study/studyDocument.ts';
import { countOf } from '../../../report/words/format.ts';
import { shellWord } from '../../../text/shellWord.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { MergeFlags, StudyFileFlags } from '../../flags.ts';
import { say } from '../../say.ts';
import { buildDigest } from '../../study/buildDigest.ts';
import { RunStore } from '../../study/store.ts';
import { throughStore } from '../../study/storedRuns.ts';
import { answerOf } from './studyAnswer.ts';

/** Performs a share of a study's runs into a folder of its own. @returns the exit code */
export async function studyShard(question: StudyQuestion, shard: Shard, flags: StudyFileFlags): Promise<number> {
  const { name } = question.spec;
  const folder = join(flags.out, `${name}.shard-${shard.number}-of-${shard.count}`);
  const build = buildDigest();
  const store = new RunStore(folder, build);
  try {
    for (const warning of store.warnings) say(process.stderr, `svcsim: ${warning}\n`);
    const { done, failed } = await answerOf(
      `${name} ${shard.number}/${shard.count}`,
      flags,
      (runner) => performShard(question, shard, throughStore(runner, store, runKeys(build))),
      `those that finished are in ${folder}, and the same command goes on from there`,
    );
    store.compact([]);
    for (const { message } of failed) say(process.stderr, `svcsim: a run failed: ${message}\n`);
    if (flags.quiet !== true)
      say(
        process.stdout,
        `${folder}: ${countOf(done, 'run')}. When all ${shard.count} shards are done:\n  svcsim merge ${shellWord(join(flags.out, `${name}.shard-`))}* --out ${shellWord(join(flags.out, name))}\n`,
      );
    return failed.length > 0 ? exitCode.defect : exitCode.ok;
  } finally {
    store.close();
  }
}

/** Joins the finished runs of several folders into one. @returns the exit code */
export function mergeShards(folders: readonly string[], flags: MergeFlags): number {
  for (const folder of folders)
    if (!existsSync(join(folder, 'runs.ndjson')))
      throw new Stop(exitCode.usage, `${folder} has no runs.ndjson: give the folders that svcsim study --shard wrote`);
  const target = new RunStore(flags.out, buildDigest());
  try {
    for (const folder of folders) {
      const known = target.size;
      const source = new RunStore(folder, buildDigest());
      try {
        for (const warning of source.warnings) say(process.stderr, `svcsim: ${warning}\n`);
        for (const run of source.runs()) addRun(target, folder, run);
      } finally {
        source.close();
      }
      if (flags.quiet !== true) say(process.stderr, `${folder}: ${countOf(target.size - known, 'new run')}\n`);
    }
    target.compact([]);
  } finally {
    target.close();
  }
  if (flags.quiet !== true)
    say(
      process.stdout,
      `${flags.out}: ${countOf(target.size, 'run')}. svcsim study FILE NAME now performs only what is missing, and answers.\n`,
    );
  return exitCode.ok;
}

function addRun(target: RunStore, folder: string, run: ReturnType<RunStore['get']> & object): void {
  try {
    target.add(run.key, run.measures, run);
  } catch (error) {
    if (error instanceof Stop || !(error instanceof Error)) throw error;
    throw new Stop(exitCode.usage, `${folder}: ${error.message}; these folders are not of one study and build`);
  }
}
