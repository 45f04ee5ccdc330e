import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { deadlineOf, planDeadline } from '../../../src/platform/cron/deadline.ts';

const tied = ['cron.deadline.from', 'cron.deadline.tie'] as const;

describe('CRON-10: when an execution has run for too long', () => {
  it.each([
    ['CRON-9: no limit, no deadline', null, 'active', 14, null],
    ['counts from its start, placement and pull included', 60, 'active', 14, 160],
    ['counts from there before the containers run, too', 60, 'active', null, 160],
    ['counts from the first start of the containers where assumed', 60, 'containerStart', 114, 174],
    ['then there is none before it', 60, 'containerStart', null, null],
  ] as const)('%s', (_, seconds, from, started, expected) => {
    const startedAt = started === null ? null : started * second;
    const activeDeadline = seconds === null ? null : seconds * second;
    const deadlineAt = deadlineOf(
      { startTime: 100 * second, startedAt, activeDeadline },
      { 'cron.deadline.from': from },
    );
    expect(deadlineAt).toBe(expected === null ? null : expected * second);
  });

  it.each([
    ['an end before it counts', 59_999, 'ownStatus', 'hold', []],
    ['an end at that very instant counts: that is not longer', 60_000, 'ownStatus', 'hold', tied],
    ['an end at that very instant comes too late where assumed', 60_000, 'removed', 'act', tied],
    ['an end a millisecond later comes too late', 60_001, 'ownStatus', 'act', ['cron.deadline.from']],
    ['no end at all', null, 'ownStatus', 'act', ['cron.deadline.from']],
  ] as const)('%s', (_, endsAt, tie, kind, assumptions) => {
    const plan = planDeadline({ deadlineAt: 60_000, endsAt }, { 'cron.deadline.tie': tie });
    expect([plan.kind, plan.reason]).toEqual([kind, { rules: ['CRON-10'], assumptions }]);
  });
});
