import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvaluationState } from '../../../src/platform/autoscaling/sharedEvaluation.ts';

type Values = readonly (number | object)[];

function visit(state: EvaluationState, isCompared: boolean, values: Values): boolean {
  if (isCompared) state.beginComparing();
  else state.beginRecording();
  for (const one of values) {
    if (typeof one === 'number') state.addNumber(one);
    else state.addPart(one);
  }
  state.end();
  return state.isSame;
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
        visit(state, false, before);
        expect(visit(state, false, first)).toBe(true);
        const isSame = halves(first).every((half, index) => same(half, halves(second)[index]!));
        expect(visit(state, true, second)).toBe(isSame);
        expect(visit(state, true, first)).toBe(true);
        expect(visit(state.fork(), true, first)).toBe(true);
      }),
    );
  });
});
