/**
 * A run as the pictures of the report page know it.
 */
import type { Instant } from '../../engine/time.ts';
import { EntryIndex } from '../../web/view/entryIndex.ts';
import type { targetOf } from '../../web/view/panelTarget.ts';
import type { Site } from '../../web/view/site.ts';
import type { Navigation } from '../../web/view/view.ts';
import type { RanScenario } from '../protocol.ts';

/** What the pictures of the report page need. */
export function siteOf(
  { page }: RanScenario,
  navigation: Navigation,
  gone: AbortSignal,
  cursor?: NonNullable<Site['cursor']>,
): Site {
  return {
    data: page,
    entryIndex: new EntryIndex(page.entries),
    navigation,
    run: { from: page.start, until: Math.max(page.end, page.start + 1) },
    gvcs: new Set(page.bill.usage.map(({ gvc }) => gvc)).size,
    gone,
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** Where in time something is that was clicked; null: nowhere. */
export function instantOfTarget(
  { data, entryIndex }: Site,
  target: NonNullable<ReturnType<typeof targetOf>>,
): Instant | null {
  switch (target.kind) {
    case 'entry':
      return entryIndex.entry(target.seq)?.at ?? null;
    case 'bar':
      return data.lanes.find(({ id }) => id === target.lane)?.bars[target.index]?.from ?? null;
    case 'point':
      return data.lanes.find(({ id }) => id === target.lane)?.points[target.index]?.at ?? null;
    default:
      return null;
  }
}
