import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import type { FactData } from '../../src/platform/facts.ts';
import { container } from './asked.ts';
import { billText, ended, expectSameJournal, holds, scenarioOf } from './play.ts';
import { type Doc, gvcOf } from './worlds.ts';

const api = '/gvc/ash/workload/api';
const instant = fc.integer({ min: 10, max: 15 * 60 });
const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: 2, max: 9 })
      .map((version) => ({ patch: api, with: { spec: { containers: [container(version)] } } })),
  },
  fc.constantFrom<object>(
    { post: `${api}/-command`, with: { type: 'stopReplica', spec: { location: 'aws-us-east-1' } } },
    { fault: { drain: { of: 'ash/workload/api' } } },
    { fault: { replicaCrash: { of: 'ash/workload/api' } } },
    { fault: { stuckReadiness: { of: 'ash/workload/api', replicas: 1 } }, for: '40s' },
  ),
);

/**
 * One workload of few replicas, which exit again and again and are replaced slowly, with one request a second from
 * outside and one from inside.
 */
const leaving: fc.Arbitrary<Doc> = fc
  .record({
    type: fc.constantFrom('standard', 'standard', 'stateful', 'serverless'),
    scale: fc.constantFrom(1, 1, 2),
    isPublished: fc.boolean(),
    attempts: fc.constantFrom(0, 2),
    rollout: fc.constantFrom({ maxSurgeReplicas: 0, maxUnavailableReplicas: 1 }, { maxSurgeReplicas: 1 }),
    life: fc.record({
      pull: fc.constantFrom('8s', '90s'),
      readyAfter: fc.constantFrom('0s', '0s', '15s'),
      stop: fc.constantFrom('1s', '40s'),
    }),
    crash: fc.constantFrom('20s', '60s', '3m'),
    changes: fc.array(fc.tuple(instant, change), { minLength: 3, maxLength: 12 }),
  })
  .map(({ type, scale, isPublished, attempts, rollout, life, crash, changes }) => {
    const spec = (own: object): object => ({
      containers: [container(1)],
      defaultOptions: { autoscaling: { metric: 'disabled', minScale: scale, maxScale: scale } },
      ...own,
    });
    const rolloutOptions = { ...rollout, terminationGracePeriodSeconds: 90 };
    return {
      svcsim: 1,
      start: '2026-11-29T00:00:00Z',
      for: '20m',
      seed: 1,
      assumptions: {},
      resources: [
        gvcOf({ gvc: 'ash', locations: ['aws-us-east-1'] }),
        {
          kind: 'workload',
          gvc: 'ash',
          name: 'api',
          tags: isPublished ? { 'svc/publishNotReadyAddresses': 'true' } : {},
          spec: spec({ type, rolloutOptions, requestRetryPolicy: { attempts } }),
        },
        { kind: 'workload', gvc: 'ash', name: 'web', spec: spec({ type: 'standard' }) },
      ],
      behavior: {
        'ash/api': { ...life, crash: { every: { exponential: { mean: crash } } }, request: { duration: '300ms' } },
      },
      demand: [
        { to: 'ash/api', rate: '1/s', arrivals: 'poisson' },
        { to: 'ash/api', by: 'ash/web', rate: '1/s', arrivals: 'poisson' },
      ],
      timeline: changes.map(([seconds, what]) => ({ at: `+${seconds}s`, ...what })),
    } as Doc;
  });

interface Seen {
  answered: number;
  byLeaving: number;
  leftExited: number;
}

/** Looks who answered, and what had become of it by then. */
function expectRunning(journal: readonly Entry[], seen: Seen): void {
  const exited = new Set<string>();
  const leaving = new Set<string>();
  for (const { type, subject, ordinal, data } of journal) {
    const replica = `${subject.name} ${ordinal}`;
    if (type === 'replica.exited') exited.add(replica);
    if (type === 'replica.restarted' || type === 'replica.gone') exited.delete(replica);
    if (type === 'replica.gone') leaving.delete(replica);
    if (type === 'replica.terminating') {
      leaving.add(replica);
      if (exited.has(replica)) seen.leftExited += 1;
    }
    if (type !== 'call.ended' || (data as FactData['call.ended']).status !== 200) continue;
    expect(exited.has(replica), `${replica} has exited`).toBe(false);
    seen.answered += 1;
    if (leaving.has(replica)) seen.byLeaving += 1;
  }
}

describe('requests to replicas that exit, and are told to stop', () => {
  it('are answered by those that run, also while they terminate (traffic.terminating), looking ahead as at every tick', () => {
    const seen: Seen = { answered: 0, byLeaving: 0, leftExited: 0 };
    holds(40, leaving, (doc) => {
      const scenario = scenarioOf(doc);
      const [literal, ahead] = [ended(scenario, true), ended(scenario, false)];
      expectSameJournal(ahead.journal, literal.journal);
      expect(billText(ahead.run)).toBe(billText(literal.run));
      expectRunning(ahead.journal, seen);
    });
    expect(seen.answered).toBeGreaterThan(10_000);
    expect(seen.byLeaving).toBeGreaterThan(100);
    expect(seen.leftExited).toBeGreaterThan(20);
  });
});
