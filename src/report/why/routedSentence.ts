/** Where the requests of a workload go, as a sentence. */
import type { Routed } from '../../platform/facts.ts';
import { shortNumber } from '../words/format.ts';

/**
 * Says where requests go from now on, and how many times as many come as the scenario says.
 *
 *   one location, scale 2     -> the requests of shop/api go to aws-us-east-1, 2 times as many as in the scenario
 *   two locations             -> the requests of shop/api go to aws-eu-central-1 (40 %) and aws-us-east-1 (60 %)
 *   none takes them           -> no location takes the requests of shop/api
 *   40 % do not find it       -> the requests of shop/api go to aws-us-east-1 (60 %), and 40 % nowhere: their callers
 *                                do not find the locations that answer
 */
export function routedSentence(name: string, demands: readonly Routed[]): string {
  const ways = [...new Set(demands.map(wayText))];
  const [only] = ways;
  const scales = [...new Set(demands.map(({ scale = 1 }) => scale))];
  const [scale = 1] = scales;
  const times = scales.length > 1 || scale === 1 ? '' : `, ${shortNumber(scale, 3)} times as many as in the scenario`;
  if (only === undefined) return `no requests come to ${name}`;
  if (ways.length > 1) {
    const parts = demands.map((demand) => `${demand.demand.split('/').at(-1)} ${wayText(demand)}`);
    return `the requests of ${name} go by their demand: ${parts.join('; ')}${times}`;
  }
  return only === nowhere ? `no location takes the requests of ${name}` : `the requests of ${name} go ${only}${times}`;
}

const unfound = 'their callers do not find the locations that answer';

const nowhere = 'nowhere';

function wayText({ shares, unrouted, undiscovered }: Routed): string {
  const taken = Object.entries(shares).filter(([, share]) => share > 0);
  if (taken.length === 0) return undiscovered === undefined ? nowhere : `${nowhere}: ${unfound}`;
  const [first, second] = taken;
  const isAll = second === undefined && unrouted === 0;
  const places = isAll ? [first?.[0] ?? ''] : taken.map(([location, share]) => `${location} (${percent(share)})`);
  const rest =
    unrouted === 0 ? '' : `, and ${percent(unrouted)} nowhere${undiscovered === undefined ? '' : `: ${unfound}`}`;
  return `to ${places.join(places.length === 2 ? ' and ' : ', ')}${rest}`;
}

function percent(share: number): string {
  return `${shortNumber(share * 100, 3)} %`;
}
