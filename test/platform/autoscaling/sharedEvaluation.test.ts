import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvaluationState } from '../../../src/platform/autoscaling/sharedEvaluation.ts';

type Values = readonly (number | object)[];

/** Whether the state is as before. */
function described(state: EvaluationState, values: Values): boolean {
  const into = state.begin(values.length);
  for (const one of values) {
    if (typeof one === 'number') into.numbers[into.numberCount++] = one;
    else into.addPart(one);
  }
  return state.isAsBefore();
}

const things = [{ name: 'settings' }, { name: 'settings' }, { name: 'flow' }];
const values = fc.array(fc.oneof(fc.nat(2), fc.constantFrom(...things)), { maxLength: 6 });

/** In their own order, numbers and parts each. */
function halves(all: Values): [Values, Values] {
  return [all.filter((one) => typeof one === 'number'), all.filter((one) => typeof one === 'object')];
}

function same(some: Values, others: Values): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

describe('a state', () => {
  it('is the same where all numbers and parts are, and none is missing or beyond', () => {
    fc.assert(
      fc.property(values, values, values, (before, first, second) => {
        const state = new EvaluationState();
        described(state, before);
        described(state, first);
        const isSame = halves(first).every((half, index) => same(half, halves(second)[index]!));
        expect(described(state, second)).toBe(isSame);
        expect(described(state, second)).toBe(true);
        expect(described(state.fork(), second)).toBe(true);
        expect(described(state.fork(), first)).toBe(isSame);
      }),
    );
  });
});
