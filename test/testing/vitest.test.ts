import { describe, expect, it } from 'vitest';
import '../../src/testing/vitest.ts';
import { documentOf, scenarioOf } from '../../src/testing/document.ts';
import { fourExpansions } from '../../src/testing/invariants/volumes.ts';
import { type Law, runToEnd } from '../../src/testing/laws/law.ts';
import { billEqualsRecount } from '../../src/testing/laws/money.ts';
import { lawOfInvariant } from '../../src/testing/laws/platform.ts';

const document = documentOf(`
svcsim: 1
start: 2026-11-02T00:00:00Z
for: 1h
resources:
  - { kind: gvc, name: ash, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: ash
    name: job
    spec: { type: cron, containers: [{ name: main, image: "job:1" }], job: { schedule: "*/5 * * * *" } }
behavior: { ash/job: { execution: { duration: 7m } } }
`);
const { journal } = runToEnd(scenarioOf(document));
const never: Law = {
  id: 'neverRuns',
  rules: [],
  sentence: 'Nothing runs.',
  judge: () => ({ kind: 'broken', expected: 'nothing', observed: 'a run' }),
};

describe('matchers of svcsim/testing/vitest', () => {
  it('toHoldLaws takes all laws, one law or a list, a document or a text', () => {
    expect(document).toHoldLaws();
    expect(document).toHoldLaws(billEqualsRecount);
    expect(JSON.stringify(document)).toHoldLaws([billEqualsRecount, lawOfInvariant(fourExpansions)]);
    expect(document).not.toHoldLaws(never);
    expect(() => expect(document).toHoldLaws([billEqualsRecount, never])).toThrow(
      'The law neverRuns is broken. Nothing runs.\n  expected: nothing\n  observed: a run',
    );
    expect(() => expect(document).not.toHoldLaws(billEqualsRecount)).toThrow(
      'The scenario holds billEqualsRecount; expected at least one of them to be broken.',
    );
  });

  it('toKeepInvariants names the entry that breaks one', () => {
    expect(journal).toKeepInvariants();
    const wrong = journal.filter(({ type }) => type !== 'execution.started');
    expect(wrong).not.toKeepInvariants();
    expect(() => expect(wrong).toKeepInvariants()).toThrow(/^The journal breaks invariants in \d+ places\./);
    expect(() => expect(journal).not.toKeepInvariants()).toThrow('The journal keeps the invariants');
  });

  it('toReach tells what a situation is', () => {
    expect(journal).toReach('forbidSkip');
    expect(journal).not.toReach('eviction');
    expect(() => expect(journal).toReach('eviction')).toThrow(
      "The run never reaches 'eviction': a replica is evicted for its ephemeral storage (EPH-3).",
    );
    expect(() => expect(journal).toReach('evicted' as 'eviction')).toThrow(
      /there is no situation 'evicted'; .*eviction/,
    );
    expect(() => expect(journal).not.toReach('forbidSkip')).toThrow(
      /^The run reaches 'forbidSkip' \d+ times; expected/,
    );
  });
});
