import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  planMissed,
  planTick,
  type TickAction,
  type TickAssumptions,
  type TickView,
} from '../../../src/platform/cron/tick.ts';

const usual = {
  'cron.forbid.missed': 'skip',
  'cron.resume.missed': 'none',
  'cron.replace.start': 'atOnce',
  'cron.runNow.counts': 'no',
} as const;
const lateStart = { ...usual, 'cron.forbid.missed': 'lateStart' } as const;
const latest = { ...usual, 'cron.resume.missed': 'latest' } as const;
const afterStop = { ...usual, 'cron.replace.start': 'afterStop' } as const;
const commandsCount = { ...usual, 'cron.runNow.counts': 'yes' } as const;

const byTick = { handle: 7, scheduled: true };
const byCommand = { handle: 8, scheduled: false };
const start: TickAction = { do: 'start' };
const remember: TickAction = { do: 'remember', tickAt: 60_000 };
const remove = (execution: number): TickAction => ({ do: 'remove', execution });

type Parts = Partial<TickView> & { readonly assumptions?: TickAssumptions };

function view(parts: Partial<TickView>): TickView {
  return {
    tickAt: 60_000,
    closed: 'none',
    suspendedBy: null,
    policy: 'Forbid',
    active: [],
    stopping: 0,
    ...parts,
  };
}

function outcome(plan: ReturnType<typeof planTick>) {
  return [plan.kind === 'act' ? plan.actions : plan.kind, [...plan.reason.rules, ...plan.reason.assumptions]];
}

describe('TYPE-11, CRON-3 to CRON-5, SUSP-6: what a tick does', () => {
  it.each<[string, Parts, readonly TickAction[] | 'hold' | 'refuse', string[]]>([
    ['starts where nothing runs', {}, [start], ['TYPE-11']],
    ['nothing while the workload is being deleted', { closed: 'deleting' }, 'hold', ['TYPE-11']],
    ['nothing in a disabled location', { closed: 'disabled' }, 'hold', ['LOC-7']],
    ['nothing in an outage', { closed: 'outage' }, 'hold', ['fault.outage.replicas']],
    ['nothing where the workload is passed over', { closed: 'ignored' }, 'hold', ['TAG-35']],
    ['nothing while suspended', { suspendedBy: 'job' }, 'hold', ['SUSP-6', 'cron.resume.missed']],
    [
      'nothing while suspended as a whole',
      { suspendedBy: 'defaultOptions' },
      'hold',
      ['SUSP-2', 'cron.defaultSuspend', 'cron.resume.missed'],
    ],
    [
      'is kept while suspended, where the latest is made up',
      { suspendedBy: 'job', assumptions: latest },
      [remember],
      ['SUSP-6', 'cron.resume.missed'],
    ],
    [
      'a closed location goes before that',
      { closed: 'outage', suspendedBy: 'job', assumptions: latest },
      'hold',
      ['fault.outage.replicas'],
    ],
    ['Forbid skips while one runs', { active: [byTick] }, 'refuse', ['CRON-3', 'cron.forbid.missed']],
    [
      'Forbid keeps the tick with lateStart',
      { active: [byTick], assumptions: lateStart },
      [remember],
      ['CRON-3', 'cron.forbid.missed'],
    ],
    ['Forbid does not mind a command', { active: [byCommand] }, [start], ['TYPE-11', 'CRON-18', 'cron.runNow.counts']],
    [
      'Forbid minds a command where it counts',
      { active: [byCommand], assumptions: commandsCount },
      'refuse',
      ['CRON-3', 'cron.forbid.missed', 'cron.runNow.counts'],
    ],
    ['Forbid does not wait for a replica that terminates', { stopping: 1 }, [start], ['TYPE-11']],
    [
      'Replace removes all that run, in order, then starts',
      { policy: 'Replace', active: [byTick, byCommand, { handle: 9, scheduled: true }] },
      [remove(7), remove(9), start],
      ['CRON-4', 'cron.replace.start'],
    ],
    [
      'Replace spares a command',
      { policy: 'Replace', active: [byCommand] },
      [start],
      ['TYPE-11', 'CRON-18', 'cron.runNow.counts'],
    ],
    [
      'Replace removes a command where it counts',
      { policy: 'Replace', active: [byCommand], assumptions: commandsCount },
      [remove(8), start],
      ['CRON-4', 'cron.replace.start', 'cron.runNow.counts'],
    ],
    [
      'Replace waits for the end with afterStop',
      { policy: 'Replace', active: [byTick], assumptions: afterStop },
      [remove(7), { do: 'startWhenStopped' }],
      ['CRON-4', 'cron.replace.start'],
    ],
    [
      'Replace still waits at the next tick with afterStop',
      { policy: 'Replace', stopping: 1, assumptions: afterStop },
      [{ do: 'startWhenStopped' }],
      ['CRON-4', 'cron.replace.start'],
    ],
    [
      'Replace starts at once with afterStop where nothing runs',
      { policy: 'Replace', assumptions: afterStop },
      [start],
      ['TYPE-11'],
    ],
    ['Allow starts beside another', { policy: 'Allow', active: [byTick] }, [start], ['TYPE-11', 'CRON-5']],
  ])('%s', (_, parts, expected, reason) => {
    expect(outcome(planTick(view(parts), parts.assumptions ?? usual))).toEqual([expected, reason]);
  });

  it('says why a tick is skipped', () => {
    expect(planTick(view({ active: [byTick, byTick] }), usual)).toMatchObject({
      message: 'skipped because concurrencyPolicy is Forbid: 2 earlier executions are still Active',
      retryAt: null,
    });
  });

  it('leaves under Forbid at most one scheduled execution, whatever came before', () => {
    const active = fc.array(fc.record({ handle: fc.nat(9), scheduled: fc.boolean() }), { maxLength: 4 });
    fc.assert(
      fc.property(active, fc.constantFrom(usual, lateStart, latest), (running, assumptions) => {
        const plan = planTick(view({ active: running }), assumptions);
        const starts = plan.kind === 'act' && plan.actions.some((action) => action.do === 'start');
        expect(starts).toBe(!running.some((execution) => execution.scheduled));
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

describe('`cron.forbid.missed`, `cron.resume.missed`: what becomes of a tick that was kept', () => {
  it.each<[string, Parts, 'ended' | 'resumed', readonly TickAction[] | 'hold' | 'refuse', string[]]>([
    [
      'starts when the blocker has ended',
      { assumptions: lateStart },
      'ended',
      [start],
      ['CRON-3', 'cron.forbid.missed'],
    ],
    [
      'waits for a second blocker',
      { active: [byTick], assumptions: lateStart },
      'ended',
      'hold',
      ['CRON-3', 'cron.forbid.missed'],
    ],
    ['starts at the resumption', { assumptions: latest }, 'resumed', [start], ['SUSP-6', 'cron.resume.missed']],
    [
      'is given up when Forbid blocks the resumption',
      { active: [byTick], assumptions: latest },
      'resumed',
      'refuse',
      ['CRON-3', 'cron.forbid.missed'],
    ],
    [
      'replaces what runs at the resumption',
      { policy: 'Replace', active: [byTick], assumptions: latest },
      'resumed',
      [remove(7), start],
      ['CRON-4', 'cron.replace.start'],
    ],
    [
      'waits under Replace for a replica that terminates',
      { policy: 'Replace', stopping: 1, assumptions: afterStop },
      'ended',
      'hold',
      ['CRON-4', 'cron.replace.start'],
    ],
    [
      'starts under Replace when the last one is gone',
      { policy: 'Replace', assumptions: afterStop },
      'ended',
      [start],
      ['CRON-4', 'cron.replace.start'],
    ],
    [
      'is given up when the blocker ends in a suspension',
      { suspendedBy: 'job', assumptions: lateStart },
      'ended',
      'refuse',
      ['SUSP-6', 'cron.resume.missed'],
    ],
    [
      'waits for the resumption with latest',
      { suspendedBy: 'job', assumptions: latest },
      'ended',
      'hold',
      ['SUSP-6', 'cron.resume.missed'],
    ],
    [
      'is given up in an outage',
      { closed: 'outage', assumptions: lateStart },
      'ended',
      'refuse',
      ['fault.outage.replicas'],
    ],
  ])('%s', (_, parts, occasion, expected, reason) => {
    expect(outcome(planMissed(view(parts), occasion, parts.assumptions ?? usual))).toEqual([expected, reason]);
  });
});
