/**
 * Why an entry happened, as the engine answers it: how it was decided, its causes, the rules and assumptions.
 */
import type { WhyDocument, WhyEntry } from '../../report/why/whyDocument.ts';
import { beginText, timeText, uncomputedText, whenOf, whyHeadings } from '../../report/why/whyWords.ts';
import { button, type Child, h } from '../../web/view/element.ts';
import { withCode } from '../../web/view/withCode.ts';

/** @param open is called with the number of another entry of the chain */
export function whyView(answer: WhyDocument, open: (entry: WhyEntry) => void): HTMLElement {
  const { entry, formula, chain, rules, assumptions } = answer;
  const begin = beginText(answer);
  const links = chain.map((link) => {
    const time = timeText(link);
    return h(
      'li',
      {},
      entryButton(link, open),
      ` ${link.sentence}`,
      time === '' ? null : h('div', { class: 'why-time' }, time),
    );
  });
  const reasons: Child[] = [
    ...rules.map(({ id, statement, here }) => h('li', {}, h('b', {}, id), ' ', ...withCode(here ?? statement))),
    ...assumptions.map(({ name, value, statement, others }) => {
      const more = uncomputedText({ others });
      return h('li', {}, h('b', {}, name), ...withCode(` (assumed: ${value}) ${statement} ${more}`.trimEnd()));
    }),
  ];
  return h(
    'div',
    { class: 'why-view' },
    h(
      'p',
      { class: 'lead' },
      h('span', { class: 'soft' }, `#${entry.seq} ${whenOf(entry)}`),
      h('br'),
      h('strong', {}, entry.sentence),
    ),
    formula.length === 0 ? null : h('ul', { class: 'why-formula' }, ...formula.map((line) => h('li', {}, line))),
    links.length === 0 ? null : h('h3', {}, whyHeadings.chain),
    links.length === 0 ? null : h('ol', { class: 'why-chain' }, ...links),
    begin === null ? null : h('p', { class: 'note' }, begin),
    reasons.length === 0 ? null : h('h3', {}, whyHeadings.rules),
    reasons.length === 0 ? null : h('ul', { class: 'why' }, ...reasons),
  );
}

function entryButton(entry: WhyEntry, open: (entry: WhyEntry) => void): HTMLElement {
  return button(`#${entry.seq} ${whenOf(entry)}`, () => open(entry), { class: 'link' });
}
