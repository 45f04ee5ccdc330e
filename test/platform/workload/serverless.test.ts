import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import {
  planSwitch,
  retiresAt,
  type SwitchAction,
  type SwitchView,
} from '../../../src/platform/workload/serverless.ts';

const usual = { 'rollout.serverless.initial': 'minimum', 'rollout.serverless.old': 'atSwitch' } as const;
const count = (version: number, replicas: number, available = replicas) => ({ version, replicas, available });

interface Row {
  readonly why: string;
  readonly given: Partial<SwitchView>;
  readonly assumptions?: Parameters<typeof planSwitch>[1];
  readonly does: readonly SwitchAction[] | 'hold';
}

const addTo = (version: number, replicas: number) => ({ do: 'addTo', version, count: replicas }) as const;
const remove = (version: number, replicas: number) =>
  ({ do: 'remove', version, count: replicas, which: 'any' }) as const;
const switchTo = (version: number, desired: number) => ({ do: 'switch', version, desired }) as const;

const decides = ({ given, assumptions = usual, does }: Row) => {
  const view: SwitchView = {
    desired: 6,
    minScale: 0,
    off: false,
    newest: count(2, 0),
    serving: 1,
    old: [count(1, 6)],
    switchedAt: 0,
    now: 10 * second,
    ...given,
  };
  const plan = planSwitch(view, assumptions);
  expect(plan.kind === 'act' ? plan.actions : plan.kind).toEqual(does);
};

describe('ROLL-1: a serverless workload switches fast', () => {
  it.each<Row>([
    { why: 'the new version starts with one replica beside the serving one', given: {}, does: [addTo(2, 1)] },
    { why: 'with minScale replicas where that is more', given: { minScale: 3 }, does: [addTo(2, 3)] },
    { why: 'also at zero', given: { desired: 0, old: [] }, does: [addTo(2, 1)] },
    {
      why: 'with as many as serve where `rollout.serverless.initial` says so',
      given: {},
      assumptions: { ...usual, 'rollout.serverless.initial': 'current' },
      does: [addTo(2, 6)],
    },
    {
      why: 'nothing switches before all of them are available',
      given: { minScale: 2, newest: count(2, 2, 1) },
      does: 'hold',
    },
    { why: 'then the traffic goes over whole', given: { newest: count(2, 1) }, does: [switchTo(2, 1)] },
    { why: 'and the old ones go', given: { desired: 1, serving: 2, newest: count(2, 1) }, does: [remove(1, 6)] },
    {
      why: 'the serving version goes on scaling meanwhile',
      given: { desired: 8, newest: count(2, 1, 0) },
      does: [addTo(1, 2)],
    },
    { why: 'down, too', given: { desired: 4, newest: count(2, 1, 0) }, does: [remove(1, 2)] },
    {
      why: 'a newer version replaces one that has not taken over',
      given: { newest: count(3, 0), old: [count(1, 6), count(2, 1, 0)] },
      does: [remove(2, 1)],
    },
    {
      why: 'a first version starts and takes over likewise',
      given: { serving: null, old: [], desired: 0 },
      does: [addTo(2, 1)],
    },
    { why: 'all is as wanted', given: { desired: 2, serving: 2, old: [], newest: count(2, 2) }, does: 'hold' },
    {
      why: 'it scales down between rollouts',
      given: { desired: 2, serving: 2, old: [], newest: count(2, 3) },
      does: [remove(2, 1)],
    },
  ])('$why', decides);
});

describe('`rollout.serverless.old` afterWindow: old replicas stay for 60 s after the switch', () => {
  const lingers = { ...usual, 'rollout.serverless.old': 'afterWindow' } as const;
  const switched = { desired: 1, serving: 2, newest: count(2, 1), switchedAt: 5 * second } as const;
  it.each<Row>([
    { why: 'a millisecond before', given: { ...switched, now: 65 * second - 1 }, assumptions: lingers, does: 'hold' },
    { why: 'at its end', given: { ...switched, now: 65 * second }, assumptions: lingers, does: [remove(1, 6)] },
  ])('$why', decides);

  it('names that end', () => {
    expect(retiresAt(5 * second)).toBe(65 * second);
  });
});

describe('SUSP-3: off', () => {
  it.each<Row>([
    {
      why: 'a new version takes over without a replica',
      given: { off: true, desired: 0, old: [] },
      does: [switchTo(2, 0)],
    },
    { why: 'what runs goes', given: { off: true, desired: 0, serving: 2 }, does: [remove(1, 6)] },
    { why: 'and nothing starts', given: { off: true, desired: 0, serving: 2, old: [] }, does: 'hold' },
  ])('$why', decides);
});
