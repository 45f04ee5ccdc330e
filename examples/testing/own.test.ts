/**
 * A law and an invariant of your own, scenarios that a checker must refuse, what a run costs, and a session under
 * commands.
 */
import fc from 'fast-check';
import {
  checkInvariants,
  costOf,
  errorsIn,
  expectLaw,
  holds,
  type Invariant,
  type Law,
  nearValidScenarios,
  runCommands,
  runToEnd,
  scenarioOf,
  scenarios,
  sessionCommands,
} from 'svcsim/testing';
import { expect, test } from 'vitest';

const seedIsJustASeed: Law = {
  id: 'seedIsJustASeed',
  rules: [],
  sentence: 'Another seed never changes which requests the API accepts at the start.',
  judge: ({ document, ended }) => {
    const other = runToEnd(scenarioOf({ ...document, seed: 4711 }));
    const [ours, theirs] = [ended, other].map(({ journal }) => journal.find(({ type }) => type.startsWith('request.')));
    if (ours?.type === theirs?.type) return holds;
    return { kind: 'broken', expected: `${ours?.type}`, observed: `${theirs?.type}` };
  },
};

test('a law of your own is checked like the others', () => {
  fc.assert(
    fc.property(scenarios({ hours: [2] }), (document) => expectLaw(document, seedIsJustASeed)),
    { numRuns: 10 },
  );
});

const pullsEnd: Invariant = {
  id: 'pullsEnd',
  rules: [],
  sentence: 'An image that cannot be pulled is tried again later.',
  under: {},
  check: (entries) =>
    entries.flatMap(({ at, seq, type, subject, data }) => {
      if (type !== 'replica.pullFailed' || Number(data['startedAt']) > at) return [];
      return [{ at, entry: seq, subject: subject.name, message: 'its containers run before the next pull' }];
    }),
};

test('an invariant of your own is a fold over entries', () => {
  fc.assert(
    fc.property(scenarios({ hours: [2] }), (document) => {
      const { journal } = runToEnd(scenarioOf(document));
      const [checked] = checkInvariants(journal, undefined, [pullsEnd]);
      expect(checked?.violations).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

test('a scenario that is wrong by one rule is refused by that rule', () => {
  fc.assert(
    fc.property(nearValidScenarios(), ({ document, rule }) => {
      expect(errorsIn(document).map((problem) => problem.rule)).toContain(rule);
    }),
    { numRuns: 30 },
  );
});

test('a run of a small scenario takes few events', () => {
  fc.assert(
    fc.property(scenarios({ hours: [4], isCalm: true, workloadsMax: 1, burstsMax: 1 }), (document) => {
      const { run } = runToEnd(scenarioOf(document));
      expect(costOf(run).eventsPerHour).toBeLessThan(2_000);
    }),
    { numRuns: 10 },
  );
});

test('a session keeps what the API promises, whatever is asked of it and when', () => {
  fc.assert(fc.property(sessionCommands(20), runCommands), { numRuns: 20 });
});
