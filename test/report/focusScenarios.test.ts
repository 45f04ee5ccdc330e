import { describe, expect, it } from 'vitest';
import { scenariosIn } from '../../scripts/scenarios.ts';
import { Run } from '../../src/experiment/run.ts';
import { exampleBook } from '../../src/platform/metering/exampleBook.ts';
import { cellsOf } from '../../src/platform/metering/handlers/egress.ts';
import { focusLines, hasFocus } from '../../src/report/focus/focus.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { focusProblems, rowsOf } from './focusRules.ts';
import { longScenarios, shippedScenario } from './paged.ts';
import { tieredBook } from './recountScenarios.ts';
import { wholeBook } from './terms.ts';

const shipped = ['tour', 'rules', 'findings', 'regressions', 'real']
  .flatMap((folder) => scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`))
  .filter((file) => !longScenarios.includes(file))
  // Each costs a part of a second; those of rules differ in little that is charged.
  .filter((file, index) => file.includes('/bill-') || file.includes('/15-') || index % 5 === 0);

/** The file of a run, and what is wrong with it. */
function judged(scenario: Scenario, replicas: boolean) {
  const run = new Run(scenario, { replicas });
  run.advance();
  const { bill } = run.bill();
  const cells = cellsOf(run.sim.world, run.now);
  const { seed, assumptions, start } = scenario;
  const about = { cells, book: scenario.prices ?? exampleBook, assumptions, horizon: { start, end: run.now } };
  const input = { ...about, invoices: bill.invoices, rowsPer: 'hour', seed, scenarioHash: 'a'.repeat(64) } as const;
  const text = [...focusLines(input)].map((line) => `${line}\n`).join('');
  return { text, problems: hasFocus(input) ? focusProblems(text, { bill, cells }) : [] };
}

describe('the FOCUS file of a shipped scenario keeps every rule', () => {
  it.each(shipped)('%s, with its own prices', (file) => {
    expect(judged(shippedScenario(file), shipped.indexOf(file) % 2 === 0).problems).toEqual([]);
  });

  it.each(shipped.filter((_, index) => index % 4 === 0))(
    '%s, with tiers, credits, taxes and optional meters',
    (file) => {
      const scenario = shippedScenario(file);
      for (const prices of [tieredBook({ preset: 'whole-hours' }), wholeBook()])
        expect(judged({ ...scenario, prices }, true).problems).toEqual([]);
    },
  );

  it('replicas that are spread over zones say theirs', () => {
    const { text } = judged(shippedScenario('scenarios/rules/tag-7-multi-zone.yaml'), true);
    const zones = new Set(rowsOf(text).map(({ AvailabilityZone }) => AvailabilityZone));
    expect(zones.size).toBeGreaterThan(2);
  });
});
