/**
 * The events of one volume: expansions, refusals, snapshots and replacements, and the periods in which it was full or
 * its expansion was blocked.
 */
import { gbFromMicroGB } from '../../../platform/volume/capacity.ts';
import { durationText, shortNumber } from '../../words/format.ts';
import type { Fact } from '../fact.ts';
import type { LaneKind } from './lane.ts';

const full = { state: 'full', text: 'full for' };
const blocked = { state: 'expansion blocked', text: 'expansion blocked for' };

/** Listens to every entry about the volume. */
export const volumeLane: LaneKind = {
  counts: 'presence',
  words: ({ parts }) =>
    parts.map(([state, time]) => `${state === full.state ? full.text : blocked.text} ${durationText(time)}`).join(', '),
  height: 'how long it was full or its expansion was blocked',
  listen(lane, fact) {
    switch (fact.type) {
      case 'volume.created':
        lane.mark(fact, 'created', `created with ${gb(fact.data.capacityMicroGB)}`);
        return;
      case 'volume.expanded':
        lane.end('full', fact);
        lane.mark(fact, 'expanded', `from ${gb(fact.data.fromMicroGB)} to ${gb(fact.data.toMicroGB)}`);
        return;
      case 'volume.replaced':
        lane.end('full', fact);
        lane.mark(fact, 'replaced', `${fact.data.why}: replaced by a new device of ${gb(fact.data.toMicroGB)}`);
        return;
      case 'volume.deleted':
        for (const state of ['full', 'refused']) lane.end(state, fact);
        lane.mark(fact, 'deleted', `deleted, ${gb(fact.data.capacityMicroGB)}`);
        return;
      case 'volume.unused':
        lane.mark(fact, 'unused', 'kept, not used by a replica');
        return;
      case 'expansion.accepted':
        lane.end('refused', fact);
        lane.mark(fact, 'expansion accepted', 'expansion accepted');
        return;
      case 'expansion.refused':
        if (fact.data['trigger'] !== 'command' && !lane.isLive('refused')) lane.begin('refused', fact, blocked);
        lane.mark(fact, 'expansion refused', `expansion refused${ruleText(fact)}`);
        return;
      case 'expansion.cleared':
        lane.end('refused', fact);
        return;
      case 'volume.full':
        lane.begin('full', fact, full);
        lane.mark(fact, 'full', 'full: no free space');
        return;
      case 'volume.relieved':
        lane.end('full', fact);
        return;
      case 'snapshot.taken':
        lane.mark(fact, 'snapshot', `snapshot ${fact.data.name}`);
        return;
      case 'snapshot.refused':
        lane.mark(fact, 'snapshot refused', fact.data.message);
        return;
      default:
    }
  },
};

function gb(microGB: number): string {
  return `${shortNumber(Number(gbFromMicroGB(microGB)), 3)} GB`;
}

function ruleText({ reason }: Fact): string {
  const rule = reason.rules[0] ?? reason.assumptions[0];
  return rule === undefined ? '' : ` (${rule})`;
}
