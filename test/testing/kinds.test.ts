import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isActedOn, kinds } from '../../src/platform/api/records/kinds.ts';
import { documentKinds, documentsOf } from '../../src/testing/arbitraries/documents.ts';
import { nearValidScenarios } from '../../src/testing/arbitraries/nearValid.ts';
import { gvcOf } from '../../src/testing/arbitraries/scenarios.ts';
import { simplerScenarios } from '../../src/testing/arbitraries/simpler.ts';
import { spoiledDocuments } from '../../src/testing/arbitraries/spoiledDocuments.ts';
import { checkLaws } from '../../src/testing/checkLaws.ts';
import { documentOf, errorsIn, type ResourceDocument, type ScenarioDocument } from '../../src/testing/document.ts';

const place = {
  gvc: 'shop',
  name: 'extra',
  locations: ['aws-us-east-1', 'gcp-us-east1'],
  principals: ['//serviceaccount/bot'],
  workloads: ['web'],
};
const web = {
  type: 'serverless',
  containers: [{ name: 'main', image: 'web:1', ports: [{ number: 8080, protocol: 'http' }] }],
  defaultOptions: { autoscaling: { metric: 'concurrency', minScale: 1, maxScale: 2 } },
};

/** A scenario with a GVC, a workload and a service account, and with more resources. */
function shopWith(more: readonly ResourceDocument[]): ScenarioDocument {
  return {
    svcsim: 1,
    start: '2026-11-02T00:00:00Z',
    for: '2h',
    seed: 1,
    assumptions: {},
    resources: [
      gvcOf({ gvc: place.gvc, locations: place.locations }),
      { kind: 'workload', gvc: 'shop', name: 'web', spec: web },
      { kind: 'serviceaccount', name: 'bot' },
      ...more,
    ],
    behavior: {},
    timeline: [],
  };
}

const sampled = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(arbitrary, { seed: 1, numRuns });
const messagesIn = (document: ScenarioDocument): string[] => errorsIn(document).map(({ message }) => message);

describe('documents of a kind', () => {
  it('are there for every kind that has an effect and stands alone', () => {
    const elsewhere = ['org', 'gvc', 'workload', 'quota'];
    expect([...documentKinds].sort()).toEqual(kinds.filter((one) => isActedOn(one) && !elsewhere.includes(one)).sort());
  });

  it.each(documentKinds)('%s: are valid in their place, and differ', (kind) => {
    const documents = sampled(documentsOf(kind, place), 40);
    for (const document of documents) expect(messagesIn(shopWith([document]))).toEqual([]);
    expect(new Set(documents.map((one) => JSON.stringify(one))).size).toBeGreaterThan(5);
  });

  it.each(documentKinds)('%s: are valid where nothing else is', (kind) => {
    const bare = { gvc: 'shop', name: 'extra', locations: [] };
    for (const document of sampled(documentsOf(kind, bare), 20)) expect(messagesIn(shopWith([document]))).toEqual([]);
  });

  it.each([
    ['identity', { kind: 'identity', name: 'extra', gvc: 'shop' }],
    ['policy', { kind: 'policy', name: 'extra', targetKind: 'workload', target: 'all', bindings: [] }],
    ['group', { kind: 'group', name: 'extra' }],
    ['domain', { kind: 'domain', name: 'extra.example.com', spec: { routes: [] } }],
  ] as const)('%s: shrink to what the kind requires', (kind, least) => {
    const { counterexample } = fc.check(
      fc.property(documentsOf(kind, place), () => false),
      { seed: 1 },
    );
    expect(counterexample).toEqual([least]);
  });

  it('break no law, and scenarios with them shrink to the one that matters', () => {
    const documents = documentKinds.flatMap((kind) => sampled(documentsOf(kind, place), 1));
    const whole = shopWith(documents);
    expect(checkLaws(whole).filter(({ verdict }) => verdict.kind === 'broken')).toEqual([]);
    let least = whole;
    const hasPolicy = ({ resources }: ScenarioDocument): boolean => resources.some(({ kind }) => kind === 'policy');
    for (let next: ScenarioDocument | undefined = whole; next !== undefined; ) {
      least = next;
      next = [...simplerScenarios(least)].find(hasPolicy);
    }
    expect(least.resources.map(({ kind }) => kind)).toEqual(['policy']);
  });

  it('that a shipped scenario has beside its workloads break no law', () => {
    const file = new URL('../../scenarios/rules/perm-5-one-command.yaml', import.meta.url);
    const results = checkLaws(documentOf(readFileSync(file, 'utf8')));
    expect(results.filter(({ verdict }) => verdict.kind === 'broken')).toEqual([]);
  });
});

describe('documents that are wrong by exactly one rule', () => {
  it('are refused by that rule and no other', () => {
    const seen = new Set<string>();
    const changes = new Set(spoiledDocuments.map(({ change }) => change));
    for (const { document, rule, change } of sampled(nearValidScenarios(), 250)) {
      if (!changes.has(change)) continue;
      const rules = [...new Set(errorsIn(document).map((one) => one.rule))];
      expect({ change, rules }).toEqual({ change, rules: [rule] });
      seen.add(change);
    }
    expect(seen.size).toBeGreaterThan(spoiledDocuments.length * 0.9);
    expect(spoiledDocuments.length).toBeGreaterThan(45);
  });
});
