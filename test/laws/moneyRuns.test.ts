/**
 * Laws of money for whole runs, under any book: what does not run costs nothing, what was tried and taken back leaves
 * no trace, and a run is priced again from its files as it was priced.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromIso } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { cellsOf } from '../../src/platform/metering/handlers/egress.ts';
import type { LedgerCell } from '../../src/platform/metering/ledger.ts';
import type { MeterSeries } from '../../src/platform/metering/series.ts';
import { billOf } from '../../src/report/bill/bill.ts';
import { ledgerLines } from '../../src/report/bill/ledgerLines.ts';
import { jsonText } from '../../src/report/words/jsonText.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { bookOf, tieredBook } from '../report/recountScenarios.ts';
import { billText, holds, scenarioOf } from './play.ts';
import { type Doc, gvcOf, type Resource, world } from './worlds.ts';

const worlds = fc.tuple(world({ hours: [2], burstsMax: 3 }), fc.boolean()).map(([doc, isTiered]) => {
  return { doc, prices: isTiered ? tieredBook() : bookOf() };
});

function runOf(doc: Doc, prices: Scenario['prices']): Run {
  return new Run({ ...scenarioOf(doc), prices });
}

function ended(run: Run): Run {
  run.advance();
  return run;
}

/** The bill without what names the journal's entries: their numbers move where there are more of them. */
function moneyText(run: Run): string {
  const { bill } = run.bill();
  return jsonText({ ...bill, usage: bill.usage.map((row) => ({ ...row, events: null })) });
}

function withMore(doc: Doc, ...resources: readonly Resource[]): Doc {
  return { ...doc, resources: [...doc.resources, ...resources] };
}

const workload = (gvc: string, options: object): Resource => ({
  kind: 'workload',
  gvc,
  name: 'extra',
  spec: {
    type: 'standard',
    containers: [{ name: 'main', image: 'extra:1', cpu: '500m', memory: '512Mi' }],
    defaultOptions: options,
  },
});

describe('Suspension', () => {
  it('of a workload is as if it were not there: no cpu, no memory, no cost', () => {
    holds(8, worlds, ({ doc, prices }) => {
      const suspended = withMore(doc, workload('ash', { suspend: true, autoscaling: { minScale: 2, maxScale: 4 } }));
      expect(moneyText(ended(runOf(suspended, prices)))).toBe(moneyText(ended(runOf(doc, prices))));
    });
  });

  it('and one that is not suspended is billed', () => {
    holds(4, worlds, ({ doc, prices }) => {
      const more = withMore(doc, workload('ash', { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } }));
      const { bill } = ended(runOf(more, prices)).bill();
      expect(bill.usage.some(({ resource }) => resource === 'workload/extra')).toBe(true);
    });
  });
});

describe('an empty location', () => {
  it('costs nothing, and changes nothing elsewhere', () => {
    holds(8, worlds, ({ doc, prices }) => {
      const empty = gvcOf({ gvc: 'empty', locations: ['aws-eu-central-1', 'gcp-us-east1'] });
      expect(moneyText(ended(runOf(withMore(doc, empty), prices)))).toBe(moneyText(ended(runOf(doc, prices))));
    });
  });
});

describe('Removal', () => {
  it('of a what-if that a run went through beside the base leaves the base as it was, to the byte', () => {
    let tried = 0;
    holds(8, fc.tuple(worlds, fc.nat(100)), ([{ doc, prices }, percent]) => {
      const base = runOf(doc, prices);
      const { start, end } = base.scenario;
      base.sim.runUntil(start + Math.floor(((end - start) * percent) / 100));
      const whatIf = base.fork();
      const { status } = whatIf.request({
        method: 'POST',
        path: '/org/acme/gvc/ash/workload',
        body: { ...workload('ash', { autoscaling: { metric: 'disabled', minScale: 3, maxScale: 3 } }) },
      });
      if (status === 201) tried += 1;
      ended(whatIf);
      expect(billText(ended(base))).toBe(billText(ended(runOf(doc, prices))));
    });
    // In some worlds the gvc is gone by then.
    expect(tried).toBeGreaterThan(3);
  });

  it('of a what-if from a file gives the bytes that the file gave before', () => {
    holds(6, worlds, ({ doc, prices }) => {
      const before = billText(ended(runOf(doc, prices)));
      const added = withMore(doc, workload('ash', { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } }));
      expect(billText(ended(runOf(added, prices)))).not.toBe(before);
      const removed = { ...added, resources: added.resources.filter(({ name }) => name !== 'extra') };
      expect(billText(ended(runOf(removed, prices)))).toBe(before);
    });
  });
});

describe('Reprice', () => {
  /** Cells as a reader of `ledger.ndjson` finds them. */
  function reread(lines: readonly string[]): LedgerCell[] {
    return lines.map((line) => {
      const { from, until, surplus, base, ...series } = JSON.parse(line) as {
        readonly [key: string]: string | boolean;
      };
      const at = (iso: unknown): number => Number(instantFromIso(String(iso)));
      return {
        series: series as unknown as MeterSeries,
        from: at(from),
        until: at(until),
        surplus: surplus === true,
        amount: BigInt(String(base)),
      };
    });
  }

  it("with the run's own book gives the same bytes, from the lines of its ledger in any order", () => {
    holds(8, fc.tuple(worlds, fc.boolean()), ([{ doc, prices }, isReversed]) => {
      const run = ended(runOf(doc, prices));
      const lines = ledgerLines(cellsOf(run.sim.world, run.now));
      const cells = reread(isReversed ? lines.toReversed() : lines);
      const { start, assumptions } = run.scenario;
      const { bill } = billOf({ cells, book: prices, assumptions, horizon: { start, end: run.now } });
      const { usage } = run.bill().bill;
      expect(jsonText({ ...bill, usage: bill.usage.map((row) => ({ ...row, events: null })) })).toBe(moneyText(run));
      expect(usage.length).toBe(bill.usage.length);
    });
  });
});
