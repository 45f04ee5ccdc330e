/**
 * The run of a part on the thread that joins them all, which else would only wait.
 */
import { setImmediate } from 'node:timers/promises';
import { type PartOptions, PartRun } from '../../experiment/parts/partRun.ts';
import type { RunPart } from '../../experiment/parts/partsRun.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** Events between two looks at what else this thread has to do: some milliseconds of work. */
export const slice = 20_000;

/** Begins what it is asked after all other parts were asked, too. */
export function partHere(scenario: Scenario, options: PartOptions): RunPart {
  let run: PartRun;
  return {
    scenario,
    begin: async (drawn) => {
      await setImmediate();
      run = new PartRun(scenario, options, drawn);
      return run.begin();
    },
    advance: async (until) => {
      do await setImmediate();
      while (run.advance(until, slice) === 'more');
      return run.stretch();
    },
    number: async (firsts) => {
      await setImmediate();
      return run.number(firsts);
    },
    countLoads: async () => {
      await setImmediate();
      run.countLoads();
    },
    end: async (drawn) => {
      await setImmediate();
      return run.end(drawn);
    },
  };
}
