/** `svcsim recommend`: proposes changes to a scenario, each one checked by a run. */
import { join } from 'node:path';
import { adviceListText } from '../../experiment/recommend/listing.ts';
import { studiedTrial } from '../../experiment/recommend/trial.ts';
import { adviceMarkdown } from '../../report/render/markdown.ts';
import { adviceText } from '../../report/render/terminalAdvice.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { shellWord } from '../../text/shellWord.ts';
import { columnsOf } from '../columns.ts';
import { commandOf } from '../ending.ts';
import { exitCode } from '../exit.ts';
import type { RecommendFlags } from '../flags.ts';
import { ReportFolder } from '../folder.ts';
import { readScenarios } from '../inputs.ts';
import { Interrupt } from '../interrupt.ts';
import { makeRoom } from '../memory.ts';
import { paintFor } from '../paint.ts';
import { showProblems } from '../problems.ts';
import { progressBar } from '../progress.ts';
import { say } from '../say.ts';
import { studied } from '../working.ts';
import { adviceFor, manyRunsOf } from './study/manyAdvice.ts';

const documentFile = 'recommend.json';
const patchFile = 'recommend.yaml';

export async function recommendFile(file: string, flags: RecommendFlags): Promise<number> {
  const { runs } = manyRunsOf(flags);
  const [read] = await readScenarios([file], flags);
  if (read === undefined) throw new Error(`nothing was read for ${file}`);
  const { parsed, text, options } = read;
  showProblems(parsed, process.stderr);
  const { scenario } = parsed;
  if (scenario === null) return exitCode.invalid;
  makeRoom(scenario);
  const folder =
    flags.out === undefined || flags.list === true
      ? null
      : new ReportFolder(join(flags.out, scenario.name), [documentFile, patchFile]);
  const progress = progressBar(scenario.name, flags.quiet === true);
  const interrupt = new Interrupt();
  try {
    if (flags.list === true) {
      const trial = await studied(studiedTrial(scenario), interrupt, () => progress.say('running the scenario'));
      progress.clear();
      say(process.stdout, adviceListText(trial, runs));
      return exitCode.ok;
    }
    const advice = await adviceFor({ text, options, scenario }, flags, interrupt, (told) =>
      progress.say(`testing changes: ${told}`),
    );
    progress.clear();
    if (folder !== null) {
      folder.write(documentFile, jsonText(advice));
      if (advice.patch !== '') folder.write(patchFile, advice.patch);
      folder.finish();
    }
    const { variant, assume, replication, seed, set = [] } = flags;
    const changes = {
      ...(variant === undefined ? {} : { variant }),
      ...(assume === undefined ? {} : { assume }),
      ...(replication === undefined ? {} : { replication }),
      set: [...set, ...advice.set],
    };
    const again = file === '-' ? undefined : commandOf(file, changes);
    const command = again === undefined || seed === undefined ? again : `${again} --seed ${shellWord(seed)}`;
    if (flags.json === true || flags.format === 'json') say(process.stdout, jsonText(advice));
    else if (flags.format === 'md') say(process.stdout, `${adviceMarkdown(advice).join('\n')}\n`);
    else if (flags.quiet !== true)
      say(
        process.stdout,
        `${adviceText(advice, paintFor(process.stdout), columnsOf(process.stdout) ?? 100, command)}\n`,
      );
    return exitCode.ok;
  } finally {
    progress.clear();
    interrupt.close();
    folder?.discard();
  }
}
