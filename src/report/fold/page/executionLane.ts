/**
 * The executions of one cron deployment as bars, and skipped ticks as points.
 */
import type { ExecutionBatch } from '../../../platform/cron/executionBatch.ts';
import { countText } from '../../words/format.ts';
import type { Lane, LaneKind } from './lane.ts';

/** Listens to every entry about the deployment. */
export const executionLane: LaneKind = {
  counts: 'starts',
  words: ({ parts }) => parts.map(([state, count]) => `${countText(count)} ${state}`).join(', '),
  height: 'how many executions started',
  listen(lane, fact) {
    const key = String(fact.ordinal);
    switch (fact.type) {
      case 'execution.started':
        lane.begin(key, fact, { state: 'active', text: 'active for' });
        return;
      case 'execution.succeeded':
        lane.end(key, fact, ended('succeeded'));
        return;
      case 'execution.failed':
        lane.end(key, fact, ended('failed'));
        return;
      case 'execution.removed':
        lane.end(key, fact, ended('removed'));
        lane.mark(fact, 'removed', `removed: ${fact.data.why}`);
        return;
      case 'execution.skipped':
        lane.mark(fact, 'skipped', skippedText);
        return;
      case 'execution.invalid':
        lane.mark(fact, 'invalid', `could not start: ${fact.data.message}`);
        return;
      case 'deployment.suspended':
        lane.mark(fact, 'suspended', 'suspended');
        return;
      case 'deployment.resumed':
        lane.mark(fact, 'resumed', 'resumed');
        return;
      case 'deployment.closed':
        lane.mark(fact, 'undeployed', 'undeployed');
        return;
      default:
    }
  },
};

/** Executions in the place of their entries. */
export function drawBatch(lane: Lane, { count, failed, tickAt, endedAt, skips }: ExecutionBatch): void {
  for (let i = 0; i < count; i += 1) lane.whole(tickAt[i]!, endedAt[i]!, failed[i] === 1 ? failure : success);
  if (skips === null) return;
  for (let i = 0; i < skips.count; i += 1) lane.mark({ at: skips.tickAt[i]!, seq: null }, 'skipped', skippedText);
}

function ended(state: string): { readonly state: string; readonly text: string } {
  return { state, text: `${state} after` };
}

const success = ended('succeeded');
const failure = ended('failed');
const skippedText = 'skipped: an execution was still Active';
