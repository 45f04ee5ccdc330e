/**
 * Runs scenarios with the sources beside it and says which of them do not come out as they expect; one line of JSON for each.
 *
 *   npx tsx scripts/judge.ts scenarios/rules/roll-5-max-unavailable.yaml
 */
import { readFileSync } from 'node:fs';
import { Run } from '../src/experiment/run.ts';
import { Chronicle } from '../src/report/chronicle.ts';
import { reportOf } from '../src/report/report.ts';
import { parseScenario } from '../src/scenario/parse.ts';

/** How a scenario came out. */
export interface Judgement {
  readonly file: string;
  /** null: as expected; else the first expectation that is broken, an answer that was not the one stated, or the error that ended the run. */
  readonly broken: string | null;
}

function judge(file: string): Judgement {
  try {
    return { file, broken: trouble(file) };
  } catch (error) {
    return { file, broken: `thrown: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function trouble(file: string): string | null {
  const { scenario, problems } = parseScenario(readFileSync(file, 'utf8'), {
    file,
    read: (path) => readFileSync(path, 'utf8'),
  });
  if (scenario === null) return `invalid: ${problems.map(({ message }) => message).join('; ')}`;
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry), events: false });
  run.advance();
  const { summary, expectations } = reportOf(run, chronicle);
  if (summary.verdict === 'pass') return null;
  const broken = expectations.find(({ pass }) => !pass);
  return broken?.message ?? `${chronicle.refusals.unexpected} requests were not answered as stated`;
}

for (const file of process.argv.slice(2)) process.stdout.write(`${JSON.stringify(judge(file))}\n`);
