/**
 * Panel content about an expectation: the entry that decided it, and what it counts.
 */
import { instantFromIso } from '../../engine/time.ts';
import type { PageData } from '../../report/page/pageData.ts';
import { whenText } from '../../report/picture/timeMarks.ts';
import { countText } from '../../report/words/format.ts';
import { type Child, h } from '../view/element.ts';
import { outcomeOf } from '../view/outcome.ts';
import type { Site } from '../view/site.ts';
import { isAbout } from '../view/subject.ts';
import { costliestBlocks } from './costliest.ts';
import { noEntries } from './entryList.ts';
import { factsOf, listed, type PanelContent } from './facts.ts';
import { askList, matteredBlocks } from './mattered.ts';
import { briefWhyBlocks } from './whyBlocks.ts';

type Verdict = PageData['summary']['expectations'][number];

export function expectationPanel(site: Site, index: number): PanelContent | null {
  const { entryIndex, data } = site;
  const verdict = data.summary.expectations[index];
  if (verdict === undefined) return null;
  const { by = null, entries = [] } = data.verdictTrails[index] ?? {};
  const at = verdict.firstBroken === null ? null : instantFromIso(verdict.firstBroken);
  const since = typeof at === 'number' ? at : null;
  const decider = by === null ? null : entryIndex.entry(by);
  const of = scopeOf(site, verdict.name);
  const counted = entryIndex.known(entries);
  const mattered = counted.length > 0 ? [] : decisionsUntil(site, of, since);
  return {
    kind: `Expectation ${outcomeOf(verdict).word}`,
    title: verdict.message,
    body: [
      factsOf([
        ['condition', verdict.name],
        ['measured', verdict.measured ?? 'no value'],
        ...(since === null ? [] : ([['first broken', whenText(since)]] as const)),
      ]),
      ...(decider === null ? [] : briefWhyBlocks(site, decider, headingOf(verdict, since))),
      ...(verdict.unit === 'money' ? costliestBlocks(site, of) : []),
      ...countedBlocks(site, verdict, counted),
      decider === null && verdict.unit === 'count' && verdict.measured === '0' && data.entries.length > 0
        ? h('p', { class: 'note' }, 'Nothing was counted: the journal has no such entry.')
        : null,
      ...mattered,
      ...(decider === null && mattered.length === 0 && counted.length === 0 && since !== null
        ? listed(site, 'Journal entries around this time', entryIndex.around(since, of, 5))
        : []),
      data.entries.length > 0 ? null : h('p', { class: 'note' }, `${noEntries} to see what decided it.`),
    ],
  };
}

function headingOf({ pass, name }: Verdict, since: number | null): string {
  if (!pass && since !== null) return 'What broke it';
  return pass && / always /.test(name) ? 'When it was nearest to failing' : 'What decided it last';
}

/** `15 entries counted`, each askable. */
function countedBlocks(site: Site, { measured }: Verdict, counted: Parameters<typeof listed>[2]): Child[] {
  if (counted.length === 0) return [];
  const isSome = Number(measured) > counted.length;
  return [
    h('h3', {}, `Counted entries${isSome ? ` (${countText(counted.length)} of them)` : ''}`),
    askList(
      site,
      counted.map((one) => [one]),
    ),
  ];
}

/** The decisions about a resource, up to an instant; null: of the whole run. */
function decisionsUntil(site: Site, of: string | null, until: number | null): Child[] {
  const own = site.entryIndex.entries.filter(
    ({ at, subject }) => (until === null || at <= until) && (isAbout(subject, of) || subject.startsWith('fault')),
  );
  return matteredBlocks(site, until === null ? 'What mattered in the run' : 'What mattered until then', own);
}

/** `shop/workload/api` of `replicas.ready of shop/api at aws-us-east-1 always >= 2`; null: it is about everything. */
function scopeOf({ data, entryIndex }: Site, condition: string): string | null {
  const [, of = null, , at = ''] = /^\S+ of (\S+)( at (\S+))?/.exec(condition) ?? [];
  if (of === null) return null;
  const isVolumeset = /^(volumes|expansions|snapshots|bill\.volumeset)/.test(condition);
  const named = of.replace(/^([^/]+)\/([^/]+)$/, `$1/${isVolumeset ? 'volumeset' : 'workload'}/$2`);
  const isKnown =
    at !== '' && [...data.lanes, ...entryIndex.entries].some(({ subject }) => subject.startsWith(`${named}@${at}`));
  return isKnown ? `${named}@${at}` : named;
}
