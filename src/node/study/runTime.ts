/** How long one run of a study takes on this machine, for an estimate before the study starts. */
import type { Measure } from '../../experiment/study/measure.ts';
import { beginMeasuring } from '../../experiment/study/measuredRun.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** A longer run is measured in part: nobody waits for minutes to be told how long it takes. */
const measuredMostMs = 3_000;

/** An estimate of the time of one run. */
export interface RunTime {
  readonly ms: number;
  /** Whether only a part was run, and the rest is estimated by the simulated time that is left. */
  readonly isPart: boolean;
}

/** Parts of a run, by simulated time, after each of which the clock is read. */
const parts = 100;
/** A short run is made again: the first one also compiles the program. */
const shortMs = 500;

/**
 * Runs the first replication, or the first seconds of it, and takes the time. The window of a scenario, in which a
 * second may take longer than a day before it, is timed on its own.
 */
export function runTimeOf(scenario: Scenario, measures: readonly Measure[], mostMs = measuredMostMs): RunTime {
  const { start, window } = scenario;
  if (window === null || window.from === start) return stretchTime(scenario, measures, mostMs);
  const before = stretchTime({ ...scenario, end: window.from, window: null }, measures, mostMs);
  const inWindow = { ...scenario, start: window.from, window: null, timeline: [] };
  const inside = stretchTime(inWindow, measures, mostMs);
  return { ms: before.ms + inside.ms, isPart: before.isPart || inside.isPart };
}

function stretchTime(scenario: Scenario, measures: readonly Measure[], mostMs: number): RunTime {
  const first = timed(scenario, measures, mostMs);
  return first.ms > shortMs ? first : timed(scenario, measures, mostMs);
}

function timed(scenario: Scenario, measures: readonly Measure[], mostMs: number): RunTime {
  const startedAt = performance.now();
  const run = beginMeasuring(scenario, 0, measures);
  for (let part = 1; part < parts; part += 1) {
    run.advanceTo(scenario.start + Math.floor(((scenario.end - scenario.start) * part) / parts));
    const ms = performance.now() - startedAt;
    if (ms > mostMs) return { ms: (ms * parts) / part, isPart: true };
  }
  run.finish();
  return { ms: performance.now() - startedAt, isPart: false };
}
