/**
 * Costs over time, of all or of one thing.
 */

import type { Site } from '../view/site.ts';
import { resourceOf } from '../view/subject.ts';
import { chartFigure } from './chart.ts';
import { dayFigure } from './dayBars.ts';

/**
 * A bar a day; of a run of few days, or a bill without days, the line of its hours or months. null where nothing costs
 * anything.
 */
export function costCourse(site: Site, of: string | null, name: string): HTMLElement | null {
  const days = dayFigure(site, of, `Daily cost, ${name}`);
  if (days !== null) return days;
  const chart = site.data.charts.find(({ id }) => id === `cost/${of === null ? '' : resourceOf(of)}`);
  return chart === undefined ? null : chartFigure(site, chart);
}
