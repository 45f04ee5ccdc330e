/**
 * The part of the page about capacity: what there was, what it was used for, how near every limit came.
 */
import { dateText, titled } from './capacityCells.ts';
import { type Child, h } from './element.ts';
import { opener } from './entryList.ts';
import { limits } from './limitTable.ts';
import { answers, demand } from './loadTables.ts';
import { objectives } from './objectiveTable.ts';
import { openedText } from './opened.ts';
import { outcomeOf, outcomeText } from './outcome.ts';
import type { Site } from './site.ts';
import { forecastErrors, forecasts, growth, volumes } from './volumeTables.ts';
import { cron, rollouts, workloads } from './workloadTables.ts';

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
  return h('div', {}, ...(known.length === 0 ? [h('p', { class: 'note' }, 'Nothing ran.')] : known));
}

function verdicts(site: Site): Child {
  return titled(
    'Expectations',
    [
      {
        head: 'Expectation',
        cell: ({ name, index }) => opener(site, openedText({ kind: 'expectation', index }), name),
      },
      { head: 'Outcome', by: (one) => outcomeOf(one).order, cell: outcomeText },
      { head: 'Measured', cell: ({ message }) => message },
      { head: 'First broken', cell: ({ firstBroken }) => dateText(firstBroken) },
    ],
    site.data.capacity.verdict.map((one, index) => ({ ...one, index })),
  );
}
