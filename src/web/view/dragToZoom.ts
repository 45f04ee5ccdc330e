/**
 * Zooming with the pointer: dragging across a picture zooms to the selected period.
 */
import { gutter, margin } from './axisRoom.ts';
import { h } from './element.ts';
import type { Site } from './site.ts';
import { within } from './zoom.ts';
import { visibleRange } from './zoomKeys.ts';

/** Lets the pointer select a period of a plot to zoom to. */
export function dragToZoom(site: Site, plot: HTMLElement): void {
  let from: number | null = null;
  const veil = h('div', { class: 'veil', hidden: true });
  const xOf = (event: PointerEvent): number => event.clientX - plot.getBoundingClientRect().left;
  plot.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' && event.button === 0) from = xOf(event);
  });
  const move = (event: PointerEvent): void => {
    if (from === null || Math.abs(xOf(event) - from) < 5) return;
    plot.append(veil);
    veil.hidden = false;
    veil.style.left = `${Math.min(from, xOf(event))}px`;
    veil.style.width = `${Math.abs(xOf(event) - from)}px`;
  };
  addEventListener('pointermove', move, { signal: site.gone });
  const drop = (event: PointerEvent): void => {
    const start = from;
    from = null;
    veil.remove();
    if (start === null || Math.abs(xOf(event) - start) < 5) return;
    const stretch = visibleRange(site);
    const width = plot.clientWidth - gutter - margin;
    const at = (x: number): number => stretch.from + ((x - gutter) / width) * (stretch.until - stretch.from);
    const [a, b] = [at(start), at(xOf(event))].sort((one, other) => one - other);
    site.navigation.go({ zoom: within(stretch, { from: a ?? 0, until: b ?? 0 }) ?? site.navigation.view.zoom });
  };
  addEventListener('pointerup', drop, { signal: site.gone });
}
