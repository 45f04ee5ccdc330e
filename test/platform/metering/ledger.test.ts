import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash32 } from '../../../src/engine/hash.ts';
import { day, hour, instantFromCivil, minute } from '../../../src/engine/time.ts';
import { Ledger, type LedgerCell } from '../../../src/platform/metering/ledger.ts';
import { presets } from '../../../src/platform/metering/policy.ts';
import { seriesText } from '../../../src/platform/metering/series.ts';
import {
  allSeries,
  byKey,
  mebibyte,
  play,
  type Run,
  runs,
  seriesOf,
  start,
  steps,
  sumOf,
  workedExample,
} from './builders.ts';

const cpu = seriesOf();
const settings = { seed: 1, numRuns: 200 };

/** What is left of a run from so long after the start on. */
function from(run: Run, cut: number): Run {
  let at = run.at;
  const parts = run.parts.map(({ amount, length }) => {
    const end = at + length;
    const left = Math.max(0, end - Math.max(at, cut));
    at = end;
    return { amount, length: left };
  });
  return { ...run, at: Math.max(run.at, cut), parts };
}

describe('what was reserved is added up exactly', () => {
  it('three replicas for 2 h 30 min and a fourth for 20 min give 6,345,000,000 mcoreMs and 11,731,200,000 MiB-ms', () => {
    const ledger = new Ledger();
    workedExample(ledger);
    const cells = ledger.cells(start + 2.5 * hour);
    expect(sumOf(cells.filter((cell) => cell.series.meter === 'reserved-cpu'))).toBe(6_345_000_000n);
    expect(sumOf(cells.filter((cell) => cell.series.meter === 'reserved-memory'))).toBe(
      11_731_200_000n * BigInt(mebibyte),
    );
  });

  it.each([
    ['one byte for a millisecond', 1, 1],
    ['a carry out of the low limb', 1_073_741_823, 31 * day],
    ['more than 2^53 in one month, in millicores', 2_000 * 8_000, 31 * day],
    ['amounts just below a mebibyte boundary', 7 * mebibyte - 1, 31 * day],
    ['a product beyond a double', 65_536 * 1_000_000_000, 31 * day],
    ['the greatest amount', Number.MAX_SAFE_INTEGER, 31 * day],
  ])('stays exact by the month: %s', (_, amount, length) => {
    const ledger = new Ledger({ cellsMax: 0 });
    const from = instantFromCivil(2027, 5, 1);
    const series = ledger.series(cpu);
    for (let again = 0; again < 40; again += 1) ledger.close(ledger.open(series, amount, from, 1), from + length, 2);
    expect(sumOf(ledger.cells(from + length))).toBe(40n * BigInt(amount) * BigInt(length));
    expect(ledger.grain).toBe('month');
  });
});

describe('spans', () => {
  it('a span that is closed before it begins gives nothing', () => {
    const ledger = new Ledger({ events: true });
    const series = ledger.series(cpu);
    ledger.close(ledger.open(series, 500, start + minute, 1), start + 30_000, 2);
    ledger.close(ledger.open(series, 500, start, 3), start, 4);
    expect(ledger.cells(start + hour)).toEqual([]);
    expect(ledger.spanEvents()(cpu, start, start + hour)).toEqual([]);
  });

  it('a change before the beginning counts from the beginning', () => {
    const ledger = new Ledger();
    const span = ledger.open(ledger.series(cpu), 500, start + minute, 1);
    ledger.change(span, 700, start, 2);
    expect(sumOf(ledger.cells(start + 2 * minute))).toBe(700n * 60_000n);
  });

  it('reads at any instant without ending what is open', () => {
    const ledger = new Ledger();
    const span = ledger.open(ledger.series(cpu), 500, start, 1);
    ledger.cells(start + hour);
    ledger.close(span, start + 2 * hour, 2);
    expect(sumOf(ledger.cells(start + 3 * hour))).toBe(500n * 7_200_000n);
  });

  it('closing twice is our bug', () => {
    const ledger = new Ledger();
    const span = ledger.open(ledger.series(cpu), 500, start, 1);
    ledger.close(span, start + 1, 2);
    expect(() => ledger.close(span, start + 2, 3)).toThrow('not open');
    expect(() => ledger.open(ledger.series(cpu), 0.5, start, 1)).toThrow('whole number');
  });

  it('moves to other tags at an instant, and rewrites nothing earlier', () => {
    const ledger = new Ledger({ events: true });
    const web = seriesOf({ tags: { team: 'web' } });
    const span = ledger.open(ledger.series(cpu), 500, start, 1);
    ledger.move(span, ledger.series(web), start + 600_000, 2);
    ledger.close(span, start + 1_000_000, 3);
    const cells = ledger.cells(start + hour);
    expect(cells.map((cell) => [cell.series.tags, cell.amount])).toEqual([
      [{}, 500n * 600_000n],
      [{ team: 'web' }, 500n * 400_000n],
    ]);
    expect(ledger.spanEvents()(web, start, start + hour)).toEqual([[2, 3]]);
  });

  it('keeps journal numbers, null where a span is open, only of spans that touch the stretch', () => {
    const ledger = new Ledger({ events: true });
    const series = ledger.series(cpu);
    const first = ledger.open(series, 500, start, 12);
    ledger.open(series, 500, start, 13);
    ledger.close(first, start + hour, 288);
    expect(ledger.spanEvents()(cpu, start, start + hour)).toEqual([
      [12, 288],
      [13, null],
    ]);
    expect(ledger.spanEvents()(cpu, start + hour, start + day)).toEqual([[13, null]]);
  });

  it('counts land in the hour of their instant', () => {
    const ledger = new Ledger();
    const egress = ledger.series(seriesOf({ meter: 'mounter-egress', container: 'cpln-mounter' }));
    ledger.add(egress, 1_500_000_000, start + minute);
    ledger.add(egress, 500_000_000, start + hour);
    expect(ledger.cells(start + day).map((cell) => [cell.from, cell.amount])).toEqual([
      [start, 1_500_000_000n],
      [start + hour, 500_000_000n],
    ]);
  });

  it('series of one hash have handles of their own', () => {
    const known = new Map<number, number>();
    const named = (i: number) =>
      seriesOf({ resource: `workload/${(Math.imul(i, 0x9e3779b1) >>> 0).toString(36)}`, location: `aws-${i % 977}` });
    let pair: readonly [number, number] | null = null;
    for (let i = 0; pair === null && i < 400_000; i += 1) {
      const hash = hash32(seriesText(named(i)));
      const other = known.get(hash);
      if (other !== undefined) pair = [other, i];
      known.set(hash, i);
    }
    const ledger = new Ledger();
    const [a = 0, b = 0] = pair ?? [];
    expect(a).not.toBe(b);
    const handles = [ledger.series(named(a)), ledger.series(named(b))];
    expect(handles).toEqual([0, 1]);
    expect([ledger.series(named(a)), ledger.fork().series(named(b))]).toEqual(handles);
  });

  it('the order in which tags are written makes no other series', () => {
    const ledger = new Ledger();
    expect(ledger.series(seriesOf({ tags: { a: '1', b: '2' } }))).toBe(
      ledger.series(seriesOf({ tags: { b: '2', a: '1' } })),
    );
    expect(seriesText(seriesOf({ tags: { a: '1' } }))).not.toBe(seriesText(seriesOf()));
  });
});

describe('the calendar', () => {
  it('coarsens the whole ledger at once and loses nothing', () => {
    const coarsens = fc.property(runs, fc.integer({ min: 0, max: 30 }), (history, cellsMax) => {
      const until = start + 80 * day;
      const fine = play(history, until).cells(until);
      const coarse = play(history, until, { cellsMax }).cells(until);
      for (const series of allSeries) {
        const sum = (cells: readonly LedgerCell[]) => sumOf(cells.filter((cell) => cell.series.meter === series.meter));
        expect(sum(coarse)).toBe(sum(fine));
      }
      const lengths = new Set(coarse.map((cell) => Math.min(cell.until - cell.from, 28 * day)));
      expect(lengths.size).toBeLessThanOrEqual(1);
    });
    fc.assert(coarsens, { ...settings, numRuns: 60 });
  });

  it('no cell lies across a price change, however coarse', () => {
    const change = instantFromCivil(2027, 5, 15, 6 * hour);
    const ledger = new Ledger({ cellsMax: 1, cuts: [change] });
    const from = instantFromCivil(2027, 4, 20);
    ledger.close(ledger.open(ledger.series(cpu), 100, from, 1), from + 50 * day, 2);
    const cells = ledger.cells(from + 50 * day);
    expect(ledger.grain).toBe('month');
    expect(cells.map((cell) => cell.from)).toEqual([
      instantFromCivil(2027, 4, 1),
      instantFromCivil(2027, 5, 1),
      change,
      instantFromCivil(2027, 6, 1),
    ]);
    expect(cells.map((cell) => cell.until).slice(0, 3)).toEqual(cells.map((cell) => cell.from).slice(1));
  });
});

describe('a metering policy acts on whole runs', () => {
  const counted = (preset: keyof typeof presets, cut: boolean) => {
    const ledger = new Ledger({ metering: { policy: presets[preset], perMeter: {} } });
    const span = ledger.open(ledger.series(cpu), 100, start, 1);
    if (cut) ledger.change(span, 300, start + minute, 2);
    ledger.close(span, start + 200_000, 3);
    const cells = ledger.cells(start + day);
    return [sumOf(cells.filter((cell) => !cell.surplus)), sumOf(cells.filter((cell) => cell.surplus))];
  };

  it.each([
    ['exact', 0n],
    ['per-second-min-60', 0n],
    ['per-minute-min-1', 40_000n],
    ['whole-hours', 3_400_000n],
  ] as const)('%s adds %s ms to a run of 3 min 20 s, at the last reserve', (preset, added) => {
    expect(counted(preset, false)).toEqual([100n * 200_000n, 100n * added]);
    expect(counted(preset, true)).toEqual([100n * 60_000n + 300n * 140_000n, 300n * added]);
  });

  it('added time counts in the hour in which the run ends', () => {
    const ledger = new Ledger({ metering: { policy: presets['per-second-min-60'], perMeter: {} } });
    ledger.close(ledger.open(ledger.series(cpu), 100, start - 1_000, 1), start, 2);
    expect(ledger.cells(start + hour).map((cell) => [cell.surplus, cell.from, cell.amount])).toEqual([
      [false, start - hour, 100_000n],
      [true, start - hour, 5_900_000n],
    ]);
  });

  it('rounding down takes the end of the run away', () => {
    const policy = { granularity: minute, minimum: 0, roundUp: false, align: 'run' } as const;
    const ledger = new Ledger({ metering: { policy, perMeter: {} } });
    const span = ledger.open(ledger.series(cpu), 100, start, 1);
    ledger.change(span, 300, start + 170_000, 2);
    ledger.close(span, start + 200_000, 3);
    expect(sumOf(ledger.cells(start + day))).toBe(100n * 170_000n + 300n * 10_000n);
  });

  it('a run still open at the horizon counts as long as it has lasted', () => {
    const ledger = new Ledger({ metering: { policy: presets['whole-hours'], perMeter: {} } });
    ledger.open(ledger.series(cpu), 100, start, 1);
    const cells = ledger.cells(start + 200_000);
    expect(cells.map((cell) => [cell.surplus, cell.amount])).toEqual([[false, 20_000_000n]]);
  });

  it('another meter keeps its own policy', () => {
    const ledger = new Ledger({
      metering: { policy: presets['whole-hours'], perMeter: { 'reserved-cpu': presets.exact } },
    });
    ledger.close(ledger.open(ledger.series(cpu), 100, start, 1), start + 1_000, 2);
    expect(ledger.cells(start + hour).map((cell) => cell.surplus)).toEqual([false]);
  });
});

describe('laws of the ledger', () => {
  it('additivity: what is reserved up to b, and from b on, is the whole, in every cell', () => {
    const additive = fc.property(runs, fc.nat({ max: 100 * day }), (history, cut) => {
      const c = start + 120 * day;
      const sums = byKey(play(history, start + cut).cells(start + cut));
      const late = history.map((run) => from(run, cut));
      for (const [key, amount] of byKey(play(late, c).cells(c))) sums.set(key, (sums.get(key) ?? 0n) + amount);
      expect(sums).toEqual(byKey(play(history, c).cells(c)));
    });
    fc.assert(additive, { ...settings, numRuns: 60 });
  });

  it('permutation: the order of independent runs changes nothing', () => {
    const permutes = fc.property(runs, (history) => {
      const until = start + 80 * day;
      const cells = byKey(play(history, until).cells(until));
      expect(byKey(play([...history].reverse(), until).cells(until))).toEqual(cells);
    });
    fc.assert(permutes, { ...settings, numRuns: 60 });
  });

  it('merging: two replicas of half the reserve are one', () => {
    const merges = fc.property(runs, (history) => {
      const until = start + 80 * day;
      const scaled = (run: Run, by: number): Run => ({
        ...run,
        parts: run.parts.map((part) => ({ ...part, amount: Math.floor(part.amount / 4) * by })),
      });
      const one = play(
        history.map((run) => scaled(run, 2)),
        until,
      );
      const two = play(
        [...history, ...history].map((run) => scaled(run, 1)),
        until,
      );
      expect(byKey(two.cells(until))).toEqual(byKey(one.cells(until)));
    });
    fc.assert(merges, { ...settings, numRuns: 60 });
  });

  it('runs that come at once are what each of them is by itself', () => {
    const run = fc.record({
      gap: fc.nat({ max: 2 * hour }),
      length: fc.oneof(fc.nat({ max: hour }), fc.nat({ max: 3 * day })),
    });
    const history = fc.array(run, { maxLength: 60, size: 'max' });
    const amounts = fc.constantFrom(0, 1, 100, 128 * mebibyte, Number.MAX_SAFE_INTEGER);
    const metering = fc.constantFrom(...Object.values(presets));
    const same = fc.property(
      history,
      amounts,
      metering,
      fc.constantFrom(0, 20, 1_000),
      (list, amount, policy, cellsMax) => {
        const options = { cellsMax, metering: { policy, perMeter: {} }, cuts: [start + 5 * hour, start + 9 * day] };
        const [together, apart] = [new Ledger(options), new Ledger(options)];
        const [from, until] = [new Float64Array(60), new Float64Array(60)];
        let at = start;
        for (const [i, { gap, length }] of list.entries()) {
          from[i] = at + gap;
          until[i] = at + gap + length;
          at += gap + length;
          apart.close(apart.open(apart.series(cpu), amount, at - length, 1), at, 2);
        }
        together.addRuns(together.series(cpu), amount, from, until, list.length);
        expect(together.cells(at)).toEqual(apart.cells(at));
      },
    );
    fc.assert(same, { ...settings, numRuns: 150 });
  });

  it('monotonicity: a longer life or a larger reserve never adds up to less', () => {
    const grows = fc.property(runs, fc.nat({ max: hour }), fc.nat({ max: 1_000 }), (history, longer, more) => {
      const until = start + 80 * day;
      const single = history.map((run) => ({ ...run, parts: run.parts.slice(0, 1) }));
      const grown = single.map((run) => ({
        ...run,
        parts: run.parts.map(({ amount, length }) => ({
          amount: Math.min(amount + more, Number.MAX_SAFE_INTEGER),
          length: length + longer,
        })),
      }));
      const amounts = (of: readonly Run[]) => sumOf(play(of, until).cells(until));
      expect(amounts(grown)).toBeGreaterThanOrEqual(amounts(single));
    });
    fc.assert(grows, { ...settings, numRuns: 60 });
  });

  it('a fork, run on, ends as the ledger it came from, and neither disturbs the other', () => {
    const forks = fc.property(runs, fc.nat({ max: 60 }), fc.boolean(), (history, after, rounds) => {
      const options = {
        cellsMax: 50,
        events: true,
        ...(rounds ? { metering: { policy: presets['whole-hours'], perMeter: {} } } : {}),
      };
      const until = start + 200 * day;
      const straight = play(history, until, options);
      const original = new Ledger(options);
      let current = original;
      const list = steps(() => current, history);
      for (const step of list.slice(0, after)) step.take();
      const before = original.cells(until);
      const eventsBefore = allSeries.map((series) => original.spanEvents()(series, start, until));
      current = original.fork();
      for (const step of list.slice(after)) step.take();
      expect(current.cells(until)).toEqual(straight.cells(until));
      for (const series of allSeries) {
        expect(current.spanEvents()(series, start, until)).toEqual(straight.spanEvents()(series, start, until));
      }
      current.open(current.series(seriesOf({ resource: 'workload/else' })), 7, start, 9);
      current.add(current.series(cpu), 5, start);
      expect(original.cells(until)).toEqual(before);
      expect(allSeries.map((series) => original.spanEvents()(series, start, until))).toEqual(eventsBefore);
    });
    fc.assert(forks, { ...settings, numRuns: 60 });
  });
});
