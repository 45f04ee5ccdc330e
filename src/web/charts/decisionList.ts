/**
 * The decisions of an autoscaler under the chart of its metric, each with its arithmetic.
 */
import type { PageChart } from '../../report/page/pageData.ts';
import { countText } from '../../report/words/format.ts';
import { type Child, h } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { eventText } from '../view/timeText.ts';
import { viewLink } from '../view/viewLink.ts';

/** Decisions listed under a chart. */
const most = 40;

/** A fold with the decisions about the chart's deployment; null if the chart is not about an autoscaler. */
export function decisionList(site: Site, { kind, subject }: PageChart): Child {
  if (kind !== 'scaling') return null;
  const scaler = site.data.scalers.find((one) => one.subject === subject);
  if (scaler === undefined || scaler.decisions.length === 0) return null;
  const { decisions, leftOut } = scaler;
  const items = decisions.slice(0, most).map(({ at, from, to, formula, entry }) => {
    const words = `${eventText(at, site.run)}: ${from} → ${to}`;
    const head =
      entry === null ? words : viewLink(site, { open: targetText({ kind: 'entry', seq: entry }) }, 'opener', words);
    return h('li', {}, head, formula.length === 0 ? '' : `, ${formula.join('; ')}`);
  });
  const left = decisions.length - items.length + leftOut;
  return h(
    'details',
    { class: 'decisions' },
    h('summary', {}, `${countText(decisions.length + leftOut)} decisions, with their formula`),
    h('ul', {}, ...items),
    left > 0 ? h('p', { class: 'note' }, `${countText(left)} more are in the journal.`) : null,
  );
}
