import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TypedRing } from '../../src/engine/typedRing.ts';

describe('a ring of numbers', () => {
  it('behaves as a list that is pushed at the end and cut at the start', () => {
    const steps = fc.array(fc.oneof(fc.record({ push: fc.nat() }), fc.record({ drop: fc.nat(30) })), {
      maxLength: 300,
      size: 'max',
    });
    fc.assert(
      fc.property(steps, (all) => {
        let ring = new TypedRing();
        const list: number[] = [];
        for (const step of all) {
          if ('push' in step) {
            ring.push(step.push);
            list.push(step.push);
          } else {
            const fork = ring.fork();
            ring.drop();
            ring.push(-1);
            ring = fork;
            ring.drop(step.drop);
            list.splice(0, step.drop);
          }
        }
        expect(Array.from({ length: ring.size }, (_, i) => ring.at(i))).toEqual(list);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('has nothing beyond its ends', () => {
    const ring = new TypedRing();
    ring.push(1);
    expect(() => ring.at(1)).toThrow('nothing at 1');
    expect(() => ring.at(-1)).toThrow('nothing at -1');
  });
});
