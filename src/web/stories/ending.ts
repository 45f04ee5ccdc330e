/**
 * What ended a bar, in a few words.
 */
import type { PageBar } from '../../report/picture/picture.ts';
import type { Site } from '../view/site.ts';

/**
 * Of a replica: `older version`, `evicted`, `lost: its node was lost`. null: it lasts, or its label says it already.
 */
export function endOf({ entryIndex }: Pick<Site, 'entryIndex'>, { events }: Pick<PageBar, 'events'>): string | null {
  const ended = entryIndex.entry(events?.[1] ?? 0);
  if (ended?.type !== 'replica.gone') return null;
  const { type, data } = entryIndex.entry(ended.cause ?? 0) ?? ended;
  if (type === 'replica.evicted') return 'evicted';
  const { why } = data;
  if (typeof why !== 'string') return null;
  return type === 'replica.lost' ? `lost: ${why}` : why;
}

/** The label of a bar, and what ended it: `replica 3, version 1, for 2h, ended by: older version`. */
export function barText(site: Pick<Site, 'entryIndex'>, bar: Pick<PageBar, 'events' | 'label'>): string {
  const end = endOf(site, bar);
  return end === null ? bar.label : `${bar.label}, ended by: ${end}`;
}
