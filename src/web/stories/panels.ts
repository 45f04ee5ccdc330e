/**
 * Panel content about journal entries, expectations, rules, bars, points, and instants of charts.
 */

import type { PageEntry } from '../../report/picture/picture.ts';
import { whenText } from '../../report/picture/timeMarks.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';
import { lineAt } from '../charts/aligned.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { isAbout, shortName } from '../view/subject.ts';
import { withCode } from '../view/withCode.ts';
import { entryTypeText, fieldsOf } from './datum.ts';
import { endOf } from './ending.ts';
import { factsOf, listed, type PanelContent } from './facts.ts';
import { isDecisive } from './mattered.ts';
import { briefWhyBlocks, whyBlocks } from './whyBlocks.ts';

export { dayPanel, usagePanel } from './costPanels.ts';
export { expectationPanel } from './expectationPanel.ts';
export { findingPanel } from './findingPanel.ts';
export { typePanel } from './typePanel.ts';
export { volumePanel } from './volumePanel.ts';

/** A journal entry: why it happened, its data, and its effects. */
export function entryPanel(site: Site, seq: number): PanelContent | null {
  const { entryIndex } = site;
  const entry = entryIndex.entry(seq);
  if (entry === null) return null;
  return {
    kind: `Journal entry ${seq} · ${shortName(entry.subject, site.gvcs)}`,
    title: entryTypeText(entry.type),
    body: [...whyBlocks(site, entry), ...dataOf(entry), ...listed(site, 'Effects', entryIndex.effectsOf(entry))],
  };
}

function dataOf(entry: PageEntry): Child[] {
  const facts = factsOf(fieldsOf(entry));
  return facts === null ? [] : [h('h3', {}, 'Data of the entry'), facts];
}

/** An instant of a chart: the values of its lines, and the entries around that time. */
export function momentPanel(site: Site, at: number, id: string): PanelContent | null {
  const chart = site.data.charts.find((one) => one.id === id);
  if (chart === undefined) return null;
  const of = chart.subject === '' ? null : chart.subject;
  const near = site.entryIndex.around(at, of, 5);
  const last = site.entryIndex.entries.findLast((one) => one.at <= at && isDecisive(one) && isAbout(one.subject, of));
  return {
    kind: chart.title,
    title: whenText(at),
    body: [
      factsOf(
        chart.lines.map((line) => {
          const value = lineAt(line, at);
          return [line.name, value === null ? 'no value' : `${shortNumber(value, 3)} ${chart.unit}`] as const;
        }),
      ),
      ...(last === undefined ? [] : briefWhyBlocks(site, last, 'The last decision before')),
      ...listed(site, 'Journal entries around this time', near),
      near.length === 0 ? h('p', { class: 'note' }, 'This page has no journal entries about it.') : null,
    ],
  };
}

export function barPanel(site: Site, index: number, id: string): PanelContent | null {
  const lane = site.data.lanes.find((one) => one.id === id);
  const bar = lane?.bars[index];
  if (lane === undefined || bar === undefined) return null;
  const [began = null, ended = null] = bar.events ?? [];
  const first = began === null ? null : site.entryIndex.entry(began);
  const last = ended === null ? null : site.entryIndex.entry(ended);
  const why = endOf(site, bar);
  const entries = site.entryIndex.known([began, ended]);
  return {
    kind: lane.title,
    title: bar.label,
    body: [
      factsOf([
        ['state', bar.state],
        ['from', whenText(bar.from)],
        ['until', bar.until >= site.data.end ? `end of the run, ${whenText(bar.until)}` : whenText(bar.until)],
        ['duration', durationText(bar.until - bar.from)],
        ...(why === null ? [] : ([['ended by', why]] as const)),
      ]),
      ...(first === null ? [] : briefWhyBlocks(site, first, 'Why it started')),
      ...(last === null ? [] : briefWhyBlocks(site, last, 'Why it ended')),
      ...(entries.length > 0
        ? []
        : bar.parts === undefined
          ? listed(site, 'Journal entries around this time', site.entryIndex.around(bar.from, lane.subject, 4))
          : listed(site, 'Journal entries in this period', site.entryIndex.during(bar, lane.subject))),
    ],
  };
}

export function pointPanel(site: Site, index: number, id: string): PanelContent | null {
  const lane = site.data.lanes.find((one) => one.id === id);
  const point = lane?.points[index];
  if (lane === undefined || point === undefined) return null;
  const entry = point.entry === null ? null : entryPanel(site, point.entry);
  if (entry !== null) return { ...entry, kind: `${lane.title} · ${point.label}` };
  return {
    kind: lane.title,
    title: point.label,
    body: [
      h('p', { class: 'lead' }, whenText(point.at)),
      ...listed(site, 'Journal entries around this time', site.entryIndex.around(point.at, lane.subject, 4)),
    ],
  };
}

/** A rule or an assumption: its sentence, and the entries that cite it. */
export function rulePanel(site: Site, id: string): PanelContent | null {
  const rule = site.data.rules[id];
  const used = site.data.summary.assumptions.exercised.find(({ name }) => name === id);
  const entries = site.entryIndex.decidedBy(id);
  if (rule === undefined && used === undefined && entries.length === 0) return null;
  return {
    kind: rule?.kind === 'rule' ? 'Platform rule' : 'Assumption',
    title: id,
    body: [
      h('p', { class: 'lead' }, withCode(rule?.statement ?? '')),
      rule === undefined || rule.value === null ? null : h('p', {}, 'Value in this run: ', h('strong', {}, rule.value)),
      rule === undefined || rule.chosen === null ? null : h('p', {}, ...withCode(`Why this default: ${rule.chosen}`)),
      rule === undefined || rule.others.length === 0 ? null : h('p', {}, `Other values: ${rule.others.join(', ')}.`),
      used === undefined
        ? null
        : h('p', {}, `Used ${used.count === 1 ? 'once' : `${shortNumber(used.count)} times`} in this run.`),
      ...listed(site, 'Journal entries that cite it', entries),
    ],
  };
}
