/**
 * The mean of something over what has ended in one run, requests or executions, after a warm-up.
 */
import type { FactData } from '../../platform/facts.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import type { Sampler, Sampling } from './chanceCheck.ts';

/** Events between two looks at how many have ended. */
const slice = 512;

/**
 * Means in the order of the ends. Each replication runs until enough have ended.
 *
 * They are counted from a fixed number of ends on: a fixed instant would prefer short ones at the end of the run.
 *
 * @param type of the entry that each end writes
 * @param of the value of one of them
 */
export function endedSampler<Type extends 'call.ended' | 'execution.succeeded'>(
  scenario: Scenario,
  type: Type,
  { counted, warmUp }: Pick<Sampling, 'counted' | 'warmUp'>,
  of: (data: FactData[Type]) => number,
): Sampler {
  const needed = warmUp + counted;
  return (replication) => {
    let ended = 0;
    let sum = 0;
    const run = new Run(scenario, {
      replication,
      events: false,
      isAsked: false,
      sink: (entry) => {
        if (entry.type !== type) return;
        if (ended >= warmUp && ended < needed) sum += of(entry.data as FactData[Type]);
        ended += 1;
      },
    });
    while (ended < needed && run.advance(slice) === 'more');
    if (ended < needed) throw new Error(`${ended} of ${needed} entries ${type} were written`);
    return sum / counted;
  };
}
