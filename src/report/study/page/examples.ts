/**
 * Runs to look at more closely: for each plan the median and the worst one, with the command of its full report.
 */
import { countText } from '../../words/format.ts';
import type { StudyDocument } from '../document.ts';
import { valueText } from '../valueText.ts';
import { element, type Markup } from './markup.ts';

/** A list of runs, plan by plan; null: no plan names one. */
export function exampleRuns({ plans }: StudyDocument, currency: string): Markup | null {
  const shown = plans.filter(({ examples = [] }) => examples.length > 0);
  if (shown.length === 0) return null;
  return element(
    'dl',
    { class: 'examples' },
    shown.map(({ name, examples = [] }) => [
      element('dt', {}, name),
      examples.map(({ kind, measure, replication, value, command }) =>
        element(
          'dd',
          {},
          element(
            'span',
            {},
            `${kind} run by ${measure}: replication ${countText(replication)}, ${valueText(measure, value, currency)}`,
          ),
          // Long commands scroll; a press selects all of it.
          element(
            'pre',
            { class: 'command', tabindex: 0, role: 'region', 'aria-label': `command of the ${kind} run of ${name}` },
            command,
          ),
        ),
      ),
    ]),
  );
}
