import fc from 'fast-check';
import { hour, type Instant, instantFromCivil } from '../../../src/engine/time.ts';
import { Ledger, type LedgerCell, type LedgerOptions } from '../../../src/platform/metering/ledger.ts';
import type { MeterSeries } from '../../../src/platform/metering/series.ts';

/** 2027-05-03T14:00:00Z, a Monday afternoon. */
export const start: Instant = instantFromCivil(2027, 5, 3, 14 * hour);

export const mebibyte = 1_048_576;

export function seriesOf(given: Partial<MeterSeries> = {}): MeterSeries {
  return {
    org: 'birch',
    gvc: 'shop',
    resource: 'workload/api',
    workloadType: 'standard',
    location: 'aws-eu-west-1',
    provider: 'aws',
    locationType: 'hosted',
    container: 'web',
    volumeIndex: null,
    meter: 'reserved-cpu',
    performanceClass: null,
    tags: {},
    ...given,
  };
}

/** 225m and 416Mi; three replicas for two and a half hours, a fourth for the last 20 minutes. */
export function workedExample(ledger: Ledger): void {
  const cpu = ledger.series(seriesOf());
  const memory = ledger.series(seriesOf({ meter: 'reserved-memory' }));
  const until = start + 2.5 * hour;
  const replicas = [start, start, start, until - hour / 3].map((at, index) => ({ at, seq: 12 + index }));
  for (const { at, seq } of replicas) {
    ledger.open(cpu, 225, at, seq);
    ledger.open(memory, 416 * mebibyte, at, seq);
  }
}

/** One run of an arbitrary history: amounts that follow each other, each for a while. */
export interface Run {
  readonly series: number;
  readonly at: number;
  readonly parts: readonly { readonly amount: number; readonly length: number }[];
}

export const allSeries: readonly MeterSeries[] = [
  seriesOf(),
  seriesOf({ meter: 'reserved-memory' }),
  seriesOf({ resource: 'workload/nightly', workloadType: 'cron', location: 'gcp-us-east1', provider: 'gcp' }),
  seriesOf({
    resource: 'volumeset/data',
    workloadType: null,
    container: null,
    volumeIndex: 0,
    meter: 'volume-capacity',
    performanceClass: 'general-purpose-ssd',
  }),
  seriesOf({ gvc: 'blog', tags: { team: 'web' } }),
  seriesOf({ gvc: 'blog', tags: { team: 'data' } }),
];

const amount = fc.oneof(
  fc.integer({ min: 0, max: 4_000 }),
  fc.integer({ min: 0, max: 64 * 1024 }).map((mib) => mib * mebibyte),
  fc.maxSafeNat(),
);

export const runs: fc.Arbitrary<Run[]> = fc.array(
  fc.record({
    series: fc.nat({ max: allSeries.length - 1 }),
    at: fc.nat({ max: 40 * 24 * hour }),
    parts: fc.array(
      fc.record({ amount, length: fc.oneof(fc.nat({ max: 3 * hour }), fc.nat({ max: 70 * 24 * hour })) }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { maxLength: 12 },
);

/** Plays runs, in the order of time, up to an instant; those that last longer stay open. */
export function play(history: readonly Run[], until: Instant, options: LedgerOptions = {}): Ledger {
  const ledger = new Ledger(options);
  for (const step of steps(() => ledger, history)) if (step.at < until) step.take();
  return ledger;
}

/** The steps of a history in the order of time, each taken on the ledger that `of` gives then. */
export function steps(
  of: () => Ledger,
  history: readonly Run[],
): { readonly at: Instant; readonly take: () => void }[] {
  const handles = allSeries.map((series) => of().series(series));
  const all = history.flatMap((run) => {
    let span = -1;
    let at = start + run.at;
    const found = run.parts.map(({ amount, length }, index) => {
      const from = at;
      at += length;
      const take = (): void => {
        if (index === 0) span = of().open(handles[run.series] ?? 0, amount, from, 1);
        else of().change(span, amount, from, 2);
      };
      return { at: from, take };
    });
    const end = at;
    return [...found, { at: end, take: () => of().close(span, end, 3) }];
  });
  return all.sort((a, b) => a.at - b.at);
}

/**
 * What the ledger should hold, by the hour, in nothing but BigInt; by index of the series and start of the hour, as
 * `byKey` names cells.
 */
export function reference(history: readonly Run[], until: Instant): Map<string, bigint> {
  const cells = new Map<string, bigint>();
  for (const run of history) {
    let at = start + run.at;
    for (const { amount, length } of run.parts) {
      const end = Math.min(at + length, until);
      for (let from = at; from < end; from = (Math.floor(from / hour) + 1) * hour) {
        const stretch = Math.floor(from / hour) * hour;
        const ms = Math.min(end, stretch + hour) - from;
        const key = `${run.series}@${stretch}`;
        if (amount > 0) cells.set(key, (cells.get(key) ?? 0n) + BigInt(amount) * BigInt(ms));
      }
      at += length;
    }
  }
  return cells;
}

/** Amounts of cells by index of the series and start. */
export function byKey(cells: readonly LedgerCell[]): Map<string, bigint> {
  return new Map(cells.map((cell) => [`${allSeries.indexOf(cell.series)}@${cell.from}`, cell.amount]));
}

/** The sum of all cells of one series. */
export function sumOf(cells: readonly LedgerCell[], series: MeterSeries | null = null): bigint {
  return cells.reduce((sum, cell) => (series === null || cell.series === series ? sum + cell.amount : sum), 0n);
}
