/**
 * One past, several futures: a run that is forked at instants, each fork measured as a run of its own.
 *
 * A future has the same bytes as the run of a scenario that has its steps at the end of its timeline from the start
 * (`stepChanges`); `test/laws/futures.test.ts` compares the two. The past is run once, whatever the number of futures.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { inTimelineOrder } from '../../scenario/read/timeline.ts';
import type { Scenario, TimelineEntry } from '../../scenario/scenario.ts';
import { stepsOf } from '../setup.ts';
import type { EventMeasure } from './eventMeasure.ts';
import { type EntryDifference, firstDifferences, type PlannedFuture } from './firstDifference.ts';
import { ChangeAnswers, type RefusedRequest, requestsOf } from './futureAnswers.ts';
import type { Measure } from './measure.ts';
import { beginMeasuring, type MeasuredRun } from './measuredRun.ts';

/** What else might happen in a run, as plain data. */
export interface Futures {
  /** How many entries the timeline of the plan has as it is written. */
  readonly entries: number;
  readonly all: readonly Future[];
  /** Whether the run without them is asked for, too; if not, it ends at the last instant, without values. */
  readonly isBaseMeasured: boolean;
}

/** Steps that come in one future of a run. */
export interface Future {
  /** Unique among the futures of a job. */
  readonly key: string;
  /** Up to here, excluded, the future is the run without it. No step comes before. */
  readonly at: Instant;
  /** Entries of a timeline, each as `--set timeline.+=` takes it. */
  readonly steps: readonly string[];
  /** Whether its first differing journal entry is asked for, which takes its past a second time. */
  readonly isCompared: boolean;
  /** What it is asked for; absent: all measures of the job. */
  readonly measures?: readonly Measure[];
}

/** What one future comes to. */
export type FutureResult =
  | ({
      readonly kind: 'measured';
      readonly key: string;
      /** The first of the future's requests that the platform's API refused: all else goes on; null: none was. */
      readonly refused: RefusedRequest | null;
      /** The first journal entry that the run without the future lacks; null: there is none, or nobody asked. */
      readonly first: EntryDifference | null;
    } & MeasuredRun)
  | { readonly kind: 'failed'; readonly key: string; readonly message: string };

export interface ForkedRunInput {
  readonly scenario: Scenario;
  /** The same scenario with the steps of all futures behind those of its timeline. */
  readonly all: Scenario;
  readonly futures: Futures;
  readonly replication: number;
  readonly measures: readonly Measure[];
}

/**
 * Measures a run and all its futures. A future that fails is reported as failed, and the others go on.
 *
 * A future that is asked for events alone ends as soon as each of them has happened, or has none of its own if they
 * have happened before: its values then say how often until there, and its fingerprint is of the time before.
 */
export function measureFutures(input: ForkedRunInput): MeasuredRun & { readonly futures: readonly FutureResult[] } {
  const { scenario, futures, replication, measures } = input;
  const planned = plannedFutures(input);
  const compared = planned.filter((_, index) => futures.all[index]?.isCompared === true);
  const firsts = firstDifferences(scenario, replication, compared);
  const base = beginMeasuring(scenario, replication, measures);
  const results = new Map<string, FutureResult>();
  for (const { key, at, steps, measures: own } of planned.sort((one, other) => one.at - other.at)) {
    base.advanceTo(at);
    try {
      const answers = new ChangeAnswers(requestsOf(steps), at, scenario);
      const also = (entry: Entry): void => void answers.listen(entry);
      const measured = isOfEvents(own) ? base.untilEvents(steps, own, also) : base.fork(steps, own, also).finish();
      const first = firsts.get(key) ?? null;
      results.set(key, { kind: 'measured', key, refused: answers.refused, first, ...measured });
    } catch (error) {
      results.set(key, { kind: 'failed', key, message: error instanceof Error ? error.message : String(error) });
    }
  }
  const own = futures.isBaseMeasured ? base.finish() : base.unmeasured();
  return { ...own, futures: futures.all.flatMap(({ key }) => results.get(key) ?? []) };
}

function isOfEvents(measures: readonly Measure[] = []): measures is readonly EventMeasure[] {
  return measures.length > 0 && measures.every(({ kind }) => kind === 'event');
}

/** A future that is to be measured. */
interface MeasuredFuture extends PlannedFuture {
  readonly measures: readonly Measure[] | undefined;
}

/** The steps of each future, as the run of a scenario with these steps alone would have them. */
function plannedFutures({ scenario, all, futures }: ForkedRunInput): MeasuredFuture[] {
  const byIndex = new Map(all.timeline.map((entry) => [entry.index, entry]));
  let next = futures.entries;
  return futures.all.map(({ key, at, steps, measures }) => {
    const own = steps.flatMap((_, position): TimelineEntry[] => {
      const entry = byIndex.get(next + position);
      return entry === undefined ? [] : [{ ...entry, index: futures.entries + position }];
    });
    next += steps.length;
    const timeline = [...scenario.timeline, ...own].sort(inTimelineOrder);
    return { key, at, steps: stepsOf(timeline).slice(scenario.timeline.length), measures };
  });
}
