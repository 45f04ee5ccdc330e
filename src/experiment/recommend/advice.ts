/**
 * From what was found to the document that says it.
 */
import { isoFromInstant } from '../../engine/time.ts';
import { formatDecimal, minus, plus, zero } from '../../platform/metering/decimal.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { amount } from '../../report/costs.ts';
import { perMonth } from '../../report/perMonth.ts';
import type { Advice, Recommendation } from '../../report/recommendation.ts';
import { effectOf } from './judge.ts';
import type { Answer, Outcome } from './recommend.ts';
import { laidOver, patchText, type Setting, setText } from './setting.ts';

export function adviceOf({ scenario, base, answers, open, together, rounds, runs, untried }: Outcome): Advice {
  const { name, seed, start, end } = scenario;
  const horizon = { start: isoFromInstant(start), end: isoFromInstant(end) };
  const recommendations = answers.map((answer) => recommendationOf(answer, horizon));
  const settings = answers.reduce<readonly Setting[]>(
    (all, { alternative }) => laidOver(all, alternative.settings),
    [],
  );
  const total = effectOf(base, together);
  const singles = recommendations.reduce((sum, { effect }) => plus(sum, amount(effect.cost)), zero);
  return {
    schema: 'svcsim/recommend/1',
    name,
    seed,
    horizon,
    currency: (scenario.prices ?? exampleBook).currency,
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
    },
    set: settings.map(setText),
    patch: patchText(settings),
    rounds,
    runs,
    untried,
  };
}

function recommendationOf(
  { question, alternative, verdict, rejected }: Answer,
  window: Recommendation['window'],
): Recommendation {
  const { kind, target, location, field, now, reason, severity } = question;
  const { proposed, settings } = alternative;
  return {
    kind,
    target,
    location,
    field,
    now,
    proposed,
    reason,
    window,
    severity,
    effect: verdict.effect,
    set: settings.map(setText),
    patch: patchText(settings),
    rejected,
  };
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
