import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenariosIn } from '../../scripts/scenarios.ts';
import { Run } from '../../src/experiment/run.ts';
import { loadsOf } from '../../src/report/capacity/capacityLoad.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { judgeExpectations } from '../../src/report/verdict/expectations.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

describe('what once broke a law', () => {
  it.each(scenariosIn('regressions'))('does so no more: %s', (name) => {
    const file = `scenarios/regressions/${name}.yaml`;
    const { scenario, problems } = parseScenario(readFileSync(file, 'utf8'), { file });
    if (scenario === null) throw new Error(`${file}: ${JSON.stringify(problems)}`);
    const chronicle = new Chronicle(scenario);
    const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry) });
    run.advance();
    chronicle.settle(run.now);
    const { bill } = run.bill();
    const load = loadsOf(chronicle, run.sim.world, run.now);
    const hourly = () => run.bill('hour').bill;
    const results = judgeExpectations({ chronicle, world: run.sim.world, bill, hourly, load, now: run.now });
    expect(results.filter(({ pass }) => !pass).map(({ message }) => message)).toEqual([]);
  });
});
