/**
 * From what was found to the document that says it.
 */
import { isoFromInstant } from '../../engine/time.ts';
import { formatDecimal, minus, plus, zero } from '../../platform/metering/decimal.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { amount } from '../../report/bill/costs.ts';
import { changeSentence, withFieldName } from '../../report/verdict/changeSentence.ts';
import type {
  Advice,
  ChangeRuns,
  NextStep,
  Recommendation,
  RejectedAlternative,
} from '../../report/verdict/recommendation.ts';
import { perMonth } from '../../report/words/perMonth.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { sharedConfidence } from '../study/statistics/manyPlans.ts';
import { changeRuns, statementsIn } from './changeRuns.ts';
import { effectOf } from './judge.ts';
import type { FoundStep, ProvedAdvice } from './manyRuns.ts';
import type { Alternative, Question } from './question.ts';
import type { ChosenChange } from './search.ts';
import { freeVariant, mergeSettings, patchText, type Setting, setText } from './setting.ts';

export function adviceOf(proved: ProvedAdvice): Advice {
  const { scenario, base, answers, open, together, rounds, runs, untried } = proved.outcome;
  const { confidence, replications, searchedReplication, many, steps } = proved;
  const { name, seed, replication, start, end } = scenario;
  const currency = (scenario.prices ?? exampleBook).currency;
  const intervals = many === null ? null : intervalsOf(many, steps, confidence);
  const horizon = { start: isoFromInstant(start), end: isoFromInstant(end) };
  const variant = freeVariant(scenario.variants.known);
  const recommendations = answers.map((answer, index) =>
    recommendationOf(answer, {
      window: horizon,
      variant,
      currency,
      runs: intervals?.answers[index] ?? null,
      step: steps[index] ?? null,
      stepRuns: intervals?.steps[index] ?? null,
    }),
  );
  const settings = answers.reduce<readonly Setting[]>(
    (all, { alternative }) => mergeSettings(all, alternative.settings),
    [],
  );
  const total = effectOf(base, together);
  const singles = recommendations.reduce((sum, { effect }) => plus(sum, amount(effect.cost)), zero);
  return {
    schema: 'svcsim/recommend/1',
    name,
    seed,
    replication,
    horizon,
    currency,
    cost: formatDecimal(base.cost),
    costPerMonth: formatDecimal(perMonth(base.cost, base.length)),
    recommendations: inOrder(recommendations),
    unchanged: open.map(({ question, rejected }) => {
      const { kind, target, location, field, now, reason } = question;
      return { kind, target, location, field, now, reason, rejected };
    }),
    total: {
      ...total,
      singles: formatDecimal(singles),
      overlap: formatDecimal(minus(amount(total.cost), singles)),
      ...(intervals === null || answers.length === 0 ? {} : { runs: intervals.together }),
    },
    replications,
    confidence,
    searchedReplication,
    set: settings.map(setText),
    patch: settings.length === 0 ? '' : `${usage(scenario, variant)}${patchText(settings, variant)}`,
    rounds,
    runs,
    untried,
  };
}

/** What a recommendation says beside what was found. */
interface Told {
  readonly window: Recommendation['window'];
  readonly variant: string;
  readonly currency: string;
  /** Null: nothing is random. */
  readonly runs: ChangeRuns | null;
  readonly step: FoundStep | null;
  /** Null: nothing is random, or there is no step. */
  readonly stepRuns: ChangeRuns | null;
}

interface Intervals {
  readonly answers: readonly ChangeRuns[];
  /** By answer; null: it has no next step. */
  readonly steps: readonly (ChangeRuns | null)[];
  readonly together: ChangeRuns;
}

/** The intervals of all answers, of their next steps and of all together; all hold together (Bonferroni). */
function intervalsOf(
  { base, answers, together }: NonNullable<ProvedAdvice['many']>,
  steps: readonly (FoundStep | null)[],
  confidence: number,
): Intervals {
  const pairs = [
    ...[...answers, together].map((after) => ({ answer: base, step: after })),
    ...steps.flatMap((one) => one ?? []),
  ];
  const statements = pairs.reduce((sum, { answer, step }) => sum + statementsIn(answer, step), 0);
  const options = { confidence: sharedConfidence(confidence, statements), chance: 'present' } as const;
  return {
    answers: answers.map((after) => changeRuns(base, after, options)),
    steps: steps.map((one) => (one === null ? null : changeRuns(one.answer, one.step, options))),
    together: changeRuns(base, together, options),
  };
}

function recommendationOf(
  { question, alternative, verdict, told, rejected }: ChosenChange,
  { window, variant, currency, runs, step, stepRuns }: Told,
): Recommendation {
  const { proposed, settings, lever } = alternative;
  const { kind, location, reason, severity } = question;
  const { target, field, now } = { ...question, ...lever };
  const named = lever === undefined ? rejected : rejected.map((one) => withField(question, one));
  const { effect } = verdict;
  return {
    kind,
    target,
    location,
    field,
    now,
    proposed: proposed.startsWith(`${field} `) ? proposed.slice(field.length + 1) : proposed,
    reason: told === '' ? reason : `${reason}; ${told}`,
    window,
    severity,
    effect,
    ...(runs === null ? {} : { runs }),
    sentence: changeSentence({ target, location, field, now, proposed }, effect, runs, currency),
    set: settings.map(setText),
    patch: patchText(settings, variant),
    ...(step === null ? {} : { next: nextOf(question, alternative, step, stepRuns, currency) }),
    rejected: named,
  };
}

/** The next step, with what it brings beyond the proposal. */
function nextOf(
  { field, target, location }: Question,
  proposal: Alternative,
  { alternative, answer, step }: FoundStep,
  runs: ChangeRuns | null,
  currency: string,
): NextStep {
  const [before, after] = [answer[0], step[0]];
  if (before === undefined || after === undefined) throw new Error('a next step without figures');
  const effect = effectOf(before, after);
  const proposed = namedBy(field, alternative);
  const about = {
    target: alternative.lever?.target ?? target,
    location,
    field: alternative.lever?.field ?? field,
    now: namedBy(field, proposal),
    proposed,
  };
  return {
    proposed,
    effect,
    ...(runs === null ? {} : { runs }),
    sentence: changeSentence(about, effect, runs, currency),
    set: alternative.settings.map(setText),
  };
}

/** With the field that it changes: of the question, if it is no other lever. */
function namedBy(field: string, { proposed, lever }: Alternative): string {
  return withFieldName(lever?.field ?? field, proposed);
}

/** An alternative of the question's own field, named by it: another lever was chosen. */
function withField({ field, alternatives }: Question, one: RejectedAlternative): RejectedAlternative {
  const isOwn = alternatives.some(({ proposed, lever }) => proposed === one.proposed && lever === undefined);
  return isOwn ? { ...one, proposed: `${field} ${one.proposed}` } : one;
}

/** How the patch is used, as comments above it. */
function usage({ variants, changes }: Scenario, variant: string): string {
  const flags = [...variants.taken, variant].map((one) => ` --variant ${one}`).join('');
  const others = changes.length === 0 ? '' : ', with the same --set options';
  return [
    "# A variant: paste it at the end of the scenario file (or into its 'variants' if",
    '# it already has some) and run it:',
    `#   svcsim run FILE${flags}${others}`,
    '',
  ].join('\n');
}

/** The worst problem first, then the greatest saving; equals as they were asked. */
function inOrder(all: readonly Recommendation[]): Recommendation[] {
  const severities: readonly Recommendation['severity'][] = ['error', 'warning', 'info'];
  return severities.flatMap((severity) =>
    all
      .filter((one) => one.severity === severity)
      .sort((a, b) => Number(a.effect.costPerMonth) - Number(b.effect.costPerMonth)),
  );
}
