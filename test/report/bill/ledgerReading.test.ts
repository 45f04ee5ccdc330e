import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import { inKeyOrder } from '../../../src/platform/metering/cellOrder.ts';
import { Ledger, type LedgerCell } from '../../../src/platform/metering/ledger.ts';
import { presets } from '../../../src/platform/metering/policy.ts';
import { ledgerLines } from '../../../src/report/bill/ledgerLines.ts';
import { readLedger } from '../../../src/report/bill/ledgerReading.ts';
import { play, runs, seriesOf, start } from '../../platform/metering/builders.ts';

const until = start + 50 * 24 * hour;

function cellsOf(lines: readonly string[]): readonly LedgerCell[] {
  const read = readLedger(lines);
  if ('problem' in read) throw new Error(`line ${read.line}: ${read.problem}`);
  return read.cells;
}

describe('a ledger is read back as it was written', () => {
  it('cells, and the bytes of their lines, whatever was reserved and under whatever policy', () => {
    const policies = [presets.exact, presets['whole-hours']];
    fc.assert(
      fc.property(runs, fc.constantFrom(...policies), (history, policy) => {
        const cells = play(history, until, { metering: { policy, perMeter: {} } }).cells(until);
        const lines = ledgerLines(cells);
        const read = cellsOf(lines);
        expect(read).toEqual(inKeyOrder(cells));
        expect(ledgerLines(read)).toEqual(lines);
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it('tags that look like the file itself', () => {
    const ledger = new Ledger();
    const tags = { '},"from":"': '},"from":"2027-05-03T14:00:00Z', from: '"}', é: '\n' };
    ledger.open(ledger.series(seriesOf({ tags })), 500, start, 1);
    const cells = ledger.cells(start + 2 * hour);
    expect(cellsOf(ledgerLines(cells))).toEqual(cells);
  });

  it('the cells of one series share it', () => {
    const ledger = new Ledger();
    ledger.open(ledger.series(seriesOf()), 500, start, 1);
    const cells = cellsOf(ledgerLines(ledger.cells(start + 3 * hour)));
    expect(cells).toHaveLength(3);
    expect(new Set(cells.map(({ series }) => series)).size).toBe(1);
  });

  it('no line is an empty ledger', () => {
    expect(readLedger([])).toEqual({ cells: [] });
  });
});

describe('a line that no ledger has is named, with what is wrong', () => {
  const ledger = new Ledger();
  ledger.open(ledger.series(seriesOf()), 500, start, 1);
  const [first = '', second = '', third = ''] = ledgerLines(ledger.cells(start + 3 * hour));

  it.each([
    ['a line that is no JSON', 'web: 500m', 'it is not a valid ledger cell of this svcsim version'],
    ['an entry of a journal', '{"seq":1,"at":"2027-05-03T14:00:00.000Z"}', 'it is not a valid ledger cell'],
    ['a line cut off', second.slice(0, -20), 'it is not a valid ledger cell'],
    ['an empty line', '', 'it is not a valid ledger cell'],
    ['another meter', second.replace('reserved-cpu', 'reserved-gpu'), 'meter: expected one of reserved-cpu, '],
    ['a key that is not known', second.replace('{"org"', '{"owner":"x","org"'), 'unknown key owner'],
    ['a date that is none', second.replace('15:00', '25:00'), 'from and until must be dates'],
    ['an end before the start', second.replace('T16:00', 'T14:00'), 'until must be after from'],
    ['an amount that was changed', second.replace('"1800000000"', '"1800000001"'), 'are 1800.000001 Core-Seconds'],
    ['an amount that is no whole number', second.replace('"1800000000"', '"1.8"'), 'base: expected digits'],
    ['another unit', second.replace('mcoreMs', 'byteMs'), 'reserved-cpu must have the base unit mcoreMs'],
    ['the same line once more', first, 'it is out of order'],
  ])('%s', (_, line, problem) => {
    const read = readLedger([first, line, third]);
    expect(read).toEqual({ line: 2, problem: expect.stringContaining(problem) });
  });

  it('lines that changed places', () => {
    expect(readLedger([first, third, second])).toMatchObject({ line: 3 });
  });
});
