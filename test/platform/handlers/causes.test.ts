import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { minute, second } from '../../../src/engine/time.ts';
import { database, ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const here = 'aws-us-east-1';

/** Types and ordinals of an entry and of all that led to it, the entry first. */
function chainOf(entries: readonly Entry[], entry: Entry | undefined): string[] {
  const chain: string[] = [];
  for (let one = entry; one !== undefined; one = entries.find(({ seq }) => seq === one?.cause)) {
    chain.push(one.ordinal === null ? one.type : `${one.type} ${one.ordinal}`);
  }
  return chain;
}

const jobOf = (job: object): object =>
  workload('job', 'cron', { job: { schedule: '*/10 * * * *', restartPolicy: 'Never', ...job } });
const lasting = (duration: string): object => ({ 'shop/job': { execution: { duration } } });
const patched = (at: string, spec: object): object => ({ at, patch: '/gvc/shop/workload/job', with: { spec } });
const runNow = (at: string): object => ({
  at,
  post: '/gvc/shop/workload/job/-command',
  with: { type: 'runCronWorkload', spec: { location: here } },
});
const minutesOf = (entries: readonly Entry[]): number[] => entries.map(({ at }) => (at - start) / minute);

describe('a tick that Forbid skips', () => {
  const world = {
    for: '29m',
    resources: [jobOf({ concurrencyPolicy: 'Forbid' })],
    behavior: lasting('15m'),
    timeline: [runNow('+5m')],
  };

  it('follows from the scheduled execution, not from a newer one by command, which Forbid exempts (CRON-3, CRON-18)', () => {
    const { of, entries } = ran(world);
    const [first] = of('execution.started');
    expect(of('execution.started').map(({ ordinal }) => typeof ordinal)).toEqual(['number', 'string', 'number']);
    const [skipped] = of('execution.skipped');
    expect(skipped?.cause).toBe(first?.seq);
    expect(chainOf(entries, skipped)).toEqual([
      `execution.skipped ${skipped?.ordinal}`,
      `execution.started ${first?.ordinal}`,
    ]);
  });

  it('follows from the command where that counts (`cron.runNow.counts`)', () => {
    const { of } = ran({ ...world, assumptions: { 'cron.runNow.counts': 'yes' } });
    const [, byCommand] = of('execution.started');
    expect(of('execution.skipped')[0]?.cause).toBe(byCommand?.seq);
  });
});

describe('a tick that is kept to start late (`cron.forbid.missed`: lateStart)', () => {
  const late = (duration: string, timeline: readonly object[] = []) =>
    ran({
      for: '70m',
      resources: [jobOf({ concurrencyPolicy: 'Forbid' })],
      behavior: lasting(duration),
      timeline,
      assumptions: { 'cron.forbid.missed': 'lateStart' },
      timing: 'instant',
    });

  it('is told as skipped when a later one takes its place, and the late start follows from the end that freed it', () => {
    const { of, entries } = late('25m');
    // The ticks of 10 and 20 minutes wait: the later one starts at 25 and ends at 50, with that of 50 minutes itself
    // newer than 30 and 40.
    const skipped = of('execution.skipped').map(({ at, data }) => [
      (at - start) / minute,
      (Number(data['slotAt']) - start) / minute,
      data['why'],
    ]);
    expect(skipped[0]).toEqual([20, 10, 'a later tick took its place']);
    const [, second] = of('execution.started');
    expect(minutesOf(of('execution.started')).slice(0, 2)).toEqual([0, 25]);
    expect(chainOf(entries, second)[1]).toMatch(/^execution.succeeded/);
  });

  it('gives way to a tick at the very instant of the end: the newest slot starts, the older is skipped', () => {
    const { of } = late('25m');
    // At 50 minutes an execution ends, the tick of 40 waits, and the tick of 50 comes.
    const started = of('execution.started').map(({ at, data }) => [
      (at - start) / minute,
      (Number(data['slotAt']) - start) / minute,
    ]);
    expect(started).toContainEqual([50, 50]);
    const skipped = of('execution.skipped').map(({ at, data }) => [
      (at - start) / minute,
      (Number(data['slotAt']) - start) / minute,
    ]);
    expect(skipped).toContainEqual([50, 40]);
    // Every slot either starts or is told as skipped, or still waits at the end.
    const slots = [...of('execution.started'), ...of('execution.skipped')].map(
      ({ data }) => (Number(data['slotAt']) - start) / minute,
    );
    expect(slots.sort((a, b) => a - b)).toEqual([0, 10, 20, 30, 40, 50]);
  });

  it('is told as skipped when the schedule is suspended before it could start', () => {
    const { of } = late('25m', [patched('+21m', { job: { suspend: true } })]);
    expect(of('execution.started')).toHaveLength(1);
    expect(of('ticks.passed').map(({ data }) => data['firstAt'])).toEqual([start + 20 * minute]);
  });
});

describe('ticks that pass while a schedule is suspended (SUSP-6)', () => {
  const suspendedFor = (until: string) =>
    ran({
      for: '2h',
      resources: [jobOf({})],
      behavior: lasting('1m'),
      timeline: [patched('+15m', { job: { suspend: true } }), patched(until, { job: { suspend: false } })],
    });

  it('are told at the first of them, and with their number when it resumes', () => {
    const { of, entries } = suspendedFor('+55m');
    const told = of('ticks.passed');
    expect(told.map(({ at, data }) => [(at - start) / minute, data])).toEqual([
      [20, { why: 'job', count: 1, firstAt: start + 20 * minute }],
      [55, { why: 'job', count: 4, firstAt: start + 20 * minute }],
    ]);
    expect(chainOf(entries, told[1])).toEqual(['ticks.passed', 'ticks.passed', 'request.accepted']);
  });

  it('are told once where it was only one', () => {
    expect(suspendedFor('+25m').of('ticks.passed')).toHaveLength(1);
  });

  it.each([
    ['a location that is down', { at: '+15m', fault: { locationOutage: { location: here } }, for: '30m' }, 'outage', 3],
    ['a location that is disabled', { at: '+15m', fault: { disable: { location: here } }, for: '30m' }, 'disabled', 3],
  ])('and so are those of %s (LOC-7)', (_, fault, why, count) => {
    const { of } = ran({ for: '1h', resources: [jobOf({})], behavior: lasting('1m'), timeline: [fault] });
    expect(of('ticks.passed').map(({ data }) => [data['why'], data['count']])).toEqual([
      [why, 1],
      [why, count],
    ]);
  });
});

describe('an execution that is removed', () => {
  it('follows from what removes it, and its replica that goes from the removal', () => {
    const { of, entries } = ran({
      for: '30m',
      resources: [jobOf({})],
      behavior: lasting('9m'),
      timeline: [{ at: '+12m', delete: '/gvc/shop/workload/job' }],
    });
    expect(chainOf(entries, of('execution.removed')[0]).slice(1)).toEqual(['deployment.closed', 'request.accepted']);
    expect(chainOf(entries, of('execution.gone')[0])[1]).toMatch(/^execution.removed/);
  });
});

describe('an execution that leaves the history (CRON-7)', () => {
  it('follows from the end of the one that takes its place', () => {
    const { of, entries } = ran({ for: '35m', resources: [jobOf({ historyLimit: 1 })], behavior: lasting('1m') });
    expect(of('execution.forgotten').map((entry) => chainOf(entries, entry)[1]?.split(' ')[0])).toEqual([
      'execution.succeeded',
      'execution.succeeded',
      'execution.succeeded',
    ]);
  });

  it('goes at once when historyLimit is lowered, from the status and from the history', () => {
    const { of, run } = ran({
      for: '50m',
      resources: [jobOf({ historyLimit: 4 })],
      behavior: lasting('1m'),
      timeline: [patched('+45m', { job: { historyLimit: 2, schedule: '0 0 1 1 *' } })],
    });
    expect(of('execution.forgotten').map(({ at }) => (at - start) / minute)).toEqual([41 + 14 / 60, 45, 45]);
    const path = `/org/${run.scenario.org}/gvc/shop/workload/job/deployment/${here}`;
    const { body } = run.request({ method: 'GET', path });
    const names = of('execution.succeeded')
      .slice(-2)
      .map(({ ordinal }) => ({ name: `job-${ordinal}` }));
    expect(body).toMatchObject({ status: { jobExecutions: names } });
  });
});

describe('what a run begins with from nothing (`run.start`: cold)', () => {
  it('names no entry 0 as its cause, and follows from the opening of its deployment', () => {
    const { entries, of } = ran({ for: '10m', resources: database({}), assumptions: { 'run.start': 'cold' } });
    expect(entries.filter(({ cause }) => cause === 0)).toEqual([]);
    expect(chainOf(entries, of('replica.created')[0])).toEqual([
      'replica.created 0',
      'deployment.scaled',
      'deployment.opened',
    ]);
    expect(of('volume.created')[0]?.cause).not.toBeNull();
  });
});

describe('a replica that waits for its volume', () => {
  it('follows from the entry that tells of the detachment (`volume.duration.detach`)', () => {
    const { of, entries } = ran({
      for: '20m',
      resources: database({}),
      timeline: [
        {
          at: '+5m',
          post: '/gvc/shop/workload/db/-command',
          with: { type: 'stopReplica', spec: { location: here, replica: 'db-0' } },
        },
      ],
    });
    const [bound] = of('volume.bound');
    expect(bound?.reason.assumptions).toContain('volume.duration.detach');
    expect(chainOf(entries, of('replica.ready').at(-1))).toContain('volume.bound');
  });
});

describe('a request that fails while a fault is under way', () => {
  const containers = [{ name: 'main', image: 'web:1', cpu: '1', ports: [{ number: 8080, protocol: 'http' }] }];
  const failed = (fault: object, more: object = {}, probeAt = '+2m') => {
    const { of, entries } = ran({
      for: '10m',
      resources: [{ ...workload('web', 'standard', { ...replicas(1), containers }), ...more }],
      behavior: { 'shop/web': { request: { duration: '100ms' } } },
      timeline: [
        { at: '+1m', fault, for: '5m' },
        { at: probeAt, probe: { to: 'shop/web' } },
      ],
    });
    const [ended] = of('call.ended');
    return [ended?.data['status'], ...chainOf(entries, ended).slice(1)];
  };

  it('follows from the fault that makes it time out (WL-19)', () => {
    expect(failed({ slowService: { of: 'shop/web', latency: '20s' } })).toEqual([504, 'fault.begun']);
  });

  it('follows from the fault that makes it fail', () => {
    expect(failed({ failingService: { of: 'shop/web', failure: '100%' } })).toEqual([503, 'fault.begun']);
  });

  it('follows from nothing where no fault has anything to do with it', () => {
    expect(failed({ slowService: { of: 'shop/web', latency: '20s' } }, {}, '+8m')).toEqual([200]);
  });
});

describe('a request that waits for the processor', () => {
  it('says so on its way', () => {
    const containers = [{ name: 'main', image: 'web:1', cpu: '100m', ports: [{ number: 8080, protocol: 'http' }] }];
    const { of } = ran({
      for: '2m',
      resources: [
        workload('web', 'standard', {
          ...replicas(1),
          containers,
          defaultOptions: { timeoutSeconds: 60, autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
        }),
      ],
      behavior: { 'shop/web': { request: { cpu: '100ms' } } },
      timeline: [1, 2, 3].map(() => ({ at: '+1m', probe: { to: 'shop/web' } })),
    });
    const last = of('call.ended').at(-1);
    const path = (last?.data['path'] ?? []) as readonly { what: string; at: number }[];
    expect(path.map(({ what }) => what)).toContain('shares the CPU with 2 other requests');
    expect(path.map(({ what }) => what)).toContain('got its 1000 ms of CPU time after 3000 ms');
    expect(last?.at).toBe(start + minute + 3 * second);
  });
});

describe('a count that a loop sets after requests were routed elsewhere', () => {
  const other = 'aws-eu-central-1';
  const world = {
    for: '2h',
    resources: [
      {
        kind: 'gvc',
        name: 'two',
        spec: { staticPlacement: { locationLinks: [here, other].map((l) => `//location/${l}`) } },
      },
      {
        ...workload('api', 'standard', {
          containers: [
            { name: 'main', image: 'api:1', cpu: '500m', memory: '128Mi', ports: [{ number: 80, protocol: 'http' }] },
          ],
          defaultOptions: { autoscaling: { metric: 'cpu', target: 60, minScale: 2, maxScale: 20 } },
        }),
        gvc: 'two',
      },
    ],
    behavior: { 'two/api': { request: { cpu: '12ms', duration: '80ms' } } },
    demand: [{ to: 'two/api', from: { [here]: '60%', [other]: '40%' }, rate: '150/s' }],
  };
  const countsOf = (timeline: readonly object[]): readonly (readonly unknown[])[] => {
    const { of, entries } = ran({ ...world, timeline });
    return of('deployment.scaled')
      .filter(({ data }) => data['measured'] !== undefined)
      .map((entry) => [
        (entry.at - start) / second,
        `${entry.subject.name.split('@')[1]}: ${entry.data['from']} to ${entry.data['to']}`,
        chainOf(entries, entry).slice(1),
      ]);
  };

  it('follows from that, and from the outage that led to it; so does the return after the window of scale-down', () => {
    const counts = countsOf([{ at: '+30m', fault: { locationOutage: { location: here } }, for: '30m' }]);
    const lost = ['demand.routed', 'deployment.scaled', 'deployment.closed', 'fault.begun'];
    const back = ['replica.ready 4', 'replica.created 4', 'deployment.scaled', 'deployment.reopened', 'fault.ended'];
    expect(counts).toEqual([
      [1815, `${other}: 3 to 5`, lost],
      [1845, `${other}: 5 to 6`, lost],
      [3630, `${here}: 2 to 4`, ['demand.routed', ...back, 'fault.begun']],
      [3915, `${other}: 6 to 3`, ['demand.routed', ...back, 'fault.begun']],
    ]);
  });

  it('follows from a step that multiplies the demand', () => {
    const scaled = ['demand.routed', 'demand.scaled'];
    expect(countsOf([{ at: '+30m', demand: { 'two/api': { scale: 2 } } }])).toEqual([
      [1815, `${other}: 3 to 5`, scaled],
      [1815, `${here}: 4 to 7`, scaled],
    ]);
  });
});

describe('a deployment whose location has left the GVC while a version waited to take over', () => {
  it('does nothing any more, also when a zone of the location comes back', () => {
    const api = workload('api', 'serverless', {
      containers: [{ name: 'main', image: 'api:1', cpu: '100m', memory: '128Mi', ports: [{ number: 80 }] }],
      defaultOptions: { autoscaling: { metric: 'concurrency', minScale: 0, maxScale: 1 } },
    });
    const image = { spec: { containers: [{ name: 'main', image: 'api:2' }] } };
    const { entries } = ran({
      for: '2h',
      resources: [api],
      timeline: [
        { at: '+30m', patch: '/gvc/shop/workload/api', with: image },
        { at: '+30m', patch: '/gvc/shop', with: { spec: { staticPlacement: { locationLinks: [] } } } },
        { at: '+90m', fault: { zoneLoss: { location: here, zone: 'b' } }, for: '3m' },
      ],
    });
    const closed = entries.findIndex(({ type }) => type === 'deployment.closed');
    expect(closed).toBeGreaterThan(0);
    const later = entries.slice(closed + 1).filter(({ at }) => at > start + 30 * minute);
    expect(later.map(({ type }) => type)).toEqual(['fault.begun', 'fault.missed', 'fault.ended']);
  });
});
