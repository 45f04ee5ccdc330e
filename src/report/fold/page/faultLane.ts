/**
 * The faults of a run as bars, and those without an end as points.
 */

import { durationText } from '../../words/format.ts';
import type { Fact } from '../fact.ts';
import type { LaneKind } from './lane.ts';

/** Listens to every entry of the run. */
export const faultLane: LaneKind = {
  counts: 'presence',
  words: ({ parts }) => parts.map(([state, time]) => `${state} for ${durationText(time)}`).join(', '),
  height: 'the mean number of faults',
  listen(lane, fact) {
    switch (fact.type) {
      case 'fault.begun': {
        const { fault, endsAt } = fact.data;
        const what = `${targetOf(fact)}: ${fault}`;
        if (endsAt === null) lane.mark(fact, 'fault started', what);
        else lane.begin(`${fact.at} ${what}`, fact, { state: fault, text: `${what} for` });
        return;
      }
      case 'fault.ended':
        lane.end(`${fact.at - fact.data.tookMs} ${targetOf(fact)}: ${fact.data.fault}`, fact);
        return;
      case 'fault.missed':
        lane.mark(fact, 'target not found', `${targetOf(fact)}: ${fact.data.fault}: ${fact.data.message}`);
        return;
      default:
    }
  },
};

/** Whom it strikes, as a scenario names it: `aws-us-east-1`, `shop/api`. */
function targetOf({ subject }: Fact): string {
  return subject.name.replace(/^location\//, '').replace(/\/(workload|volumeset)\//, '/');
}
