/**
 * A study for the terminal, for `study.md` and for a pull request: the sentence, the plans, and their differences.
 */
import { wrapped } from '../../text/folded.ts';
import { countOf, countText, shortNumber } from '../words/format.ts';
import { markdownCanvas } from '../words/markdownTable.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';
import { differenceTable, intervalText, textWidth, troubleLists, unevenNotes } from './comparisonText.ts';
import type { PlanResult, RequirementResult, StudyDocument } from './document.ts';
import { timeText } from './momentText.ts';
import { planNameOf, withShortNames } from './shortNames.ts';
import { shareText } from './studySentence.ts';
import { valueText } from './valueText.ts';

/** Most plans in one table; `study.json` has all. */
const plansMost = 60;
/** Most differences that are all shown; `study.json` has all. */
const differencesMost = 12;
/** Most differences in one table. */
const rowsMost = 40;

/** Lines of a study. */
export function studyText(whole: StudyDocument, currency: string, canvas: Canvas): string {
  const document = withShortNames(whole);
  const { paint } = canvas;
  const isMarkdown = canvas === markdownCanvas;
  const room = textWidth(canvas);
  const lines = wrapped(document.sentence, room).map((line) => paint.bold(line));
  const only = onlyPlan(document);
  lines.push(
    '',
    ...(only === null ? planTable(document, currency, canvas) : meanTable(document, only, currency, canvas)),
  );
  const requires = requirementLines(document);
  if (requires.length > 0) lines.push('', ...requires.flatMap((line) => wrapped(line, room)));
  const told = toldDifferences(document);
  if (told.differences.length > 0) lines.push('', ...differenceTable(told, currency, canvas));
  const notes = noteLines(document, told.differences.length).flatMap((note) => wrapped(note, room));
  lines.push('', ...notes.map((line) => paint.dim(line)));
  for (const list of troubleLists(document, canvas)) lines.push('', ...list);
  const examples = exampleLines(document, currency, isMarkdown ? '`' : '');
  if (examples.length > 0) lines.push('', ...examples);
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

/** One row a plan: its place on the axes, its means, and whether it meets the requirements. */
function planTable(document: StudyDocument, currency: string, canvas: Canvas): string[] {
  const { plans, axes = [], best = null, pareto = [] } = document;
  const shown = shownPlans(document);
  const measures = [...new Set(plans.flatMap((plan) => plan.measures.map(({ measure }) => measure)))];
  const requirements = requirementsOf(document);
  const marks = plans.some((plan) => markOf(plan, best, pareto) !== '') ? [left('')] : [];
  const isNamed = plans.some((plan) => planNameOf(plan) !== '');
  const columns = [
    ...marks,
    ...(isNamed ? [left('Plan')] : []),
    ...axes.map(({ name }) => right(name)),
    ...measures.map((measure) => right(measure)),
    ...requirements.map((_, index) => right(goalTitle(index, requirements.length))),
    right('runs'),
  ];
  const rows = shown.map((plan): TextCell[] => [
    ...(marks.length === 0 ? [] : [{ text: markOf(plan, best, pareto), style: 'good' as const }]),
    ...(isNamed ? [planNameOf(plan)] : []),
    ...axes.map(({ name }) => plan.axes?.[name] ?? '-'),
    ...measures.map((measure, index): TextCell => {
      if (plan.refused !== undefined) return index === 0 ? { text: 'refused', style: 'bad' } : '-';
      return valueText(measure, plan.measures.find((one) => one.measure === measure)?.mean ?? null, currency);
    }),
    ...requirements.map((_, index) => verdictCell(plan.requires?.[index])),
    String(plan.runs),
  ]);
  const hidden = plans.length - shown.length;
  const more = hidden === 0 ? [] : [canvas.paint.dim(`  … and ${countText(hidden)} more plans in study.json`)];
  return [...canvas.table(columns, rows, canvas), ...more];
}

/** The plan of a study that has one, without axes and goals; null: there is something to compare or to judge. */
function onlyPlan({ plans, axes = [] }: StudyDocument): PlanResult | null {
  const [plan] = plans;
  const isAlone = plans.length === 1 && axes.length === 0 && (plan?.requires ?? []).length === 0;
  return isAlone && plan !== undefined && plan.runs > 0 ? plan : null;
}

/** One row a measure of a single plan: its mean, and how surely that is known. */
function meanTable(
  { chance, confidenceOfEach }: StudyDocument,
  { name, measures, runs }: PlanResult,
  currency: string,
  canvas: Canvas,
): string[] {
  const isExact = chance === 'none';
  const columns = [
    left(name),
    right(isExact ? 'Value' : 'Mean'),
    ...(isExact ? [] : [right(`${nearlySure(confidenceOfEach)} interval`), right('Least to greatest')]),
  ];
  const rows = measures.map(({ measure, mean, least, greatest, ...estimate }): TextCell[] => {
    const text = (value: number | null): string => valueText(measure, value, currency);
    return [
      measure,
      text(mean),
      ...(isExact
        ? []
        : [
            intervalText(estimate, (low, high) => `${text(low)} to ${text(high)}`),
            least === greatest ? '-' : `${text(least)} to ${text(greatest)}`,
          ]),
    ];
  });
  rows.push(['runs', String(runs)]);
  return canvas.table(columns, rows, canvas);
}

/** All plans, or the first ones with the best and those of the Pareto set. */
function shownPlans({ plans, best = null, pareto = [] }: StudyDocument): readonly PlanResult[] {
  if (plans.length <= plansMost) return plans;
  const chosen = new Set(plans.filter((plan) => markOf(plan, best, pareto) !== '').slice(0, plansMost));
  for (const plan of plans) if (chosen.size < plansMost) chosen.add(plan);
  return plans.filter((plan) => chosen.has(plan));
}

function markOf({ name, dropped }: PlanResult, best: string | null, pareto: readonly string[]): string {
  if (name === best) return 'best';
  if (pareto.includes(name)) return 'Pareto';
  return dropped === undefined ? '' : 'dropped';
}

/** `Goal`, or `Goal 2` of several. */
function goalTitle(index: number, of: number): string {
  return of === 1 ? 'Goal' : `Goal ${index + 1}`;
}

/** `102 of 102: met`. */
function verdictCell(result: RequirementResult | undefined): TextCell {
  if (result === undefined) return '-';
  const { held, runs, verdict } = result;
  const style = ({ met: 'good', 'not met': 'bad', undecided: 'warn' } as const)[verdict];
  return { text: `${countText(held)} of ${countText(runs)}: ${verdict}`, style };
}

/** What each requirement asks, in a sentence. */
function requirementLines(document: StudyDocument): string[] {
  const { stopped, chance } = document;
  const requirements = requirementsOf(document);
  return requirements.map(({ measure, is, probability, confidence, confidenceOfEach }, index) => {
    const title = goalTitle(index, requirements.length);
    if (chance === 'none') return `${title}: ${measure} ${is}.`;
    const each =
      confidenceOfEach === undefined || confidenceOfEach === confidence
        ? ''
        : `; each plan at ${nearlySure(confidenceOfEach)}, Bonferroni`;
    const test =
      stopped === undefined || stopped.why === 'planned'
        ? 'one planned look, Clopper-Pearson'
        : 'a test that may be repeated at each look';
    return `${title}: ${measure} ${is} in at least ${shareText(probability)} of all runs, with ${shareText(confidence)} confidence (${test}${each}).`;
  });
}

/**
 * The differences that fit a table: all of few. Of many, those in goals and requirements (without any, in the first
 * measure), of the best plans if some are.
 */
function toldDifferences(document: StudyDocument): StudyDocument {
  const { differences, goals = [], plans, best = null, pareto = [] } = document;
  if (differences.length <= differencesMost) return document;
  const named = [...goals, ...requirementsOf(document)].map(({ measure }) => measure);
  const measures = named.length === 0 ? differences.slice(0, 1).map(({ measure }) => measure) : named;
  const good = plans.filter(({ name }) => name === best || pareto.includes(name)).map(({ name }) => name);
  const told = differences.filter(
    ({ plan, measure }) => measures.includes(measure) && (good.length === 0 || good.includes(plan)),
  );
  return { ...document, differences: told.slice(0, rowsMost) };
}

/** The requirements of a study, from the first plan that was judged. */
function requirementsOf({ plans }: StudyDocument): readonly RequirementResult[] {
  return plans.find(({ requires = [] }) => requires.length > 0)?.requires ?? [];
}

function noteLines(document: StudyDocument, told: number): string[] {
  const { chance, confidence, confidenceOfEach, differences, stopped, window, guarantee } = document;
  const notes = window === undefined ? [] : [windowText(window)];
  if (chance === 'none') return notes;
  if (stopped !== undefined) notes.push(endText(stopped));
  if (guarantee !== undefined) notes.push(guarantee);
  if (onlyPlan(document) !== null && document.plans[0]?.runs !== 1)
    notes.push(
      `Each interval holds the mean over all luck with ${nearlySure(confidenceOfEach)} confidence.`,
      ...unevenNotes(document.plans[0]?.measures ?? []),
    );
  if (differences.length > 0 && Math.max(...document.plans.map(({ runs }) => runs)) === 1)
    notes.push('One run of each plan with the same random numbers: it tells nothing about other ones.');
  else if (differences.length > 0)
    notes.push(
      `Differences are taken run by run, with the same random numbers for all plans; ${shareText(confidence)} confidence` +
        (differences.length === 1
          ? '.'
          : `, all ${countText(differences.length)} intervals together (each at ${nearlySure(confidenceOfEach)}, Bonferroni)${told < differences.length ? '; study.json has those that are not shown' : ''}.`),
      ...unevenNotes(differences),
    );
  return notes;
}

/** A confidence with as many decimals as keep it below 100 %: `99.44 %`, `99.9975 %`. */
function nearlySure(confidence: number): string {
  let decimals = 2;
  while (decimals < 8 && Number((100 * confidence).toFixed(decimals)) >= 100) decimals += 1;
  return `${shortNumber(100 * confidence, decimals)} %`;
}

/** Which part of each run is measured, and how requests come there. */
export function windowText({ from, until, arrivals }: NonNullable<StudyDocument['window']>): string {
  const single = arrivals === undefined ? '' : '; there, requests come one by one, and before it as amounts';
  return `Only the window from ${timeText(from)} to ${timeText(until)} is measured${single}.`;
}

/** Why a study ended. */
export function endText({ why, runs, looks }: NonNullable<StudyDocument['stopped']>): string {
  const after = `${countOf(runs, 'run')} of each plan`;
  const looked = looks === 1 ? 'one look' : `${looks} looks`;
  switch (why) {
    case 'exact':
    case 'planned':
      return `${after}, as planned.`;
    case 'narrow':
      return `${after}: after ${looked} the intervals are as narrow as asked.`;
    case 'decided':
      return `${after}: after ${looked} the question is decided.`;
    case 'most':
      return `${after}: no more are allowed (runs: { most: ${runs} }).`;
  }
}

/** Commands for the runs of the best plan, or of the first one, that are worth a closer look. */
function exampleLines({ plans, best = null, pareto = [] }: StudyDocument, currency: string, quote: string): string[] {
  const plan =
    plans.find(({ name }) => name === best) ??
    plans.find(({ name }) => pareto.includes(name)) ??
    plans.find(({ examples }) => examples !== undefined);
  if (plan?.examples === undefined) return [];
  const replications = plan.examples.map(({ replication }) => replication);
  const told = plan.examples.filter(({ replication }, index) => replications.indexOf(replication) === index);
  return [
    `Runs of ${plan.name} to look at:`,
    ...(quote === '' ? [] : ['']),
    ...told.map(
      ({ kind, measure, value, command }) =>
        `- ${kind} ${measure} (${valueText(measure, value, currency)}): ${quote}${command}${quote}`,
    ),
  ];
}
