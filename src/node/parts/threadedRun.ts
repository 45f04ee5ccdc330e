/**
 * A run whose independent parts are on threads of their own: the same results as on one thread.
 */
import { availableParallelism } from 'node:os';
import { costOf } from '../../experiment/parts/cost.ts';
import { independentParts } from '../../experiment/parts/independentParts.ts';
import type { PartOptions } from '../../experiment/parts/partRun.ts';
import { type PartsListener, type PartsOutcome, runParts } from '../../experiment/parts/partsRun.ts';
import { volumesMost } from '../../experiment/parts/volumesMost.ts';
import { drawnMax } from '../../report/fold/page/pageChronicle.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { exitCode, Stop } from '../exit.ts';
import { collectOnThreads, sizeOf } from '../memory.ts';
import { setYoungRoom, youngRoomFor } from '../youngRoom.ts';
import { partHere } from './partHere.ts';
import { partThread } from './partThread.ts';

/** Microseconds that a run has to take on one thread for more of them to be worth their start. */
const longRun = 5_000_000;

const threadsMost = 64;

/** Reads `--threads`; null where it is absent: one for each core if the run is long. */
export function readThreads(text: string | undefined): number | null {
  if (text === undefined) return null;
  const threads = /^\d+$/.test(text) ? Number(text) : 0;
  if (threads >= 1 && threads <= threadsMost) return threads;
  throw new Stop(exitCode.usage, `--threads takes a whole number from 1 to ${threadsMost}; found '${text}'`);
}

/** The parts of a scenario, each for a thread; one: it runs as a whole. @param threads null: as many as it is worth */
export function partsFor(scenario: Scenario, threads: number | null): readonly Scenario[] {
  const most = threads ?? threadsWorth(scenario);
  // A page draws the first of very many volumes, which no part knows by itself.
  if (most === 1 || volumesMost(scenario) > drawnMax) return [scenario];
  return independentParts(scenario, most);
}

function threadsWorth(scenario: Scenario): number {
  const cores = availableParallelism();
  if (cores === 1) return 1;
  let cost = 0;
  for (const one of costOf(scenario).values()) cost += one;
  return cost < longRun ? 1 : cores;
}

/**
 * Runs the parts of a scenario, the first on this thread and each other on one of its own, and then ends all threads,
 * after an error too.
 *
 * @param parts one or more
 * @param file the program of a thread; default: that of this installation
 */
export async function runOnThreads(
  scenario: Scenario,
  parts: readonly Scenario[],
  options: PartOptions,
  listener: PartsListener,
  file?: URL,
): Promise<PartsOutcome> {
  const [first, ...others] = parts;
  collectOnThreads(parts.length);
  const room = youngRoomFor(sizeOf(scenario).bytes, options.isReported);
  const threads = others.map((part) => partThread({ scenario: part, options }, room, file));
  try {
    await Promise.all(threads.map(({ started }) => started));
    setYoungRoom(room);
    return await runParts(scenario, [partHere(first!, options), ...threads], options, listener);
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}
