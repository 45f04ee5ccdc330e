import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Session } from '../../src/experiment/session/session.ts';
import { assumptionNames } from '../../src/rules/assumptions.ts';
import { alternativesOf, assumptionValues } from '../../src/testing/arbitraries/assumptions.ts';
import { scenariosUnderLoad } from '../../src/testing/arbitraries/loadScenarios.ts';
import { nearValidScenarios } from '../../src/testing/arbitraries/nearValid.ts';
import {
  apiRequests,
  demandFor,
  eventful,
  gvcDocuments,
  weekShifts,
  workloadDocuments,
} from '../../src/testing/arbitraries/parts.ts';
import { scenariosWithRequests } from '../../src/testing/arbitraries/requestScenarios.ts';
import { gvcOf, scenarios } from '../../src/testing/arbitraries/scenarios.ts';
import { scenarioWith } from '../../src/testing/arbitraries/scenarioWith.ts';
import { simplerScenarios, withoutResource } from '../../src/testing/arbitraries/simpler.ts';
import { errorsIn, type ScenarioDocument, scenarioOf, textOf } from '../../src/testing/document.ts';
import { runToEnd } from '../../src/testing/laws/law.ts';
import { type Corner, corners, reached } from '../../src/testing/reached.ts';

const sampled = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(arbitrary, { seed: 1, numRuns });
const journalOf = (document: ScenarioDocument) => runToEnd(scenarioOf(document)).journal;
const messagesIn = (document: ScenarioDocument): string[] => errorsIn(document).map(({ message }) => message);

describe('generated scenarios', () => {
  it.each([
    ['scenarios', scenarios()],
    ['scenariosWithRequests', scenariosWithRequests],
    ['scenariosUnderLoad', scenariosUnderLoad],
    ['scenarioWith', scenarioWith({ kinds: ['cron', 'serverless'], corners: ['volumeFull'], size: 'large' })],
    ['scenarioWith other assumptions', scenarioWith({ assumptions: assumptionValues({ most: 5 }), size: 'small' })],
  ])('%s are valid', (_, arbitrary) => {
    for (const document of sampled(arbitrary, 12)) expect(messagesIn(document)).toEqual([]);
  });

  it('have the kinds that are asked for', () => {
    for (const document of sampled(scenarioWith({ kinds: ['cron', 'stateful'], size: 'small' }), 30)) {
      const types = document.resources.map(({ spec = {} }) => ('type' in spec ? spec.type : null));
      expect(types).toEqual(expect.arrayContaining(['cron', 'stateful']));
    }
  });

  it.each(Object.keys(corners) as Corner[])('reach %s where they are asked to', (corner) => {
    for (const document of sampled(scenarioWith({ corners: [corner], size: 'small' }), 1))
      expect(reached(journalOf(document))[corner]).toBeGreaterThan(0);
  });
});

describe('parts of scenarios', () => {
  const container = {
    name: 'main',
    image: 'db:1',
    ports: [{ number: 8080, protocol: 'http' }],
    volumes: [{ uri: 'svc://volumeset/data', path: '/data' }],
  };
  const base = {
    svcsim: 1 as const,
    start: '2026-11-02T00:00:00Z',
    for: '2h',
    seed: 1,
    assumptions: {},
    resources: [
      gvcOf({ gvc: 'shop', locations: ['aws-us-east-1', 'gcp-us-east1'] }),
      { kind: 'volumeset', gvc: 'shop', name: 'data', spec: { initialCapacity: 10, fileSystemType: 'ext4' } },
      {
        kind: 'workload',
        gvc: 'shop',
        name: 'db',
        spec: {
          type: 'stateful',
          containers: [container],
        },
      },
    ],
    behavior: {},
    timeline: [],
  };
  const place = { gvc: 'shop', name: 'more', locations: ['aws-us-east-1', 'gcp-us-east1'] };

  it.each(['standard', 'stateful', 'cron', 'serverless'] as const)('%s workloads are valid in a GVC', (type) => {
    for (const { resources, behavior } of sampled(workloadDocuments(type, place), 15))
      expect(messagesIn({ ...base, resources: [...base.resources, ...resources], behavior })).toEqual([]);
  });

  it('GVCs and demand are valid', () => {
    const parts = fc.record({ gvc: gvcDocuments('ash', place.locations), demand: demandFor('shop/db') });
    for (const { gvc, demand } of sampled(parts, 15))
      expect(messagesIn({ ...base, resources: [...base.resources, gvc], demand: [demand] })).toEqual([]);
  });

  it('a scenario of your own becomes eventful, and stays valid', () => {
    const steps = sampled(eventful(base), 40).flatMap((document) => {
      expect(messagesIn(document)).toEqual([]);
      return document.timeline.map((step) => JSON.stringify(step));
    });
    for (const what of ['"fault"', '"patch"', '/volumeset/data/-command'])
      expect(
        steps.some((step) => step.includes(what)),
        what,
      ).toBe(true);
  });

  it('requests to the API are about its resources; some are accepted, some refused', () => {
    const origin = { scenario: scenarioOf(base), text: textOf(base), options: { file: 'base.json' } };
    const statuses = sampled(apiRequests(base), 60).map((request) => new Session(origin).request(request).status);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status >= 400).length).toBeGreaterThan(3);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('shifts are whole weeks', () => {
    for (const shift of sampled(weekShifts, 20)) expect(shift % 604_800_000).toBe(0);
  });
});

describe('scenarios that are wrong by exactly one rule', () => {
  it('have errors that cite that rule and no other', () => {
    const seen = new Set<string>();
    for (const { document, rule, change } of sampled(nearValidScenarios(), 120)) {
      expect({ change, rules: [...new Set(errorsIn(document).map((one) => one.rule))] }).toEqual({
        change,
        rules: [rule],
      });
      seen.add(change);
    }
    expect(seen.size).toBeGreaterThan(25);
  });
});

describe('assumptions from the register', () => {
  it('have other values than their defaults, far more than a list by hand', () => {
    const count = assumptionNames.reduce((sum, name) => sum + alternativesOf(name).length, 0);
    expect(count).toBeGreaterThan(400);
    expect(alternativesOf('cron.forbid.missed')).toEqual(['lateStart']);
  });

  it('are drawn from the named families alone', () => {
    for (const values of sampled(assumptionValues({ names: ['cron.forbid', 'volume'] }), 50))
      for (const name of Object.keys(values)) expect(name).toMatch(/^(cron\.forbid|volume)\./);
    expect(() => assumptionValues({ names: ['nothing'] })).toThrow('no assumption in nothing has other values');
  });
});

describe('shrinking', () => {
  it('leaves out whole resources with everything that refers to them, and stays valid', () => {
    const hasExpansion = ({ timeline }: ScenarioDocument): boolean =>
      timeline.some((step) => JSON.stringify(step).includes('expandVolume'));
    const found = fc.check(
      fc.property(scenarios(), (document) => !hasExpansion(document)),
      { seed: 1, numRuns: 40 },
    );
    const [document] = found.counterexample ?? [];
    if (document === undefined) throw new Error('no scenario has an expansion');
    expect(messagesIn(document)).toEqual([]);
    expect(document.timeline).toHaveLength(1);
    expect(document.resources.map(({ kind }) => kind).sort()).toEqual(['gvc']);
    expect(document.behavior).toEqual({});
  });

  it('never gives the same scenario back, and ends', () => {
    for (let [document] = sampled(scenarios({ hours: [2] }), 1); document !== undefined; ) {
      const [next] = simplerScenarios(document);
      expect(next).not.toEqual(document);
      document = next;
    }
  });

  it('tells a resource from one whose name only begins with its name', () => {
    const [document] = sampled(scenarios(), 1);
    const web = { kind: 'workload', gvc: 'ash', name: 'web', spec: {} };
    const given = {
      ...document!,
      resources: [web, { ...web, name: 'web-2' }],
      behavior: { 'ash/web': {}, 'ash/web-2': {} },
      timeline: [{ at: '+1m', delete: '/gvc/ash/workload/web-2' }],
      expect: [{ metric: 'replicas.ready', of: 'ash/web' }],
    };
    const left = withoutResource(given, web);
    expect(left.resources.map(({ name }) => name)).toEqual(['web-2']);
    expect(Object.keys(left.behavior)).toEqual(['ash/web-2']);
    expect(left.timeline).toHaveLength(1);
    expect(left.expect).toEqual([]);
  });
});
