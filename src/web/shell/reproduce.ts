/**
 * The footer of the first screen: what is needed to repeat the run, and the assumptions behind it.
 */
import { inputTexts } from '../../report/verdict/inputText.ts';
import { parameterTexts, seedText } from '../../report/verdict/parameterText.ts';
import { countText } from '../../report/words/format.ts';
import { h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { trust } from './trust.ts';

/** Seed, fingerprint, changes and price book, then the assumptions. */
export function reproduce(site: Site): HTMLElement {
  const { summary, bill } = site.data;
  const { fingerprint, assumptions, journalEntries, changes } = summary;
  const changed = assumptions.changed.length;
  const facts: readonly (readonly [name: string, value: string, style?: string])[] = [
    ['seed', seedText(summary)],
    ['fingerprint', fingerprint, 'code'],
    ['assumptions', `${assumptions.exercised.length} used, ${changed === 0 ? 'none' : changed} changed`],
    ['journal entries', countText(journalEntries)],
    ['prices', bill.book.notice ?? `Price book: ${bill.book.name}`],
    ...changes.map((change) => ['changed', change, 'code'] as const),
    ...parameterTexts(summary).map((text) => ['parameter', text] as const),
    ...inputTexts(summary).map(([heading, text]) => [heading.toLowerCase(), text] as const),
  ];
  return h(
    'footer',
    { class: 'reproduce' },
    h('h3', {}, 'Reproduce'),
    h(
      'dl',
      { class: 'facts' },
      ...facts.flatMap(([name, value, style]) => [h('dt', {}, name), h('dd', { class: style }, value)]),
    ),
    trust(site),
  );
}
