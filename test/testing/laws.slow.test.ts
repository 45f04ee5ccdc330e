import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assumptionValues } from '../../src/testing/arbitraries/assumptions.ts';
import { scenariosUnderLoad } from '../../src/testing/arbitraries/loadScenarios.ts';
import { scenariosWithRequests } from '../../src/testing/arbitraries/requestScenarios.ts';
import { scenarios } from '../../src/testing/arbitraries/scenarios.ts';
import { scenarioWith } from '../../src/testing/arbitraries/scenarioWith.ts';
import { brokenText, checkLaws, laws } from '../../src/testing/checkLaws.ts';
import { type ResourceDocument, type ScenarioDocument, textOf } from '../../src/testing/document.ts';
import { type Corner, corners } from '../../src/testing/reached.ts';

const sampled = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(arbitrary, { seed: 2, numRuns });

/** Expects that no law is broken. @returns how many scenarios each law held for */
function heldFor(documents: readonly ScenarioDocument[]): ReadonlyMap<string, number> {
  const held = new Map(laws.map(({ id }) => [id, 0]));
  for (const document of documents)
    for (const { law, verdict } of checkLaws(document)) {
      const text = brokenText({ law, verdict });
      if (text !== null) throw new Error(`${text}\n${textOf(document)}`);
      if (verdict.kind === 'holds') held.set(law.id, held.get(law.id)! + 1);
    }
  return held;
}

/** A standard workload with a port, so that requests reach it. */
function withPort(one: ResourceDocument): ResourceDocument {
  const { type, containers = [] } = one.spec as { readonly type?: string; readonly containers?: readonly object[] };
  const [main, ...others] = containers;
  if (type !== 'standard') return one;
  const ports = [{ number: 8080, protocol: 'http' }];
  return { ...one, spec: { ...one.spec, containers: [{ ...main, ports }, ...others] } };
}

describe('all laws', () => {
  it('hold for scenarios of every kind, and each law applies to some of them', () => {
    const fixed = sampled(scenarioWith({ kinds: ['standard'], size: 'small' }), 5).map((document) => ({
      ...document,
      demand: document.resources
        .filter(({ spec = {} }) => 'type' in spec && spec.type === 'standard')
        .map(({ gvc, name }) => ({ to: `${gvc}/${name}`, rate: '9/s' })),
      resources: document.resources.map(withPort),
    }));
    const held = heldFor([
      ...sampled(scenarios(), 60),
      ...sampled(scenariosWithRequests, 20),
      ...sampled(scenariosUnderLoad, 20),
      ...fixed,
    ]);
    expect([...held].filter(([, count]) => count === 0)).toEqual([]);
  });

  it('hold where every interesting situation is reached', () => {
    heldFor((Object.keys(corners) as Corner[]).flatMap((corner) => sampled(scenarioWith({ corners: [corner] }), 2)));
  });

  it('hold under other readings of the specification', () => {
    heldFor(sampled(scenarioWith({ assumptions: assumptionValues({ most: 4 }), size: 'medium' }), 60));
  });
});
