import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type IndexState,
  isStatefulComplete,
  planStateful,
  type StatefulAction,
  type StatefulView,
} from '../../../src/platform/workload/stateful.ts';

const usual = { 'rollout.stateful.maxUnavailable': 'ignored', 'rollout.stateful.stuck': 'stay' } as const;
const honoured = { ...usual, 'rollout.stateful.maxUnavailable': 'honoured' } as const;
const replaceBroken = { ...usual, 'rollout.stateful.stuck': 'replaceBroken' } as const;

const here = (version: number): IndexState => ({ state: 'here', version, ready: true, available: true });
const notReady = (version: number): IndexState => ({ state: 'here', version, ready: false, available: false });
const notYetAvailable = (version: number): IndexState => ({ state: 'here', version, ready: true, available: false });
const terminating: IndexState = { state: 'terminating' };
const missing: IndexState = { state: 'missing', returnsOn: null };
const lost = (version: number): IndexState => ({ state: 'missing', returnsOn: version });

interface Row {
  readonly why: string;
  readonly indexes: readonly IndexState[];
  readonly desired?: number;
  readonly newest?: number;
  readonly parallel?: true;
  readonly unavailable?: number;
  readonly assumptions?: Parameters<typeof planStateful>[1];
  readonly does: readonly StatefulAction[] | 'hold';
}

function viewOf({ indexes, desired = 3, newest = 1, parallel, unavailable = 1 }: Row): StatefulView {
  const scalingPolicy = parallel ? 'Parallel' : 'OrderedReady';
  return { desired, newest, indexes, scalingPolicy, maxUnavailable: { value: unavailable, unit: 'replicas' } };
}

const decides = (row: Row) => {
  const plan = planStateful(viewOf(row), row.assumptions ?? usual);
  expect(plan.kind === 'act' ? plan.actions : plan.kind).toEqual(row.does);
};

const create = (index: number, version = 1) => ({ do: 'create', index, version }) as const;
const update = (index: number) => ({ do: 'update', index }) as const;
const remove = (index: number) => ({ do: 'remove', index }) as const;

describe('ROLL-8: OrderedReady scales one index at a time', () => {
  it.each<Row>([
    { why: 'begins with index 0', indexes: [], does: [create(0)] },
    { why: 'goes on when all lower ones are available', indexes: [here(1)], does: [create(1)] },
    { why: 'waits for one that is not ready', indexes: [here(1), notReady(1)], does: 'hold' },
    { why: 'ROLL-3: waits for one that is ready but not yet available', indexes: [notYetAvailable(1)], does: 'hold' },
    { why: 'waits for one that terminates', indexes: [here(1), terminating], does: 'hold' },
    { why: 'fills a gap from below', indexes: [missing, here(1), missing], does: [create(0)] },
    { why: 'takes the highest away first', desired: 1, indexes: [here(1), here(1), here(1)], does: [remove(2)] },
    { why: 'and waits until it is gone', desired: 1, indexes: [here(1), here(1), terminating], does: 'hold' },
    { why: 'then the next', desired: 1, indexes: [here(1), here(1), missing], does: [remove(1)] },
    {
      why: 'takes a broken one away where no lower one is broken',
      desired: 1,
      indexes: [here(1), here(1), notReady(1)],
      does: [remove(2)],
    },
    {
      why: 'and waits where a lower one is',
      desired: 1,
      indexes: [here(1), notReady(1), notReady(1)],
      does: 'hold',
    },
    {
      why: 'takes none away while a wanted one is not available',
      desired: 1,
      indexes: [notReady(1), here(1)],
      does: 'hold',
    },
    { why: 'everything goes, one by one, where nothing is wanted', desired: 0, indexes: [here(1)], does: [remove(0)] },
    { why: 'is done', indexes: [here(1), here(1), here(1), missing], does: 'hold' },
  ])('$why', decides);
});

describe('ROLL-9: Parallel scales all at once', () => {
  it.each<Row>([
    { why: 'creates all that is missing', parallel: true, indexes: [], does: [create(0), create(1), create(2)] },
    {
      why: 'creates beside one that is not ready',
      parallel: true,
      indexes: [notReady(1)],
      does: [create(1), create(2)],
    },
    {
      why: 'takes all away that is not wanted, broken or not',
      parallel: true,
      desired: 1,
      indexes: [here(1), notReady(1), here(1)],
      does: [remove(2), remove(1)],
    },
    {
      why: 'waits for none that terminates',
      parallel: true,
      desired: 1,
      indexes: [here(1), here(1), terminating],
      does: [remove(1)],
    },
  ])('$why', decides);
});

describe('ROLL-10: updates go from the highest index down, one at a time, under either policy', () => {
  const cases: readonly Row[] = [
    { why: 'the highest old one leaves', newest: 2, indexes: [here(1), here(1), here(1)], does: [update(2)] },
    { why: 'and returns on the new version', newest: 2, indexes: [here(1), here(1), missing], does: [create(2, 2)] },
    { why: 'the next waits for it', newest: 2, indexes: [here(1), here(1), notYetAvailable(2)], does: 'hold' },
    { why: 'then leaves', newest: 2, indexes: [here(1), here(1), here(2)], does: [update(1)] },
    {
      why: 'a newer version starts again at the top',
      newest: 3,
      indexes: [here(1), here(2), here(2)],
      does: [update(2)],
    },
    {
      why: 'REPL-2: one that was lost before its update returns on its old version',
      newest: 2,
      indexes: [lost(1), here(1), here(2)],
      does: [create(0, 1)],
    },
  ];
  it.each(cases)('OrderedReady: $why', decides);
  it.each(cases.map((row): Row => ({ ...row, parallel: true })))('Parallel: $why', decides);

  it.each<Row>([
    {
      why: 'Parallel: a broken replica of an old version is replaced when its turn comes',
      parallel: true,
      newest: 3,
      indexes: [here(1), here(1), notReady(2)],
      does: [update(2)],
    },
    {
      why: 'OrderedReady: it blocks, even after a newer version',
      newest: 3,
      indexes: [here(1), here(1), notReady(2)],
      does: 'hold',
    },
    {
      why: 'OrderedReady: it is replaced where `rollout.stateful.stuck` says so',
      newest: 3,
      indexes: [here(1), here(1), notReady(2)],
      assumptions: replaceBroken,
      does: [update(2)],
    },
    {
      why: 'but a broken replica of the newest version is not',
      newest: 2,
      indexes: [here(1), here(1), notReady(2)],
      assumptions: replaceBroken,
      does: 'hold',
    },
  ])('$why', decides);
});

describe('ROLL-5: `rollout.stateful.maxUnavailable` honoured', () => {
  it.each<Row>([
    {
      why: 'as many old ones leave at once as may be unavailable, the highest first',
      newest: 2,
      unavailable: 2,
      indexes: [here(1), here(1), here(1)],
      assumptions: honoured,
      does: [update(2), update(1)],
    },
    {
      why: 'a bound of 0 counts as 1',
      newest: 2,
      unavailable: 0,
      indexes: [here(1), here(1), here(1)],
      assumptions: honoured,
      does: [update(2)],
    },
    {
      why: 'an old one that is unavailable counts: one fewer leaves, and not the broken one besides',
      newest: 2,
      parallel: true,
      unavailable: 2,
      indexes: [notReady(1), here(1), here(1)],
      assumptions: honoured,
      does: [update(2)],
    },
    {
      why: 'the highest leaves although it is unavailable, which makes no further one so',
      newest: 2,
      parallel: true,
      unavailable: 2,
      indexes: [here(1), here(1), notReady(1)],
      assumptions: honoured,
      does: [update(2), update(1)],
    },
    {
      why: 'a broken old one blocks where no more may be unavailable',
      newest: 2,
      parallel: true,
      unavailable: 1,
      indexes: [notReady(1), here(1), here(1)],
      assumptions: honoured,
      does: 'hold',
    },
    {
      why: 'but is replaced where `rollout.stateful.stuck` says so',
      newest: 2,
      parallel: true,
      unavailable: 1,
      indexes: [notReady(1), here(1), here(1)],
      assumptions: { ...honoured, 'rollout.stateful.stuck': 'replaceBroken' },
      does: [update(0)],
    },
    {
      why: 'all indexes count, those above the next one too',
      newest: 2,
      parallel: true,
      unavailable: 2,
      indexes: [here(1), here(1), notReady(2)],
      assumptions: honoured,
      does: [update(1)],
    },
    {
      why: 'no more leave while as many are unavailable',
      newest: 2,
      parallel: true,
      unavailable: 1,
      indexes: [here(1), here(1), terminating],
      assumptions: honoured,
      does: 'hold',
    },
  ])('$why', decides);
});

describe('ROLL-1: a stateful rollout is complete', () => {
  it.each<[string, IndexState[], boolean]>([
    ['when every wanted index is available on the newest version', [here(2), here(2)], true],
    ['and those above are gone', [here(2), here(2), missing], true],
    ['not while one above terminates', [here(2), here(2), terminating], false],
    ['not while one has an old version', [here(2), here(1)], false],
    ['not while one is not available', [notYetAvailable(2), here(2)], false],
    ['not while one is missing', [here(2)], false],
    ['not while one terminates', [terminating, here(2)], false],
  ])('%s', (_, indexes, expected) => {
    expect(isStatefulComplete({ desired: 2, newest: 2, indexes })).toBe(expected);
  });
});

describe('the reason of a plan', () => {
  it.each<Omit<Row, 'does'> & { rules: string[]; assumed: string[] }>([
    { why: 'a new index', indexes: [], rules: ['ROLL-8', 'REPL-1'], assumed: [] },
    { why: 'a lost one', indexes: [lost(1)], rules: ['ROLL-8', 'REPL-2'], assumed: [] },
    { why: 'all at once', parallel: true, indexes: [], rules: ['ROLL-9', 'REPL-1'], assumed: [] },
    { why: 'none at once', parallel: true, desired: 0, indexes: [here(1)], rules: ['ROLL-9', 'WL-18'], assumed: [] },
    { why: 'a wait for one that leaves', newest: 2, indexes: [terminating], rules: ['ROLL-8', 'ROLL-3'], assumed: [] },
    {
      why: 'a block by a broken one of an old version',
      newest: 2,
      indexes: [notReady(1)],
      rules: ['ROLL-8', 'ROLL-3'],
      assumed: ['rollout.stateful.stuck'],
    },
    { why: 'nothing to do', indexes: [here(1), here(1), here(1)], rules: ['ROLL-1'], assumed: [] },
    {
      why: 'nothing to do, the bound honoured',
      indexes: [here(1), here(1), here(1)],
      assumptions: honoured,
      rules: ['ROLL-1'],
      assumed: [],
    },
  ])('$why', ({ rules, assumed, ...row }) => {
    const plan = planStateful(viewOf({ ...row, does: 'hold' }), row.assumptions ?? usual);
    expect(plan.reason).toEqual({ rules, assumptions: assumed });
  });
});

describe('a whole course', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('lose' as const), index: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('scale' as const), to: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('newVersion' as const) }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  );

  it('ends on the newest version whatever is lost, scaled or superseded, and updates at most one available index at a time', () => {
    const policies = fc.constantFrom('OrderedReady' as const, 'Parallel' as const);
    const law = fc.property(policies, fc.array(step, { maxLength: 30 }), (scalingPolicy, steps) => {
      const indexes: IndexState[] = [];
      const view: { -readonly [Key in keyof StatefulView]: StatefulView[Key] } = {
        desired: 3,
        newest: 1,
        indexes,
        scalingPolicy,
        maxUnavailable: { value: 25, unit: 'percent' },
      };
      const perform = (action: StatefulAction) => {
        if (action.do === 'create') indexes[action.index] = notReady(action.version);
        else indexes[action.index] = terminating;
      };
      const settle = () => {
        for (let pass = 0; pass < 50; pass += 1) {
          const plan = planStateful(view, usual);
          if (plan.kind !== 'act') return;
          expect(plan.actions.filter((action) => action.do === 'update').length).toBeLessThanOrEqual(1);
          for (const action of plan.actions) perform(action);
        }
        throw new Error(`no end of passes: ${JSON.stringify(view)}`);
      };
      const wait = () => {
        indexes.forEach((held, index) => {
          if (held.state === 'terminating') indexes[index] = missing;
          if (held.state === 'here') indexes[index] = here(held.version);
        });
      };
      for (const one of steps) {
        const held = one.do === 'lose' ? indexes[one.index] : undefined;
        if (one.do === 'lose' && held?.state === 'here') indexes[one.index] = lost(held.version);
        if (one.do === 'scale') view.desired = one.to;
        if (one.do === 'newVersion') view.newest += 1;
        if (one.do === 'wait') wait();
        settle();
      }
      for (let round = 0; round < 60 && !isStatefulComplete(view); round += 1) {
        wait();
        settle();
      }
      expect(isStatefulComplete(view)).toBe(true);
    });
    fc.assert(law, { seed: 1, numRuns: 200 });
  });
});
