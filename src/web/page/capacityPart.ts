/**
 * The part of the page about capacity: what there was, what it was used for, how near every limit came.
 */
import type { Capacity } from '../../report/capacity.ts';
import { dateText, titled } from './capacityCells.ts';
import { type Child, h } from './element.ts';
import { opener } from './entryList.ts';
import { limits } from './limitTable.ts';
import { listTable } from './listTable.ts';
import { openedText } from './opened.ts';
import type { Site } from './site.ts';
import { forecasts, volumes } from './volumeTables.ts';
import { cron, rollouts, workloads } from './workloadTables.ts';

export function capacityPart(site: Site): Node {
  const { capacity } = site.data;
  const blocks: readonly Child[] = [
    verdicts(site),
    workloads(site),
    volumes(site),
    cron(site),
    rollouts(site),
    limits(site),
    forecasts(site),
    ...rest(capacity),
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
      { head: 'Outcome', by: ({ pass }) => Number(pass), cell: ({ pass }) => (pass ? '✓ held' : '✗ broken') },
      { head: 'Measured', isNumber: true, cell: ({ measured }) => measured ?? '–' },
      { head: 'First broken', cell: ({ firstBroken }) => dateText(firstBroken) },
    ],
    site.data.capacity.verdict.map((one, index) => ({ ...one, index })),
  );
}

const ownBlocks: readonly string[] = [
  'schema',
  'horizon',
  'currency',
  'verdict',
  'workloads',
  'volumes',
  'cron',
  'rollouts',
  'limits',
  'forecasts',
  // The first screen has them.
  'failures',
  'recommendations',
];

/** Blocks that have no table of their own here: as the report has them. */
function rest(capacity: Capacity): Child[] {
  return Object.entries(capacity).flatMap(([name, value]: [string, unknown]) =>
    ownBlocks.includes(name) || !Array.isArray(value) || value.length === 0
      ? []
      : [h('section', { class: 'block' }, listTable(name, value))],
  );
}
