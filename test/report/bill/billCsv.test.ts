import { expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import { exampleBook } from '../../../src/platform/metering/exampleBook.ts';
import { Ledger } from '../../../src/platform/metering/ledger.ts';
import { billOf } from '../../../src/report/bill/bill.ts';
import { billCsv } from '../../../src/report/bill/billCsv.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { seriesOf, start } from '../../platform/metering/builders.ts';

it('one line for each usage row; quotes are doubled, null is empty', () => {
  const ledger = new Ledger();
  ledger.open(ledger.series(seriesOf({ tags: { team: 'web, "core"', area: 'x' } })), 1_000, start, 1);
  const horizon = { start, end: start + hour };
  const { bill } = billOf({
    cells: ledger.cells(horizon.end),
    book: exampleBook,
    assumptions: defaultAssumptions,
    horizon,
  });
  const [header, line, ...rest] = billCsv(bill).split('\n');
  expect(header?.startsWith('id,org,gvc,resource,')).toBe(true);
  expect(line).toBe(
    'u1,birch,shop,workload/api,standard,aws-eu-west-1,aws,hosted,web,,,reserved-cpu,2027-05,3600.0,Core-Seconds,0.0,1.0,Core-Hours,' +
      'cpu.reserved-cpu/1970-01-01T00:00:00Z/t0,0.0312,0.0312,"{""area"":""x"",""team"":""web, \\""core\\""""}",' +
      exampleBook.hash,
  );
  expect(rest).toEqual(['']);
});
