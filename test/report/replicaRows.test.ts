import { describe, expect, it } from 'vitest';
import { Run, type RunOptions } from '../../src/experiment/run.ts';
import { exampleBook } from '../../src/platform/metering/exampleBook.ts';
import { cellsOf } from '../../src/platform/metering/handlers/egress.ts';
import { billCsv } from '../../src/report/bill/billCsv.ts';
import type { Bill } from '../../src/report/bill/billDocument.ts';
import { ledgerLines } from '../../src/report/bill/ledgerLines.ts';
import { readLedger } from '../../src/report/bill/ledgerReading.ts';
import { billRowsMax, grainOfPeriod, rowGrainOf } from '../../src/report/bill/rowGrain.ts';
import { compareWithBill } from '../../src/report/recount/compare.ts';
import { Recount } from '../../src/report/recount/recount.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { scenarios } from './recountScenarios.ts';

function ran(scenario: Scenario, options: RunOptions) {
  const book = scenario.prices ?? exampleBook;
  const recount = new Recount({ org: scenario.org, start: scenario.start, assumptions: scenario.assumptions, book });
  const run = new Run(scenario, { ...options, sink: (entry) => recount.listen(entry) });
  run.advance();
  const { bill } = run.bill();
  const horizon = { start: scenario.start, end: run.now };
  return { bill, cells: cellsOf(run.sim.world, run.now), differences: compareWithBill(recount, bill, book, horizon) };
}

/** The invoices, but for the rows that their lines name. */
function money({ invoices, totals }: Bill): unknown {
  const lines = invoices.map((one) => one.lines.map((line) => ({ ...line, rows: [] })));
  return { totals, invoices: invoices.map((one, index) => ({ ...one, lines: lines[index] })) };
}

const named = Object.entries(scenarios).map(([name, scenario]) => ({ name, scenario }));

describe('the replica index, only on request', () => {
  it.each(named)('moves no total and no rounding: $name', ({ scenario }) => {
    const plain = ran(scenario, {});
    for (const rowsPer of ['month', 'hour'] as const) {
      const told = ran(scenario, { replicas: true, rowsPer });
      expect(money(told.bill)).toEqual(money(plain.bill));
      expect(told.differences).toEqual([]);
      expect(readLedger(ledgerLines(told.cells))).toHaveProperty('cells');
    }
    expect(JSON.stringify(plain.bill)).not.toContain('replicaIndex');
    expect(billCsv(plain.bill)).not.toContain('replicaIndex');
  });

  it('is on what replicas, mounts and object stores hold and let flow, and not on volumes', () => {
    const told = (scenario: Scenario): Record<string, unknown[]> => {
      const found: Record<string, unknown[]> = {};
      for (const { meter, replicaIndex = null } of ran(scenario, { replicas: true }).bill.usage) {
        found[meter] = [...new Set([...(found[meter] ?? []), replicaIndex])];
      }
      return found;
    };
    expect(told(scenarios.shared)).toEqual({
      'reserved-cpu': [0, 1],
      'reserved-memory': [0, 1],
      'mount-cpu': [0, 1],
      'mount-memory': [0, 1],
      'shared-volume-capacity': [null],
    });
    expect(told(scenarios.flood)).toMatchObject({
      'mounter-cpu': [0, 1, 2],
      'mounter-memory': [0, 1, 2],
      'mounter-egress': [0, 1, 2],
    });
    expect(told(scenarios.cron)).toEqual({ 'reserved-cpu': [null], 'reserved-memory': [null] });
  });

  it('goes by number, not by text, and has a column of its own', () => {
    const { bill } = ran(scenarios.rollout, { replicas: true });
    const indexes = bill.usage.filter(({ location, meter }) => location === 'gcp-us-east1' && meter === 'reserved-cpu');
    expect(indexes.map(({ replicaIndex }) => replicaIndex)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(billCsv(bill).split('\n')[0]).toContain(',volumeIndex,replicaIndex,zone,performanceClass,');
  });
});

describe('a row is for a month, a day or an hour', () => {
  it.each(['month', 'day', 'hour'] as const)('for a %s, with the journal entries that made it', (rowsPer) => {
    const { bill } = ran(scenarios.expansion, { rowsPer });
    const rows = bill.usage.filter(({ resource, volumeIndex }) => resource === 'volumeset/data' && volumeIndex === 0);
    expect(new Set(rows.map(({ period }) => grainOfPeriod(period)))).toEqual(new Set([rowsPer]));
    expect(rows).toHaveLength({ month: 1, day: 4, hour: 96 }[rowsPer]);
    for (const { events } of rows) expect(events?.length).toBeGreaterThan(0);
  });

  it('no finer than the ledger', () => {
    const { cells } = ran(scenarios.expansion, {});
    const days = cells.map((cell) => ({ ...cell, until: cell.from + 86_400_000 }));
    expect(rowGrainOf(days, 'hour')).toBe('day');
    expect(rowGrainOf(days, 'month')).toBe('month');
  });

  it('by day, and then by month, where there would be too many', () => {
    const { cells } = ran(scenarios.expansion, {});
    const byDay = ran(scenarios.expansion, { rowsPer: 'day' }).bill.usage.length;
    expect(cells.length).toBeLessThan(billRowsMax);
    expect(rowGrainOf(cells, 'hour')).toBe('hour');
    expect(rowGrainOf(cells, 'hour', cells.length - 1)).toBe('day');
    expect(rowGrainOf(cells, 'hour', byDay)).toBe('day');
    expect(rowGrainOf(cells, 'hour', byDay - 1)).toBe('month');
    expect(rowGrainOf(cells, 'month')).toBe('month');
  });
});
