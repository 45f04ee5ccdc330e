/**
 * The run of a part on the thread that joins them all, which else would only wait.
 */
import { setImmediate } from 'node:timers/promises';
import { type PartOptions, PartRun } from '../../experiment/parts/partRun.ts';
import type { RunPart } from '../../experiment/parts/partsRun.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** Events between two looks at what else this thread has to do: some milliseconds of work. */
export const slice = 20_000;

/** Begins what it is asked after all other parts were asked, too. @param eventsMax of one slice */
export function partHere(scenario: Scenario, options: PartOptions, eventsMax: number = slice): RunPart {
  let run: PartRun;
  const later = async <Answer>(answer: () => Answer): Promise<Answer> => {
    await setImmediate();
    return answer();
  };
  return {
    scenario,
    begin: (drawn) =>
      later(() => {
        run = new PartRun(scenario, options, drawn);
        return run.begin();
      }),
    advance: async (until) => {
      while ((await later(() => run.advance(until, eventsMax))) === 'more');
      return run.stretch();
    },
    number: (firsts) => later(() => run.number(firsts)),
    forgetEntries: () => later(() => run.forgetEntries()),
    countLoads: () => later(() => run.countLoads()),
    end: (drawn) => later(() => run.end(drawn)),
  };
}
