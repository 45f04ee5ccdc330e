/**
 * The cursor in time, as a line over every picture: it moves without the pictures being drawn again.
 */

import type { Instant } from '../../engine/time.ts';
import { gutter, margin } from '../../web/view/axisRoom.ts';
import { h } from '../../web/view/element.ts';
import type { Site } from '../../web/view/site.ts';
import { visibleRange } from '../../web/view/zoomKeys.ts';
import type { Watched } from './watched.ts';

/** Puts a line over each picture in an element, those that are added later too. */
export function playheads(pictures: HTMLElement, site: Site, cursor: Watched<Instant>): void {
  const lines = new Map<HTMLElement, HTMLElement>();
  let isWaiting = false;
  const place = (): void => {
    isWaiting = false;
    const { from, until } = visibleRange(site);
    const share = (cursor.value - from) / (until - from);
    const isSeen = share >= 0 && share <= 1;
    // All widths are read before anything is written, so that the browser lays the page out once.
    const widths = [...lines.keys()].map((plot) => plot.clientWidth);
    [...lines].forEach(([, line], index) => {
      line.hidden = !isSeen;
      const width = Math.max(0, (widths[index] ?? 0) - gutter - margin);
      if (isSeen) line.style.transform = `translateX(${(gutter + share * width).toFixed(1)}px)`;
    });
  };
  const later = (): void => {
    if (!isWaiting) requestAnimationFrame(place);
    isWaiting = true;
  };
  const collect = (): void => {
    for (const plot of lines.keys()) if (!plot.isConnected) lines.delete(plot);
    for (const plot of pictures.querySelectorAll<HTMLElement>('.plot')) {
      if (lines.has(plot)) continue;
      const line = h('div', { class: 'playhead', 'aria-hidden': 'true' });
      plot.before(h('div', { class: 'playhead-room' }, line));
      lines.set(plot, line);
    }
    later();
  };
  const watcher = new MutationObserver(collect);
  watcher.observe(pictures, { childList: true, subtree: true });
  const sizes = new ResizeObserver(later);
  sizes.observe(pictures);
  site.gone.addEventListener('abort', () => {
    watcher.disconnect();
    sizes.disconnect();
  });
  cursor.watch(later, site.gone);
  site.navigation.watch(later, site.gone);
  collect();
}
