import { describe, expect, it } from 'vitest';
import type { RolloutBounds } from '../../../src/platform/workload/bounds.ts';
import { isComplete, planRollout } from '../../../src/platform/workload/rollout.ts';
import type { RolloutView } from '../../../src/platform/workload/rolloutView.ts';
import type { VersionCount } from '../../../src/platform/workload/versionCount.ts';
import { Fleet, sliding } from './rolloutFleet.ts';

const bounds = (surge: number, unavailable: number): RolloutBounds => ({ surge, unavailable, decidedBy: 'number' });
const count = (version: number, replicas: number, available = replicas): VersionCount => {
  return { version, replicas, available };
};

function view(changes: Partial<RolloutView>): RolloutView {
  return {
    desired: 4,
    bounds: bounds(1, 1),
    newest: count(2, 0),
    old: [],
    terminating: 0,
    previous: { desired: changes.desired ?? 4, surge: changes.bounds?.surge ?? 1 },
    ...changes,
  };
}

const actionsOf = (given: RolloutView, policy = sliding) => {
  const plan = planRollout(given, policy);
  return plan.kind === 'act' ? plan.actions : plan.kind;
};

describe('ROLL-5, ROLL-7: a rolling update of 4 replicas with surge 1 and 1 unavailable', () => {
  it('goes +1 -1 +1 at once, -2 +2 when those are available, -1 when the rest is', () => {
    const fleet = new Fleet(4, () => bounds(1, 1));
    fleet.newest = 2;
    const steps = [];
    for (let batch = 0; batch < 3; batch += 1) {
      steps.push(fleet.settle().map((action) => (action.do === 'remove' ? -action.count : action.count)));
      fleet.allBecomeAvailable();
    }
    expect(steps).toEqual([[1, -1, 1], [-2, 2], [-1]]);
    expect(fleet.isComplete()).toBe(true);
  });

  it.each([
    [4, 1, 1, 2],
    [10, 3, 2, 2],
    [3, 1, 0, 3],
    [1, 1, 0, 1],
    [5, 0, 1, 5],
    [8, 2, 1, 3],
  ])(
    '%i replicas, surge %i, unavailable %i: takes %i times the start of a replica',
    (desired, surge, unavailable, starts) => {
      const fleet = new Fleet(desired, () => bounds(surge, unavailable));
      fleet.newest = 2;
      fleet.settle();
      let waits = 0;
      while (!fleet.isComplete()) {
        fleet.allBecomeAvailable();
        fleet.settle();
        waits += 1;
      }
      expect(waits).toBe(starts);
    },
  );
});

describe('the order of a pass', () => {
  it.each<{ why: string; given: Partial<RolloutView>; does: unknown }>([
    {
      why: 'too many new replicas go before anything else is looked at',
      given: { newest: count(2, 6), old: [count(1, 2)] },
      does: [{ do: 'remove', version: 2, count: 2, which: 'any' }],
    },
    {
      why: 'missing replicas come up to the surge',
      given: { old: [count(1, 4)] },
      does: [{ do: 'add', count: 1 }],
    },
    {
      why: 'a lost replica is replaced although the surge is used up by nobody',
      given: { newest: count(2, 3) },
      does: [{ do: 'add', count: 1 }],
    },
    {
      why: 'old replicas that serve nobody go first, the oldest version first, then available ones, the oldest first',
      given: { desired: 6, bounds: bounds(2, 2), newest: count(3, 4, 3), old: [count(1, 2, 1), count(2, 2, 1)] },
      does: [
        { do: 'remove', version: 1, count: 1, which: 'notAvailable' },
        { do: 'remove', version: 2, count: 1, which: 'notAvailable' },
        { do: 'remove', version: 1, count: 1, which: 'any' },
      ],
    },
    {
      why: 'broken old replicas go no further than the budget, in which new ones that are not available do not count',
      given: { desired: 4, bounds: bounds(0, 1), newest: count(2, 1, 0), old: [count(1, 3, 0)] },
      does: 'hold',
    },
    {
      why: 'as many as may be unavailable already are: the old ones stay',
      given: { newest: count(2, 2, 0), old: [count(1, 3)] },
      does: 'hold',
    },
    { why: 'all is as wanted', given: { newest: count(2, 4) }, does: 'hold' },
    {
      why: 'nothing wanted: every version goes at once, whatever the bounds',
      given: { desired: 0, bounds: bounds(0, 0), newest: count(2, 2), old: [count(1, 3)] },
      does: [
        { do: 'remove', version: 1, count: 3, which: 'any' },
        { do: 'remove', version: 2, count: 2, which: 'any' },
      ],
    },
    { why: 'nothing wanted and nothing there', given: { desired: 0, bounds: bounds(0, 0) }, does: 'hold' },
  ])('$why', ({ given, does }) => {
    expect(actionsOf(view(given))).toEqual(does);
  });

  it('counts terminating replicas against the surge only where `rollout.terminating.counts` says so', () => {
    const given = view({ old: [count(1, 3)], bounds: bounds(0, 1), terminating: 1 });
    expect(actionsOf(given)).toEqual([{ do: 'add', count: 1 }]);
    expect(actionsOf(given, { ...sliding, 'rollout.terminating.counts': 'yes' })).toBe('hold');
  });

  it('with a barrier waits for the whole batch before the next available old replica goes', () => {
    const halfBatch = view({ newest: count(2, 2, 1), old: [count(1, 3)] });
    const wholeBatch = view({ newest: count(2, 2), old: [count(1, 3)] });
    const barrier = { ...sliding, 'rollout.window': 'barrier' } as const;
    const firstBatch = view({ newest: count(2, 1, 0), old: [count(1, 4)] });
    expect(actionsOf(firstBatch, barrier)).toEqual([{ do: 'remove', version: 1, count: 1, which: 'any' }]);
    expect(actionsOf(halfBatch)).toEqual([{ do: 'remove', version: 1, count: 1, which: 'any' }]);
    expect(actionsOf(halfBatch, barrier)).toBe('hold');
    expect(actionsOf(wholeBatch, barrier)).toEqual([{ do: 'remove', version: 1, count: 2, which: 'any' }]);
  });
});

describe('ROLL-1: a rollout is complete', () => {
  it.each<[string, VersionCount, VersionCount[], boolean]>([
    ['when all wanted replicas are new and available', count(2, 4), [], true],
    ['and old versions have none', count(2, 4), [count(1, 0)], true],
    ['not while an old one is there', count(2, 4), [count(1, 1)], false],
    ['not while one is missing', count(2, 3), [], false],
    ['not while one is too many', count(2, 5, 4), [], false],
    ['not while one is not available', count(2, 4, 3), [], false],
  ])('%s', (_, newest, old, expected) => {
    expect(isComplete({ desired: 4, newest, old })).toBe(expected);
  });
});

describe('the reason of a plan', () => {
  it.each<{ why: string; given: Partial<RolloutView>; rules: string[]; assumptions: string[] }>([
    { why: 'adding within the surge', given: { old: [count(1, 4)] }, rules: ['ROLL-7'], assumptions: [] },
    {
      why: 'taking away what a rounded percentage allows',
      given: {
        newest: count(2, 1, 0),
        old: [count(1, 4)],
        bounds: { surge: 1, unavailable: 1, decidedBy: 'rounding' },
      },
      rules: ['ROLL-5'],
      assumptions: ['rollout.rounding'],
    },
    {
      why: 'growing without a rollout',
      given: { newest: count(2, 3), old: [count(1, 0)] },
      rules: ['WL-18'],
      assumptions: [],
    },
    {
      why: 'waiting for old replicas that are not available, with nothing of the new version on its way',
      given: { desired: 4, newest: count(2, 1), old: [count(1, 2, 0)], bounds: bounds(0, 1), terminating: 1 },
      rules: ['ROLL-7'],
      assumptions: ['rollout.terminating.counts'],
    },
    {
      why: 'growing in the place of replicas that are leaving',
      given: { newest: count(2, 3), bounds: bounds(0, 1), terminating: 1 },
      rules: ['WL-18'],
      assumptions: ['rollout.terminating.counts'],
    },
    {
      why: 'growing beside replicas that are leaving, for whom there is room all the same',
      given: { newest: count(2, 3), bounds: bounds(1, 1), terminating: 1 },
      rules: ['WL-18'],
      assumptions: [],
    },
    {
      why: 'taking away in the middle of a batch',
      given: { newest: count(2, 3, 2), old: [count(1, 2)], bounds: bounds(1, 1) },
      rules: ['ROLL-5'],
      assumptions: ['rollout.window'],
    },
    {
      why: 'waiting for new replicas',
      given: { newest: count(2, 2, 0), old: [count(1, 3)] },
      rules: ['ROLL-3'],
      assumptions: [],
    },
    { why: 'complete', given: { newest: count(2, 4) }, rules: ['ROLL-1'], assumptions: [] },
  ])('$why', ({ given, rules, assumptions }) => {
    expect(planRollout(view(given), sliding).reason).toEqual({ rules, assumptions });
  });
});
