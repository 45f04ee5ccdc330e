/**
 * The parts of the page of a comparison or a study of plans: pictures first, then tables of all numbers.
 */
import { countOf, shortNumber } from '../../words/format.ts';
import { unevenNotes } from '../comparisonText.ts';
import type { StudyDocument } from '../document.ts';
import { percentText } from '../sentence.ts';
import { endText, windowText } from '../studyText.ts';
import { bridgeParts } from './bridgeParts.ts';
import { exampleRuns } from './examples.ts';
import { forestPlots } from './forestPlot.ts';
import { heatMaps } from './heatMap.ts';
import { element, type MarkupChild } from './markup.ts';
import { pageTable, section } from './pageTable.ts';
import { paretoPlot } from './paretoPlot.ts';
import { differenceTable, planTable, requirementTable } from './studyTables.ts';

/** Parts without content are left out. */
export function comparisonParts(document: StudyDocument, currency: string): MarkupChild {
  return [
    conditionList(document),
    basisOf(document),
    bestOf(document),
    section('Goals', paretoPlot(document, currency)),
    section('Over the axes', heatMaps(document, currency)),
    section('How far the plans differ', forestPlots(document, currency)),
    section('What makes the difference of the bills', bridgeParts(document, currency)),
    section('Requirements', requirementTable(document)),
    section('Plans dropped early', droppedTable(document)),
    section('Runs to look at', exampleRuns(document, currency)),
    section('Plans', changeList(document), planTable(document, currency)),
    section('Differences', differenceTable(document, currency)),
  ];
}

const looks = { holds: 'bad', 'does not hold': 'good', undecided: 'warn' } as const;

/** What became of each `--fail-if`. */
function conditionList({ conditions }: StudyDocument): MarkupChild {
  if (conditions.length === 0) return null;
  return element(
    'ul',
    { class: 'conditions' },
    conditions.map(({ message, verdict }) =>
      element('li', {}, element('span', { class: `badge ${looks[verdict]}` }, verdict), ` ${message}`),
    ),
  );
}

/** The best plan, and those that may be as good; null: the study has no one goal. */
function bestOf({ best, rivals = [], goals = [] }: StudyDocument): MarkupChild {
  const [goal] = goals;
  if (best === undefined || goal === undefined) return null;
  const text = best === null ? 'no plan, or undecided' : best;
  const others = rivals.length === 0 ? null : `; as good may be ${rivals.join(', ')}`;
  return element('p', {}, `Best by ${goal.measure} (${goal.direction}): `, element('b', {}, text), others);
}

/** How many runs, how sure, why the study ended, and what a race of plans promises. */
function basisOf(document: StudyDocument): MarkupChild {
  const { chance, plans, differences, confidence, confidenceOfEach, stopped, window, guarantee } = document;
  const runs = plans.reduce((sum, plan) => sum + plan.runs, 0);
  const note = (text: string): MarkupChild => element('p', { class: 'note' }, text);
  const measured = window === undefined ? null : note(windowText(window));
  if (chance === 'none') return [note(`${countOf(runs, 'run')}, nothing random.`), measured];
  const together =
    differences.length < 2
      ? ''
      : ` of all ${differences.length} intervals together (each at ${percentText(confidenceOfEach)}, Bonferroni)`;
  return [
    note(
      `${countOf(runs, 'run')} with the same random numbers for every plan; ${shortNumber(100 * confidence)} % confidence${together}.`,
    ),
    measured,
    stopped === undefined ? null : note(endText(stopped)),
    guarantee === undefined ? null : note(guarantee),
    ...unevenNotes(differences).map(note),
  ];
}

/** Plans that got no more runs, and why; null: there is none. */
function droppedTable({ plans }: StudyDocument): MarkupChild {
  const rows = plans.flatMap(({ name, dropped }) => {
    if (dropped === undefined) return [];
    const why = dropped.by === null ? 'does not meet a requirement' : `surely worse than ${dropped.by}`;
    return [[name, String(dropped.runs), `${why}${dropped.isEqual ? ', by the same in each run seen' : ''}`]];
  });
  if (rows.length === 0) return null;
  return pageTable('Dropped plans', [{ head: 'Plan' }, { head: 'After runs', isNumber: true }, { head: 'Why' }], rows);
}

/** What makes each plan. */
function changeList({ plans }: StudyDocument): MarkupChild {
  const changed = plans.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return null;
  return element(
    'ul',
    { class: 'changes' },
    changed.map(({ name, changes }) =>
      element('li', {}, element('b', {}, name), ': ', element('span', { class: 'code' }, changes.join(', '))),
    ),
  );
}
