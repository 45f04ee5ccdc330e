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
  const isNarrow = matchMedia('(max-width: 700px)').matches;
  return h(
    'div',
    {},
    ...(known.length === 0
      ? [h('p', { class: 'note' }, 'Nothing ran, so there is no capacity data.')]
      : isNarrow
        ? foldedAfter(site, known, 3)
        : known),
  );
}

/** On a narrow screen: the first tables, and each of the others in a fold with its title. */
function foldedAfter({ gone }: Site, blocks: readonly Child[], most: number): Child[] {
  return blocks.map((one, i) => {
    const title = one instanceof Element ? (one.querySelector('caption, h3')?.textContent ?? '') : '';
    if (i < most || title === '') return one;
    const fold = h('details', { class: 'fold' }, h('summary', {}, title), one);
    addEventListener('unfold', () => fold.setAttribute('open', ''), { signal: gone });
    return fold;
  });
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
