import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { scenariosWithRequests } from '../../src/testing/arbitraries/requestScenarios.ts';
import { gvcOf } from '../../src/testing/arbitraries/scenarios.ts';
import { scenarioWith } from '../../src/testing/arbitraries/scenarioWith.ts';
import type { ScenarioDocument } from '../../src/testing/document.ts';
import { noReadingVanishes, noRequestVanishes, noTickVanishes } from '../../src/testing/laws/due.ts';
import { type Law, LawCase, type Verdict } from '../../src/testing/laws/law.ts';

/** What a law says of the run of a document from whose journal one entry is missing. */
function without(law: Law, document: ScenarioDocument, isMissing: (entry: Entry) => boolean): Verdict {
  const given = new LawCase(document);
  const { run, journal } = given.ended;
  const index = journal.findIndex(isMissing);
  expect(index, 'there is such an entry').toBeGreaterThanOrEqual(0);
  const others = journal.filter((_, at) => at !== index);
  return law.judge({ document, scenario: given.scenario, ended: { run, journal: others } } as unknown as LawCase);
}

function reports(job: object, change: object = {}): ScenarioDocument {
  return {
    svcsim: 1,
    start: '2026-11-29T00:00:00Z',
    for: '6h',
    seed: 1,
    assumptions: {},
    resources: [
      gvcOf({ gvc: 'ash', locations: ['aws-us-east-1'] }),
      {
        kind: 'workload',
        gvc: 'ash',
        name: 'report',
        spec: { type: 'cron', containers: [{ name: 'main', image: 'app:1', cpu: '100m', memory: '64Mi' }], job },
      },
    ],
    behavior: { 'ash/report': { execution: { duration: '12m' } } },
    timeline: [],
    ...change,
  };
}

describe('noTickVanishes', () => {
  const own = reports({ schedule: '*/10 * * * *', concurrencyPolicy: 'Forbid' });

  it('counts executions that start and ticks that are skipped', () => {
    expect(noTickVanishes.judge(new LawCase(own))).toEqual({ kind: 'holds' });
    for (const type of ['execution.started', 'execution.skipped'])
      expect(without(noTickVanishes, own, (entry) => entry.type === type)).toEqual({
        kind: 'broken',
        expected: '36 ticks of ash/workload/report@aws-us-east-1',
        observed: '35 in its journal',
      });
  });

  it('counts the ticks of a halt that has ended, and of one that lasts to the end', () => {
    const suspend = (at: string, is: boolean) => ({
      at,
      patch: '/gvc/ash/workload/report',
      with: { spec: { job: { suspend: is } } },
    });
    const ended = { ...own, timeline: [suspend('+1h', true), suspend('+2h', false)] };
    expect(noTickVanishes.judge(new LawCase(ended))).toEqual({ kind: 'holds' });
    expect(
      without(noTickVanishes, ended, ({ type, data }) => type === 'ticks.passed' && data.count === 6),
    ).toMatchObject({
      kind: 'broken',
    });
    const lasting = { ...own, timeline: [suspend('+1h', true)] };
    expect(noTickVanishes.judge(new LawCase(lasting))).toEqual({ kind: 'holds' });
  });

  it('counts no tick at the start for a workload that begins with the run', () => {
    for (const assumptions of [{ 'run.start': 'cold' }, { 'cron.runStart.tick': 'skipped' }])
      expect(noTickVanishes.judge(new LawCase({ ...own, assumptions }))).toEqual({ kind: 'holds' });
  });

  it('says nothing where the timeline changes the schedule, or there is none', () => {
    const changed = {
      ...own,
      timeline: [{ at: '+1h', patch: '/gvc/ash/workload/report', with: { spec: { job: { schedule: '@hourly' } } } }],
    };
    const none = { ...own, resources: own.resources.slice(0, 1), behavior: {} };
    for (const document of [changed, none])
      expect(noTickVanishes.judge(new LawCase(document))).toMatchObject({ kind: 'skipped' });
  });
});

describe('noRequestVanishes', () => {
  it('counts the answers and what is on its way', () => {
    const documents = fc.sample(scenariosWithRequests, { seed: 4, numRuns: 8 });
    let tried = 0;
    for (const document of documents) {
      const { kind } = noRequestVanishes.judge(new LawCase(document));
      expect(kind).not.toBe('broken');
      const demands = (document.demand ?? []) as readonly { readonly arrivals?: string; readonly by?: string }[];
      if (kind !== 'holds' || demands.some(({ by }) => by !== undefined)) continue;
      tried += 1;
      expect(without(noRequestVanishes, document, ({ type }) => type === 'call.ended')).toMatchObject({
        kind: 'broken',
      });
    }
    expect(tried).toBeGreaterThan(0);
  });
});

describe('noReadingVanishes', () => {
  it('holds where expansions are accepted and refused', () => {
    const [document] = fc.sample(scenarioWith({ corners: ['expansionRefused'], size: 'small' }), {
      seed: 2,
      numRuns: 1,
    });
    expect(noReadingVanishes.judge(new LawCase(document!))).toEqual({ kind: 'holds' });
  });

  it('says nothing where no volume is expanded by itself', () => {
    expect(noReadingVanishes.judge(new LawCase(reports({ schedule: '@hourly' })))).toMatchObject({ kind: 'skipped' });
  });
});
