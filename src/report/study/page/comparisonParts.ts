/**
 * The parts of the page of a comparison or a study of plans: pictures first, then tables of all numbers.
 */
import { countOf, shortNumber } from '../../words/format.ts';
import type { StudyDocument } from '../document.ts';
import { percentText } from '../sentence.ts';
import { bridgeParts } from './bridgeParts.ts';
import { exampleRuns } from './examples.ts';
import { forestPlots } from './forestPlot.ts';
import { heatMaps } from './heatMap.ts';
import { element, type MarkupChild } from './markup.ts';
import { section } from './pageTable.ts';
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

/** The best plan; null: the study has no one goal. */
function bestOf({ best, goals = [] }: StudyDocument): MarkupChild {
  const [goal] = goals;
  if (best === undefined || goal === undefined) return null;
  const text = best === null ? 'no plan, or undecided' : best;
  return element('p', {}, `Best by ${goal.measure} (${goal.direction}): `, element('b', {}, text));
}

/** How many runs, and how sure. */
function basisOf({ chance, plans, differences, confidence, confidenceOfEach }: StudyDocument): MarkupChild {
  const runs = plans.reduce((sum, plan) => sum + plan.runs, 0);
  if (chance === 'none') return element('p', { class: 'note' }, `${countOf(runs, 'run')}, nothing random.`);
  const together =
    differences.length < 2
      ? ''
      : ` of all ${differences.length} intervals together (each at ${percentText(confidenceOfEach)}, Bonferroni)`;
  return element(
    'p',
    { class: 'note' },
    `${countOf(runs, 'run')} with the same random numbers for every plan; ${shortNumber(100 * confidence)} % confidence${together}.`,
  );
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
