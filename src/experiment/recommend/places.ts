/**
 * Locations that hardly anybody is served from.
 */

import type { WorkloadCapacity } from '../../report/capacity/capacityWorkloads.ts';
import { shortNumber } from '../../report/words/format.ts';
import type { Question } from './question.ts';
import type { Seen } from './seen.ts';

/** Of the requests for a workload: a location that serves more of any is there for a reason. */
const shareMost = 0.05;

/**
 * For each gvc the location without which it might do: asked for little, with replicas all of which are asked for
 * something somewhere, and without data. What nobody asks for is there for a reason that the scenario does not tell.
 */
export function placeQuestions({ gvcs, workloads, volumesets }: Seen): Question[] {
  return gvcs.flatMap(({ name: gvc, locations }): Question[] => {
    if (locations.length < 2) return [];
    const here = workloads.filter((one) => one.gvc === gvc);
    const serving = here.filter(({ settings, places }) => settings.type !== 'cron' && places.length > 0);
    if (serving.length === 0 || serving.some(({ places }) => sumOf(places.map(asked)) === 0)) return [];
    return locations.flatMap((location): Question[] => {
      const most = Math.max(...serving.map(({ places }) => shareOf(places, location)));
      const volumes = volumesets
        .flatMap((set) => (set.gvc === gvc ? set.volumes : []))
        .filter((one) => one.location === location);
      if (most > shareMost || volumes.some(({ usedGB }) => Number(usedGB) > 0)) return [];
      const costs = [...here.flatMap(({ places }) => places).filter((one) => one.location === location), ...volumes];
      const left = locations.filter((one) => one !== location);
      const jobs = here.some(({ settings }) => settings.type === 'cron')
        ? '; cron executions in this location would stop'
        : '';
      return [
        {
          kind: 'location',
          target: `gvc/${gvc}`,
          location,
          field: 'staticPlacement',
          now: locations.join(', '),
          reason: `${location} serves at most ${shortNumber(most * 100)} % of the requests of each workload and stores no data${jobs}`,
          severity: 'info',
          hope: sumOf(costs.map(({ cost }) => Number(cost))),
          take: 'first',
          alternatives: [
            {
              proposed: left.join(', '),
              settings: [
                {
                  kind: 'field',
                  resource: `gvc/${gvc}`,
                  steps: ['spec', 'staticPlacement', 'locationLinks'],
                  value: left.map((one) => `//location/${one}`),
                },
              ],
            },
          ],
        },
      ];
    });
  });
}

/** The part of a workload's requests that came to a location, 0 to 1. */
function shareOf(places: readonly WorkloadCapacity[], location: string): number {
  const all = sumOf(places.map(asked));
  return sumOf(places.filter((one) => one.location === location).map(asked)) / all;
}

function asked({ load, calls }: WorkloadCapacity): number {
  return Number(load?.requests.offered ?? 0) + (calls?.total ?? 0);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
