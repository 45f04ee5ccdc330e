/** Runs a scenario up to an instant, and finds objects of that instant by name. */
import { setImmediate } from 'node:timers/promises';
import type { JournalSink } from '../../engine/journal.ts';
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { Run } from '../../experiment/run.ts';
import type { World } from '../../platform/world.ts';
import { nearest } from '../../rules/units.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { exitCode, Stop } from '../exit.ts';
import type { ScenarioFlags } from '../flags.ts';
import { readScenarios } from '../inputs.ts';
import { makeRoom } from '../memory.ts';
import { showProblems } from '../problems.ts';
import { progressBar } from '../progress.ts';
import { pointOf } from './logRange.ts';

/** Events between two updates of the progress bar. */
const slice = 20_000;

export interface Moment {
  readonly scenario: Scenario;
  readonly run: Run;
  readonly world: World;
  readonly at: Instant;
}

/**
 * Runs a scenario up to and including --at; without it, to its end. Prints its problems; null: one is an error.
 *
 * @param sink gets every journal entry
 */
export async function momentOf(
  file: string,
  flags: ScenarioFlags & { readonly at?: string },
  sink: JournalSink = () => {},
): Promise<Moment | null> {
  const [read] = await readScenarios([file], flags);
  if (read === undefined) throw new Error(`nothing was read for ${file}`);
  showProblems(read.parsed, process.stderr);
  const { scenario } = read.parsed;
  if (scenario === null) return null;
  makeRoom(scenario);
  const at = instantOf(flags.at, scenario);
  const { start, end } = scenario;
  // With a sink, executions happen when they are due; without one they are deferred until something observes them.
  const run = new Run(scenario, { events: false, sink });
  const advance = (): 'done' | 'more' =>
    at === end ? run.advance(slice) : run.sim.runUntil(at, { eventsMax: slice, included: true });
  const progress = progressBar(scenario.name, flags.quiet === true);
  while (advance() === 'more') {
    progress.update((run.now - start) / (at - start), run.sim.events);
    await setImmediate();
  }
  progress.clear();
  return { scenario, run, world: run.sim.world, at };
}

function instantOf(text: string | undefined, { start, end }: Scenario): Instant {
  if (text === undefined) return end;
  const at = pointOf('--at', text, start);
  if (at >= start && at <= end) return at;
  const run = `from ${isoFromInstant(start)} to ${isoFromInstant(end)}`;
  throw new Stop(exitCode.usage, `--at must be within the run, ${run}; found '${text}'`);
}

/**
 * Finds the object of `all` with the given name; without a name, the first. Throws a `Stop` that lists the names.
 *
 * @param what kind and owner of the object for the message: `shop/web has no replica 'web-9'`; `otherwise` is appended
 * if there is no object at all
 */
export function named<One>(
  all: readonly One[],
  nameOf: (one: One) => string,
  wanted: string | undefined,
  {
    what,
    owner,
    at,
    otherwise = '',
  }: { readonly what: string; readonly owner: string; readonly at: Instant; readonly otherwise?: string },
): One {
  const found = wanted === undefined ? all[0] : all.find((one) => nameOf(one) === wanted);
  if (found !== undefined) return found;
  const names = [...new Set(all.map(nameOf))];
  const when = `at ${isoFromInstant(at)}`;
  if (names.length === 0) throw new Stop(exitCode.usage, `${owner} has no ${what} ${when}${otherwise}`);
  throw new Stop(exitCode.usage, `${owner} has no ${what} '${wanted}' ${when}; ${hintOf(wanted ?? '', names)}`);
}

/** A hint after an unknown name: the most similar name, or the first names that exist. */
export function hintOf(wanted: string, names: readonly string[]): string {
  const guess = nearest(wanted, names);
  const shown = names.slice(0, 8).join(', ') + (names.length > 8 ? ' and more' : '');
  return guess === null ? `available: ${shown}` : `did you mean '${guess}'?`;
}
