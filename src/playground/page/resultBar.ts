/**
 * What came of a run, in one line: expectations, problems, cost; and the sentences that answer, where the run has some.
 */
import { countText } from '../../report/words/format.ts';
import { type Child, h } from '../../web/view/element.ts';
import type { RanScenario } from '../protocol.ts';

export function resultBar({ page, entries, notice }: RanScenario): HTMLElement {
  const { expectations, findings, payable, currency } = page.summary;
  const failed = expectations.filter(({ pass }) => !pass);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const verdict: Child =
    expectations.length === 0
      ? h('span', { class: 'badge' }, 'no expectations')
      : failed.length === 0
        ? h(
            'span',
            { class: 'badge good' },
            expectations.length === 1 ? 'Expectation passed' : `${expectations.length} expectations passed`,
          )
        : h('span', { class: 'badge bad' }, `${failed.length} of ${expectations.length} expectations failed`);
  return h(
    'div',
    { class: 'result' },
    verdict,
    errors === 0 ? null : h('span', { class: 'badge warn' }, errors === 1 ? '1 problem' : `${errors} problems`),
    h('b', {}, `${payable} ${currency}`),
    h('span', { class: 'soft entry-count' }, `${countText(entries)} journal entries`),
    notice === null ? null : h('p', { class: 'stopped', role: 'status' }, notice),
    failed.length === 0
      ? null
      : h('ul', { class: 'failed' }, ...failed.slice(0, 6).map(({ message }) => h('li', {}, message))),
  );
}
