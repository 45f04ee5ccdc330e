/**
 * Where the futures of a run first differ from the run without them.
 */
import type { Entry } from '../../engine/journal.ts';
import { day, type Instant, isoFromInstant, minute } from '../../engine/time.ts';
import { insertSteps } from '../../platform/handlers/timeline.ts';
import type { TimelineStep } from '../../platform/setup.ts';
import { entrySentence } from '../../report/study/entrySentence.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import { ChangeAnswers, requestsOf } from './futureAnswers.ts';

/** A future with the steps that the platform takes. */
export interface PlannedFuture {
  readonly key: string;
  readonly at: Instant;
  readonly steps: readonly TimelineStep[];
}

/** A journal entry that one run has and another lacks. */
export interface EntryDifference {
  readonly at: string;
  readonly type: string;
  readonly subject: string;
  readonly sentence: string;
}

/**
 * The first journal entry of each future that the run without it does not have, by the future's key; a future without
 * any is absent. What the steps of the future itself say (a request, a change of behaviour or of demand) does not
 * count: that is the change, not what follows from it.
 *
 * Entries are compared by instant, type, subject, part and data, in whatever order they come within an instant. It runs
 * the past of all futures once more, this time entry by entry, and each future only as far as it has to.
 */
export function firstDifferences(
  scenario: Scenario,
  replication: number,
  futures: readonly PlannedFuture[],
): ReadonlyMap<string, EntryDifference> {
  const found = new Map<string, EntryDifference>();
  if (futures.length === 0) return found;
  const past = new Run(scenario, { replication, isAsked: false, events: false, sink: () => {} });
  const instants = [...new Set(futures.map(({ at }) => at))].sort((a, b) => a - b);
  for (const at of instants) {
    past.sim.runUntil(at);
    const own = futures.filter((future) => future.at === at);
    for (const [key, entry] of differencesFrom(past, at, own)) found.set(key, entry);
  }
  return found;
}

/** A run from an instant on, with the entries of its last stretch. */
interface Continued {
  readonly run: Run;
  entries: Entry[];
}

function continuedFrom(past: Run): Continued {
  const entries: Entry[] = [];
  const continued: Continued = { run: past.fork((entry) => continued.entries.push(entry)), entries };
  return continued;
}

function advance(continued: Continued, until: Instant): void {
  const { run } = continued;
  continued.entries = [];
  if (until < run.scenario.end) run.sim.runUntil(until);
  else run.advance();
}

function differencesFrom(past: Run, at: Instant, futures: readonly PlannedFuture[]): Map<string, EntryDifference> {
  const found = new Map<string, EntryDifference>();
  const { scenario } = past;
  const base = continuedFrom(past);
  let open = futures.map(({ key, steps }) => {
    const future = continuedFrom(past);
    insertSteps(future.run.sim, steps);
    return { key, future, answers: new ChangeAnswers(requestsOf(steps), at, scenario) };
  });
  // Most futures differ at once, so the first stretches are short.
  let stretch = minute;
  for (let until = at; open.length > 0 && until < scenario.end; stretch = Math.min(2 * stretch, day)) {
    until = Math.min(until + stretch, scenario.end);
    advance(base, until);
    open = open.filter(({ key, future, answers }) => {
      advance(future, until);
      const own = future.entries.filter((entry) => !answers.listen(entry) && !scripted.includes(entry.type));
      const first = firstMissing(own, base.entries);
      if (first === null) return true;
      const { type, subject } = first;
      found.set(key, {
        at: isoFromInstant(first.at),
        type,
        subject: subject.name,
        sentence: entrySentence(first),
      });
      return false;
    });
  }
  return found;
}

/** What comes from the timeline alone: the run without the future has its own too. */
const scripted: readonly string[] = ['behaviour.changed', 'demand.scaled'];

/** The first entry that the others lack, as often as it comes. */
function firstMissing(entries: readonly Entry[], others: readonly Entry[]): Entry | null {
  const counts = new Map<string, number>();
  for (const entry of others) {
    const key = contentOf(entry);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const entry of entries) {
    const key = contentOf(entry);
    const count = counts.get(key) ?? 0;
    if (count === 0) return entry;
    counts.set(key, count - 1);
  }
  return null;
}

function contentOf({ at, type, subject, ordinal, data }: Entry): string {
  return JSON.stringify([at, type, subject.name, ordinal, data]);
}
