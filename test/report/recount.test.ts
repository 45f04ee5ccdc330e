import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import {
  day,
  hour,
  instantFromCivil,
  isoFromInstant,
  minute,
  monthStart,
  nextMonthStart,
} from '../../src/engine/time.ts';
import { cellsOf } from '../../src/platform/metering/handlers/egress.ts';
import type { LedgerCell } from '../../src/platform/metering/ledger.ts';
import { priceCuts } from '../../src/platform/metering/priceMatch.ts';
import { seriesText } from '../../src/platform/metering/series.ts';
import { billOf } from '../../src/report/bill/bill.ts';
import { monthAt } from '../../src/report/recount/calendar.ts';
import { compareWithBill } from '../../src/report/recount/compare.ts';
import { fractionFromNumber, fractionFromText, roundedTo, textOf } from '../../src/report/recount/fraction.ts';
import { Recount } from '../../src/report/recount/recount.ts';
import { entriesKept } from '../../src/report/recount/tally.ts';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import { bookOf, differencesOf, scenarios, tieredBook, watch } from './recountScenarios.ts';
import { alternatives, wholeBook } from './terms.ts';

const named = Object.entries(scenarios).map(([name, scenario]) => ({ name, scenario }));

describe('the recount agrees with the bill to the last digit', () => {
  it.each(named)('$name', ({ scenario }) => {
    expect(differencesOf(watch(scenario))).toEqual([]);
  });

  const policies = [
    { preset: 'whole-hours' },
    { granularity: '7m', roundUp: false },
    { granularity: '1h', align: 'clock' },
    { granularity: '5m', minimum: '2h', perMeter: { 'mount-cpu': { preset: 'exact' } } },
  ];
  it.each(policies.flatMap((policy) => named.map((one) => ({ ...one, policy }))))(
    '$name, with prices that change and runs counted as $policy',
    ({ scenario, policy }) => {
      expect(differencesOf(watch(scenario, { prices: bookOf(policy) }))).toEqual([]);
    },
  );

  it.each(alternatives.flatMap((terms) => named.map((one) => ({ ...one, terms }))))(
    '$name, with $terms and every meter charged',
    ({ scenario, terms }) => {
      const assumptions = { ...scenario.assumptions, 'billing.responseBytes': 1_234, ...terms };
      expect(differencesOf(watch(scenario, { assumptions, prices: wholeBook() }))).toEqual([]);
    },
  );

  it.each(policies.flatMap((policy) => named.map((one) => ({ ...one, policy }))))(
    '$name, with tiers, credits and taxes, and runs counted as $policy',
    ({ scenario, policy }) => {
      expect(differencesOf(watch(scenario, { prices: tieredBook(policy) }))).toEqual([]);
    },
  );

  it('with a credit that does not last', () => {
    const credit = {
      id: 'a',
      org: 'acme',
      amount: '0.02',
      from: '2020-01-01T00:00:00Z',
      until: '2027-01-01T00:00:00Z',
    };
    const credits = [credit, { ...credit, id: 'b' }];
    expect(differencesOf(watch(scenarios.egress, { prices: tieredBook({}, { credits }) }))).toEqual([]);
  });

  it.each(['day', 'month'] as const)('with a ledger that has only one entry a %s', (grain) => {
    const { run, recount, book } = watch(scenarios.expansion, { prices: tieredBook() });
    run.advance();
    const horizon = { start: run.scenario.start, end: run.now };
    const cells = coarse(cellsOf(run.sim.world, run.now), grain, priceCuts(book));
    const { bill } = billOf({ cells, book, assumptions: run.scenario.assumptions, horizon });
    expect(bill.grain).toBe(grain);
    expect(bill).not.toEqual(run.bill().bill);
    expect(compareWithBill(recount, bill, book, horizon)).toEqual([]);
  });

  it('in a currency of another coin, rounded half even', () => {
    const book = bookOf({}, { currency: 'KWD', invoice: { rounding: 'half-even' } });
    expect(differencesOf(watch(scenarios.rollout, { prices: book }))).toEqual([]);
  });
});

/** Cells as a ledger holds them that coarsened. */
function coarse(cells: readonly LedgerCell[], grain: 'day' | 'month', cuts: readonly number[]): LedgerCell[] {
  const found = new Map<string, LedgerCell>();
  for (const cell of cells) {
    const start = grain === 'month' ? monthStart(cell.from) : Math.floor(cell.from / day) * day;
    const end = grain === 'month' ? nextMonthStart(cell.from) : start + day;
    const from = Math.max(start, ...cuts.filter((cut) => cut <= cell.from));
    const until = Math.min(end, ...cuts.filter((cut) => cut > cell.from));
    const key = `${seriesText(cell.series)} ${cell.surplus} ${from}`;
    found.set(key, { ...cell, from, until, amount: cell.amount + (found.get(key)?.amount ?? 0n) });
  }
  return [...found.values()];
}

const start = instantFromCivil(2027, 5, 3, 14 * hour);
const api = 'shop/workload/api@aws-eu-west-1';
const disk = 'shop/volumeset/data@aws-eu-west-1/0';

/** A recount that has heard entries of these types, each with its instant, subject, ordinal and data. */
function heard(...entries: readonly (readonly [string, number, string, number | null, Entry['data']])[]): Recount {
  const recount = new Recount({ org: 'birch', start, assumptions: defaultAssumptions, book: bookOf() });
  entries.forEach(([type, at, name, ordinal, data], index) => {
    const reason = { rules: [], assumptions: [] };
    recount.listen({ type, at, subject: { name, hash: 0 }, ordinal, data, seq: index + 1, reason, cause: null });
  });
  return recount;
}

const opened = [
  'deployment.opened',
  start,
  api,
  null,
  { type: 'standard', provider: 'aws', locationType: 'hosted' },
] as const;
const replica = (ordinal: number, at: number, egressBytesPerHour: number | null = null) => {
  const mounter = { cpuMillicores: 100, memoryBytes: 1, egressBytesPerHour: egressBytesPerHour ?? 0 };
  const reserved = [{ container: 'web', cpuMillicores: 225, memoryBytes: 416 * 1_048_576 }];
  const data = {
    version: 1,
    placedAt: at,
    startedAt: at,
    reserved,
    mounter: egressBytesPerHour === null ? null : mounter,
  };
  return ['replica.settled', at, api, ordinal, data] as const;
};

describe('from entries alone', () => {
  const end = start + 2.5 * hour;

  it('225m and 416Mi for 7 h 50 min of replica time are 6345 Core-Seconds and 11456.25 GiB-Seconds', () => {
    const three = [0, 1, 2].map((ordinal) => replica(ordinal, start));
    const recount = heard(opened, ...three, replica(3, end - 20 * minute));
    expect([...recount.totals(end)]).toEqual([
      ['reserved-cpu', 6_345_000_000n],
      ['reserved-memory', 11_731_200_000n * 1_048_576n],
    ]);
  });

  it('to ask what it has come to changes nothing', () => {
    const recount = heard(opened, replica(0, start));
    recount.series(start + hour);
    expect(recount.totals(end).get('reserved-cpu')).toBe(225n * 9_000_000n);
  });

  it('egress is rounded down since the start of its flow, and stops between an exit and a restart', () => {
    const recount = heard(
      opened,
      replica(0, start, 10),
      ['replica.exited', start + 90 * minute + 5, api, 0, {}],
      ['replica.restarted', start + 100 * minute, api, 0, { startedAt: start + 100 * minute }],
      ['replica.terminating', start + 129 * minute, api, 0, {}],
    );
    // 90 minutes at 10 bytes an hour are 15; 29 minutes are 4.8.
    expect(recount.totals(end).get('mounter-egress')).toBe(19n);
  });

  it('a flow across the end of a month is cut there', () => {
    const late = instantFromCivil(2027, 6, 1) - 30 * minute;
    const recount = heard([...opened], replica(0, late, 10));
    const flows = recount.series(late + 90 * minute).filter(({ series }) => series.meter === 'mounter-egress');
    expect(flows.map(({ month, base }) => [month.name, base])).toEqual([
      ['2027-05', 5n],
      ['2027-06', 10n],
    ]);
  });

  it('a volume that is restored after its deletion holds capacity again', () => {
    const volume = {
      capacityMicroGB: 10_000_000,
      usedBytes: 0,
      fileSystem: 'ext4',
      performanceClass: 'general-purpose-ssd',
      provider: 'aws',
      locationType: 'hosted',
    };
    const recount = heard(
      ['volume.settled', start, disk, null, volume],
      ['volume.deleted', start + hour, disk, null, {}],
      ['volume.replaced', start + 2 * hour, disk, null, { toMicroGB: 10_000_000 }],
    );
    expect(recount.totals(end).get('volume-capacity')).toBe(10_000_000_000n * 5_400_000n);
  });

  it('a sum keeps only so many journal numbers, however many entries there are', () => {
    const lives = Array.from({ length: 100 }, (_, ordinal) => replica(ordinal, start));
    const [sum] = heard(opened, ...lives).series(end);
    expect(sum?.entries.length).toBe(entriesKept);
  });

  it.each([
    ['a replica of no deployment', [replica(0, start)], 'has no deployment'],
    ['a replica that begins twice', [opened, replica(0, start), replica(0, start)], 'begins again'],
    ['a replica that never was', [opened, ['replica.gone', start, api, 7, {}] as const], `${api} 7 holds nothing`],
    ['a volume that never was', [['volume.expanded', start, disk, null, { toMicroGB: 1 }] as const], 'holds nothing'],
  ] as const)('%s is no journal of a run', (_, entries, message) => {
    expect(() => heard(...entries)).toThrow(message);
  });

  it('nobody can ask about the past', () => {
    expect(() => heard(opened, replica(0, end)).totals(start)).toThrow('the journal goes on');
  });
});

describe('its own arithmetic', () => {
  it('has the months of the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3e12, max: 8e12 }), (at) => {
        const { name, from, until } = monthAt(at);
        expect([name, from, until]).toEqual([isoFromInstant(at).slice(0, 7), monthStart(at), nextMonthStart(at)]);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it.each([
    ['0.125', 'half-up', '0.13'],
    ['0.125', 'half-even', '0.12'],
    ['0.135', 'half-even', '0.14'],
    ['0.1250000001', 'half-even', '0.13'],
    ['17', 'half-up', '17.0'],
  ] as const)('%s is %s %s', (text, tie, expected) => {
    expect(textOf(roundedTo(fractionFromText(text), 2, tie))).toBe(expected);
  });

  it('takes a double for exactly what it is', () => {
    expect(textOf(fractionFromNumber(0.1))).toBe('0.1000000000000000055511151231257827021181583404541015625');
  });
});
