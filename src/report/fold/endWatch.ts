/**
 * Finds since when a count of the run has failed its expectation of the end: the first instant of the last failure.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Expectation } from '../../platform/expectation.ts';
import { placeOfSubject } from './fact.ts';
import { type Counted, type CountedMetric, covers, isAbout, isSummed, measureOne, movedBy } from './measure.ts';
import { holds } from './watcher.ts';

/** One expectation of how a count stands when the run ends. */
interface Stand {
  readonly expectation: Expectation;
  readonly metric: CountedMetric;
  /**
   * By subject. A sum moves by what one of its parts does, so that a thousand workloads are not added up at each entry.
   */
  readonly parts: Map<string, number>;
  sum: number;
  /** Of the last value; null: it is as expected. */
  broken: EndBreach | null;
}

/** Since when a count breaks an expectation, and the number of the entry that led to it; null: not known. */
export interface EndBreach {
  readonly since: Instant;
  readonly entry: number | null;
}

/** The counts after all entries of an instant have been read. */
export class EndWatch {
  private readonly stands: readonly Stand[];
  private readonly bySubject: Map<string, readonly Stand[]> = new Map();
  /** The entries of the instant, by subject. */
  private readonly touched: Map<string, readonly Entry[]> = new Map();

  constructor(stands: readonly Stand[]) {
    this.stands = stands;
  }

  /** Whether there are any whose parts are added up as they change. */
  get isWatching(): boolean {
    return this.stands.some(({ metric }) => movedBy(metric) !== null);
  }

  /** Whether some are of executions, and so must hear each of them. */
  get needsExecutions(): boolean {
    return this.stands.some(({ metric }) => metric.startsWith('executions.'));
  }

  /** An entry was heard about a deployment or a volume. */
  touch(subject: string, entry: Entry | null): void {
    if (this.stands.length === 0) return;
    this.touched.set(subject, [...(this.touched.get(subject) ?? []), ...(entry === null ? [] : [entry])]);
  }

  /** Looks at what was touched, at the end of an instant. */
  look(counted: Counted, at: Instant): void {
    if (this.touched.size === 0) return;
    for (const [subject, entries] of this.touched)
      for (const stand of this.standsOf(subject)) move(stand, subject, { counted, entries, at });
    this.touched.clear();
  }

  /** Since when the value with which a run has ended breaks an expectation; null where that is not known. */
  broken(expectation: Expectation): EndBreach | null {
    return this.stands.find((one) => one.expectation === expectation)?.broken ?? null;
  }

  /** Takes over what watches of independent parts have seen: each expectation is about workloads of one part. */
  join(parts: readonly EndWatch[]): void {
    this.stands.forEach((stand, index) => {
      const all = parts.flatMap((part) => part.stands[index] ?? []);
      const { parts: of, sum, broken } = all.find((one) => one.parts.size > 0) ?? stand;
      for (const [subject, value] of of) stand.parts.set(subject, value);
      stand.sum = sum;
      stand.broken = broken;
    });
  }

  fork(): EndWatch {
    const fork = new EndWatch(this.stands.map((one) => ({ ...one, parts: new Map(one.parts) })));
    for (const [subject, entries] of this.touched) fork.touched.set(subject, entries);
    return fork;
  }

  private standsOf(subject: string): readonly Stand[] {
    let known = this.bySubject.get(subject);
    if (known === undefined) {
      const place = placeOfSubject(subject);
      known = this.stands.filter(
        ({ metric, expectation }) => place !== null && movedBy(metric) === place.kind && covers(expectation, place),
      );
      this.bySubject.set(subject, known);
    }
    return known;
  }
}

/** A watch with the expectations of the end, or of the total, of a count that entries change and that adds up. */
export function endWatchOf(expect: readonly Expectation[]): EndWatch {
  return new EndWatch(
    expect.flatMap((expectation) => {
      const { metric, test } = expectation;
      if (test === 'always' || test === 'share' || !isSummed(metric)) return [];
      return [{ expectation, metric, parts: new Map(), sum: 0, broken: null }];
    }),
  );
}

function move(
  stand: Stand,
  subject: string,
  { counted, entries, at }: { readonly counted: Counted; readonly entries: readonly Entry[]; readonly at: Instant },
): void {
  const { expectation, metric, parts } = stand;
  const value = measureOne(counted, metric, subject, at) ?? 0;
  const before = parts.get(subject) ?? 0;
  if (value === before && parts.has(subject)) return;
  parts.set(subject, value);
  stand.sum += value - before;
  if (holds(expectation.comparison, stand.sum)) stand.broken = null;
  else stand.broken ??= { since: at, entry: entries.findLast((entry) => isAbout(metric, entry))?.seq ?? null };
}
