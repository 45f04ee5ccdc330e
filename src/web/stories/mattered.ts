/**
 * What mattered in a period: its decisions and troubles in short, each a link to why it happened.
 */
import { grouped } from '../../engine/grouped.ts';
import type { PageEntry } from '../../report/picture/picture.ts';
import { entrySentence } from '../../report/why/entrySentence.ts';
import { countText, exactInstantText } from '../../report/words/format.ts';
import { type Child, h } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { wholeOf } from '../view/subject.ts';
import { opener } from './entryList.ts';

/** Entries of one type about one deployment, volume or record, in order. */
export type Alike = readonly [PageEntry, ...PageEntry[]];

/** What was decided or went wrong, the more telling the less the number; other types are consequences. */
const weights: { readonly [type: string]: number | undefined } = {
  'fault.begun': 0,
  'fault.missed': 0,
  'request.refused': 0,
  'request.unexpected': 0,
  'expansion.refused': 0,
  'volume.full': 0,
  'rollout.stalled': 0,
  'command.failed': 0,
  'snapshot.refused': 0,
  'deployment.scaled': 1,
  'deployment.bounded': 1,
  'deployment.suspended': 1,
  'deployment.resumed': 1,
  'deployment.closed': 1,
  'deployment.reopened': 1,
  'rollout.started': 1,
  'rollout.completed': 2,
  'rollout.superseded': 1,
  'rollout.switched': 1,
  'execution.failed': 0,
  'execution.skipped': 0,
  'execution.removed': 1,
  'execution.invalid': 0,
  'ticks.passed': 1,
  'replica.exited': 0,
  'replica.evicted': 0,
  'replica.lost': 0,
  'replica.pullFailed': 0,
  'replica.unresponsive': 0,
  'volume.expanded': 1,
  'volume.replaced': 1,
  'volume.deleted': 1,
  'fault.ended': 2,
  'request.accepted': 2,
  'demand.scaled': 2,
  'behaviour.changed': 2,
};

/** Whether an entry decided something or reports a trouble, rather than what followed. */
export function isDecisive({ type }: Pick<PageEntry, 'type'>): boolean {
  return weights[type] !== undefined;
}

/**
 * The decisive entries by type and by what they are about, in order of their first ones; the most telling where there
 * are too many.
 */
export function matteredOf(entries: readonly PageEntry[], most: number): readonly Alike[] {
  const groups = [...grouped(entries.filter(isDecisive), keyOf).values()];
  const weightOf = ([first]: Alike): number => weights[first.type] ?? 0;
  return groups
    .sort((a, b) => weightOf(a) - weightOf(b) || a[0].seq - b[0].seq)
    .slice(0, most)
    .sort((a, b) => a[0].seq - b[0].seq);
}

function keyOf({ type, subject }: PageEntry): string {
  return `${type} ${wholeOf(subject)}`;
}

/** A heading and the list; empty where nothing mattered. */
export function matteredBlocks(site: Site, heading: string, entries: readonly PageEntry[], most = 12): Child[] {
  const groups = matteredOf(entries, most);
  if (groups.length === 0) return [];
  return [h('h3', {}, heading), askList(site, groups)];
}

/** Each with its number, its instant and its sentence; of several alike the first, and how many there are. */
export function askList(site: Site, groups: readonly Alike[]): HTMLElement {
  const items = groups.map((group) => {
    const [first] = group;
    const last = group.at(-1) ?? first;
    const more =
      group.length === 1
        ? null
        : h('div', { class: 'why-time' }, `${countText(group.length)} times; the last: `, numberLink(site, last));
    return h('li', {}, askHead(site, first), entrySentence(first), more);
  });
  return h('ol', { class: 'why-chain mattered' }, ...items);
}

function askHead(site: Site, entry: PageEntry): HTMLElement {
  return h('div', { class: 'entry-head' }, numberLink(site, entry), h('time', {}, exactInstantText(entry.at)));
}

function numberLink(site: Site, { seq }: PageEntry): HTMLElement {
  return opener(site, targetText({ kind: 'entry', seq }), `#${seq}`);
}
