/**
 * Converts a view to the fragment of the page's URL, and back.
 */
import { instantFromIso, shortIsoFromInstant } from '../../engine/time.ts';
import { firstView, type Tab, type TimeRange, tabs, type View } from './view.ts';

/**
 * The fragment without `#`; empty for the first view. The leading slash shows screen readers that it is not the id of
 * an element.
 *   `/costs;of=shop/volumeset/data;open=day/2026-11-14`
 *   `/time;zoom=2026-11-03T00:00:00Z..2026-11-04T00:00:00Z`
 */
export function fragmentOf({ tab, zoom, of, pivot, open }: View): string {
  const parts = [
    zoom === null ? '' : `zoom=${shortIsoFromInstant(zoom.from)}..${shortIsoFromInstant(zoom.until)}`,
    of === null ? '' : `of=${escaped(of)}`,
    pivot === null ? '' : `pivot=${escaped(pivot)}`,
    open === null ? '' : `open=${escaped(open)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 && tab === firstView.tab ? '' : `/${[tab, ...parts].join(';')}`;
}

/**
 * The view that a fragment describes, with or without its `#/`. Invalid parts are ignored, because links can be
 * outdated.
 */
export function viewOf(fragment: string): View {
  const [tab = '', ...parts] = fragment.replace(/^#?\/?/, '').split(';');
  const named = new Map(parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
  return {
    tab: tabs.find((one: Tab) => one === tab) ?? firstView.tab,
    zoom: stretchOf(named.get('zoom') ?? ''),
    of: textOf(named.get('of')),
    pivot: textOf(named.get('pivot')),
    open: textOf(named.get('open')),
  };
}

/** Escapes a value but keeps the characters that are allowed in fragments readable; `;` separates and `%` escapes. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/%(2F|40|3A|2C|3D|26)/g, (code) => decodeURIComponent(code));
}

function textOf(part: string | undefined): string | null {
  if (part === undefined || part === '') return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function stretchOf(text: string): TimeRange | null {
  const [from, until] = text.split('..').map((one) => instantFromIso(one));
  if (typeof from !== 'number' || typeof until !== 'number' || from >= until) return null;
  return { from, until };
}
