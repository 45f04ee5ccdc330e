/**
 * What there is at the cursor: the state of workloads, replicas and volumes, what just changed, and what the planners
 * decide.
 */
import { instantFromIso } from '../../engine/time.ts';
import type { StatePart, StateValue } from '../../report/debug/state.ts';
import { exactInstantText } from '../../report/words/format.ts';
import { button, type Child, h } from '../../web/view/element.ts';
import type { DecisionView, MomentView, TimedEntry } from '../protocol.ts';

/** Objects that are listed one by one; more are counted. */
const partsMost = 60;

/** @param why is called with the number of an entry */
export function momentView(moment: MomentView, why: (seq: number) => void): readonly HTMLElement[] {
  const { entries, entriesLeftOut, changes, parts, cost } = moment;
  const [wholes, replicas] = [parts.filter((one) => !isReplica(one)), parts.filter(isReplica)];
  return [
    block(
      'Happens now',
      entries.length === 0 ? h('p', { class: 'soft' }, 'Nothing at this instant. → goes to the next event.') : null,
      h('ol', { class: 'moment-entries' }, ...gathered(entries).map((entry) => entryItem(entry, why))),
      entriesLeftOut === 0 ? null : h('p', { class: 'soft' }, `and ${entriesLeftOut} more`),
    ),
    changes.length === 0
      ? null
      : block('Changed', h('ul', { class: 'moment-changes' }, ...changes.slice(0, 30).map((one) => h('li', {}, one)))),
    block('Workloads and volumes', tableOf(wholes, 'State of workloads and volumes')),
    replicas.length === 0
      ? null
      : block(`Replicas and executions (${replicas.length})`, tableOf(replicas, 'State of replicas and executions')),
    block('Cost up to here', h('p', {}, `${cost.amount} ${cost.currency}`)),
  ].filter((one) => one !== null);
}

/** The last evaluation of each autoscaler and volume: its formula, or why it holds. */
export function decisionBlock(decisions: readonly DecisionView[]): HTMLElement | null {
  if (decisions.length === 0) return null;
  const items = decisions.map(({ subject, at, plan, sentence, formula }) =>
    h(
      'li',
      {},
      h('div', {}, h('b', {}, subject), ' ', h('span', { class: `plan plan-${plan}` }, plan), ` ${sentence}`),
      h('ul', { class: 'why-formula' }, ...formula.map((line) => h('li', {}, line))),
      h('small', {}, `evaluated at ${instantOf(at)}`),
    ),
  );
  return block('Decisions', h('ul', { class: 'moment-decisions' }, ...items));
}

function block(title: string, ...children: readonly Child[]): HTMLElement {
  return h('section', { class: 'moment-block' }, h('h3', {}, title), ...children);
}

/** Replicas of a workload that were there at the start come as one entry, which is that of the first of them. */
function gathered(entries: readonly TimedEntry[]): readonly TimedEntry[] {
  const counts = new Map<string, number>();
  const wordsOf = ({ sentence }: TimedEntry): string => sentence.replace(/^replica \S+ /, '');
  for (const entry of entries)
    if (entry.type === 'replica.settled') counts.set(wordsOf(entry), (counts.get(wordsOf(entry)) ?? 0) + 1);
  return entries.flatMap((entry) => {
    const count = entry.type === 'replica.settled' ? counts.get(wordsOf(entry)) : 1;
    if (count === undefined) return [];
    if (count === 1) return [entry];
    counts.delete(wordsOf(entry));
    return [{ ...entry, sentence: `${count} replicas ${wordsOf(entry).replace(' was there', ' were there')}` }];
  });
}

function entryItem({ seq, sentence }: TimedEntry, why: (seq: number) => void): HTMLElement {
  return h(
    'li',
    {},
    button(sentence, () => why(seq), { class: 'link', title: 'Why?' }),
  );
}

function isReplica({ key, values }: StatePart): boolean {
  return /@[^/]+\/[^/]+$/.test(key) && ('phase' in values || 'status' in values);
}

/** One row for each object; a column for each value that any of them has. */
function tableOf(parts: readonly StatePart[], title: string): HTMLElement {
  const shown = parts.slice(0, partsMost);
  const names = [...new Set(shown.flatMap(({ values }) => Object.keys(values)))].filter(
    (name) => !/^(by|setBy)$/.test(name),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'name'),
          ...names.map((name) => h('th', { scope: 'col' }, wordsOf(name))),
        ),
      ),
      h(
        'tbody',
        {},
        ...shown.map(({ key, values }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, key),
            ...names.map((name) => h('td', {}, valueText(name, values[name]))),
          ),
        ),
      ),
    ),
    parts.length > partsMost ? h('p', { class: 'soft' }, `and ${parts.length - partsMost} more`) : null,
  );
}

/** `readySinceAt` -> `ready since` */
function wordsOf(name: string): string {
  return name
    .replace(/At$/, '')
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/\b[A-Z][a-z]/g, (start) => start.toLowerCase());
}

function valueText(name: string, value: StateValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return name.endsWith('At') ? instantOf(String(value)) : String(value);
}

function instantOf(iso: string): string {
  const at = instantFromIso(iso);
  return typeof at === 'number' ? exactInstantText(at) : iso;
}
