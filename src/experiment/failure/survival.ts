/**
 * How the requests for workloads fare within stretches of a run.
 */
import { type Instant, minute } from '../../engine/time.ts';
import { answeredBy, type RequestCounts } from '../../report/fold/answered.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { countLoads } from '../../report/fold/loadCount.ts';
import type { Survival } from '../../report/verdict/failure.ts';
import { decimalText } from '../../report/words/numbers.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import type { HourSpan } from './worstHour.ts';

/** What is asked about. */
export interface Look extends HourSpan {
  /** `shop/workload/api` */
  readonly workload: string;
}

/** A minute is in breach where more than one in so many of its requests come to nothing. */
const breachOf = 1_000;

/** Events between two yields. */
const slice = 20_000;

/** Runs a scenario as far as the last stretch goes, and says of each how it went; yields the share that is done. */
export function* survivals(scenario: Scenario, looks: readonly Look[]): Generator<number, Survival[]> {
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { isAsked: false, events: false, sink: (entry) => chronicle.listen(entry) });
  const { sim } = run;
  const counts = looks.map((): RequestCounts[] => []);
  const marks = [...new Set(looks.flatMap(marksOf))].sort((a, b) => a - b);
  const last = marks.at(-1) ?? scenario.start;
  for (const mark of marks) {
    while (sim.runUntil(mark, { eventsMax: slice }) === 'more') {
      countLoads(chronicle, sim.world, run.now);
      yield (run.now - scenario.start) / Math.max(1, last - scenario.start);
    }
    run.settle();
    chronicle.settle(mark);
    for (const [index, look] of looks.entries())
      if (marksOf(look).includes(mark)) counts[index]?.push(answeredBy(chronicle, sim.world, look.workload, mark));
    yield (mark - scenario.start) / Math.max(1, last - scenario.start);
  }
  return counts.map(survivalOf);
}

/** Its begin, each minute of it, and its end. */
function marksOf({ from, until }: Look): readonly Instant[] {
  const marks: Instant[] = [];
  for (let at = from; at < until; at += minute) marks.push(at);
  return [...marks, until];
}

/**
 * From counts at each minute: the share of what was asked that was answered without an error, and the minutes in which
 * too much was not.
 *
 *   asked 0, 60, 120, good 0, 60, 90 -> 0.75 served, 1 minute in breach
 */
export function survivalOf(counts: readonly RequestCounts[]): Survival {
  const part = (one: RequestCounts, other: RequestCounts): RequestCounts => ({
    asked: other.asked - one.asked,
    good: other.good - one.good,
  });
  const none = { asked: 0, good: 0 };
  const whole = part(counts[0] ?? none, counts.at(-1) ?? none);
  const minutes = counts.slice(1).map((one, index) => part(counts[index] ?? none, one));
  const breached = minutes.filter(({ asked, good }) => asked > 0 && (asked - good) * breachOf > asked);
  const share = whole.asked <= 0 ? null : Math.min(1, Math.max(0, whole.good / whole.asked));
  return { served: share === null ? null : decimalText(share), breachMinutes: breached.length };
}
