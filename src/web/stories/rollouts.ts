/**
 * The rollouts of a deployment: how each is named, and the period to zoom to.
 */
import { minute } from '../../engine/time.ts';
import type { PageData } from '../../report/page/pageData.ts';
import { durationText } from '../../report/words/format.ts';
import type { TimeRange } from '../view/view.ts';
import { within } from '../view/zoom.ts';

export type ShownRollout = PageData['rollouts'][number];

/** The rollouts of a deployment in order of time. */
export function rolloutsOf({ rollouts }: Pick<PageData, 'rollouts'>, subject: string): readonly ShownRollout[] {
  return rollouts.filter((one) => one.subject === subject);
}

/** `rollout 1: version 1 to 2, 1m 8s`, `rollout 2: version 2 to 3, stalled`. */
export function rolloutName({ nth, from, to, startedAt, endedAt, end, stalledAt }: ShownRollout): string {
  const versions = from === null ? `to version ${to}` : `version ${from} to ${to}`;
  const took = endedAt === null ? (stalledAt === null ? 'in progress' : 'stalled') : durationText(endedAt - startedAt);
  return `rollout ${nth}: ${versions}, ${took}${end === 'superseded' ? ', superseded' : ''}`;
}

/** The rollout with some time before it, and after it the time in which its last replicas end; null: the whole run. */
export function zoomOfRollout({ startedAt, endedAt }: ShownRollout, run: TimeRange): TimeRange | null {
  const until = endedAt ?? run.until;
  const width = Math.max(minute / 2, until - startedAt);
  return within(run, { from: startedAt - width * 0.15, until: until + width * 0.75 });
}
