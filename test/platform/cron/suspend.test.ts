import { describe, expect, it } from 'vitest';
import { planSuspend } from '../../../src/platform/cron/suspend.ts';

const active = [
  { handle: 3, scheduled: true },
  { handle: 4, scheduled: false },
];

describe('SUSP-2, SUSP-6: what a suspension does to executions', () => {
  it.each([
    ['they go on by `job.suspend`', 'job', 'alsoRemove', active, 'hold'],
    ['they go on by `defaultOptions.suspend`', 'defaultOptions', 'likeJobSuspend', active, 'hold'],
    ['they are removed where the assumption says so', 'defaultOptions', 'alsoRemove', active, [3, 4]],
    ['there may be none to remove', 'defaultOptions', 'alsoRemove', [], 'hold'],
  ] as const)('%s', (_, suspendedBy, assumed, running, expected) => {
    const plan = planSuspend({ suspendedBy, active: running }, { 'cron.defaultSuspend': assumed });
    expect(plan.kind === 'act' ? plan.actions.map((action) => action.execution) : plan.kind).toEqual(expected);
  });
});
