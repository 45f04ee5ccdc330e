import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/engine/journal.ts';
import { minute, second } from '../../../../src/engine/time.ts';
import { ran, replicas, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const seconds = ({ at }: Entry): number => (at - start) / second;
const api = { of: 'shop/api' };

/**
 * Two replicas of `api`, one of whom a fault strikes after 5 min; what happened to replicas from then on, in seconds.
 */
function struck(
  fault: object,
  { type = 'standard', spec = {}, ...more }: Record<string, unknown> = {},
): {
  course: string[];
  entries: readonly Entry[];
} {
  const { entries } = ran({
    for: '1h',
    resources: [workload('api', String(type), { ...replicas(2), ...(spec as object) })],
    timeline: [{ at: '+5m', fault, ...more }],
  });
  const course = entries
    .filter(
      ({ at, type: what }) => at >= start + 5 * minute && what.startsWith('replica.') && what !== 'replica.available',
    )
    .map((entry) => `${seconds(entry) - 300} ${entry.type.slice('replica.'.length)} ${entry.ordinal}`);
  return { course, entries };
}

/** Whether a chain of causes leads from an entry to the begin of a fault. */
function leadsToFault(entries: readonly Entry[], from: Entry): boolean {
  const causes = new Map(entries.map((entry) => [entry.seq, entry]));
  let entry: Entry | undefined = from;
  while (entry !== undefined && entry.type !== 'fault.begun') entry = causes.get(entry.cause ?? -1);
  return entry !== undefined;
}

describe('a fault that strikes single replicas', () => {
  it.each<[string, object, Record<string, unknown>, string[]]>([
    [
      'killed: gone without grace, and replaced without waiting',
      { replicaKill: { ...api, replicas: ['api-1'] } },
      { type: 'stateful' },
      ['0 lost 1', '0 gone 1', '0 created 1', '14 ready 1'],
    ],
    [
      'crashed: started again in place after 10 s',
      { replicaCrash: { ...api, replicas: ['api-0'] } },
      { type: 'stateful' },
      ['0 exited 0', '15 restarted 0', '15 ready 0'],
    ],
    [
      'on a lost node: not ready after 40 s, replaced after 300 more',
      { nodeLoss: { ...api, replicas: ['api-1'] } },
      { type: 'stateful' },
      ['40 unready 1', '340 lost 1', '340 gone 1', '340 created 1', '354 ready 1'],
    ],
    [
      'on a node that is back in time: ready again',
      { nodeLoss: { ...api, replicas: ['api-1'] } },
      { type: 'stateful', for: '2m' },
      ['40 unready 1', '120 ready 1'],
    ],
    ['on a node that is back at once: nothing', { nodeLoss: api }, { for: '39s' }, []],
    [
      'stuck: not ready as long as it lasts',
      { stuckReadiness: { ...api, replicas: ['api-0'] } },
      { type: 'stateful', for: '10m' },
      ['0 unready 0', '600 ready 0'],
    ],
    [
      'nobody in particular stuck: who is ready stays so (fault.stuckReadiness.whom)',
      { stuckReadiness: api },
      { for: '10m' },
      [],
    ],
    [
      'drained, with room for one more: that one first (ROLL-5)',
      { drain: api },
      {},
      [
        '0 created 2',
        '14 ready 2',
        '14 terminating 1',
        '14 created 3',
        '28 ready 3',
        '28 terminating 0',
        '60 gone 1',
        '74 gone 0',
      ],
    ],
    [
      'drained, stateful: one at a time from the highest down',
      { drain: api },
      { type: 'stateful' },
      [
        '0 terminating 1',
        '46 gone 1',
        '46 created 1',
        '60 ready 1',
        '60 terminating 0',
        '106 gone 0',
        '106 created 0',
        '120 ready 0',
      ],
    ],
    [
      'drained, serverless: nobody leaves before another is there',
      { drain: api },
      {
        type: 'serverless',
        spec: {
          containers: [{ name: 'main', image: 'api:1', ports: [{ number: 80, protocol: 'http' }] }],
          defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
        },
      },
      ['0 created 1', '14 ready 1', '14 terminating 0', '60 gone 0'],
    ],
    [
      'ephemeral storage that jumps above the allotment: replaced (EPH-3)',
      { usageJump: { ...api, add: '2GB', replicas: ['api-0'] } },
      { type: 'stateful' },
      ['0 evicted 0', '0 gone 0', '0 created 0', '14 ready 0'],
    ],
    ['ephemeral storage that jumps within it: nothing', { usageJump: { ...api, add: '1GB' } }, {}, []],
  ])('%s', (_, fault, options, expected) => {
    const { course, entries } = struck(fault, options);
    expect(course).toEqual(expected);
    const changes = entries.filter(({ at, type }) => at >= start + 5 * minute && type.startsWith('replica.'));
    expect(changes.filter((entry) => !leadsToFault(entries, entry))).toEqual([]);
  });

  it('a name that nobody has is a finding, and the others are struck', () => {
    const spec = { defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 8 } } };
    const fault = { replicaKill: { ...api, replicas: ['api-7', 'api-1'] } };
    const { entries, course } = struck(fault, { type: 'stateful', spec });
    const missed = entries.filter(({ type }) => type === 'fault.missed');
    expect(missed.map(({ data }) => data)).toEqual([
      { fault: 'replicaKill', message: 'no replica or execution is named api-7' },
    ]);
    expect(course[0]).toBe('0 lost 1');
  });

  it('comes again by chance, at instants of its own', () => {
    const { of } = ran({
      for: '10d',
      resources: [workload('api', 'standard', replicas(3))],
      timeline: [
        { every: { exponential: { mean: '12h' } }, until: '+5d', fault: { replicaKill: { ...api, replicas: 1 } } },
      ],
    });
    const begun = of('fault.begun');
    expect(begun.length).toBeGreaterThan(4);
    expect(begun.length).toBeLessThan(20);
    expect(begun.every(({ at }) => at < start + 5 * 1440 * minute)).toBe(true);
    expect(of('replica.lost')).toHaveLength(begun.length);
  });
});

describe('an image that cannot be pulled', () => {
  it('lets a rollout wait until it can, and the old version serves on', () => {
    const { of } = ran({
      for: '1h',
      resources: [workload('api', 'standard', replicas(2))],
      timeline: [
        { at: '+5m', fault: { pullFailure: api }, for: '2m' },
        {
          at: '+5m',
          patch: '/gvc/shop/workload/api',
          with: { spec: { containers: [{ name: 'main', image: 'api:2' }] } },
        },
      ],
    });
    // Placed after 1 s; tries at 1, 11, 31 and 71 s fail, that at 151 s does not: 8 s of pull and 5 s of start.
    expect(of('replica.pullFailed')[0]?.data).toEqual({ failures: 4, startedAt: start + (300 + 164) * second });
    expect(of('replica.ready').map(seconds)).toEqual([464, 478]);
  });

  it('leaves an execution Active until it can', () => {
    const { of } = ran({
      for: '1h',
      resources: [workload('job', 'cron', { job: { schedule: '6 * * * *' } })],
      behavior: { 'shop/job': { execution: { duration: '10s' } } },
      timeline: [{ at: '+5m', fault: { pullFailure: { of: 'shop/job' } }, for: '2m' }],
    });
    // The tick is at 360 s, the fault ends at 420 s: tries at 361, 371 and 391 s fail, that at 431 s does not.
    expect(of('execution.succeeded').map(seconds)).toEqual([431 + 8 + 5 + 10]);
  });
});

describe('CRON-8: an execution that is struck', () => {
  const job = (restartPolicy: string, fault: object) =>
    ran({
      for: '30m',
      resources: [workload('job', 'cron', { job: { schedule: '5 * * * *', restartPolicy } })],
      behavior: { 'shop/job': { execution: { duration: '10m' } } },
      timeline: [{ at: '+7m', fault }],
    });

  it.each([
    ['killed under Never: Failure', 'Never', { replicaKill: { of: 'shop/job' } }, 'execution.failed', 420],
    ['crashed under Never: Failure', 'Never', { replicaCrash: { of: 'shop/job' } }, 'execution.failed', 420],
    [
      'killed under OnFailure: a new replica 10 s later',
      'OnFailure',
      { replicaKill: { of: 'shop/job' } },
      'execution.succeeded',
      430 + 14 + 600,
    ],
    [
      'crashed under OnFailure: again in place after 10 s',
      'OnFailure',
      { replicaCrash: { of: 'shop/job' } },
      'execution.succeeded',
      430 + 5 + 600,
    ],
    [
      'on a lost node under Never: Failure when it is given up',
      'Never',
      { nodeLoss: { of: 'shop/job' } },
      'execution.failed',
      420 + 340,
    ],
  ])('%s', (_, policy, fault, type, at) => {
    const { entries, of } = job(policy, fault);
    expect(of(type).map(seconds)).toEqual([at]);
    expect(of(type).every((entry) => leadsToFault(entries, entry))).toBe(true);
  });
});

it('a count that grows during a drain grows by replicas of a version that there is (WL-18, ROLL-5)', () => {
  const grow = { spec: { defaultOptions: { autoscaling: { minScale: 8, maxScale: 8 } } } };
  const { entries } = ran({
    for: '30m',
    resources: [workload('api', 'standard', replicas(4))],
    timeline: [
      { at: '+10m', fault: { drain: { ...api, share: '50%' } } },
      { at: '+10m5s', patch: '/gvc/shop/workload/api', with: grow },
    ],
  });
  const created = entries.filter(({ type }) => type === 'replica.created');
  expect(created.map(({ data }) => data.version)).toEqual(Array(6).fill(1));
  expect(entries.filter(({ type }) => type === 'replica.gone')).toHaveLength(2);
});
