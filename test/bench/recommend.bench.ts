import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { simulate } from '../../src/experiment/run.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { bin, bringUpToDate } from '../node/built.ts';
import { type Bench, costAgainst } from './rows.ts';

const webshop = fileURLToPath(new URL('../../scenarios/studies/webshop.yaml', import.meta.url));

/** P16: advice by one run of each change, against one run of the scenario that an empty sink hears. */
export const advising: Bench = {
  id: 'P16',
  name: 'recommend, eight weeks of a web shop',
  isLong: true,
  run: () => {
    bringUpToDate();
    const { scenario } = parseScenario(readFileSync(webshop, 'utf8'), { file: webshop });
    if (scenario === null) throw new Error(`${webshop} has no scenario`);
    const timeOf = (work: () => void): number => {
      const from = performance.now();
      work();
      return performance.now() - from;
    };
    const run = (): void => void simulate(scenario, { isAsked: false, events: false, sink: () => {} });
    run();
    const yardstick = timeOf(run);
    const value = timeOf(
      () => void execFileSync(process.execPath, [bin, 'recommend', webshop, '--runs', '1', '--quiet']),
    );
    return [
      costAgainst('P16 recommend', 16, [{ value, yardstick }], {
        unit: 'ms',
        remark: 'one run that an empty sink hears: 3.8 s on an idle machine, on which advice may take 60 s',
      }),
    ];
  },
};
