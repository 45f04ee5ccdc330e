import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assumptionValues } from '../../src/testing/arbitraries/assumptions.ts';
import { scenariosUnderLoad } from '../../src/testing/arbitraries/loadScenarios.ts';
import { scenariosWithRequests } from '../../src/testing/arbitraries/requestScenarios.ts';
import { scenarios } from '../../src/testing/arbitraries/scenarios.ts';
import { scenarioWith } from '../../src/testing/arbitraries/scenarioWith.ts';
import { errorsIn, type ScenarioDocument, scenarioOf } from '../../src/testing/document.ts';
import { runToEnd } from '../../src/testing/laws/law.ts';
import { type Corner, corners, reached, reachedInAll } from '../../src/testing/reached.ts';

const sampled = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(arbitrary, { seed: 1, numRuns });
const journalOf = (document: ScenarioDocument) => runToEnd(scenarioOf(document)).journal;

describe('generated scenarios', () => {
  it('reach every situation between them, without being asked to', () => {
    const all = [
      ...sampled(scenarios(), 120),
      ...sampled(scenariosWithRequests, 20),
      ...sampled(scenariosUnderLoad, 20),
    ];
    const counts = reachedInAll(all.map((document) => reached(journalOf(document))));
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  });

  it.each(Object.keys(corners) as Corner[])('reach %s every time they are asked to', (corner) => {
    for (const document of sampled(scenarioWith({ corners: [corner], size: 'small' }), 10))
      expect(reached(journalOf(document))[corner]).toBeGreaterThan(0);
  });

  it.each([
    ['scenarios', scenarios()],
    ['scenariosWithRequests', scenariosWithRequests],
    ['scenariosUnderLoad', scenariosUnderLoad],
    ['scenarioWith other assumptions', scenarioWith({ assumptions: assumptionValues({ most: 5 }), size: 'large' })],
  ])('%s are valid, hundreds of them', (_, arbitrary) => {
    for (const document of sampled(arbitrary, 300)) expect(errorsIn(document)).toEqual([]);
  });
});
