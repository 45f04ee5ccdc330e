/**
 * The first screen: how the run ended, what to look at, what it costs, what fills up, and how far to trust it.
 */
import { day } from '../../engine/time.ts';
import { compare, formatDecimal } from '../../platform/metering/decimal.ts';
import type { VolumeCapacity } from '../../report/capacityVolumes.ts';
import { countText, partText, shortNumber } from '../../report/format.ts';
import { grouped } from '../../report/grouped.ts';
import { smallMoney } from './costStories.ts';
import { dayFigure } from './dayBars.ts';
import { costOfRows } from './dimension.ts';
import { button, type Child, h } from './element.ts';
import { opener, ruleLink } from './entryList.ts';
import { payableText, verdictBadge } from './head.ts';
import { openedText } from './opened.ts';
import type { Site } from './site.ts';
import { kindOf, shortName } from './subject.ts';
import { tickText } from './timeAxis.ts';

export function overviewPart(site: Site): Node {
  const { data } = site;
  return h(
    'div',
    {},
    data.description === '' ? null : h('p', { class: 'description' }, data.description),
    h('div', { class: 'figures' }, verdictFigure(site), costFigure(site), runFigure(site)),
    h(
      'div',
      { class: 'columns' },
      h('div', {}, findings(site), expectations(site)),
      h('div', {}, resources(site), volumes(site)),
    ),
    dayFigure(site, null, 'Costs a day, all resources'),
    trust(site),
  );
}

function block(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'block' }, h('h3', {}, title), ...children);
}

function verdictFigure(site: Site): HTMLElement {
  const { expectations: all, changes } = site.data.summary;
  const held = all.filter(({ pass }) => pass).length;
  return h(
    'div',
    { class: 'figure-big' },
    h('div', { class: 'big' }, verdictBadge(site)),
    h('p', {}, all.length === 0 ? 'Nothing was expected of this run.' : `${held} of ${all.length} expectations held`),
    ...changes.map((change) => h('p', { class: 'note' }, `changed: ${change}`)),
  );
}

function costFigure(site: Site): HTMLElement {
  const { invoices, book } = site.data.bill;
  return h(
    'div',
    { class: 'figure-big' },
    h('div', { class: 'big' }, payableText(site)),
    h(
      'p',
      {},
      invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`,
      invoices.some(({ partial }) => partial) ? ', months in part' : '',
    ),
    h('p', { class: 'note' }, book.notice ?? `Price book: ${book.name}`),
  );
}

/** What repeats this run, and on how much it rests. */
function runFigure({ data }: Site): HTMLElement {
  const { seed, fingerprint, assumptions, journalEntries } = data.summary;
  const changed = assumptions.changed.length;
  return h(
    'dl',
    { class: 'figure-big facts' },
    h('dt', {}, 'seed'),
    h('dd', {}, seed),
    h('dt', {}, 'fingerprint'),
    h('dd', { class: 'code' }, fingerprint),
    h('dt', {}, 'assumptions'),
    h('dd', {}, `${assumptions.exercised.length} exercised, ${changed === 0 ? 'none' : changed} changed`),
    h('dt', {}, 'journal entries'),
    h('dd', {}, countText(journalEntries)),
  );
}

const signs = { error: '✗', warning: '!', info: '·' } as const;

/** The three worst, the rest at a press. */
function findings(site: Site): HTMLElement {
  const all = site.data.summary.findings;
  if (all.length === 0) return block('To look at', h('p', { class: 'note' }, 'Nothing stood out.'));
  const list = h('ul', { class: 'findings' });
  const fill = (most: number): void =>
    list.replaceChildren(
      ...all
        .slice(0, most)
        .map(({ severity, subject, message }, index) =>
          h(
            'li',
            { class: severity },
            h('span', { class: 'sign', role: 'img', 'aria-label': severity }, signs[severity]),
            opener(site, openedText({ kind: 'finding', index }), [
              h('b', {}, subject === '' ? '' : `${shortName(subject, site.gvcs)} `),
              message,
            ]),
          ),
        ),
    );
  fill(3);
  const more = button(`Show all ${all.length}`, () => {
    fill(all.length);
    more.hidden = true;
  });
  more.hidden = all.length <= 3;
  return block('To look at', list, h('p', { class: 'more' }, more));
}

/** Broken ones first. */
function expectations(site: Site): Child {
  const all = site.data.summary.expectations.map((one, index) => ({ ...one, index }));
  if (all.length === 0) return null;
  const sorted = [...all.filter(({ pass }) => !pass), ...all.filter(({ pass }) => pass)];
  const items = sorted
    .slice(0, 8)
    .map(({ name, pass, measured, index }) =>
      h(
        'li',
        { class: pass ? 'info' : 'error' },
        h('span', { class: 'sign', role: 'img', 'aria-label': pass ? 'held' : 'broken' }, pass ? '✓' : '✗'),
        opener(site, openedText({ kind: 'expectation', index }), [
          name,
          h('span', { class: 'measured' }, ` ${measured ?? 'nothing to measure'}`),
        ]),
      ),
    );
  const left = sorted.length - 8;
  return block(
    'Expectations',
    h('ul', { class: 'findings' }, ...items),
    left <= 0 ? null : h('p', { class: 'note' }, `… and ${left} more in the part Capacity.`),
  );
}

/** What each workload and volume set costs: a press leads to its costs day by day. */
function resources(site: Site): HTMLElement {
  const { data, looking } = site;
  const all = [...grouped(data.bill.usage, ({ gvc, resource }) => `${gvc}/${resource}`)]
    .map(([of, rows]) => ({ of, cost: costOfRows(rows) }))
    .sort((a, b) => compare(b.cost, a.cost) || (a.of < b.of ? -1 : 1));
  if (all.length === 0) return block('Costs by resource', h('p', { class: 'note' }, 'Nothing was reserved.'));
  const numberOf = (index: number): number => Number(formatDecimal(all[index]?.cost ?? { coefficient: 0n, scale: 0 }));
  const total = all.reduce((sum, _, index) => sum + numberOf(index), 0);
  const most = numberOf(0) || 1;
  const items = all.slice(0, 8).map(({ of, cost }, index) => {
    const part = h('span', { class: 'part-bar' });
    part.style.width = `${(100 * numberOf(index)) / most}%`;
    const link = h(
      'a',
      {
        class: 'resource',
        href: looking.link({ tab: 'costs', of, open: null }),
        on: {
          click: (event) => {
            event.preventDefault();
            looking.go({ tab: 'costs', of, open: null });
          },
        },
      },
      h('span', {}, shortName(of, site.gvcs), h('small', {}, ` ${kindOf(of)}`)),
      h('span', { class: 'number' }, smallMoney(cost)),
      h('span', { class: 'number soft' }, partText(numberOf(index), total)),
      h('span', { class: 'part-line', 'aria-hidden': 'true' }, part),
    );
    return h('li', {}, link);
  });
  const left = all.length - 8;
  return block(
    `Costs by resource, ${data.bill.currency}`,
    h('ul', { class: 'resources' }, ...items),
    left <= 0
      ? null
      : h(
          'p',
          { class: 'more' },
          button(`All ${all.length}`, () => looking.go({ tab: 'costs', open: null })),
        ),
  );
}

/** What is full when, the soonest first: a press leads to its course. */
function volumes(site: Site): Child {
  const { data, looking } = site;
  const all = [...data.capacity.volumes]
    .filter(({ lifecycle }) => lifecycle !== 'deleted')
    .sort((a, b) => daysOf(a) - daysOf(b));
  if (all.length === 0) return null;
  const items = all.slice(0, 6).map((volume) => {
    const of = subjectOf(volume);
    const used = h('span', { class: 'part-bar' });
    const share = Number(volume.usedGB) / (Number(volume.capacityGB) || 1);
    used.style.width = `${Math.min(100, 100 * share)}%`;
    const link = h(
      'a',
      {
        class: 'resource',
        href: looking.link({ tab: 'time', of, open: null }),
        on: {
          click: (event) => {
            event.preventDefault();
            looking.go({ tab: 'time', of, open: null });
          },
        },
      },
      h('span', {}, shortName(of, site.gvcs)),
      h(
        'span',
        { class: 'number soft' },
        `${shortNumber(Number(volume.usedGB))} of ${shortNumber(Number(volume.capacityGB))} GB`,
      ),
      h('span', { class: 'number' }, fullText(site, volume)),
      h('span', { class: 'part-line', 'aria-hidden': 'true' }, used),
    );
    return h('li', {}, link);
  });
  const left = all.length - 6;
  return block(
    'Volumes: full when, at present capacity',
    h('ul', { class: 'resources' }, ...items),
    left <= 0
      ? null
      : h(
          'p',
          { class: 'more' },
          button(`All ${all.length}`, () => looking.go({ tab: 'capacity', open: null })),
        ),
  );
}

export function subjectOf({
  gvc,
  set,
  location,
  index,
}: Pick<VolumeCapacity, 'gvc' | 'set' | 'location' | 'index'>): string {
  return `${gvc}/volumeset/${set}@${location}/${index}`;
}

function daysOf({ daysToFull }: VolumeCapacity): number {
  return daysToFull === null ? Number.POSITIVE_INFINITY : Number(daysToFull);
}

/** `full in 23 d, 24 Dec`, at the pace of the last week and its present capacity; `unless it grows` where it would do so by itself. */
export function fullText({ data }: Site, volume: VolumeCapacity): string {
  const days = daysOf(volume);
  if (volume.freePct !== null && Number(volume.freePct) === 0) return '✗ full now';
  if (days === Number.POSITIVE_INFINITY) return 'not at this pace';
  if (days > 3_650) return 'in over 10 years';
  const date = tickText(Math.floor((data.end + days * day) / day) * day);
  return `full in ${shortNumber(days, days < 10 ? 1 : 0)} d, ${date}${volume.grows ? ', unless it grows' : ''}`;
}

/** How far to trust it: each assumption that decided something, and what was left out. */
function trust(site: Site): HTMLElement {
  const { assumptions } = site.data.summary;
  const changed = new Set<string>(assumptions.changed.map(({ name }) => name));
  const sorted = [...assumptions.exercised].sort(
    (a, b) => Number(changed.has(b.name)) - Number(changed.has(a.name)) || b.count - a.count,
  );
  return h(
    'div',
    {},
    h(
      'details',
      { class: 'trust' },
      h('summary', {}, `${sorted.length} assumptions decided something where the platform's rules are silent`),
      h(
        'ul',
        { class: 'assumptions' },
        ...sorted.map(({ name, count }) =>
          h('li', {}, ruleLink(site, name), ` ${countText(count)}×${changed.has(name) ? ', changed' : ''}`),
        ),
      ),
    ),
    site.data.notices.length === 0
      ? null
      : h('ul', { class: 'note' }, ...site.data.notices.map((notice) => h('li', {}, notice))),
  );
}
