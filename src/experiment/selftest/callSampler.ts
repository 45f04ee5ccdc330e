/**
 * The mean of something over the requests of one run, after a warm-up.
 */
import type { FactData } from '../../platform/facts.ts';
import { Run } from '../run.ts';
import type { Sampler, Sampling } from './chanceCheck.ts';
import { type StationShape, scenarioFrom, stationDocument } from './stations.ts';

/** A request that has ended. */
export type EndedCall = FactData['call.ended'];

/** Events between two looks at how many requests have ended. */
const slice = 512;

/**
 * Means over requests in the order of their ends. Each replication runs until enough of them have ended.
 *
 * Requests are counted from a fixed number of ends on: a fixed instant would prefer short ones at the end of the run.
 *
 * @param of the value of a request
 */
export function callSampler(
  shape: StationShape,
  { counted, warmUp }: Sampling,
  seed: string,
  of: (call: EndedCall) => number,
): Sampler {
  const needed = warmUp + counted;
  // More come than are counted, so that chance cannot make them too few.
  const scenario = scenarioFrom(stationDocument(shape, needed + 10 * Math.sqrt(needed) + 100), seed);
  return (replication) => {
    let ended = 0;
    let sum = 0;
    const run = new Run(scenario, {
      replication,
      events: false,
      isAsked: false,
      sink: ({ type, data }) => {
        if (type !== 'call.ended') return;
        if (ended >= warmUp && ended < needed) sum += of(data as EndedCall);
        ended += 1;
      },
    });
    while (ended < needed && run.advance(slice) === 'more');
    if (ended < needed) throw new Error(`only ${ended} of ${needed} requests have ended`);
    return sum / counted;
  };
}
