/**
 * A vertical line at one instant over charts and lanes. It moves without drawing the pictures again.
 */
import { h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { visibleRange } from '../view/zoomKeys.ts';

/**
 * Puts the line of the site's cursor over a plot that has the gutter and margin of all pictures; nothing if the site
 * has no cursor. The plot must be positioned and must keep the line when it is drawn again.
 */
export function cursorOverlay(site: Site, plot: HTMLElement): void {
  const { cursor } = site;
  if (cursor === undefined) return;
  const line = h('div', { class: 'time-cursor', 'aria-hidden': 'true', hidden: true });
  plot.append(line);
  const place = (): void => {
    const { from, until } = visibleRange(site);
    const share = (cursor.value - from) / (until - from);
    line.hidden = share < 0 || share > 1;
    // Of its own width, which is that of the time axis: a moved line needs no new layout.
    line.style.transform = `translateX(${(share * 100).toFixed(3)}%)`;
  };
  cursor.watch(place, site.gone);
  site.navigation.watch(place, site.gone);
}
