import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { Run } from '../../src/experiment/run.ts';
import { compareWithBill } from '../../src/report/recount/compare.ts';
import { Recount } from '../../src/report/recount/recount.ts';
import { tieredBook } from '../report/recountScenarios.ts';
import { drawnTerms, wholeBook } from '../report/terms.ts';
import { noOverlaps, OverlapCounter } from './overlaps.ts';
import { holds, scenarioOf } from './play.ts';
import { world } from './worlds.ts';

const overlaps = noOverlaps();
const policy = fc.constantFrom({}, { preset: 'whole-hours' }, { granularity: '7m', roundUp: false });

describe('the bill of any world', () => {
  it('BILL-1: by the ledger is the bill by the journal', () => {
    holds(160, fc.tuple(world(), policy, drawnTerms, fc.boolean()), ([doc, metering, terms, isTiered]) => {
      const book = isTiered ? tieredBook(metering) : wholeBook(metering);
      const plain = scenarioOf(doc);
      const scenario = { ...plain, prices: book, assumptions: { ...plain.assumptions, ...terms } };
      const { org, assumptions, start } = scenario;
      const recount = new Recount({ org, start, assumptions, book });
      const counter = new OverlapCounter(overlaps);
      let run: Run | null = null;
      const sink = (entry: Entry): void => {
        recount.listen(entry);
        counter.hear(entry, run?.sim.world ?? null);
      };
      run = new Run(scenario, { sink });
      run.advance();
      expect(compareWithBill(recount, run.bill().bill, book, { start, end: run.now })).toEqual([]);
    });
  });

  it('has come out of worlds in which much happens at once', () => {
    const seldom = Object.entries(overlaps).filter(([, count]) => count < 5);
    expect(seldom).toEqual([]);
  });
});
