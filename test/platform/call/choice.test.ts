import { describe, expect, it } from 'vitest';
import { type Candidate, chooseReplica } from '../../../src/platform/call/choice.ts';

const never = (): number => {
  throw new Error('nothing is drawn');
};

/** Replicas by ordinal and calls in flight; the handle is the ordinal and 100. */
const those = (...pairs: readonly (readonly [number, number])[]): Candidate[] =>
  pairs.map(([ordinal, inFlight]) => ({
    handle: 100 + ordinal,
    ordinal,
    processorShare: { calls: Array<number>(inFlight).fill(0) },
  }));

describe('the replica that gets the next call', () => {
  it.each<[string, Candidate[], number, number | null]>([
    ['nobody there', [], -1, null],
    ['one alone, though it was the last', those([3, 9]), 3, 3],
    ['the first of all', those([5, 0], [0, 0], [2, 0]), -1, 0],
    ['the next by ordinal, whatever the order of the list', those([5, 0], [0, 0], [2, 0]), 0, 2],
    ['the next by ordinal, whatever they are doing', those([0, 0], [2, 99], [5, 0]), 0, 2],
    ['after one that is gone meanwhile', those([0, 0], [2, 0], [5, 0]), 3, 5],
    ['round to the first again', those([5, 0], [0, 0], [2, 0]), 5, 0],
  ])('round robin: %s', (_, candidates, last, expected) => {
    const choice = chooseReplica(candidates, 'roundRobin', { last, avoided: null }, never);
    expect(choice?.ordinal ?? null).toBe(expected);
  });

  it('round robin gives each its turn', () => {
    const candidates = those([4, 0], [1, 0], [7, 0]);
    let last = -1;
    const turns = Array.from({ length: 6 }, () => {
      last = chooseReplica(candidates, 'roundRobin', { last, avoided: null }, never)?.ordinal ?? -1;
      return last;
    });
    expect(turns).toEqual([1, 4, 7, 1, 4, 7]);
  });

  it.each<[string, Candidate[], number]>([
    ['the one with the fewest', those([0, 3], [2, 1], [5, 2]), 2],
    ['of several the least ordinal', those([5, 1], [2, 1], [0, 3]), 2],
  ])('least requests: %s', (_, candidates, expected) => {
    expect(chooseReplica(candidates, 'leastRequests', { last: 2, avoided: null }, never)?.ordinal).toBe(expected);
  });

  it.each<[number, number]>([
    [0, 0],
    [0.34, 2],
    [0.99, 5],
  ])('random: chance %d of three', (chance, expected) => {
    const candidates = those([5, 0], [0, 0], [2, 0]);
    expect(chooseReplica(candidates, 'random', { last: -1, avoided: null }, () => chance)?.ordinal).toBe(expected);
  });

  it.each<[string, Candidate[], number]>([
    ['goes to another one', those([0, 0], [2, 0]), 2],
    ['goes to the same where there is no other', those([0, 0]), 0],
  ])('a call that avoids a replica %s', (_, candidates, expected) => {
    expect(chooseReplica(candidates, 'roundRobin', { last: 2, avoided: 100 }, never)?.ordinal).toBe(expected);
    expect(chooseReplica(candidates, 'leastRequests', { last: 2, avoided: 100 }, never)?.ordinal).toBe(expected);
  });
});
