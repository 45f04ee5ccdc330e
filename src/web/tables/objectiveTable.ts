/**
 * The table of error budgets: expectations that allow some failure, or that failed for a time.
 */

import type { ObjectiveReport } from '../../report/capacity/objectives.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';
import { opener } from '../stories/entryList.ts';
import type { Child } from '../view/element.ts';
import { outcomeOf, outcomeText } from '../view/outcome.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { count, dateText, extra, time, titledTable } from './capacityCells.ts';

export function objectives(site: Site): Child {
  const all = site.data.capacity.objectives;
  return titledTable<ObjectiveReport>(
    'Error budgets',
    [
      {
        head: 'Expectation',
        by: ({ name }) => name,
        cell: ({ name }) => {
          const index = site.data.summary.expectations.findIndex((one) => one.name === name);
          return index < 0 ? name : opener(site, targetText({ kind: 'expectation', index }), name);
        },
      },
      { head: 'Outcome', by: (one) => outcomeOf(one).order, cell: outcomeText },
      { head: 'Budget', isNumber: true, cell: (row) => budgetText(row, 'granted') },
      { head: 'Used', isNumber: true, cell: (row) => budgetText(row, 'used') },
      { head: 'Left', isNumber: true, cell: (row) => budgetText(row, 'left') },
      { head: 'First failure at', cell: ({ breach }) => dateText(breach?.firstAt ?? null) },
      time('Longest failure', ({ breach }) => breach?.longestMs),
      extra(count('Breaches', ({ breach }) => breach?.count)),
      time('Measured time', ({ window }) => window?.ms),
    ],
    all.some(({ budget, breach }) => Number(budget?.granted) > 0 || (breach?.count ?? 0) > 0) ? all : [],
  );
}

/** `43m 12s`, `120 requests`, `none`; what is left is negative if the budget is exceeded. */
function budgetText({ budget, breach }: ObjectiveReport, part: 'granted' | 'used' | 'left'): string {
  if (budget === null) return part === 'used' && breach !== null ? timeText(breach.ms) : '–';
  const amount = Number(budget[part]);
  return budget.unit === 'ms' ? timeText(amount) : amount === 0 ? 'none' : `${shortNumber(amount, 1)} requests`;
}

function timeText(ms: number): string {
  if (ms === 0) return 'none';
  return ms < 0 ? `-${durationText(-ms)}` : durationText(ms);
}
