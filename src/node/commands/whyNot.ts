/** `svcsim why-not`: why what was wanted did not happen, and which changes would have brought it. */
import { setImmediate } from 'node:timers/promises';
import { isoFromInstant } from '../../engine/time.ts';
import { capturePlan } from '../../experiment/study/planText.ts';
import { wantedOf } from '../../experiment/whyNot/wanted.ts';
import { runsMost, whyNot } from '../../experiment/whyNot/whyNot.ts';
import { whyNotText } from '../../report/whyNot/whyNotText.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import type { WhyFlags } from '../flags.ts';
import { readScenarios } from '../inputs.ts';
import { makeRoom } from '../memory.ts';
import { showProblems } from '../problems.ts';
import { progressBar } from '../progress.ts';
import { say } from '../say.ts';
import { pointOf } from './logRange.ts';

/**
 * @param asked `shop/api <= 7`, `shop/data capacity >= 100GB`, `no expansion.refused`, `shop/report started`
 * @returns the exit code: `failed` if nothing that was tried brings what is wanted
 */
export async function whyNotFile(file: string, asked: string, flags: WhyFlags): Promise<number> {
  const wanted = wantedOf(asked);
  if (typeof wanted === 'string') throw new Stop(exitCode.usage, wanted);
  const [read] = await readScenarios([file], flags);
  if (read === undefined) throw new Error(`nothing was read for ${file}`);
  showProblems(read.parsed, process.stderr);
  const { scenario } = read.parsed;
  if (scenario === null) return exitCode.invalid;
  makeRoom(scenario);
  const at = flags.at === undefined ? null : instantOf(flags.at, scenario);
  const { plan } = capturePlan(read.text, read.options);
  const done = { asks: 0, runs: 0 };
  const steps = whyNot({ text: asked.trim(), wanted, plan, scenario, at }, done);
  const progress = progressBar(scenario.name, flags.quiet === true);
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      progress.clear();
      if (typeof step.value === 'string') throw new Stop(exitCode.usage, step.value);
      const answer = step.value;
      say(process.stdout, flags.json === true ? jsonText(answer) : `${whyNotText(answer, canvasOf(process.stdout))}\n`);
      const flips = [answer.atThisInstant, answer.fromWhereItBegan].flatMap((part) => part?.flips ?? []);
      return answer.heldSince !== null || flips.length > 0 ? exitCode.ok : exitCode.failed;
    }
    progress.say(done.asks === 0 ? 'run up to the instant' : `changes tried: ${done.runs} of at most ${runsMost} runs`);
    await setImmediate();
  }
}

function instantOf(text: string, { start, end }: Scenario): number {
  const at = pointOf('--at', text, start);
  if (at >= start && at <= end) return at;
  const run = `from ${isoFromInstant(start)} to ${isoFromInstant(end)}`;
  throw new Stop(exitCode.usage, `--at must be within the run, ${run}; found '${text}'`);
}
