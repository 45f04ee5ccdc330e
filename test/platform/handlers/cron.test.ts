import { describe, expect, it } from 'vitest';
import { minute } from '../../../src/engine/time.ts';
import { ran, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const here = 'aws-us-east-1';

/** A cron workload `job` whose executions work for 20 minutes, 20:14 from their start to their end. */
function jobRan(given: { job?: object; spec?: object; for?: string; timeline?: readonly object[] }) {
  const job = { schedule: '@hourly', restartPolicy: 'Never', ...given.job };
  return ran({
    for: given.for ?? '3h',
    resources: [workload('job', 'cron', { job, ...given.spec })],
    behavior: { 'shop/job': { execution: { duration: '20m' } } },
    timeline: given.timeline ?? [],
  });
}

function runNow(at: string, spec: object = {}): object {
  const path = '/gvc/shop/workload/job/-command';
  return { at, post: path, with: { type: 'runCronWorkload', spec: { location: here, ...spec } }, answers: 201 };
}

/** Minutes of the run at which entries stand. */
const minutesOf = (entries: readonly { at: number }[]): number[] => entries.map(({ at }) => (at - start) / minute);

describe('TYPE-11: a cron workload starts an execution at each scheduled time', () => {
  it('at every one of them, from the start of the run on', () => {
    const { of } = jobRan({ for: '3h', job: { schedule: '*/30 * * * *' } });
    expect(minutesOf(of('execution.started'))).toEqual([0, 30, 60, 90, 120, 150]);
  });
});

describe('TYPE-12: a cron workload is deployed to every location of its GVC', () => {
  it('to one that joins the GVC later, whose next tick is the first there', () => {
    const locationLinks = [`//location/${here}`, '//location/gcp-us-east1'];
    const { of } = jobRan({
      timeline: [{ at: '+90m', patch: '/gvc/shop', with: { spec: { staticPlacement: { locationLinks } } } }],
    });
    const there = of('execution.started').filter(({ subject }) => subject.name.includes('@gcp-us-east1'));
    expect(of('deployment.opened').map(({ subject }) => subject.name.split('@')[1])).toEqual([here, 'gcp-us-east1']);
    expect(minutesOf(there)).toEqual([120]);
  });
});

describe('TYPE-10: the containers of a cron workload are expected to exit', () => {
  const stuck = (job: object) =>
    ran({
      for: '2h',
      resources: [workload('job', 'cron', { job: { schedule: '*/30 * * * *', concurrencyPolicy: 'Forbid', ...job } })],
      behavior: { 'shop/job': { execution: { duration: 'never' } } },
    });

  it('one that does not keeps its execution Active, and Forbid from starting another', () => {
    const { of } = stuck({});
    expect(minutesOf(of('execution.started'))).toEqual([0]);
    expect(minutesOf(of('execution.skipped'))).toEqual([30, 60, 90]);
    expect(of('execution.succeeded')).toEqual([]);
    const [reason] = of('execution.started').map(({ reason }) => reason);
    expect(reason?.rules).toEqual(['TYPE-11', 'TYPE-10']);
    expect(reason?.assumptions).toContain('cron.neverExits');
  });

  it('until its deadline, if it has one', () => {
    const { of } = stuck({ activeDeadlineSeconds: 600 });
    expect(minutesOf(of('execution.removed'))).toEqual([10, 40, 70, 100]);
    expect(minutesOf(of('execution.started'))).toEqual([0, 30, 60, 90]);
  });
});

describe('CRON-7: the platform keeps historyLimit executions', () => {
  it('of which the oldest goes when one more has ended', () => {
    const { run, of } = jobRan({ for: '5h', job: { historyLimit: 2 } });
    const path = `/org/${run.scenario.org}/gvc/shop/workload/job/deployment/${here}`;
    const { body } = run.request({ method: 'GET', path });
    const names = of('execution.succeeded').map(({ ordinal }) => `job-${ordinal}`);
    expect(body).toMatchObject({ status: { jobExecutions: names.slice(-2).map((name) => ({ name })) } });
    expect(minutesOf(of('execution.forgotten')).map(Math.floor)).toEqual([140, 200, 260]);
  });
});

describe('CRON-8: a failed replica of an execution is followed by another', () => {
  const assumptions = { 'cron.never.retries': 1 };
  const failing = { execution: { duration: '1m', failure: '100%' } };
  const job = { schedule: '0 1 * * *', restartPolicy: 'Never' };
  const world = { for: '2h', resources: [workload('job', 'cron', { job })], behavior: { 'shop/job': failing } };

  it('after a wait in which nothing is reserved', () => {
    const { of, run } = ran({ ...world, assumptions });
    const [retried] = of('execution.retried');
    const [failed] = of('execution.failed');
    // Placed after 1 s, running after 14 s, a minute of work; 10 s of wait, and the same again.
    expect(retried).toMatchObject({ at: start + 60 * minute + 74_000, reason: { rules: ['CRON-8'] } });
    expect(failed).toMatchObject({ at: start + 60 * minute + 158_000, data: { attempts: 2, tookMs: 158_000 } });
    const cpu = run.sim.world.ledger.cells(run.now).filter(({ series }) => series.meter === 'reserved-cpu');
    expect(cpu.map(({ amount }) => amount)).toEqual([100n * 73_000n * 2n]);
  });

  it('and a failed container by a restart in its place, which is told at its exit and reserves nothing more', () => {
    const inPlace = [workload('job', 'cron', { job: { ...job, restartPolicy: 'OnFailure' } })];
    const { of, run } = ran({ ...world, resources: inPlace, assumptions: { 'cron.onFailure.limit': 2 } });
    const [restarted, another] = of('execution.restarted');
    const at = start + 60 * minute + 74_000;
    expect(restarted).toMatchObject({
      at,
      data: { attempts: 1, startedAt: at + 15_000 },
      reason: { rules: ['CRON-8'] },
    });
    expect(another).toBeUndefined();
    expect(of('execution.failed')).toMatchObject([{ at: at + 75_000, data: { attempts: 2 } }]);
    const cpu = run.sim.world.ledger.cells(run.now).filter(({ series }) => series.meter === 'reserved-cpu');
    expect(cpu.map(({ amount }) => amount)).toEqual([100n * 148_000n]);
  });

  it('and not where a deadline ends the wait', () => {
    const limited = [workload('job', 'cron', { job: { ...job, activeDeadlineSeconds: 80 } })];
    const { of, run } = ran({ ...world, resources: limited, assumptions });
    expect(of('execution.removed')).toMatchObject([{ at: start + 61 * minute + 20_000, data: { attempts: 1 } }]);
    const cpu = run.sim.world.ledger.cells(run.now).filter(({ series }) => series.meter === 'reserved-cpu');
    expect(cpu.map(({ amount }) => amount)).toEqual([100n * 73_000n]);
  });
});

describe('CRON-17: what a run-now command overrides holds for its own execution', () => {
  it('and not for those before and after it', () => {
    const containerOverrides = [{ name: 'main', cpu: '2000m' }];
    const { of } = jobRan({ timeline: [runNow('+30m', { containerOverrides })] });
    const reserved = of('execution.started').map(({ data }) => data['reserved']);
    expect(reserved).toMatchObject([100, 2000, 100, 100].map((cpuMillicores) => [{ cpuMillicores }]));
  });
});

describe('CRON-18: a run-now command starts an execution whatever the concurrency policy says', () => {
  it.each(['Forbid', 'Replace', 'Allow'])('%s: beside the one that runs, which goes on', (concurrencyPolicy) => {
    const { of } = jobRan({ for: '1h', job: { concurrencyPolicy }, timeline: [runNow('+10m')] });
    expect(minutesOf(of('execution.started'))).toEqual([0, 10]);
    expect(of('execution.succeeded')).toHaveLength(2);
  });
});

describe('SUSP-6, SUSP-7: a suspended cron workload runs by command alone', () => {
  it.each([
    ['job.suspend', { job: { suspend: true } }],
    ['defaultOptions.suspend', { spec: { defaultOptions: { suspend: true } } }],
  ])('%s', (_, given) => {
    const { of } = jobRan({ ...given, timeline: [runNow('+90m')] });
    expect(minutesOf(of('execution.started'))).toEqual([90]);
  });
});
