/**
 * Why a journal entry happened, in the words of `svcsim why`: how it was decided, its causes back to their root, the
 * rules and assumptions, and what other values of these would have done.
 */
import type { PageEntry } from '../../report/picture/picture.ts';
import { type WhyDocument, type WhyEntry, whyDocument } from '../../report/why/whyDocument.ts';
import { beginText, otherText, timeText, uncomputedText, whenOf, whyHeadings } from '../../report/why/whyWords.ts';
import { type Child, h } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { withCode } from '../view/withCode.ts';
import { opener, ruleLink } from './entryList.ts';

/** The answer for an entry, from what the page has of the journal. */
export function answerFor({ entryIndex, data }: Site, entry: PageEntry): WhyDocument {
  const causes = entryIndex.causesOf(entry);
  return whyDocument({ question: String(entry.seq), entry, causes, others: [], words: data.rules });
}

/** The whole answer as blocks of the side panel. */
export function whyBlocks(site: Site, entry: PageEntry): Child[] {
  const answer = answerFor(site, entry);
  return [
    h('p', { class: 'lead' }, ...toldOf(answer.entry)),
    formulaList(answer),
    ...(answer.chain.length === 0 ? [] : [h('h3', {}, whyHeadings.chain)]),
    chainList(site, answer),
    ...ruleBlocks(site, answer),
    ...readingBlocks(site, answer),
  ];
}

/** The decision, its numbers and its causes under a heading: for panels that are about more than one entry. */
export function briefWhyBlocks(site: Site, entry: PageEntry, heading: string): Child[] {
  const answer = answerFor(site, entry);
  return [
    h('h3', {}, heading),
    h('div', {}, headOf(site, answer.entry), answer.entry.sentence),
    formulaList(answer),
    chainList(site, answer),
  ];
}

/** `#31  1 Nov 00:30:34`, and what happened. */
function toldOf(entry: WhyEntry): Child[] {
  return [
    h('span', { class: 'why-number' }, `#${entry.seq} `),
    h('time', {}, whenOf(entry)),
    h('br'),
    h('strong', {}, entry.sentence),
  ];
}

/** A link to the panel of an entry, and its instant. */
function headOf(site: Site, entry: WhyEntry): HTMLElement {
  const { seq } = entry;
  const link = opener(site, targetText({ kind: 'entry', seq }), `#${seq}`);
  return h('div', { class: 'entry-head' }, link, h('time', {}, whenOf(entry)));
}

/** How it was decided, a line a step. */
function formulaList({ formula }: WhyDocument): Child {
  return formula.length === 0 ? null : h('ul', { class: 'why-formula' }, ...formula.map((line) => h('li', {}, line)));
}

function chainList(site: Site, answer: WhyDocument): HTMLElement {
  const links = answer.chain.map((link) => {
    const time = timeText(link);
    return h('li', {}, headOf(site, link), link.sentence, time === '' ? null : h('div', { class: 'why-time' }, time));
  });
  return h(
    'div',
    {},
    links.length === 0 ? null : h('ol', { class: 'why-chain' }, ...links),
    h('p', { class: 'note' }, ...endOf(answer)),
  );
}

/** What the chain begins with, or which entry of it the page does not have. */
function endOf(answer: WhyDocument): Child[] {
  const begin = beginText(answer);
  if (begin !== null) return [begin];
  if (answer.missing === null) return ['The journal does not tell what came before.'];
  return [
    `Entry #${answer.missing} came before and is not on this page. To see the whole chain, run this in the folder of the report: `,
    h('code', {}, `svcsim why . ${answer.entry.seq}`),
  ];
}

function ruleBlocks(site: Site, { rules, assumptions }: WhyDocument): Child[] {
  const items = [
    ...rules.map(({ id, statement, here }) => h('li', {}, ruleLink(site, id), ' ', ...withCode(here ?? statement))),
    ...assumptions.map(({ name, value, statement, others }) =>
      h(
        'li',
        {},
        ruleLink(site, name),
        ' ',
        ...withCode(`(assumed: ${value}) ${statement} ${uncomputedText({ others })}`.trimEnd()),
      ),
    ),
  ];
  return items.length === 0 ? [] : [h('h3', {}, whyHeadings.rules), h('ul', { class: 'why' }, ...items)];
}

function readingBlocks(site: Site, { assumptions }: WhyDocument): Child[] {
  const items = assumptions.flatMap(({ name, others }) =>
    others.flatMap((other) => {
      const text = otherText(name, other);
      return text === null ? [] : [h('li', {}, ruleLink(site, name), text.slice(name.length))];
    }),
  );
  return items.length === 0 ? [] : [h('h3', {}, whyHeadings.others), h('ul', { class: 'why' }, ...items)];
}
