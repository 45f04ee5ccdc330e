import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { State } from '../../../src/platform/autoscaling/twins.ts';

type Told = readonly (number | object)[];

function tell(state: State, isCompared: boolean, told: Told): boolean {
  state.begin(isCompared);
  for (const one of told) {
    if (typeof one === 'number') state.tell(one);
    else state.tellPart(one);
  }
  state.end();
  return state.isSame;
}

const things = [{ name: 'settings' }, { name: 'settings' }, { name: 'flow' }];
const told = fc.array(fc.oneof(fc.nat(2), fc.constantFrom(...things)), { maxLength: 6 });

/** In their own order, numbers and parts each. */
function halves(all: Told): [Told, Told] {
  return [all.filter((one) => typeof one === 'number'), all.filter((one) => typeof one === 'object')];
}

function same(some: Told, others: Told): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

describe('a state', () => {
  it('is the same where all numbers and parts are, and none is missing or beyond', () => {
    fc.assert(
      fc.property(told, told, told, (before, first, second) => {
        const state = new State();
        tell(state, false, before);
        expect(tell(state, false, first)).toBe(true);
        const isSame = halves(first).every((half, index) => same(half, halves(second)[index]!));
        expect(tell(state, true, second)).toBe(isSame);
        expect(tell(state, true, first)).toBe(true);
        expect(tell(state.fork(), true, first)).toBe(true);
      }),
    );
  });
});
