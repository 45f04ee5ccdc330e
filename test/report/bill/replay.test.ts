import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenariosIn } from '../../../scripts/scenarios.ts';
import type { Entry } from '../../../src/engine/journal.ts';
import { Run } from '../../../src/experiment/run.ts';
import { exampleBook } from '../../../src/platform/metering/exampleBook.ts';
import { presets } from '../../../src/platform/metering/policy.ts';
import type { PriceBook } from '../../../src/platform/metering/prices.ts';
import type { Bill } from '../../../src/report/bill/billDocument.ts';
import { Replay } from '../../../src/report/bill/replay.ts';
import { repriced } from '../../../src/report/bill/reprice.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { readEntry } from '../../../src/report/logs/readEntry.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';
import { reportOf } from '../../../src/report/report.ts';
import { jsonText } from '../../../src/report/words/jsonText.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { drawnMetering, drawnWorld } from '../drawnWorld.ts';
import { longScenarios, shippedScenario } from '../paged.ts';
import { tieredBook } from '../recountScenarios.ts';
import { drawnTerms, wholeBook } from '../terms.ts';

interface Billed {
  readonly bill: Bill;
  readonly lines: readonly string[];
}

/** The bill of a run and its journal, as their files have them. */
function billed(scenario: Scenario, prices: PriceBook, replicas: boolean): Billed {
  const chronicle = new Chronicle(scenario);
  const lines: string[] = [];
  const sink = (entry: Entry): void => {
    lines.push(journalLine(entry));
    chronicle.listen(entry);
  };
  const run = new Run({ ...scenario, prices }, { sink, replicas });
  run.advance();
  return { bill: JSON.parse(jsonText(reportOf(run, chronicle).bill)) as Bill, lines };
}

/** The same bill with another book, from the files alone. */
function replayed({ bill, lines }: Billed, book: PriceBook, scenario: Scenario, replicas: boolean): Bill {
  const { org, start, end, assumptions } = scenario;
  const replay = new Replay({ org, horizon: { start, end }, assumptions, book, replicas });
  for (const line of lines) {
    const entry = readEntry(line);
    if (entry !== null && 'seq' in entry) replay.listen(entry);
  }
  return repriced(bill, replay.close(), book).bill;
}

describe('a journal is counted again under another metering policy', () => {
  it('as a run with that book counts, to the byte of its bill, whatever is asked of the platform', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        drawnWorld,
        drawnMetering,
        drawnMetering,
        drawnTerms,
        fc.boolean(),
        fc.boolean(),
        (drawn, before, after, terms, replicas, isTiered) => {
          const scenario = { ...drawn, assumptions: { ...drawn.assumptions, ...terms } };
          const bookOf = isTiered ? tieredBook : wholeBook;
          const first = billed(scenario, bookOf(before), replicas);
          const again = billed(scenario, bookOf(after), replicas);
          expect(jsonText(replayed(first, bookOf(after), scenario, replicas))).toBe(jsonText(again.bill));
          for (const { meter, tags } of again.bill.usage) seen.add(meter).add(Object.keys(tags).join());
        },
      ),
      { seed: 3, numRuns: 25 },
    );
    const wanted = [
      'reserved-cpu',
      'volume-capacity',
      'mount-cpu',
      'mounter-egress',
      'snapshot-storage',
      'team',
      'cost',
    ];
    expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
  });
});

describe('the journal of a shipped scenario', () => {
  const files = ['tour', 'rules', 'findings', 'regressions']
    .flatMap((folder) => scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`))
    .filter((file) => !longScenarios.includes(file))
    .filter((file, index) => file.includes('/bill-') || file.includes('/15-') || index % 12 === 0);

  it.each(files)('%s is counted in whole hours as a run with such a book counts', (file) => {
    const scenario = shippedScenario(file);
    const own = scenario.prices ?? exampleBook;
    const hours = { ...own, metering: { policy: presets['whole-hours'], perMeter: {} } };
    const again = billed(scenario, hours, false);
    expect(jsonText(replayed(billed(scenario, own, false), hours, scenario, false))).toBe(jsonText(again.bill));
  });
});
