/**
 * The head of the page: the name of the run, its result, its cost, and the tabs.
 */

import { amount } from '../../report/bill/costs.ts';
import { countOf, durationText, moneyText, stretchText } from '../../report/words/format.ts';
import { button, h } from '../view/element.ts';
import type { PagePart, Site } from '../view/site.ts';
import { themes, wantTheme } from './theme.ts';

export function pageHead(site: Site, parts: readonly PagePart[]): HTMLElement {
  const { data, navigation } = site;
  const links = parts.map(({ tab, title }) => ({ tab, link: h('a', { href: '#' }, title) }));
  navigation.watch((view) => {
    for (const { tab, link } of links) {
      link.href = navigation.link({ tab, open: null });
      if (tab === view.tab) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }, site.gone);
  return h(
    'header',
    { class: 'head' },
    h(
      'div',
      { class: 'head-line' },
      h('h1', {}, data.name),
      h(
        'span',
        { class: 'head-when' },
        `${stretchText(data.start, data.end)} · ${durationText(data.end - data.start)} · UTC`,
      ),
      h('span', { class: 'head-result' }, verdictBadge(site), h('strong', { class: 'money' }, payableText(site))),
      themeSwitch(),
    ),
    h('nav', { 'aria-label': 'Report sections' }, ...links.map(({ link }) => link)),
  );
}

/**
 * The result as words and a symbol, because colour is never the only sign: `✓ Expectations passed`, and with errors
 * among the findings `! Expectations passed, 1 problem`.
 */
export function verdictBadge({ data }: Site): HTMLElement {
  const { summary, isComplete } = data;
  if (!isComplete) return h('span', { class: 'badge warn' }, '◐ Interrupted');
  const failed = summary.expectations.filter(({ pass }) => !pass).length;
  const problems = summary.findings.filter(
    ({ severity, kind }) => severity === 'error' && kind !== 'expectation',
  ).length;
  const also = problems === 0 ? '' : `, ${countOf(problems, 'problem')}`;
  if (summary.verdict === 'fail')
    return h(
      'span',
      { class: 'badge bad' },
      failed === 0 ? '✗ Failed' : `✗ ${countOf(failed, 'expectation')} failed${also}`,
    );
  const done = summary.expectations.length === 0 ? 'Completed' : 'Expectations passed';
  return problems === 0
    ? h('span', { class: 'badge good' }, `✓ ${done}`)
    : h('span', { class: 'badge warn' }, `! ${done}${also}`);
}

export function payableText({ data }: Site): string {
  return `${moneyText(amount(data.summary.payable))} ${data.summary.currency}`;
}

const themeWords = { auto: '◐ Auto', light: '○ Light', dark: '● Dark' } as const;

/** Switches between the system's theme, light and dark. */
function themeSwitch(): HTMLElement {
  let now = 0;
  const word = h('span', {}, themeWords.auto);
  return button(
    word,
    () => {
      now = (now + 1) % themes.length;
      const theme = themes[now] ?? 'auto';
      wantTheme(theme);
      word.textContent = themeWords[theme];
    },
    { class: 'quiet theme', title: 'Colour theme: automatic, light or dark' },
  );
}
