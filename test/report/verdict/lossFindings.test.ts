import { describe, expect, it } from 'vitest';
import type { FailureReport } from '../../../src/report/verdict/failure.ts';
import { lossFindings, withLosses } from '../../../src/report/verdict/lossFindings.ts';

function loss(
  lost: FailureReport['lost'],
  location: string,
  before: string | null,
  after: string | null,
): FailureReport {
  return {
    gvc: 'shop',
    name: 'api',
    lost,
    location,
    zone: lost === 'zone' ? 'a' : null,
    from: '2026-11-03T12:00:00Z',
    until: '2026-11-03T13:00:00Z',
    before: { served: before, breachMinutes: 0 },
    after: { served: after, breachMinutes: 0 },
    spares: [],
    limit: null,
    remedy: null,
  };
}

describe('a loss that a workload would not outlive unharmed is a finding', () => {
  it('that names all such losses, the worst first, each with what would be served', () => {
    const losses = [
      loss('replica', 'x', '1.0', '0.95'),
      loss('zone', 'x', '1.0', '0.5'),
      loss('location', 'x', '1.0', '0.0'),
      loss('replica', 'y', '1.0', '0.99'),
    ];
    expect(lossFindings(losses)).toEqual([
      {
        severity: 'warning',
        kind: 'failure-loss',
        subject: 'shop/workload/api',
        message:
          "in the workload's busiest hour, the loss of a replica, zone or location leaves less than 99 % of its requests served (0 % served without x, 50 % served without zone a of x, 95 % served without a replica in x)",
        at: '2026-11-03T12:00:00Z',
        rule: null,
      },
    ]);
  });

  it.each([
    ['that nobody asks anything of', null, null],
    ['that is served as badly without a loss', '0.5', '0.5'],
    ['that is served nearly as before', '1.0', '0.9901'],
  ])('but not of one %s', (_, before, after) => {
    expect(lossFindings([loss('location', 'x', before, after)])).toEqual([]);
  });

  it('among the others, after errors', () => {
    const other = { kind: 'x', subject: '', message: '', at: null, rule: null } as const;
    const findings = [{ ...other, severity: 'error' } as const, { ...other, severity: 'info' } as const];
    const all = withLosses(findings, [loss('location', 'x', '1.0', '0.0')]);
    expect(all.map(({ severity }) => severity)).toEqual(['error', 'warning', 'info']);
  });
});
