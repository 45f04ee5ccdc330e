/**
 * The rollouts of a run, one by one.
 */

import type { PageChronicle } from '../fold/page/pageChronicle.ts';
import { mostTelling, type RolloutRecord } from '../fold/page/rolloutHistory.ts';
import type { PageRollout } from './pageRollout.ts';

/** Maximum rollouts on a page. */
const rolloutsMax = 256;

/** In order of their starts, then of their subjects; @param most of them on a page with less room */
export function pageRollouts(
  { deployments, isNumbered }: PageChronicle,
  most: number,
): { readonly rollouts: readonly PageRollout[]; readonly leftOut: number } {
  let count = 0;
  const all: PageRollout[] = [];
  for (const [subject, { rollouts }] of deployments) {
    count += rollouts.count;
    for (const one of rollouts.all()) all.push(pageRollout(subject, one, isNumbered));
  }
  all.sort((a, b) => a.startedAt - b.startedAt || (a.subject < b.subject ? -1 : 1));
  const rollouts = mostTelling(all, Math.min(most, rolloutsMax));
  return { rollouts, leftOut: count - rollouts.length };
}

function pageRollout(subject: string, record: RolloutRecord, isNumbered: boolean): PageRollout {
  const { startedBy, endedBy, stalled, ...rest } = record;
  const entry = (seq: number | null | undefined): number | null => (isNumbered ? (seq ?? null) : null);
  return {
    subject,
    ...rest,
    stalledAt: stalled?.sinceAt ?? null,
    entries: { started: entry(startedBy), stalled: entry(stalled?.seq), ended: entry(endedBy) },
  };
}
