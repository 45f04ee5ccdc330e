/**
 * Lines of `capacity.csv` for what was asked for beside the run itself: losses, and what should be changed.
 */
import type { EstimateResult } from '../study/document.ts';
import type { FailureReport, Survival } from '../verdict/failure.ts';
import type { AdviceWhole, Effect, Recommendation } from '../verdict/recommendation.ts';
import { decimalText } from '../words/numbers.ts';

type Cell = readonly [statistic: string, value: string | number | null, unit: string];
type Add = (block: string, target: string, location: string, metric: string, cells: readonly Cell[]) => void;

export function addFailures(add: Add, failures: readonly FailureReport[], currency: string): void {
  for (const { gvc, name, lost, location, zone, from, before, after, spares, limit, runs, remedy } of failures) {
    const loss = zone === null ? `${lost} lost` : `${lost} ${zone} lost`;
    add('failures', `${gvc}/workload/${name}`, location, loss, [
      ['from', from, 'instant'],
      ...survivalCells('before', before),
      ...survivalCells('after', after),
      ...spares.flatMap(({ more, cost, costPerMonth, ...survival }): Cell[] => [
        ...survivalCells(`N+${more}`, survival),
        [`N+${more} cost`, cost, currency],
        [`N+${more} costPerMonth`, costPerMonth, currency],
      ]),
      ...(limit === null ? [] : [['limit', limit, ''] as const]),
      ...(runs === undefined ? [] : estimateCells('after served', runs.served, 'share')),
      ...(remedy === null
        ? []
        : [
            ['remedy lever', remedy.lever, ''] as const,
            ['remedy', remedy.proposed, ''] as const,
            ...survivalCells('remedy', remedy),
            ['remedy cost', remedy.cost, currency] as const,
            ['remedy costPerMonth', remedy.costPerMonth, currency] as const,
            ...(remedy.runs === undefined
              ? []
              : [
                  ...estimateCells('remedy served', remedy.runs.served, 'share'),
                  ...estimateCells('remedy costPerMonth', remedy.runs.costPerMonth, currency),
                ]),
          ]),
    ]);
  }
}

export function addRecommendations(add: Add, recommendations: readonly Recommendation[], currency: string): void {
  for (const { target, location, field, now, proposed, severity, effect } of recommendations) {
    add('recommendations', target, location ?? '', field, [
      ['now', now, ''],
      ['proposed', proposed, ''],
      ['severity', severity, ''],
      ['cost', effect.cost, currency],
      ['costPerMonth', effect.costPerMonth, currency],
      ...problemCells(effect),
    ]);
  }
}

/** All recommendations in one run. */
export function addTogether(add: Add, { total }: AdviceWhole, currency: string): void {
  add('recommendations', 'all together', '', 'total', [
    ['cost', total.cost, currency],
    ['costPerMonth', total.costPerMonth, currency],
    ['singles', total.singles, currency],
    ['overlap', total.overlap, currency],
    ...problemCells(total),
  ]);
}

function problemCells({ problems }: Effect): Cell[] {
  return problems.flatMap(({ problem, unit, before, after }): Cell[] => {
    const of = unit === 'count' ? '' : unit;
    return [
      [`before: ${problem}`, before, of],
      [`after: ${problem}`, after, of],
    ];
  });
}

/** What several runs say; an interval that cannot be trusted has no cells. */
function estimateCells(prefix: string, { mean, low, high, runs }: EstimateResult, unit: string): Cell[] {
  const rounded = (value: number | null): string | null => (value === null ? null : decimalText(value));
  return [
    [`${prefix} runs`, runs, ''],
    [`${prefix} mean`, rounded(mean), unit],
    ...(low === null || high === null
      ? []
      : [[`${prefix} low`, rounded(low), unit] as const, [`${prefix} high`, rounded(high), unit] as const]),
  ];
}

function survivalCells(prefix: string, { served, breachMinutes }: Survival): Cell[] {
  return [
    [`${prefix} served`, served, 'share'],
    [`${prefix} breach`, breachMinutes, 'minutes'],
  ];
}
