import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '../../../src/engine/time.ts';
import { newCeiling, noteBelow, staysBelow } from '../../../src/platform/traffic/ceiling.ts';
import { flowAt, leavesAt, meanBounds } from '../../../src/platform/traffic/flow.ts';
import { noiseFrom } from '../../../src/platform/traffic/noise.ts';
import { instants, samples } from './forms.ts';

const noises = fc.option(fc.constantFrom(7 * minute, hour).map((every) => noiseFrom({ every, cv: 0.3 }, '1', 'noise')));
const flows = fc.array(
  fc.tuple(samples, noises).map(([{ curve }, noise]) => ({ curve, noise })),
  { minLength: 1, maxLength: 2 },
);
const question = fc.record({
  flow: fc.nat(5).map((one) => (one === 0 ? 1 : 0)),
  ask: fc.boolean(),
  ahead: fc.integer({ min: -hour, max: 3 * hour }),
  length: fc.oneof(fc.nat(20 * minute), fc.nat(2 * day)),
  factor: fc.double({ min: 0.5, max: 2, noNaN: true }),
});

describe('how high a flow goes', () => {
  it('is known where its bounds are, whatever was asked before, and is never too low', () => {
    const seen = { yes: 0, no: 0, better: 0 };
    const law = fc.property(
      fc.tuple(flows, flows),
      instants,
      fc.array(question, { minLength: 2, maxLength: 12 }),
      (two, start, questions) => {
        const ceiling = newCeiling([]);
        let from = start;
        for (const { flow: which, ask, ahead, length, factor } of questions) {
          const flow = two[which] ?? [];
          from += ahead;
          const perSecond = flowAt(flow, from) * factor;
          const until = ask
            ? from + length
            : leavesAt(flow, { least: 0, greatest: perSecond }, from, from + length) - 1;
          if (until < from) continue;
          if (ask) {
            const isPlain = meanBounds(flow, from, until).greatest <= perSecond;
            const stays = staysBelow(ceiling, flow, perSecond, from, until);
            seen[stays ? 'yes' : 'no'] += 1;
            if (isPlain) expect(stays).toBe(true);
            else if (stays) seen.better += 1;
            if (!stays) continue;
          } else noteBelow(ceiling, flow, perSecond, from, until);
          for (let step = 0; step <= 40; step += 1)
            expect(flowAt(flow, from + Math.round(((until - from) * step) / 40))).toBeLessThanOrEqual(perSecond);
        }
      },
    );
    fc.assert(law, { seed: 1, numRuns: 400 });
    expect(seen.yes).toBeGreaterThan(200);
    expect(seen.no).toBeGreaterThan(200);
    // Where a long stretch is put together from short ones.
    expect(seen.better).toBeLessThan(seen.yes / 10);
  });
});
