/**
 * Scenarios as tests, for `scripts/trial.ts`: each is named by its file and fails where its run does not come out as it
 * expects.
 */
import { readFileSync } from 'node:fs';
import { inject, it } from 'vitest';
import { Run } from '../src/experiment/run.ts';
import { Chronicle } from '../src/report/fold/chronicle.ts';
import { answerText } from '../src/report/fold/refusalChronicle.ts';
import { reportOf } from '../src/report/report.ts';
import { parseScenario } from '../src/scenario/parse.ts';

/**
 * The first expectation that is broken, or an answer that was not the one stated; null: the run came out as expected.
 */
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
  const [answer] = chronicle.refusals.unexpectedFirst;
  return broken?.message ?? (answer === undefined ? summary.verdict : `${answer.path} ${answerText(answer)}`);
}

it.each(inject('scenarios'))('%s', (file) => {
  const found = trouble(file);
  if (found !== null) throw new Error(found);
});
