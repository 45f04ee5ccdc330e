import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromIso } from '../../src/engine/time.ts';
import { scenarios } from '../../src/testing/arbitraries/scenarios.ts';
import { scenarioWith } from '../../src/testing/arbitraries/scenarioWith.ts';
import { expectLaw, LawBroken, laws } from '../../src/testing/checkLaws.ts';
import { documentOf } from '../../src/testing/document.ts';
import { scalingIsContinuous } from '../../src/testing/invariants/replicas.ts';
import { type Law, LawCase } from '../../src/testing/laws/law.ts';
import { moreServesNoLess } from '../../src/testing/laws/metamorphic.ts';
import { billEqualsRecount } from '../../src/testing/laws/money.ts';
import { forbidNeverOverlaps, lawOfInvariant } from '../../src/testing/laws/platform.ts';

const sampled = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(arbitrary, { seed: 2, numRuns });

const served = documentOf(`
svcsim: 1
start: 2026-11-02T00:00:00Z
for: 1h
resources:
  - { kind: gvc, name: ash, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: ash
    name: api
    spec:
      type: standard
      containers: [{ name: main, image: "api:1", cpu: 100m, memory: 128Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
behavior: { ash/api: { request: { cpu: 100ms, duration: 150ms } } }
demand: [{ to: ash/api, rate: 3/s }]
`);

describe('the laws', () => {
  it('hold for generated scenarios', () => {
    for (const document of [...sampled(scenarios({ hours: [2] }), 3), served]) expectLaw(document);
  });

  it('have ids of their own, and a sentence each', () => {
    expect(new Set(laws.map(({ id }) => id)).size).toBe(laws.length);
    for (const { sentence } of laws) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a law that is broken', () => {
  const never: Law = {
    id: 'nothingHappens',
    rules: ['CRON-3'],
    sentence: 'Nothing happens.',
    judge: ({ ended }) => ({ kind: 'broken', expected: '0 entries', observed: `${ended.journal.length} entries` }),
  };

  it('is an error that says which law, what it says, and what was observed', () => {
    expect(() => expectLaw(served, never)).toThrow(
      /^The law nothingHappens \(CRON-3\) is broken\. Nothing happens\.\n {2}expected: 0 entries\n {2}observed: \d+ entries$/,
    );
    expect(() => expectLaw(served, [never])).toThrow(LawBroken);
  });

  it('BILL-1: a bill that the journal does not explain breaks billEqualsRecount', () => {
    const given = new LawCase(served);
    const { run, journal } = given.ended;
    const shorter = { ...given, ended: { run, journal: journal.filter(({ type }) => type !== 'replica.settled') } };
    expect(billEqualsRecount.judge(shorter as unknown as LawCase)).toMatchObject({ kind: 'broken' });
  });

  it('CRON-3: two executions at one time break forbidNeverOverlaps', () => {
    const [document] = sampled(scenarioWith({ corners: ['forbidSkip'], size: 'small' }), 1);
    const given = new LawCase(document!);
    const { run, journal } = given.ended;
    const unended = journal.filter(({ type }) => type !== 'execution.succeeded');
    const verdict = forbidNeverOverlaps.judge({ ...given, ended: { run, journal: unended } } as unknown as LawCase);
    expect(verdict).toMatchObject({ kind: 'broken', expected: expect.stringContaining('starts before execution') });
  });

  it('a second replica answers what one alone cannot: moreServesNoLess looks at the demand', () => {
    expect(moreServesNoLess.judge(new LawCase(served))).toEqual({ kind: 'holds' });
    const { demand: _, ...idle } = served;
    expect(moreServesNoLess.judge(new LawCase(idle))).toMatchObject({ kind: 'skipped' });
  });
});

describe('a serverless workload that starts from nothing under load', () => {
  it('says in its journal that the first version serves with its minimum again (ROLL-1)', () => {
    const container = { name: 'main', image: 'api:1', ports: [{ number: 8080, protocol: 'http' }] };
    const autoscaling = { metric: 'concurrency', minScale: 2, maxScale: 5, maxConcurrency: 3, scaleToZeroDelay: 60 };
    const spec = { type: 'serverless', containers: [container], defaultOptions: { autoscaling, timeoutSeconds: 60 } };
    const document = {
      ...served,
      for: '1m',
      assumptions: { 'run.start': 'cold' },
      resources: [served.resources[0]!, { kind: 'workload', gvc: 'ash', name: 'api', spec }],
      behavior: { 'ash/api': { readyAfter: '10s' } },
      demand: [{ to: 'ash/api', rate: '1/s', arrivals: 'poisson' }],
    };
    const { ended } = new LawCase(document);
    const scaled = ended.journal.flatMap(({ type, data }) =>
      type === 'deployment.scaled' ? [[data.from, data.to]] : [],
    );
    expect(scaled.some(([from, to]) => Number(from) > 2 && to === 2)).toBe(true);
    expectLaw(document, lawOfInvariant(scalingIsContinuous));
  });
});

describe('a scenario for laws', () => {
  it('may be the text of a file, with its variants and parameters applied', () => {
    const text = `
svcsim: 1
start: 2026-11-02T00:00:00Z
for: "\${hours}h"
params: { hours: 3 }
resources: [{ kind: gvc, name: ash, spec: {} }]
`;
    const { scenario } = new LawCase(text);
    expect(scenario.end).toBe(instantFromIso('2026-11-02T03:00:00Z'));
    expect(() => new LawCase('svcsim: 1\nnmae: x\n')).toThrow("did you mean 'name'");
  });
});

describe('a law of somebody else', () => {
  it('that returns nothing is named', () => {
    const silent = { id: 'silent', rules: [], sentence: '', judge: () => undefined } as unknown as Law;
    expect(() => expectLaw(served, silent)).toThrow('the law silent returned no verdict: return holds');
  });
});
