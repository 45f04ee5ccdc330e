import { describe, expect, it } from 'vitest';
import { isoFromInstant } from '../../../src/engine/time.ts';
import { firstText } from '../../../src/report/verdict/reportFinding.ts';
import { eventful, ran } from '../ran.ts';

const east = 'at: aws-us-east-1';

/** The entry that a broken expectation names: its type and its data, and whether it is of the instant that is told. */
function named(expectation: string): unknown {
  const { report, entries } = ran(`${eventful}expect:\n  - { ${expectation} }\n`);
  const [verdict] = report.summary.expectations;
  const entry = entries.find(({ seq }) => seq === verdict?.entry);
  if (verdict === undefined || entry === undefined) return verdict?.entry;
  return [entry.type, entry.data, verdict.firstBroken === isoFromInstant(entry.at)];
}

describe('the journal entry of a broken expectation', () => {
  it.each([
    ['always', `metric: replicas.desired, of: shop/web, ${east}, always: "<= 4"`, 'deployment.scaled', { to: 5 }],
    [
      'of the end',
      `metric: replicas.desired, of: shop/db, ${east}, is: "= 2"`,
      'deployment.scaled',
      { from: 2, to: 1 },
    ],
    ['of the end, a sum', 'metric: rollouts.started, is: "= 0"', 'rollout.started', { version: 2 }],
    [
      'a share',
      `metric: replicas.desired, of: shop/db, ${east}, is: "= 2", share: 100%`,
      'deployment.scaled',
      { to: 1 },
    ],
    ['of the run', 'metric: requests.refused, always: "= 0"', 'request.refused', { method: 'PATCH' }],
    ['of volumes', 'metric: volumes.count, always: "<= 3"', 'volume.settled', { capacityMicroGB: 10_000_000 }],
  ])('%s: %s', (_, expectation, type, data) => {
    expect(named(expectation)).toEqual([type, expect.objectContaining(data), true]);
  });

  it('is unknown where no entry began it: what volumes use grows between entries', () => {
    expect(named('metric: volumes.usedGB, of: shop/data, at: aws-us-east-1, always: "<= 17 GB"')).toBeUndefined();
    expect(named('metric: bill.total, is: "<= 0.01 USD"')).toBeUndefined();
  });
});

describe('the journal entry of a finding', () => {
  const { report, entries } = ran(eventful);
  const told = new Map(
    report.summary.findings.map(({ kind, subject, entry }) => [
      `${kind} ${subject}`,
      entries.find(({ seq }) => seq === entry)?.type,
    ]),
  );

  it('is the first one of its kind, about its subject', () => {
    expect(told.get('executions-deadline shop/workload/job@aws-us-east-1')).toBe('execution.removed');
    expect(told.get('request-refused shop/workload/web')).toBe('request.refused');
    expect(told.get('volume-full shop/volumeset/data@aws-us-east-1/1')).toBe('volume.full');
  });

  it('is not told of what may come without entries, or has none', () => {
    expect(told.get('executions-failed shop/workload/job@aws-us-east-1')).toBeUndefined();
    expect(told.get('volume-unused shop/volumeset/data@aws-us-east-1')).toBeUndefined();
    expect(told.has('executions-failed shop/workload/job@aws-us-east-1')).toBe(true);
  });

  it('is told with its instant', () => {
    expect(firstText({ at: '2026-11-02T02:00:15.000Z', entry: 23 })).toBe(' (first: 2 Nov 02:00:15, #23)');
    expect(firstText({ at: '2026-11-02T02:00:00.000Z' })).toBe(' (first: 2 Nov 02:00)');
    expect(firstText({ at: null, entry: 23 })).toBe(' (first: #23)');
    expect(firstText({ at: null })).toBe('');
  });
});
