import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import {
  cloneChanges,
  forgetChanges,
  newChanges,
  reachChangesAt,
  reachOf,
  rememberChange,
} from '../../../src/platform/autoscaling/changes.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { hpa } from './built.ts';

const now = 1000 * second;
const rates = (changes: Partial<Assumptions> = {}) => hpa({ metric: 'cpu' }, changes).sync;
const changed = (...list: readonly (readonly [ago: number, by: number])[]) => {
  const changes = newChanges();
  for (const [ago, by] of list) rememberChange(changes, now - ago, by);
  return changes;
};

interface Row {
  readonly why: string;
  readonly current: number;
  readonly past?: readonly (readonly [ago: number, by: number])[];
  readonly assumptions?: Partial<Assumptions>;
  readonly reach: readonly [least: number, most: number];
}

// After the default scaling behaviour in the Kubernetes documentation on horizontal pod autoscaling.
describe('how far one sync may go (hpa.upReplicas, hpa.upPercent, hpa.upPeriod)', () => {
  it.each<Row>([
    { why: 'from 1: four more', current: 1, reach: [0, 5] },
    { why: 'from 2: four more', current: 2, reach: [0, 6] },
    { why: 'from 5: twice as many', current: 5, reach: [0, 10] },
    { why: 'from 10: twice as many', current: 10, reach: [0, 20] },
    { why: 'what was added within the period counts from before it', current: 10, past: [[10_000, 5]], reach: [0, 10] },
    { why: 'never below the count itself', current: 20, past: [[10_000, 15]], reach: [0, 20] },
    { why: 'exactly a period old: before it', current: 10, past: [[15_000, 5]], reach: [0, 20] },
    { why: 'a millisecond younger: within', current: 10, past: [[14_999, 5]], reach: [0, 10] },
    { why: 'what was taken away comes back first', current: 4, past: [[5_000, -6]], reach: [0, 20] },
    {
      why: 'several changes add up',
      current: 6,
      past: [
        [10_000, 5],
        [5_000, -2],
      ],
      reach: [0, 7],
    },
    { why: 'more was added than there is: from none', current: 1, past: [[1_000, 3]], reach: [0, 4] },
    {
      why: 'other rates: three more or half as many again, rounded up',
      current: 7,
      assumptions: { 'hpa.upReplicas': 3, 'hpa.upPercent': 50 },
      reach: [0, 11],
    },
    {
      why: '10 % more of 10 is 11, not 12',
      current: 10,
      assumptions: { 'hpa.upReplicas': 0, 'hpa.upPercent': 10 },
      reach: [0, 11],
    },
    { why: 'no way up at all', current: 7, assumptions: { 'hpa.upReplicas': 0, 'hpa.upPercent': 0 }, reach: [0, 7] },
    {
      why: 'down by at most a fifth, rounded down',
      current: 9,
      assumptions: { 'hpa.downPercent': 20 },
      reach: [7, 18],
    },
    {
      why: '... of what there was before the period',
      current: 9,
      past: [[10_000, -1]],
      assumptions: { 'hpa.downPercent': 20 },
      reach: [8, 20],
    },
    {
      why: 'the way down has a period of its own',
      current: 9,
      past: [[20_000, -3]],
      assumptions: { 'hpa.downPercent': 50, 'hpa.downPeriod': 30_000 },
      reach: [6, 18],
    },
    {
      why: '... and never above the count itself',
      current: 3,
      past: [[10_000, -7]],
      assumptions: { 'hpa.downPercent': 20 },
      reach: [3, 20],
    },
  ])('$why', ({ current, past = [], assumptions, reach: [least, most] }) => {
    expect(reachOf(changed(...past), current, rates(assumptions), now)).toEqual({ least, most });
  });

  it('a change of nothing is none, and old ones are forgotten', () => {
    const changes = changed([20_000, 2], [15_000, 1], [10_000, 3], [5_000, 0]);
    const copy = cloneChanges(changes);
    forgetChanges(changes, now - 15_000);
    expect(changes.entries).toEqual([{ at: now - 10_000, by: 3 }]);
    expect(copy.entries).toHaveLength(3);
  });

  it('tells when the clock alone changes it', () => {
    expect(reachChangesAt(changed(), rates(), now)).toBeNull();
    expect(reachChangesAt(changed([15_000, 1]), rates(), now)).toBeNull();
    expect(reachChangesAt(changed([10_000, 1], [2_000, 1]), rates(), now)).toBe(now + 5_000);
    expect(reachChangesAt(changed([20_000, 1]), rates({ 'hpa.downPeriod': 30_000 }), now)).toBe(now + 10_000);
  });
});
