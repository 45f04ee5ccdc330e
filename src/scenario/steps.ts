/**
 * Timeline entries that are added while a run is under way; they are read like those of a file.
 */

import { type Instant, isoFromInstant } from '../engine/time.ts';
import { madeBy, type Names, namesWith } from './read/names.ts';
import { readTimeline } from './read/timeline.ts';
import type { Scenario, TimelineEntry } from './scenario.ts';
import { checkShape, shown } from './shape/shape.ts';
import { applyChanges } from './text/changes.ts';
import { type Complaint, inReadingOrder, type Problem } from './text/problem.ts';
import { ScenarioReading } from './text/reading.ts';
import { isMap, type Tree, type TreeMap } from './text/tree.ts';

export interface StepsContext {
  readonly scenario: Scenario;
  /** The document of the scenario (`wholeDocument`). */
  readonly document: TreeMap;
  /** What names can mean, of what has been made since too. */
  readonly names: Names;
  readonly now: Instant;
  /** How many entries the timeline has so far. */
  readonly count: number;
}

/** A step, and the entry of a file that says the same. */
export interface SessionStep {
  readonly entry: TimelineEntry;
  readonly written: TreeMap;
}

export interface ReadSteps {
  /** None where a problem is an error. */
  readonly steps: readonly SessionStep[];
  readonly problems: readonly Problem[];
  /** For code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What the text is called in problems. */
const file = 'steps';

/** Lists and maps of one text: a hundred thousand steps have half as many, and of more others are kept waiting. */
const containersMax = 1_000_000;

/** Entries that are read between two looks at what else is to be done: some milliseconds of work. */
const chunk = 250;

/**
 * Reads a list of entries in YAML or JSON, in slices. An entry comes at the instant that `at` names, now where there is
 * none, after all that is due then. One that would come again and again, lies in the past or behind the scenario's end
 * is an error: all are taken, or none.
 */
export function* readSteps(text: string, context: StepsContext): Generator<undefined, ReadSteps> {
  const reading = new ScenarioReading({});
  const steps = yield* read(text, context, reading);
  const { texts, hasErrors } = reading;
  return { steps: hasErrors ? [] : steps, problems: inReadingOrder(reading.problems, file), texts };
}

function* read(text: string, context: StepsContext, reading: ScenarioReading): Generator<undefined, SessionStep[]> {
  const { stepsYamlLength } = context.scenario.assumptions['api.limits'];
  const [value] = (yield* reading.readingDocuments(text, file, { yamlMax: stepsYamlLength, containersMax })).values;
  if (reading.hasErrors) return [];
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMap)) {
    const message = `expected a list of steps, found ${Array.isArray(value) && value.length > 0 ? 'a list of something else' : shown(value)}`;
    const hint = 'write a list such as [{ "behavior": { "shop/data": { "usage": { "add": "4GB" } } } }]';
    reading.add(stepsProblem({ code: 'wrong-type', message, hint }));
    return [];
  }
  const steps: SessionStep[] = [];
  let { names } = context;
  for (let from = 0; from < value.length; from += chunk) {
    yield;
    const some = value.slice(from, from + chunk);
    const found = readSome(value, some, from, { ...context, names }, reading);
    const made = some.flatMap((entry) => madeBy(entry) ?? []);
    if (made.length > 0) names = namesWith(names, made);
    for (const step of found) steps.push(step);
  }
  return steps;
}

/** @param from index of the first of some entries among all */
function readSome(
  all: readonly Tree[],
  some: readonly TreeMap[],
  from: number,
  context: StepsContext,
  reading: ScenarioReading,
): readonly SessionStep[] {
  const { scenario, document, names, now, count } = context;
  const { places } = reading;
  const timeline: Tree[] = some.map((entry) => placed(places.copy(entry), now));
  for (const index of some.keys()) {
    const origin = places.at(all, from + index);
    if (origin !== null) places.move(timeline, index, origin);
  }
  // What is known to have its shape is not looked at again.
  const own: TreeMap = { svcsim: 1, start: document.start ?? null, timeline, session: timeline.length };
  const origin = places.of(all);
  if (origin !== null) {
    places.note(own, origin);
    places.move(own, 'timeline', origin);
  }
  const problems = reading.problems.length;
  const shaped = checkShape(own, { variants: [], studies: [] }, reading);
  const complain = (index: number, key: string, complaint: Complaint): void =>
    reading.complain(shaped, ['timeline', index, key], complaint);
  for (const [index, entry] of timeline.entries()) {
    if (!isMap(entry)) continue;
    if (entry.every !== undefined)
      complain(index, 'every', {
        code: 'contradiction',
        message: "a step happens once: write 'at' instead",
        atKey: true,
      });
    if (entry.order === 'first')
      complain(index, 'order', { code: 'wrong-value', message: 'a step always comes last at its instant' });
  }
  if (reading.problems.length > problems && reading.hasErrors) return [];
  const session = { path: ['session'], value: timeline.length, origin: null };
  const root = applyChanges(document, [{ path: ['timeline'], value: timeline, origin }, session], places);
  if (origin !== null) places.note(root, origin);
  const { start, end, org, assumptions } = scenario;
  const period = { start, end };
  const usage = { reading, period, gbBytes: assumptions['unit.gb'], mayAdd: false };
  const entries = readTimeline(root, { reading, period, org, assumptions, names, usage });
  const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
  return timeline.flatMap((written, index): SessionStep[] => {
    const entry = byIndex.get(index);
    const [at] = entry?.instants ?? [];
    if (!isMap(written)) return [];
    if (entry === undefined || at === undefined) {
      const message = `expected an instant before the end of the scenario, ${isoFromInstant(end)}`;
      if (!reading.hasErrors) complain(index, 'at', { code: 'after-end', message });
      return [];
    }
    if (at < now) {
      const message = `expected an instant from now on, ${isoFromInstant(now)}, found ${shown(written.at)}`;
      const isRelative = typeof written.at === 'string' && written.at.startsWith('+');
      const hint = isRelative ? `+ counts from the start of the scenario, ${isoFromInstant(start)}` : null;
      complain(index, 'at', { code: 'past-step', message, hint });
    }
    return [{ entry: { ...entry, index: count + from + index }, written }];
  });
}

/** An error of the steps as a whole. */
export function stepsProblem(
  about: Pick<Problem, 'code' | 'message' | 'hint'> & { readonly rule?: string | null },
): Problem {
  return { file, line: 1, column: 1, endColumn: 2, rule: null, severity: 'error', ...about };
}

/** Where it says neither when nor how often it comes, it comes now. */
function placed(entry: TreeMap, now: Instant): TreeMap {
  if (entry.at === undefined && entry.every === undefined) entry.at = isoFromInstant(now);
  entry.order ??= 'last';
  return entry;
}
