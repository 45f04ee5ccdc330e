/**
 * Costs over time, of all resources or of one.
 */

import type { Site } from '../view/site.ts';
import { resourceOf } from '../view/subject.ts';
import { chartFigure } from './chart.ts';
import { dayFigure } from './dayBars.ts';

/**
 * One bar for each day. A run of few days, or a bill without days, is drawn as a line by hour or month. null if there
 * are no costs.
 */
export function costOverTime(site: Site, of: string | null, name: string): HTMLElement | null {
  const days = dayFigure(site, of, `Daily cost, ${name}`);
  if (days !== null) return days;
  const chart = site.data.charts.find(({ id }) => id === `cost/${of === null ? '' : resourceOf(of)}`);
  return chart === undefined ? null : chartFigure(site, chart);
}
