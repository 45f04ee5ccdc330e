import { expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import { Ledger } from '../../../src/platform/metering/ledger.ts';
import { ledgerLines } from '../../../src/report/bill/ledgerLines.ts';
import { seriesOf, start } from '../../platform/metering/builders.ts';

it('every cell has a line, sorted by key and not by the order of opening', () => {
  const ledger = new Ledger();
  ledger.open(ledger.series(seriesOf({ resource: 'workload/web', tags: { b: '2', a: '1' } })), 500, start, 1);
  ledger.open(ledger.series(seriesOf()), 1_000, start + hour / 2, 2);
  const lines = ledgerLines(ledger.cells(start + 1.5 * hour)).map((line): Record<string, unknown> => JSON.parse(line));
  expect(lines.map((line) => [line.resource, line.from, line.base])).toEqual([
    ['workload/api', '2027-05-03T14:00:00Z', '1800000000'],
    ['workload/api', '2027-05-03T15:00:00Z', '1800000000'],
    ['workload/web', '2027-05-03T14:00:00Z', '1800000000'],
    ['workload/web', '2027-05-03T15:00:00Z', '900000000'],
  ]);
  expect(lines[3]).toMatchObject({
    until: '2027-05-03T16:00:00Z',
    surplus: false,
    quantity: '900.0',
    unit: 'Core-Seconds',
  });
  expect(JSON.stringify(lines[3]?.tags)).toBe('{"a":"1","b":"2"}');
});
