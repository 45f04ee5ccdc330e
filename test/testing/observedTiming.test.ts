import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { simulate } from '../../src/experiment/run.ts';
import { checkInvariants, scenarioOf, scenariosUnderLoad, scenarioWith } from '../../src/testing/index.ts';

const generated = fc.oneof(scenarioWith({ kinds: ['stateful'] }), scenariosUnderLoad);

it('timing: observed breaks no invariant of the journal', () => {
  let drawn = 0;
  fc.assert(
    fc.property(generated, (document) => {
      const entries: Entry[] = [];
      const scenario = scenarioOf({ ...document, timing: 'observed' });
      const { sim } = simulate(scenario, { sink: (entry) => entries.push(entry) });
      expect(checkInvariants(entries, scenario.assumptions).flatMap(({ violations }) => violations)).toEqual([]);
      drawn += Number(
        [...sim.journal.reasons().keys()].some(({ assumptions }) => assumptions.includes('volume.duration.attach')),
      );
    }),
    { numRuns: 40, seed: 25 },
  );
  expect(drawn).toBeGreaterThan(5);
});
