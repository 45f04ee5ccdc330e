import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactType } from '../../src/platform/facts.ts';
import { scenarios } from '../../src/testing/arbitraries/scenarios.ts';
import { simplerScenarios } from '../../src/testing/arbitraries/simpler.ts';
import { documentOf, errorsIn, type ScenarioDocument, scenarioOf, warningsIn } from '../../src/testing/document.ts';
import { entriesOf } from '../../src/testing/entriesOf.ts';
import { runToEnd } from '../../src/testing/laws/law.ts';
import { saving } from '../../src/testing/saving.ts';
import '../../src/testing/vitest.ts';

const [document] = fc.sample(scenarios({ hours: [2] }), { seed: 3, numRuns: 1 }) as [ScenarioDocument];

describe('entriesOf', () => {
  it('has the entries of a type, and refuses a type that does not exist', () => {
    const { journal } = runToEnd(scenarioOf(document));
    const ready = journal.filter(({ type }) => type === 'replica.ready');
    expect(ready.length).toBeGreaterThan(0);
    expect(entriesOf(journal, 'replica.ready')).toEqual(ready);
    expect(() => entriesOf(journal, 'replica.redy' as FactType)).toThrow(
      "there is no entry type 'replica.redy'; did you mean 'replica.ready'?",
    );
  });
});

describe('saving', () => {
  const property = fc.property(scenarios({ hours: [2] }), () => {
    throw new Error('it never holds\nwhatever is drawn');
  });

  it('writes the smallest scenario as a file that says what is wrong, and fails as usual', () => {
    const texts: string[] = [];
    const reporter = saving((text) => texts.push(text));
    expect(() => fc.assert(property, { seed: 1, numRuns: 3, reporter })).toThrow(/Property failed after 1 tests/);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(
      /^# A property fails for this scenario:\n# it never holds\n# whatever is drawn\n\nsvcsim: 1\n/,
    );
    expect(errorsIn(documentOf(texts[0] ?? ''))).toEqual([]);
  });

  it('writes nothing where the property holds', () => {
    const written: string[] = [];
    fc.assert(
      fc.property(scenarios({ hours: [2] }), () => true),
      { numRuns: 2, reporter: saving((text) => written.push(text)) },
    );
    expect(written).toEqual([]);
  });
});

describe('a document', () => {
  const misspelt = {
    ...document,
    resources: document.resources.map((one) =>
      one.kind === 'workload' ? { ...one, spec: { ...one.spec, conteiners: [] } } : one,
    ),
  };

  it('with a misspelt field has a warning, and no error', () => {
    expect(errorsIn(misspelt)).toEqual([]);
    expect(JSON.stringify(warningsIn(document))).not.toContain('conteiners');
    expect(
      warningsIn(misspelt)
        .map(({ message }) => message)
        .join(),
    ).toContain('conteiners');
  });

  it('that is none is shown where it is wrong', () => {
    expect(() => scenarioOf({ ...document, for: 'long' })).toThrow(/scenario\.json:\d+:\d+ [\s\S]*"for": "long"/);
  });
});

describe('matchers', () => {
  it('say what they take', () => {
    expect(() => expect({ journal: [] }).toReach('forbidSkip')).toThrow(
      'expected the journal entries of a run, a list',
    );
  });

  it('check the invariants of a list alone', () => {
    const never = {
      id: 'never',
      rules: [],
      sentence: 'There are no entries.',
      under: {},
      check: ([first]: readonly never[]) =>
        first === undefined ? [] : [{ at: 0, entry: 1, subject: 'x', message: 'there is one' }],
    };
    const { journal } = runToEnd(scenarioOf(document));
    expect(() => expect(journal).toKeepInvariants(undefined, [never as never])).toThrow('there is one');
  });
});

describe('simpler scenarios', () => {
  it('have one location, a step sooner, no probe, and seed 1', () => {
    const spec = {
      type: 'standard',
      containers: [
        { name: 'main', image: 'app:1', cpu: '100m', memory: '128Mi', readinessProbe: { exec: { command: ['a'] } } },
      ],
      defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
    };
    const locationLinks = ['//location/aws-us-east-1', '//location/aws-eu-central-1'];
    const given: ScenarioDocument = {
      svcsim: 1,
      start: '2026-11-29T00:00:00Z',
      for: '1h',
      seed: 7,
      assumptions: {},
      resources: [
        { kind: 'gvc', name: 'ash', spec: { staticPlacement: { locationLinks } } },
        { kind: 'workload', gvc: 'ash', name: 'web', spec },
      ],
      behavior: {},
      timeline: [{ at: '+983s', patch: '/gvc/ash/workload/web', with: { description: 'x' } }],
    };
    const texts = [...simplerScenarios(given)].map((one) => JSON.stringify(one));
    const has = (isSimpler: (text: string) => boolean) => texts.some(isSimpler);
    expect(has((text) => text.includes('"locationLinks":["//location/aws-us-east-1"]'))).toBe(true);
    expect(has((text) => text.includes('"at":"+8m"'))).toBe(true);
    expect(has((text) => !text.includes('readinessProbe') && text.includes('"web"'))).toBe(true);
    expect(has((text) => text.includes('"seed":1,'))).toBe(true);
  });
});
