import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leap } from '../../src/engine/leap.ts';
import { Streams } from '../../src/engine/random.ts';

function stepped(name: string, steps: number): Float64Array {
  const streams = new Streams('1');
  const stream = streams.open(name);
  streams.fill(stream, new Float64Array(steps));
  return streams.standOf(stream);
}

describe('a leap of a generator', () => {
  it.each([0, 1, 2, 3, 4, 31, 32, 33, 1_000, 105_120, 1_234_567])('stands where %i steps would lead', (steps) => {
    for (const name of ['a', 'b', 'c']) {
      const state = stepped(name, 0);
      leap(state, 0, steps);
      expect([...state]).toEqual([...stepped(name, steps)]);
    }
  });

  it('may be taken from anywhere, for any number of steps, and moves no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(2_000), fc.nat(20_000), (name, before, steps) => {
        const state = new Float64Array(12);
        state.set(stepped(name, before), 4);
        leap(state, 4, steps);
        expect([...state]).toEqual([0, 0, 0, 0, ...stepped(name, before + steps), 0, 0, 0, 0]);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('twice as far is two leaps, however far', () => {
    const [once, twice] = [stepped('a', 0), stepped('a', 0)];
    leap(once, 0, 2 ** 52);
    for (let i = 0; i < 2; i += 1) leap(twice, 0, 2 ** 51);
    expect([...once]).toEqual([...twice]);
  });
});
