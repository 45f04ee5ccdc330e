import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour } from '../../src/engine/time.ts';
import { moved, widened, within } from '../../src/web/view/zoom.ts';

const run = { from: 0, until: 30 * day };

describe('a zoom', () => {
  it('lies within the run, whatever is asked for', () => {
    const anywhere = fc.integer({ min: -100 * day, max: 100 * day });
    fc.assert(
      fc.property(
        anywhere,
        fc.integer({ min: 0, max: 100 * day }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (from, width, factor) => {
          for (const zoom of [
            within(run, { from, until: from + width }),
            widened(run, { from, until: from + width }, factor),
          ]) {
            if (zoom === null) continue;
            expect(zoom.from).toBeGreaterThanOrEqual(run.from);
            expect(zoom.until).toBeLessThanOrEqual(run.until);
            expect(zoom.from).toBeLessThan(zoom.until);
          }
        },
      ),
      { seed: 1 },
    );
  });

  it('is none where it is the whole run', () => {
    expect(within(run, run)).toBeNull();
    expect(widened(run, { from: 10 * day, until: 20 * day }, 5)).toBeNull();
  });

  it('goes in and out about its middle', () => {
    expect(widened(run, { from: 10 * day, until: 20 * day }, 0.5)).toEqual({ from: 12.5 * day, until: 17.5 * day });
    expect(widened(run, { from: 12.5 * day, until: 17.5 * day }, 2)).toEqual({ from: 10 * day, until: 20 * day });
  });

  it('stops at an end of the run with its width kept', () => {
    expect(moved(run, { from: 0, until: 2 * day }, -0.5)).toEqual({ from: 0, until: 2 * day });
    expect(moved(run, { from: 29 * day, until: 30 * day }, 0.5)).toEqual({ from: 29 * day, until: 30 * day });
    expect(moved(run, { from: 0, until: 2 * hour }, 0.5)).toEqual({ from: hour, until: 3 * hour });
  });

  it('is never so narrow that nothing is to be seen', () => {
    expect(within(run, { from: 5_000, until: 5_001 })).toEqual({ from: 5_000, until: 15_000 });
  });
});
