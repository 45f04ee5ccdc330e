/**
 * Recommendations, if `--recommend` was given: their total effect, each change with its reason, how to apply them, and
 * the rejected alternatives.
 */
import { formatDecimal } from '../../platform/metering/decimal.ts';
import { amount } from '../../report/bill/costs.ts';
import { runsClause } from '../../report/verdict/changeSentence.ts';
import {
  alternativeText,
  byReason,
  problemText,
  savingText,
  signedMoney,
  subjectText,
} from '../../report/verdict/effectText.ts';
import { manyText } from '../../report/verdict/overRuns.ts';
import type { AdviceSubject, AdviceWhole, Recommendation, Unchanged } from '../../report/verdict/recommendation.ts';
import { countOf, countText, moneyText } from '../../report/words/format.ts';
import { perMonth } from '../../report/words/perMonth.ts';
import { shellWord } from '../../text/shellWord.ts';
import { severitySigns } from '../stories/findingList.ts';
import { instantOf } from '../tables/capacityCells.ts';
import { block } from '../view/block.ts';
import { copyable } from '../view/copyable.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';

/** null without `--recommend`. */
export function advice(site: Site): Child {
  const { advice: whole, recommendations } = site.data.capacity;
  if (whole === undefined) return null;
  return block(
    'Recommendations',
    together(site, whole, recommendations),
    h('ul', { class: 'findings advice' }, ...recommendations.map((one) => recommended(site, one))),
    howToApply(whole),
    asItIs(whole),
  );
}

function together(site: Site, whole: AdviceWhole, recommendations: readonly Recommendation[]): Child {
  const count = recommendations.length;
  const { total, costPerMonth, runs, untried } = whole;
  const { currency, horizon } = site.data.capacity;
  const length = instantOf(horizon.end) - instantOf(horizon.start);
  const monthly = (text: string): string => formatDecimal(perMonth(amount(text), length));
  const said = new Set(recommendations.flatMap(({ effect }) => effect.problems.map(problemText)));
  const apart = count > 1 && /[1-9]/.test(signedMoney(monthly(total.overlap)));
  const tried = `Each change was simulated in its own run, then all changes together: ${countText(runs)} runs with the same random events. A month is 30 days.`;
  const left = untried === 0 ? '' : ` ${countText(untried)} less promising alternatives were not simulated.`;
  if (count === 0)
    return h('p', { class: 'note' }, `No worthwhile change was found in ${countText(runs)} runs.${left}`);
  return [
    h(
      'p',
      { class: 'lead' },
      h('strong', { class: 'big' }, capital(savingText(total.costPerMonth, currency))),
      ` with all changes. Current cost: ${moneyText(amount(costPerMonth))} ${currency} a month.`,
      apart ? apartText(monthly(total.singles), monthly(total.overlap), currency) : null,
    ),
    problemList(total.problems.filter((one) => !said.has(problemText(one)))),
    h('p', { class: 'note' }, `${tried}${manyText(whole)}${left}`),
  ];
}

/** The total differs from the sum of the separate savings, because savings that overlap count only once. */
function apartText(singles: string, overlap: string, currency: string): string {
  const twice = signedMoney(overlap);
  const each = ` The sum of the separate changes ${savingText(singles, currency)}`;
  const isTwice = twice.startsWith('+') && signedMoney(singles).startsWith('-');
  return isTwice ? `${each}; ${twice.slice(1)} ${currency} of it overlaps and counts only once.` : `${each}.`;
}

function recommended({ data }: Site, one: Recommendation): HTMLElement {
  const { severity, now, proposed, effect, reason, runs, next } = one;
  const { currency } = data.capacity;
  return h(
    'li',
    { class: severity },
    h('span', { class: 'sign', role: 'img', 'aria-label': severity }, severitySigns[severity]),
    h(
      'div',
      {},
      h(
        'div',
        { class: 'advice-head' },
        h('span', {}, h('b', {}, subjectText(one)), `: ${now} → `, h('b', {}, proposed)),
        h('strong', { class: 'number' }, savingText(effect.costPerMonth, currency)),
      ),
      h('p', { class: 'measured' }, sentence(reason)),
      runs === undefined
        ? problemList(effect.problems)
        : h(
            'p',
            { class: 'measured' },
            `In ${countOf(runs.costPerMonth.runs, 'run')} it ${runsClause(runs, currency)}.`,
          ),
      next === undefined ? null : h('p', { class: 'measured' }, `Next step: ${next.sentence}`),
      rejectedFold(one),
    ),
  );
}

function problemList(problems: Recommendation['effect']['problems']): Child {
  if (problems.length === 0) return null;
  return h(
    'ul',
    { class: 'gone-problems' },
    ...problems.map((one) => h('li', {}, problemText(one).replace(' -> ', ' → '))),
  );
}

function sentence(text: string): string {
  return `${capital(text)}.`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The maximum number of alternatives named for one reason. */
const namedMax = 6;

function rejectedFold(one: AdviceSubject & Pick<Recommendation, 'rejected'>): Child {
  const count = one.rejected.length;
  if (count === 0) return null;
  return h(
    'details',
    {},
    h('summary', {}, `${countText(count)} ${count === 1 ? 'alternative' : 'alternatives'} rejected`),
    h('ul', { class: 'rejected' }, ...reasonsOf(one)),
  );
}

function reasonsOf(one: AdviceSubject & Pick<Recommendation, 'rejected'>): HTMLElement[] {
  return [...byReason(one)].map(([why, some]) => {
    const left = some.length - namedMax;
    const names = [...some.slice(0, namedMax).map(alternativeText), ...(left > 0 ? [`${countText(left)} more`] : [])];
    return h('li', {}, h('b', {}, names.join('; ')), `: ${why}`);
  });
}

/** The patch, and a shell command with one line for each change. */
function howToApply({ patch, set }: AdviceWhole): Child {
  if (patch === '') return null;
  const command = ['svcsim run scenario.yaml', ...set.map((one) => `--set ${shellWord(one)}`)].join(' \\\n  ');
  return [
    h('h3', {}, 'To apply all changes, paste this into the scenario'),
    copyable('the patch', patch.trimEnd()),
    h('h3', {}, 'To try them first, run this with your file instead of scenario.yaml'),
    copyable('the command', command),
  ];
}

function asItIs({ unchanged }: AdviceWhole): Child {
  if (unchanged.length === 0) return null;
  return h(
    'details',
    { class: 'unchanged' },
    h(
      'summary',
      {},
      `${countText(unchanged.length)} ${unchanged.length === 1 ? 'setting' : 'settings'} checked and best left unchanged`,
    ),
    h('ul', { class: 'findings' }, ...unchanged.map(kept)),
  );
}

function kept(one: Unchanged): HTMLElement {
  return h(
    'li',
    { class: 'info' },
    h('span', { class: 'sign', 'aria-hidden': 'true' }, '·'),
    h(
      'div',
      {},
      h('b', {}, subjectText(one)),
      `, currently ${one.now}`,
      one.reason === '' ? null : h('p', { class: 'measured' }, sentence(one.reason)),
      h('ul', { class: 'rejected' }, ...reasonsOf(one)),
    ),
  );
}
