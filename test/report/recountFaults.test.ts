import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { day, hour, instantFromCivil, isoFromInstant } from '../../src/engine/time.ts';
import {
  type Decimal,
  formatDecimal,
  parseDecimal,
  plus,
  rounded,
  times,
  zero,
} from '../../src/platform/metering/decimal.ts';
import { cellsOf } from '../../src/platform/metering/handlers/egress.ts';
import type { Ledger, LedgerCell } from '../../src/platform/metering/ledger.ts';
import type { PriceBook, PriceEntry } from '../../src/platform/metering/prices.ts';
import type { MeterSeries } from '../../src/platform/metering/series.ts';
import { billOf } from '../../src/report/bill/bill.ts';
import type { Bill, Invoice } from '../../src/report/bill/billDocument.ts';
import { compareWithBill } from '../../src/report/recount/compare.ts';
import type { Assumptions } from '../../src/rules/assumptions.ts';
import { bookOf, scenarios, tieredBook, watch } from './recountScenarios.ts';

/** A defect on the ledger's side of a run. */
interface Fault {
  readonly name: string;
  readonly scenario: keyof typeof scenarios;
  /** Of the whole run; absent: the example's. */
  readonly prices?: PriceBook;
  /** Changes the ledger's own methods; `entryOf` finds the journal entry behind a call. */
  readonly ledger?: (ledger: Ledger, entryOf: (seq: number) => Entry, journal: readonly Entry[]) => void;
  readonly hear?: (entry: Entry, ledger: Ledger) => void;
  readonly cells?: (cells: readonly LedgerCell[]) => readonly LedgerCell[];
  readonly assumptions?: Partial<Assumptions>;
  /** Rates with another book than the recount. */
  readonly book?: (book: PriceBook) => PriceBook;
  readonly bill?: (bill: Bill, input: Parameters<typeof billOf>[0]) => Bill;
  /** What the first difference is of, and which figure. */
  readonly first: readonly [of: string, figure: string];
}

type Open = Ledger['open'];
type Close = Ledger['close'];

function patchOpen(change: (open: Open, entry: Entry, args: Parameters<Open>) => number): NonNullable<Fault['ledger']> {
  return (ledger, entryOf) => {
    const open = ledger.open.bind(ledger);
    ledger.open = (...args) => change(open, entryOf(args[3]), args);
  };
}

function patchClose(
  change: (close: Close, entry: Entry, args: Parameters<Close>, journal: readonly Entry[]) => void,
): NonNullable<Fault['ledger']> {
  return (ledger, entryOf, journal) => {
    const close = ledger.close.bind(ledger);
    ledger.close = (...args) => change(close, entryOf(args[2]), args, journal);
  };
}

/** Opens by `replica.created` get another amount or instant. */
function openOtherwise(change: (amount: number, at: number, entry: Entry) => readonly [number, number]) {
  return patchOpen((open, entry, [series, amount, at, seq]) => {
    const [newAmount, newAt] = entry.type === 'replica.created' ? change(amount, at, entry) : [amount, at];
    return open(series, newAmount, newAt, seq);
  });
}

const swap =
  (a: number, b: number) =>
  (amount: number, at: number): readonly [number, number] => [amount === a ? b : amount === b ? a : amount, at];

function withSeries(change: (series: MeterSeries) => Partial<MeterSeries>): NonNullable<Fault['cells']> {
  return (cells) => cells.map((cell) => ({ ...cell, series: { ...cell.series, ...change(cell.series) } }));
}

/** Another time or price for each entry of the book. */
function withEntries(change: (entry: PriceEntry) => Partial<PriceEntry>): NonNullable<Fault['book']> {
  return (book) => ({
    ...book,
    skus: book.skus.map((sku) => ({ ...sku, prices: sku.prices.map((entry) => ({ ...entry, ...change(entry) })) })),
  });
}

function withPrices(
  change: (price: PriceEntry['tiers'][number], tier: number, tiers: PriceEntry['tiers']) => object,
): NonNullable<Fault['book']> {
  return withEntries(({ tiers }) => {
    const [first, ...more] = tiers;
    const changed = more.map((price, index) => ({ ...price, ...change(price, index + 1, tiers) }));
    return { tiers: [{ ...first, ...change(first, 0, tiers) }, ...changed] };
  });
}

function withScope(tierScope: 'gvc' | 'resource'): NonNullable<Fault['book']> {
  return (book) => ({
    ...book,
    skus: book.skus.map((sku) => (sku.meter === 'reserved-cpu' ? { ...sku, tierScope } : sku)),
  });
}

/** Leaves of an invoice only the lines of a kind as they are billed; what is above them is as it should be. */
function onlyLines(kind: string, changes: object = lateCredit): NonNullable<Fault['bill']> {
  return (bill, input) => {
    const right = billOf({ ...input, book: tieredBook({}, changes) }).bill;
    return {
      ...right,
      invoices: right.invoices.map((one, index) => ({
        ...one,
        lines: [
          ...one.lines.filter((line) => line.kind !== kind),
          ...(bill.invoices[index]?.lines ?? []).filter((line) => line.kind === kind),
        ],
      })),
    };
  };
}

/** The invoice of a month as if there had been none before it. */
function aloneAgain(invoice: Invoice, input: Parameters<typeof billOf>[0]): Invoice {
  const cells = input.cells.filter(({ from }) => isoFromInstant(from).startsWith(invoice.period));
  return billOf({ ...input, cells }).bill.invoices[0] ?? invoice;
}

function taxOf(text: string): Decimal {
  return times(parseDecimal(text) ?? zero, { coefficient: 19n, scale: 2 });
}

/** Too little for all that is to pay, and not only at the end. */
const lateCredit = {
  credits: [
    { id: 'late', org: 'acme', amount: '0.03', from: '2026-10-02T01:00:00Z', until: '2027-01-01T00:00:00Z' },
    { id: 'trial', org: 'acme', amount: '0.02', from: '2020-01-01T00:00:00Z', until: '2026-12-01T00:00:00Z' },
    { id: 'other', org: 'birch', amount: '0.01', from: '2020-01-01T00:00:00Z', until: '2030-01-01T00:00:00Z' },
  ],
};

/** More than there is to pay. */
const richCredit = {
  credits: lateCredit.credits.map((credit) => (credit.id === 'late' ? { ...credit, amount: '30' } : credit)),
};

const dated = bookOf();
const wholeHours = bookOf({ preset: 'whole-hours' });
const november = instantFromCivil(2026, 11, 1);
const seconds = 1_000;

const faults: readonly Fault[] = [
  {
    name: 'one close is forgotten',
    scenario: 'rollout',
    ledger: patchClose((close, { type, ordinal }, args) => {
      if (type !== 'replica.gone' || ordinal !== 1) close(...args);
    }),
    first: ['workload/web', 'quantity'],
  },
  {
    name: 'a close comes 1 ms late',
    scenario: 'rollout',
    ledger: patchClose((close, _, [span, at, seq]) => close(span, at + 1, seq)),
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'an open comes 1 ms late',
    scenario: 'expansion',
    ledger: openOtherwise((amount, at) => [amount, at + 1]),
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'a replica is opened twice',
    scenario: 'rollout',
    ledger: patchOpen((open, _, args) => {
      open(...args);
      return open(...args);
    }),
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'a container goes under the name of another',
    scenario: 'rollout',
    ledger: (ledger) => {
      const fork = ledger.fork.bind(ledger);
      ledger.fork = () => {
        const copy = fork();
        const cells = copy.cells.bind(copy);
        const renamed = (container: string | null): string | null => (container === 'main' ? 'side' : container);
        copy.cells = (until) =>
          cells(until).map((cell) => ({
            ...cell,
            series: { ...cell.series, container: renamed(cell.series.container) },
          }));
        return copy;
      };
    },
    first: ['main', 'quantity'],
  },
  {
    name: 'cpu and memory are swapped',
    scenario: 'expansion',
    ledger: openOtherwise(swap(250, 520 * 1_048_576)),
    first: ['main - - reserved-cpu', 'quantity'],
  },
  {
    name: 'two containers are swapped',
    scenario: 'expansion',
    ledger: openOtherwise(swap(250, 33)),
    first: ['main - - reserved-cpu', 'quantity'],
  },
  {
    name: 'a replica counts from its creation',
    scenario: 'rollout',
    ledger: openOtherwise((amount, _, entry) => [amount, entry.at]),
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'a replica counts from the start of its containers',
    scenario: 'rollout',
    ledger: openOtherwise((amount, _, entry) => [amount, entry.data.startedAt as number]),
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'the grace of a replica is free',
    scenario: 'suspended',
    ledger: patchClose((close, entry, [span, at, seq], journal) => {
      const told = journal.findLast(({ type, ordinal }) => type === 'replica.terminating' && ordinal === entry.ordinal);
      close(span, told?.at ?? at, seq);
    }),
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'a suspended workload is billed on',
    scenario: 'suspended',
    ledger: (ledger) => {
      ledger.close = () => {};
    },
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'a removed execution is free while it stops',
    scenario: 'cron',
    ledger: patchClose((close, entry, [span, at, seq], journal) => {
      const removed = journal.findLast(
        ({ type, ordinal }) => type === 'execution.removed' && ordinal === entry.ordinal,
      );
      close(span, removed?.at ?? at, seq);
    }),
    first: ['workload/job', 'quantity'],
  },
  {
    name: 'a mount is not billed',
    scenario: 'shared',
    ledger: patchOpen((open, { type }, [series, amount, at, seq]) =>
      open(series, type === 'mount.opened' ? 0 : amount, at, seq),
    ),
    first: ['volume-mount - - mount-cpu', 'quantity'],
  },
  {
    name: 'a mount is billed to its volume set',
    scenario: 'shared',
    cells: withSeries(({ meter }) => (meter === 'mount-cpu' ? { resource: 'volumeset/data' } : {})),
    first: ['volumeset/data', 'quantity'],
  },
  {
    name: 'an expansion counts from its request',
    scenario: 'expansion',
    ledger: (ledger, entryOf, journal) => {
      const change = ledger.change.bind(ledger);
      ledger.change = (span, amount, at, seq) => {
        const { subject } = entryOf(seq);
        const asked = journal.findLast((entry) => entry.type === 'expansion.accepted' && entry.subject === subject);
        change(span, amount, asked?.at ?? at, seq);
      };
    },
    first: ['volume-capacity', 'quantity'],
  },
  {
    name: 'an expansion is missed',
    scenario: 'replaced',
    ledger: (ledger) => {
      ledger.change = () => {};
    },
    first: ['1 general-purpose-ssd volume-capacity', 'quantity'],
  },
  {
    name: 'a deleted volume is billed on',
    scenario: 'deletion',
    ledger: patchClose((close, { type }, args) => (type === 'volume.deleted' ? undefined : close(...args))),
    first: ['volumeset/data', 'quantity'],
  },
  {
    name: 'a replaced volume is billed beside its successor',
    scenario: 'replaced',
    ledger: patchClose((close, { type }, args) => (type === 'volume.replaced' ? undefined : close(...args))),
    first: ['0 general-purpose-ssd volume-capacity', 'quantity'],
  },
  {
    name: 'a restart is billed as one more replica',
    scenario: 'egress',
    hear: ({ type, at, seq }, ledger) => {
      if (type === 'replica.restarted') ledger.open(0, 225, at, seq);
    },
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'egress is dropped',
    scenario: 'egress',
    ledger: (ledger) => {
      ledger.add = () => {};
    },
    first: ['mounter-egress', 'quantity'],
  },
  {
    name: 'egress is rounded down hour by hour',
    scenario: 'egress',
    ledger: (ledger) => {
      const add = ledger.add.bind(ledger);
      ledger.add = (series, count, at) => add(series, Math.min(count, Math.floor(1e9 / 24)), at);
    },
    first: ['mounter-egress', 'quantity'],
  },
  {
    name: 'the last hour of a month counts in the next one',
    scenario: 'egress',
    cells: (cells) =>
      cells.map((cell) => (cell.until === november ? { ...cell, from: november, until: november + hour } : cell)),
    first: ['in 2026-10', 'quantity'],
  },
  {
    name: 'a month is not cut',
    scenario: 'egress',
    cells: (cells) =>
      cells.map((cell) => (cell.from >= november ? { ...cell, from: cell.from - day, until: cell.until - day } : cell)),
    first: ['in 2026-10', 'quantity'],
  },
  {
    name: 'one hour is lost',
    scenario: 'expansion',
    cells: (cells) => cells.slice(1),
    first: ['volumeset/data', 'quantity'],
  },
  {
    name: 'surplus is dropped',
    scenario: 'cron',
    prices: wholeHours,
    cells: (cells) => cells.filter(({ surplus }) => !surplus),
    first: ['surplus', 'quantity'],
  },
  {
    name: 'surplus is taken for use',
    scenario: 'cron',
    prices: wholeHours,
    cells: (cells) => cells.map((cell) => ({ ...cell, surplus: false })),
    first: ['reserved-cpu in', 'quantity'],
  },
  {
    name: 'a run loses its last minute before it is rounded',
    scenario: 'cron',
    prices: wholeHours,
    ledger: patchClose((close, _, [span, at, seq]) => close(span, at - 60 * seconds, seq)),
    first: ['reserved-cpu in', 'quantity'],
  },
  {
    name: 'prices change an hour late',
    scenario: 'expansion',
    prices: dated,
    book: withEntries(({ from, until }) => ({ from: from + hour, until: until === null ? null : until + hour })),
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'the list price is charged',
    scenario: 'expansion',
    prices: dated,
    book: withPrices(({ list }) => ({ contracted: list })),
    first: ['reserved-cpu', 'cost'],
  },
  {
    name: 'the general price wins over the closer one',
    scenario: 'expansion',
    prices: dated,
    book: (book) => ({ ...book, skus: book.skus.filter(({ id }) => id !== 'side') }),
    first: ['side - - reserved-cpu', 'quantity'],
  },
  {
    name: 'a cluster of the customer is taken for a hosted location',
    scenario: 'rollout',
    cells: withSeries(() => ({ locationType: 'byok' })),
    first: ['reserved-cpu', 'quantity'],
  },
  {
    name: 'a meter is not charged',
    scenario: 'shared',
    assumptions: { 'billing.chargedMeters': ['reserved-cpu'] },
    first: ['shared-volume-capacity in 2026-11 at no price', 'quantity'],
  },
  {
    name: 'quantities are rounded row by row',
    scenario: 'expansion',
    bill: (bill, input) => ({
      ...bill,
      usage: input.cells.flatMap((cell) => billOf({ ...input, cells: [cell] }).bill.usage),
    }),
    first: ['volume-capacity', 'pricingQuantity'],
  },
  {
    name: 'costs are rounded row by row',
    scenario: 'rollout',
    bill: (bill) => ({ ...bill, usage: bill.usage.map((row) => ({ ...row, cost: inCents(row.cost) })) }),
    first: ['reserved-cpu', 'cost'],
  },
  {
    name: 'an invoice adds up rounded rows',
    scenario: 'rollout',
    bill: (bill) => {
      const cents = bill.usage.reduce((sum, { cost }) => plus(sum, parseDecimal(inCents(cost)) ?? zero), zero);
      return { ...bill, invoices: bill.invoices.map((invoice) => ({ ...invoice, payable: formatDecimal(cents) })) };
    },
    first: ['INV-acme-2026-11', 'payable'],
  },
  {
    name: 'an invoice is not rounded',
    scenario: 'rollout',
    book: (book) => ({ ...book, invoice: { ...book.invoice, rounding: 'none' } }),
    first: ['INV-acme-2026-11', 'rounding'],
  },
  {
    name: 'a total leaves out a row',
    scenario: 'rollout',
    bill: (bill) => ({ ...bill, totals: bill.totals.slice(1) }),
    first: ['reserved-cpu', 'base'],
  },
];

/** Under a book with tiers, credits and taxes. */
const moneyFaults: readonly Fault[] = (
  [
    {
      name: 'a tier begins a unit too late',
      book: withPrices(({ upTo }) => (upTo === null ? {} : { upTo: plus(upTo, { coefficient: 1n, scale: 9 }) })),
      first: ['reserved-cpu', 'quantity'],
    },
    {
      name: 'a tier is not left again',
      book: withEntries(({ tiers: [first] }) => ({ tiers: [{ ...first, upTo: null }] })),
      first: ['reserved-cpu', 'quantity'],
    },
    {
      name: 'all units cost what the last tier costs',
      book: withPrices((_, __, tiers) => {
        const { list, contracted } = tiers.at(-1) ?? tiers[0];
        return { list, contracted };
      }),
      first: ['reserved-cpu', 'listCost'],
    },
    {
      name: 'units are counted for each gvc, not for the org',
      scenario: 'two',
      book: withScope('gvc'),
      first: ['gvc/blog/workload/api', 'quantity'],
    },
    {
      name: 'units are counted for each workload, not for the org',
      scenario: 'two',
      book: withScope('resource'),
      first: ['gvc/blog/workload/api', 'quantity'],
    },
    {
      name: 'one series after the other is counted, not one hour after the other',
      scenario: 'two',
      cells: (cells) => {
        const first = Math.min(...cells.map(({ from }) => from));
        return cells.map((cell) =>
          cell.series.gvc === 'shop' ? { ...cell, from: first + 1, until: first + 2 } : cell,
        );
      },
      first: ['gvc/blog/workload/api', 'quantity'],
    },
    {
      name: 'the counter does not begin anew with the month',
      scenario: 'egress',
      cells: (cells) =>
        cells.map((cell) => (cell.from >= november ? { ...cell, from: november - hour, until: november } : cell)),
      first: ['in 2026-10', 'quantity'],
    },
    {
      name: 'a credit is forgotten',
      book: (book) => ({ ...book, credits: book.credits.filter(({ id }) => id !== 'late') }),
      first: ['INV-acme-2026-11', 'credits'],
    },
    {
      name: 'the later credit is used up first',
      prices: tieredBook({}, richCredit),
      book: (book) => ({ ...book, credits: [...book.credits].reverse() }),
      bill: onlyLines('credit', richCredit),
      first: ['INV-acme-2026-11 credit late', 'cost'],
    },
    {
      name: "another org's credit pays",
      book: (book) => ({ ...book, credits: book.credits.map((credit) => ({ ...credit, org: 'acme' })) }),
      bill: onlyLines('credit'),
      first: ['INV-acme-2026-11 credit other', 'cost'],
    },
    {
      name: 'a credit pays again each month',
      scenario: 'egress',
      bill: (bill, input) => ({ ...bill, invoices: bill.invoices.map((one) => aloneAgain(one, input)) }),
      first: ['INV-acme-2026-11', 'credits'],
    },
    {
      name: 'a tax comes on usage that credits have paid',
      bill: (bill) => ({
        ...bill,
        invoices: bill.invoices.map((one) => ({ ...one, tax: formatDecimal(taxOf(one.usageTotal)) })),
      }),
      first: ['INV-acme-2026-11', 'tax'],
    },
    {
      name: 'a tax comes on the tax before it',
      bill: (bill) => ({
        ...bill,
        invoices: bill.invoices.map((one) => ({
          ...one,
          lines: one.lines.map((line) => {
            return line.kind === 'tax' && line.id === 'vat' ? { ...line, cost: formatDecimal(taxOf(line.cost)) } : line;
          }),
        })),
      }),
      first: ['INV-acme-2026-11 tax vat', 'cost'],
    },
    {
      name: 'a tax is forgotten',
      book: (book) => ({ ...book, tax: book.tax.slice(1) }),
      first: ['INV-acme-2026-11', 'tax'],
    },
    {
      name: 'an invoice has no line for its rounding',
      bill: (bill) => ({
        ...bill,
        invoices: bill.invoices.map((one) => ({
          ...one,
          lines: one.lines.filter(({ kind }) => kind !== 'adjustment'),
        })),
      }),
      first: ['INV-acme-2026-11 adjustment', 'cost'],
    },
    {
      name: 'lines of two tiers change places',
      bill: (bill) => ({
        ...bill,
        invoices: bill.invoices.map((one) => ({
          ...one,
          lines: one.lines.map((line) => (line.kind === 'usage' ? { ...line, tier: 3 - line.tier } : line)),
        })),
      }),
      first: ['reserved-cpu', 'tier'],
    },
  ] satisfies readonly (Omit<Fault, 'scenario'> & { readonly scenario?: Fault['scenario'] })[]
).map((fault) => ({ scenario: 'rollout', prices: tieredBook({}, lateCredit), ...fault }));

function inCents(cost: string | null): string {
  return formatDecimal(rounded(parseDecimal(cost ?? '0') ?? zero, 2, 'half-up'));
}

function differencesWith(fault: Fault) {
  const { prices = null } = fault;
  let hear: (entry: Entry) => void = () => {};
  const watched = watch(scenarios[fault.scenario], { prices }, (entry) => hear(entry));
  const { run, recount, journal, book } = watched;
  const { ledger } = run.sim.world;
  const entryOf = (seq: number): Entry => {
    const entry = journal[seq - 1];
    if (entry === undefined) throw new Error(`no entry ${seq}`);
    return entry;
  };
  fault.ledger?.(ledger, entryOf, journal);
  hear = (entry) => fault.hear?.(entry, ledger);
  run.advance();
  const horizon = { start: run.scenario.start, end: run.now };
  const cells = cellsOf(run.sim.world, run.now);
  const input = {
    cells: fault.cells?.(cells) ?? cells,
    book: fault.book?.(book) ?? book,
    assumptions: { ...run.scenario.assumptions, ...fault.assumptions },
    horizon,
  };
  const { bill } = billOf(input);
  return compareWithBill(recount, fault.bill?.(bill, input) ?? bill, book, horizon);
}

describe('a defect of the ledger does not go unseen', () => {
  it.each([...faults, ...moneyFaults])('$name', (fault) => {
    const [first] = differencesWith(fault);
    expect(first).toBeDefined();
    expect([first?.of, first?.figure]).toEqual([expect.stringContaining(fault.first[0]), fault.first[1]]);
    const isOfSeries = first?.of.startsWith('/org/') === true && first.recounted !== null;
    if (isOfSeries) expect(first.entries.length).toBeGreaterThan(0);
  });

  it('and what has none is not suspected', () => {
    expect(differencesWith({ name: 'none', scenario: 'egress', first: ['', ''] })).toEqual([]);
  });
});
