/** `svcsim work`: performs runs of studies that other machines put into a queue. */
import { parseDuration } from '../../../rules/duration.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { WorkFlags } from '../../flags.ts';
import { Interrupt } from '../../interrupt.ts';
import { progressBar } from '../../progress.ts';
import { say } from '../../say.ts';
import { buildDigest } from '../../study/buildDigest.ts';
import { queueAddress } from '../../study/queue/connection.ts';
import { workAtQueue } from '../../study/queue/queueWorker.ts';
import { inThreads } from '../../study/threads.ts';
import { widthOf } from './studyRunner.ts';

/** Works until Ctrl-C, or for as long as there are runs. @returns the exit code */
export async function work(flags: WorkFlags): Promise<number> {
  const address = queueAddress(flags.queue);
  const idleMs = flags.idle === undefined ? null : durationOf(flags.idle, '--idle');
  const lostAfterMs = durationOf(flags.lostAfter, '--lost-after');
  const build = buildDigest();
  const runner = inThreads(widthOf(flags.workers));
  const interrupt = new Interrupt();
  const progress = progressBar(address.shown, flags.quiet === true);
  const tell = (sentence: string): void => {
    if (flags.quiet !== true) say(process.stderr, `svcsim: ${sentence}\n`);
  };
  try {
    const count = await workAtQueue({
      address,
      build,
      runner,
      signal: interrupt.signal,
      idleMs,
      lostAfterMs,
      say: tell,
      onReady: () => tell(`taking runs from ${address.shown}, ${runner.width} at a time (svcsim ${build})`),
      onRun: (done) => progress.say(`${done} runs performed`),
    });
    progress.clear();
    tell(`${count} runs performed`);
    return exitCode.ok;
  } finally {
    progress.clear();
    await runner.close();
    interrupt.close();
  }
}

/** Timers of Node end at 24 days. */
const longestMs = 86_400_000;

function durationOf(text: string, flag: string): number {
  const duration = parseDuration(text);
  if (duration !== null && duration >= 100 && duration <= longestMs) return duration;
  throw new Stop(exitCode.usage, `${flag} takes a duration from 100ms to 1d, such as 30s; found '${text}'`);
}
