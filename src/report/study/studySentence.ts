/**
 * The answer of a study in words: the best plan and what it changes, or which plans meet the requirements.
 */
import { countOf, countText } from '../words/format.ts';
import type { PlanResult, RequirementResult, StudyDocument } from './document.ts';
import { comparisonSentence, planSentence, refusalText } from './sentence.ts';
import { withShortNames } from './shortNames.ts';
import { valueText } from './valueText.ts';

/** A study before it has its sentence. */
type StudyFigures = Omit<StudyDocument, 'sentence'>;

/**
 * One or more sentences: the answer first, then what keeps it from being complete.
 *
 *   max=24 instead of max=20 costs 0.60 USD more (0.42 to 0.78), and lowers load.failed by 12. It is the cheapest of 9
 *   plans that keeps the goal with 95 % confidence (102 runs, none failed).
 */
export function studySentence(figures: StudyFigures, currency: string): string {
  const document = withShortNames(figures);
  const { plans, chance, goals = [] } = document;
  const sentences: string[] = [];
  if (chance === 'none')
    sentences.push('Nothing in these plans is random: each was run once, and all values are exact.');
  if (plans.every(({ runs }) => runs === 0)) sentences.push('No plan has a result.');
  else if (document.best != null) sentences.push(...bestSentences(document, document.best, currency));
  else if (goals.length === 2) sentences.push(paretoSentence(document));
  else if (isOpenRace(document)) sentences.push(openRace(document));
  else if (requirementCount(document) > 0) sentences.push(...requirementSentences(document));
  else sentences.push(...spreadSentences(document, currency));
  sentences.push(...troubleSentences(document));
  return sentences.join(' ');
}

function requirementCount({ plans }: Pick<StudyFigures, 'plans'>): number {
  return Math.max(0, ...plans.map(({ requires = [] }) => requires.length));
}

/** Whether a plan meets all its requirements: surely, surely not, or neither. */
export function planVerdict({ requires = [] }: Pick<PlanResult, 'requires'>): RequirementResult['verdict'] {
  if (requires.some(({ verdict }) => verdict === 'not met')) return 'not met';
  return requires.every(({ verdict }) => verdict === 'met') ? 'met' : 'undecided';
}

/** How the best plan differs from the base, and among how many plans it is best. */
function bestSentences(document: StudyFigures, best: string, currency: string): string[] {
  const { plans, differences, goals = [] } = document;
  const plan = plans.find(({ name }) => name === best);
  const [goal] = goals;
  if (plan === undefined || goal === undefined) return [];
  const told = [goal, ...(plan.requires ?? [])].map(({ measure }) => measure);
  const own = differences.filter((one) => one.plan === best && told.includes(one.measure));
  const isBill = goal.measure.startsWith('bill.');
  const isCheapest = isBill && goal.direction === 'minimise';
  const mean = plan.measures.find(({ measure }) => measure === goal.measure)?.mean ?? null;
  const extreme = goal.direction === 'minimise' ? 'least' : 'greatest';
  const title = isCheapest ? 'the cheapest' : `the one with the ${extreme} ${goal.measure}`;
  const among = `${title} of ${countOf(ranPlans(document).length, 'plan')}`;
  const keeps = requirementCount(document) === 0 ? '' : ` that ${keepsText(document, plan)}`;
  const answer =
    own.length === 0
      ? [`${best} is ${among}${keeps}: ${goal.measure} is ${valueText(goal.measure, mean, currency)}.`]
      : [planSentence(own, currency), `It is ${among}${keeps}.`];
  return [...answer, ...rivalSentences(document, isCheapest ? 'cheap' : 'good'), ...cheaperSentences(document, plan)];
}

/** Plans with a result. */
function ranPlans({ plans }: Pick<StudyFigures, 'plans'>): readonly PlanResult[] {
  return plans.filter(({ runs, refused }) => runs > 0 && refused === undefined);
}

/** `keeps the goal with 95 % confidence (102 runs, none failed)`. */
function keepsText({ chance }: Pick<StudyFigures, 'chance'>, { requires = [] }: PlanResult): string {
  const what = requires.length === 1 ? 'the goal' : `all ${requires.length} goals`;
  const [first] = requires;
  if (first === undefined || chance === 'none') return `keeps ${what}`;
  const confidence = Math.min(...requires.map((one) => one.confidence));
  const broken = Math.max(...requires.map(({ runs, held }) => runs - held));
  const failed = broken === 0 ? 'none failed' : `${countText(broken)} failed`;
  return `keeps ${what} with ${shareText(confidence)} confidence (${countOf(first.runs, 'run')}, ${failed})`;
}

/** Plans that may be as good as the best one. */
function rivalSentences({ rivals = [] }: StudyFigures, good: string): string[] {
  if (rivals.length === 0) return [];
  return [`By these runs ${namesText(rivals.map((name) => ({ name })))} may be as ${good}.`];
}

/** Plans that are better by the goal, but of which the runs do not show that they meet the requirements. */
function cheaperSentences({ plans, goals = [] }: StudyFigures, best: PlanResult): string[] {
  const [goal] = goals;
  if (goal === undefined) return [];
  const meanOf = ({ measures }: PlanResult): number =>
    measures.find(({ measure }) => measure === goal.measure)?.mean ?? Number.NaN;
  const sign = goal.direction === 'minimise' ? 1 : -1;
  const open = plans.filter(
    (plan) =>
      plan.dropped === undefined && planVerdict(plan) === 'undecided' && sign * (meanOf(plan) - meanOf(best)) < 0,
  );
  if (open.length === 0) return [];
  const what = goal.measure.startsWith('bill.') && goal.direction === 'minimise' ? 'cheaper' : 'better';
  return [
    `The runs do not decide whether ${namesText(open)}, which ${open.length === 1 ? 'is' : 'are'} ${what}, ${open.length === 1 ? 'keeps' : 'keep'} ${requirementText({ plans })}.`,
  ];
}

function requirementText(document: Pick<StudyFigures, 'plans'>): string {
  const count = requirementCount(document);
  return count === 1 ? 'the goal' : `all ${count} goals`;
}

function paretoSentence(document: StudyFigures): string {
  const { goals = [], pareto = [], plans } = document;
  const both = goals.map(({ measure }) => measure).join(' and ');
  const of = requirementCount(document) === 0 ? '' : ` of those that keep ${requirementText(document)}`;
  if (pareto.length === 0) return requirementSentences(document).join(' ');
  const by = document.chance === 'none' ? '' : 'by the means, ';
  const names = pareto.map((name) => plans.find((plan) => plan.name === name) ?? { name });
  return `${countText(pareto.length)} of ${countOf(ranPlans(document).length, 'plan')} ${pareto.length === 1 ? 'is' : 'are'} Pareto-optimal${of}: ${by}no other plan is better in one of ${both} and no worse in the other. ${pareto.length === 1 ? 'It is' : 'They are'} ${namesText(names)}.`;
}

/** Whether a race ended at the most runs, with several plans that may be the best. */
function isOpenRace({ plans, guarantee, verdict }: StudyFigures): boolean {
  const met = plans.filter((plan) => plan.dropped === undefined && plan.runs > 0 && planVerdict(plan) === 'met');
  return guarantee !== undefined && verdict === 'undecided' && met.length > 0;
}

/** A race that ended at the most runs. */
function openRace({ plans, stopped, goals = [] }: StudyFigures): string {
  const left = plans.filter(({ dropped, refused, runs }) => dropped === undefined && refused === undefined && runs > 0);
  return `After ${countOf(stopped?.runs ?? 0, 'run')} of each plan the race for ${goals[0]?.measure ?? ''} is open between ${namesText(left)}.`;
}

/** Which plans meet the requirements, which do not, and which are undecided. */
function requirementSentences(document: StudyFigures): string[] {
  const ran = ranPlans(document);
  const what = requirementText(document);
  const of = (verdict: RequirementResult['verdict']): PlanResult[] =>
    ran.filter((plan) => planVerdict(plan) === verdict);
  const [met, not, open] = [of('met'), of('not met'), of('undecided')];
  const { chance } = document;
  const sure = Math.min(...ran.flatMap(({ requires = [] }) => requires.map(({ confidence }) => confidence)));
  const surely = chance === 'none' ? '' : ` with ${shareText(sure)} confidence`;
  const sentences: string[] = [];
  if (met.length > 0)
    sentences.push(
      `${countText(met.length)} of ${countOf(ran.length, 'plan')} ${met.length === 1 ? 'keeps' : 'keep'} ${what}${surely}: ${namesText(met)}.`,
    );
  else if (open.length === 0)
    sentences.push(
      `${ran.length === 1 ? `${ran[0]?.name} does not keep` : `None of ${countOf(ran.length, 'plan')} keeps`} ${what}${surely}.`,
    );
  else sentences.push(`No plan is shown to keep ${what}${surely}.`);
  if (met.length > 0 && not.length > 0)
    sentences.push(
      not.length <= 3
        ? `${namesText(not)} ${not.length === 1 ? 'does' : 'do'} not.`
        : `${countText(not.length)} do not.`,
    );
  if (open.length > 0) sentences.push(`The runs do not decide ${namesText(open)}${heldText(open)}.`);
  return sentences;
}

/** ` (held in 100 of 102 runs)` of a single plan with one requirement. */
function heldText(plans: readonly PlanResult[]): string {
  const [plan, other] = plans;
  const [first, second] = plan?.requires ?? [];
  if (other !== undefined || first === undefined || second !== undefined) return '';
  return ` (held in ${countText(first.held)} of ${countOf(first.runs, 'run')})`;
}

/** Without goals and requirements: the differences of few plans, the extremes of many. */
function spreadSentences(document: StudyFigures, currency: string): string[] {
  const ran = ranPlans(document);
  // Refused and failed plans come in sentences of their own.
  if (ran.length <= 3 && ran.length > 1)
    return [
      comparisonSentence(
        { ...document, chance: 'present', plans: ran.map(({ failed: _, ...plan }) => plan) },
        currency,
      ),
    ];
  const all = ran.flatMap((plan) => plan.measures);
  // A measure that is 0 everywhere, such as the cost of what has no tag, answers nothing if there is another one.
  const measure = (all.find(({ mean }) => mean !== null && mean !== 0) ?? all[0])?.measure;
  if (measure === undefined) return [];
  const valued = ran.flatMap((plan) => {
    const mean = plan.measures.find((one) => one.measure === measure)?.mean ?? null;
    return mean === null ? [] : [{ name: plan.name, mean }];
  });
  const sorted = [...valued].sort((a, b) => a.mean - b.mean);
  const [least, greatest] = [sorted.at(0), sorted.at(-1)];
  if (least === undefined || greatest === undefined) return [];
  const of = `The mean of ${measure} of ${countOf(ran.length, 'plan')}`;
  if (ran.length === 1)
    return [
      meanSentence(
        ran[0]?.measures.find((one) => one.measure === measure),
        least.name,
        currency,
      ),
    ];
  return [
    `${of} lies between ${valueText(measure, least.mean, currency)} (${least.name}) and ${valueText(measure, greatest.mean, currency)} (${greatest.name}).`,
  ];
}

/** `The mean of bill.total of today is 4.17 USD (4.12 to 4.22 USD).` */
function meanSentence(result: PlanResult['measures'][number] | undefined, plan: string, currency: string): string {
  if (result === undefined) return `${plan} has no result.`;
  const { measure, mean, low, high } = result;
  const text = (value: number | null): string => valueText(measure, value, currency);
  const bounds = low === null || high === null ? '' : ` (${text(low)} to ${text(high)})`;
  return `The mean of ${measure} of ${plan} is ${text(mean)}${bounds}.`;
}

function troubleSentences({ plans }: StudyFigures): string[] {
  const refused = plans.filter((plan) => plan.refused !== undefined);
  const [first] = refused;
  const sentences: string[] = [];
  if (first?.refused !== undefined)
    sentences.push(
      refused.length === 1
        ? `${first.name} cannot be run: ${refusalText(first.refused)}.`
        : `${countOf(refused.length, 'plan')} cannot be run, the first of them ${first.name}: ${refusalText(first.refused)}.`,
    );
  const failed = plans.flatMap((plan) => plan.failed ?? []).length;
  if (failed > 0)
    sentences.push(`${countOf(failed, 'run')} failed and ${failed === 1 ? 'is' : 'are'} left out: a defect of svcsim.`);
  return sentences;
}

/** `a, b and c`; beyond five the first four and how many more. */
function namesText(plans: readonly { readonly name: string }[]): string {
  const names = plans.map(({ name }) => name);
  const shown = names.length > 9 ? [...names.slice(0, 8), `${names.length - 8} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

/** `95 %`, `99.9 %`: as a study states it, without the rounding of binary numbers. */
export function shareText(share: number): string {
  return `${Number((100 * share).toPrecision(8))} %`;
}
