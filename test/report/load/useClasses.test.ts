import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UseClasses } from '../../../src/report/load/useClasses.ts';

function told(classes: UseClasses): { readonly requests: number; readonly use: number }[] {
  const all: { requests: number; use: number }[] = [];
  classes.each((requests, use) => all.push({ requests, use }));
  return all;
}

describe('requests by how busy replicas were', () => {
  it('a use that lasts is kept as it is', () => {
    const classes = new UseClasses();
    classes.add(0.951, 0.951, 100);
    expect(told(classes)).toEqual([{ requests: 100, use: 0.951 }]);
  });

  it('of a use that rises the more, the busier it is', () => {
    const classes = new UseClasses();
    classes.add(0, 1, 1_000);
    const all = told(classes);
    expect(all).toHaveLength(128);
    expect(all.reduce((sum, { requests }) => sum + requests, 0)).toBeCloseTo(1_000, 9);
    // Up to half of the use a quarter of the requests; two thirds in the mean.
    expect(all.slice(0, 64).reduce((sum, { requests }) => sum + requests, 0)).toBeCloseTo(250, 9);
    expect(all.reduce((sum, { requests, use }) => sum + requests * use, 0) / 1_000).toBeCloseTo(2 / 3, 9);
  });

  it('a law: in whatever order uses come, each class has what came in it', () => {
    const uses = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 1, max: 9 })), {
      selector: ([index]) => index,
    });
    fc.assert(
      fc.property(uses, fc.nat(), (all, forkedAt) => {
        let classes = new UseClasses();
        all.forEach(([index, requests], place) => {
          const use = (index + 0.5) / 128;
          classes.add(use, use, requests);
          if (place === forkedAt % all.length) classes = classes.fork();
        });
        const inOrder = [...all].sort(([a], [b]) => a - b);
        expect(told(classes)).toEqual(inOrder.map(([index, requests]) => ({ requests, use: (index + 0.5) / 128 })));
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('more than all is all', () => {
    const classes = new UseClasses();
    classes.add(1.5, 1.2, 10);
    expect(told(classes)).toEqual([{ requests: 10, use: 1 }]);
  });
});
