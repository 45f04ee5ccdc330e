/**
 * The mean of something over the requests of one run, after a warm-up.
 */
import type { FactData } from '../../platform/facts.ts';
import type { Sampler, Sampling } from './chanceCheck.ts';
import { endedSampler } from './endedSampler.ts';
import { type StationShape, scenarioFrom, stationDocument } from './stations.ts';

/** A request that has ended. */
export type EndedCall = FactData['call.ended'];

/** Means over the requests of a station, in the order of their ends. @param of the value of a request */
export function callSampler(
  shape: StationShape,
  sampling: Sampling,
  seed: string,
  of: (call: EndedCall) => number,
): Sampler {
  const needed = sampling.warmUp + sampling.counted;
  // More come than are counted, so that chance cannot make them too few.
  const scenario = scenarioFrom(stationDocument(shape, needed + 10 * Math.sqrt(needed) + 100), seed);
  return endedSampler(scenario, 'call.ended', sampling, of);
}
