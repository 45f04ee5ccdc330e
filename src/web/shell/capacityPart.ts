/**
 * The tab Capacity: expectations, load, workloads, volumes, limits and forecasts as tables.
 */

import { opener } from '../stories/entryList.ts';
import { dateText, titledTable } from '../tables/capacityCells.ts';
import { limits } from '../tables/limitTable.ts';
import { answers, demand } from '../tables/loadTables.ts';
import { objectives } from '../tables/objectiveTable.ts';
import { forecastErrors, forecasts, growth, volumes } from '../tables/volumeTables.ts';
import { cron, rollouts, workloads } from '../tables/workloadTables.ts';
import { type Child, h } from '../view/element.ts';
import { outcomeOf, outcomeText } from '../view/outcome.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';

export function capacityPart(site: Site): Node {
  const blocks: readonly Child[] = [
    verdicts(site),
    objectives(site),
    demand(site),
    answers(site),
    workloads(site),
    volumes(site),
    cron(site),
    rollouts(site),
    limits(site),
    forecasts(site),
    forecastErrors(site),
    growth(site),
  ];
  const known = blocks.filter((one) => one !== null);
  return h(
    'div',
    {},
    ...(known.length === 0 ? [h('p', { class: 'note' }, 'Nothing ran, so there is no capacity data.')] : known),
  );
}

function verdicts(site: Site): Child {
  return titledTable(
    'Expectations',
    [
      {
        head: 'Expectation',
        cell: ({ name, index }) => opener(site, targetText({ kind: 'expectation', index }), name),
      },
      { head: 'Outcome', by: (one) => outcomeOf(one).order, cell: outcomeText },
      { head: 'Measured', cell: ({ message }) => message },
      { head: 'First failure at', cell: ({ firstBroken }) => dateText(firstBroken) },
    ],
    site.data.capacity.verdict.map((one, index) => ({ ...one, index })),
  );
}
