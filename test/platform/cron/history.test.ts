import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executionName } from '../../../src/platform/cron/execution.ts';
import { insertFinal, type KeptExecution, planHistory } from '../../../src/platform/cron/history.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';

/** `w-9` by a tick, `command-1` by a command. */
const final = (name: string, startedAt: number, status: KeptExecution['status'] = 'Success'): KeptExecution => {
  const [prefix, id = ''] = name.split('-');
  return { ordinal: prefix === 'command' ? id : Number(id), status, startedAt };
};

const nameOf = ({ ordinal }: KeptExecution): string => executionName('w', ordinal);

/** Which are forgotten of those that became final in this order. */
function dropped(ended: readonly KeptExecution[], limit: number, counts: Assumptions['cron.history.counts']): string[] {
  const finals: KeptExecution[] = [];
  for (const one of ended) insertFinal(finals, one, 'w');
  const plan = planHistory({ finals, limit }, { 'cron.history.counts': counts });
  return plan.kind === 'act' ? plan.actions.map(({ index }) => nameOf(finals[index]!)) : [];
}

describe('CRON-7: which executions are kept', () => {
  it.each<[string, readonly KeptExecution[], number, Assumptions['cron.history.counts'], string[]]>([
    ['as many as the limit', [final('w-1', 1), final('w-2', 2)], 2, 'allFinal', []],
    ['the oldest goes', [final('w-1', 1), final('w-2', 2), final('w-3', 3)], 2, 'allFinal', ['w-1']],
    ['whatever the order of ends', [final('w-3', 3), final('w-1', 1), final('w-2', 2)], 1, 'allFinal', ['w-1', 'w-2']],
    ['equal starts: the smaller name is older', [final('w-1', 5), final('command-1', 5)], 1, 'allFinal', ['command-1']],
    ['names by code units: 10 before 9', [final('w-9', 5), final('w-10', 5)], 1, 'allFinal', ['w-10']],
    [
      'all statuses together',
      [final('w-1', 1, 'Failure'), final('w-2', 2), final('w-3', 3, 'Removed')],
      2,
      'allFinal',
      ['w-1'],
    ],
    [
      'each status for itself where assumed',
      [final('w-1', 1, 'Failure'), final('w-2', 2), final('w-3', 3)],
      1,
      'perStatus',
      ['w-2'],
    ],
    [
      'without removed ones where assumed',
      [final('w-1', 1), final('w-2', 2, 'Removed'), final('w-3', 3)],
      2,
      'withoutRemoved',
      ['w-2'],
    ],
    ['removed ones go even below the limit', [final('w-2', 2, 'Removed')], 2, 'withoutRemoved', ['w-2']],
  ])('%s', (_, finals, limit, counts, expected) => {
    expect(dropped(finals, limit, counts)).toEqual(expected);
  });

  it('keeps the newest, as many as the limit, as sorting would', () => {
    const finals = fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(20)), { selector: ([, id]) => id, maxLength: 12 });
    fc.assert(
      fc.property(finals, fc.integer({ min: 1, max: 10 }), (given, limit) => {
        const all = given.map(([startedAt, id]) => final(`w-${id}`, startedAt));
        const oldestFirst = [...all].sort((a, b) => a.startedAt - b.startedAt || (nameOf(a) < nameOf(b) ? -1 : 1));
        const surplus = oldestFirst.slice(0, Math.max(0, all.length - limit)).map(nameOf);
        expect(dropped(all, limit, 'allFinal')).toEqual(surplus);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
