import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { isoFromInstant } from '../../src/engine/time.ts';
import { expectLaw } from '../../src/testing/checkLaws.ts';
import type { ScenarioDocument } from '../../src/testing/document.ts';
import { scenarioOf } from '../../src/testing/document.ts';
import { noTickVanishes } from '../../src/testing/laws/due.ts';
import { runToEnd } from '../../src/testing/laws/law.ts';
import { forkEqualsRun, literalEqualsAhead } from '../../src/testing/laws/sameRun.ts';

/** Reports of one workload over a night in which the clock changes. */
const reports = fc
  .record({
    night: fc.constantFrom(
      ['Europe/Berlin', '2027-03-27T12:00:00Z'],
      ['Europe/Berlin', '2027-10-30T12:00:00Z'],
      ['America/New_York', '2027-03-13T12:00:00Z'],
      ['America/St_Johns', '2027-11-06T12:00:00Z'],
      ['Australia/Lord_Howe', '2027-04-03T06:00:00Z'],
      ['Asia/Kathmandu', '2027-04-03T06:00:00Z'],
    ),
    gap: fc.constantFrom('skip', 'after'),
    overlap: fc.constantFrom('twice', 'once'),
    schedule: fc.constantFrom('30 2 * * *', '15,45 1-3 * * *', '*/10 * * * *', '0 2 * * *', '*/20 2 * * *'),
    concurrencyPolicy: fc.constantFrom('Forbid', 'Replace', 'Allow'),
    duration: fc.constantFrom('5m', '25m', { exponential: { mean: '15m' } }),
  })
  .map(({ night: [zone, start], gap, overlap, schedule, concurrencyPolicy, duration }) => ({
    svcsim: 1 as const,
    start: start ?? '',
    for: '60h',
    seed: 1,
    assumptions: { 'cron.zone': zone, 'cron.zone.gap': gap, 'cron.zone.overlap': overlap },
    resources: [
      { kind: 'gvc', name: 'ash', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
      {
        kind: 'workload',
        gvc: 'ash',
        name: 'report',
        spec: {
          type: 'cron',
          containers: [{ name: 'main', image: 'app:1', cpu: '100m', memory: '64Mi' }],
          job: { schedule, concurrencyPolicy },
        },
      },
    ],
    behavior: { 'ash/report': { execution: { duration } } },
    timeline: [],
  }));

function started(document: ScenarioDocument): Entry[] {
  return runToEnd(scenarioOf(document)).journal.filter(({ type }) => type === 'execution.started');
}

describe('schedules in a time zone', () => {
  it('keep the laws of runs over the nights in which the clock changes', () => {
    fc.assert(
      fc.property(reports, (document) => expectLaw(document, [literalEqualsAhead, forkEqualsRun, noTickVanishes])),
      { seed: 1, numRuns: 60 },
    );
  });

  it('cite the zone, and what it does with a time that is left out or repeated', () => {
    const [own] = fc.sample(reports, { seed: 1, numRuns: 1 });
    const night = (start: string, assumptions: object): ScenarioDocument => ({
      ...own!,
      start,
      assumptions: { 'cron.zone': 'Europe/Berlin', ...assumptions },
      behavior: {},
      resources: own!.resources.map((one) =>
        one.kind === 'workload' ? { ...one, spec: { ...one.spec, job: { schedule: '30 2 * * *' } } } : one,
      ),
    });
    const cited = (document: ScenarioDocument) =>
      started(document).map(({ at, reason }) => [
        isoFromInstant(at).slice(0, 16),
        ...reason.assumptions.filter((name) => name.startsWith('cron.zone')),
      ]);
    expect(cited(night('2027-03-27T12:00:00Z', { 'cron.zone.gap': 'after' }))).toEqual([
      ['2027-03-28T01:00', 'cron.zone', 'cron.zone.gap'],
      ['2027-03-29T00:30', 'cron.zone'],
    ]);
    expect(cited(night('2027-10-30T12:00:00Z', {}))).toEqual([
      ['2027-10-31T00:30', 'cron.zone'],
      ['2027-10-31T01:30', 'cron.zone', 'cron.zone.overlap'],
      ['2027-11-01T01:30', 'cron.zone'],
    ]);
  });
});
