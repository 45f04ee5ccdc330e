import { describe, expect, it } from 'vitest';
import { answer, ask, flipsOf, planOfText, shipped, triedOf } from './asked.ts';

const zero = shipped('tour/09-scale-to-zero');
const keda = shipped('rules/type-4-keda-to-zero');
const badDay = shipped('tour/06-a-bad-day');
const cron = shipped('tour/03-cron-policies');

describe('a KPA', () => {
  it('keeps the last replica for scaleToZeroDelay: the last request came 138 s before', () => {
    const found = answer(zero, 'shop/images <= 0', '20h2m');
    expect(found.decision?.sentence).toContain('the last replica stays until no request has come for 5m');
    expect(flipsOf(found.atThisInstant)).toEqual(['scaleToZeroDelay 300 -> 138']);
    expect(found.byItself?.at).toBe('2026-11-02T20:04:42.000Z');
  });

  it('is at maxScale in a panic, where a greater target changes nothing', () => {
    const found = answer(zero, 'shop/images <= 20', '11h59m30s');
    expect(found.decision).toMatchObject({ hold: 'atMaxScale' });
    expect(found.decision?.formula).toContain('proposed: 105');
    expect(found.decision?.formula.join('\n')).toMatch(/the panic goes on: .* 8 ready replicas/);
    expect(flipsOf(found.atThisInstant)).toEqual(['maxScale 40 -> 20']);
    expect(triedOf(found.atThisInstant)).toContain('target');
  });

  it('is asleep without requests: only minScale keeps a replica (TYPE-14)', () => {
    const found = answer(zero, 'shop/images >= 1', '7h');
    expect(found.decision).toMatchObject({ hold: 'asleep', rules: ['TYPE-14'] });
    expect(found.fromWhereItBegan?.first).toBeNull();
    expect(found.fromWhereItBegan?.flips.map(({ option }) => option)).toEqual([
      '--set shop/workload/images.spec.defaultOptions.autoscaling.minScale=1',
    ]);
  });
});

describe('KEDA', () => {
  it('cools down after the last active poll: a cooldown that ended before that instant (TYPE-4)', () => {
    const found = answer(keda, 'shop/worker = 0', '33m');
    expect(found.decision).toMatchObject({ hold: 'coolingDown', assumptions: ['keda.cooldown'] });
    expect(found.decision?.sentence).toBe(
      'a trigger was last active at 2 Nov 00:29:30, and the cooldown after it ends at 2 Nov 00:34:30',
    );
    // The poll of 33:00 is 210 s after the last active one, and a cooldown must be strictly over.
    expect(flipsOf(found.atThisInstant)).toEqual(['cooldownPeriod 300 -> 209', 'cooldown 5m -> 2m30s']);
  });

  it('follows the target of its trigger: 40 messages over 7 a replica are 6', () => {
    const found = answer(keda, 'shop/worker >= 6', '20m');
    expect(found.decision?.formula[0]).toContain('ceil(40 / 10) = 4');
    expect(flipsOf(found.fromWhereItBegan)).toEqual(['value 10 -> 7', 'minScale 0 -> 6']);
  });
});

describe('a fixed count', () => {
  it('moves with both of its bounds, at once and from the start (WL-18)', () => {
    const found = answer(badDay, 'shop/web >= 6', '20h');
    expect(found.decision?.sentence).toContain('autoscaling is disabled, and the bounds are 4 to 4 replicas');
    expect(flipsOf(found.atThisInstant)).toEqual(['minScale and maxScale 4 -> 6']);
    expect(found.fromWhereItBegan?.flips).toMatchObject([{ to: 6, notYet: 5, value: 6 }]);
  });
});

describe('a tick of a schedule', () => {
  it('is skipped while an execution is Active: another policy starts one (CRON-3)', () => {
    const found = answer(cron, 'jobs/forbid started', '2h15m');
    expect(found).toMatchObject({ at: '2026-11-02T02:10:00.000Z', event: 'execution.started', value: 0 });
    expect(found.decision?.sentence).toBe(
      'skipped because concurrencyPolicy is Forbid: the execution that started at 2 Nov 02:00:00 was still Active',
    );
    expect(flipsOf(found.atThisInstant)).toEqual([
      'concurrencyPolicy Forbid -> Allow',
      'concurrencyPolicy Forbid -> Replace',
    ]);
    // The execution has kept the deadline that it started with.
    expect(triedOf(found.atThisInstant)).toEqual(['activeDeadlineSeconds', 'missed']);
    expect(found.fromWhereItBegan?.flips.map(({ option }) => option)).toEqual([
      '--set jobs/workload/forbid.spec.job.concurrencyPolicy=Allow',
      '--set jobs/workload/forbid.spec.job.concurrencyPolicy=Replace',
      '--set jobs/workload/forbid.spec.job.activeDeadlineSeconds=600',
    ]);
  });

  it('is blocked by the scheduled execution alone, not by the one of a command (CRON-18)', () => {
    const found = answer(cron, 'jobs/forbid no skipped', '2h20m');
    expect(found.decision?.sentence).toMatch(/: the execution that started at 2 Nov 02:00:00 was still Active$/);
    expect(found.decision?.formula[1]).toMatch(/^1 execution started by command \(2 Nov 02:15:00\) was Active, too/);
    expect(found.fromWhereItBegan?.first).toMatchObject({ seq: 137, at: '2026-11-02T02:00:00.000Z' });
  });

  it('is blocked by the execution of the command if those count (cron.runNow.counts)', () => {
    const counting = planOfText(cron.text.replace('expect:', 'assumptions: { cron.runNow.counts: "yes" }\nexpect:'));
    const found = answer(counting, 'jobs/forbid no skipped', '2h20m');
    expect(found.decision?.sentence).toContain(
      '2 executions were still Active, which started at 2 Nov 02:00:00, 2 Nov',
    );
    expect(found.fromWhereItBegan?.first?.at).toBe('2026-11-02T02:15:00.000Z');
  });

  it('tells how far apart ticks would have to be', () => {
    const found = answer(cron, 'jobs/forbid no skipped', '2h20m');
    expect(found.decision?.formula[0]).toBe(
      "job.schedule is '*/10 * * * *', the tick before was 10m earlier, and the execution runs for 25m 14s: ticks at least that far apart would not meet it",
    );
  });

  it('is not skipped with the longest deadline that ends the execution by then: 20 minutes at +2h20m (CRON-10)', () => {
    const found = answer(cron, 'jobs/forbid no skipped', '2h20m');
    expect(found.fromWhereItBegan?.flips.find(({ name }) => name.endsWith('Seconds'))).toMatchObject({
      from: null,
      to: 1200,
      isSmallest: true,
    });
    const patient = answer(cron, 'jobs/patient no skipped');
    expect(flipsOf(patient.fromWhereItBegan)).toContain('activeDeadlineSeconds 900 -> 600');
  });

  it('is not skipped if it is remembered for later (cron.forbid.missed lateStart)', () => {
    const found = answer(cron, 'jobs/forbid no skipped');
    expect(flipsOf(found.atThisInstant)).toContain('missed skip -> lateStart');
  });

  it('starts nothing while the schedule is suspended (SUSP-6)', () => {
    const plan = planOfText(`svcsim: 1
name: suspended
start: 2026-11-02T00:00:00Z
for: 2h
resources:
  - { kind: gvc, name: jobs, spec: { staticPlacement: { locationLinks: [//location/aws-eu-central-1] } } }
  - kind: workload
    gvc: jobs
    name: import
    spec:
      type: cron
      job: { schedule: "*/10 * * * *", suspend: true }
      containers: [{ name: main, image: "jobs/import:1", cpu: 100m, memory: 128Mi }]
behavior: { jobs/import: { execution: { duration: 1m } } }
`);
    const found = answer(plan, 'jobs/import started', '1h5m');
    expect(found).toMatchObject({ at: '2026-11-02T01:00:00.000Z' });
    expect(found.decision).toMatchObject({ plan: 'hold', rules: ['SUSP-6'] });
    expect(flipsOf(found.atThisInstant)).toEqual(['suspend true -> false']);
    expect(found.fromWhereItBegan?.flips.map(({ option }) => option)).toEqual([
      '--set jobs/workload/import.spec.job.suspend=false',
    ]);
  });
});

describe('a question that does not fit the run', () => {
  it.each([
    [zero, 'shop/image <= 3', "there is no workload shop/image at that instant; did you mean 'shop/images'?"],
    [zero, 'shop/images started', 'shop/images is no cron workload, so it has no ticks'],
    [cron, 'jobs/forbid <= 3', "ask about a tick: 'jobs/forbid started'"],
    [zero, 'no expansion.refused', 'expansion.refused did not happen in this run: there is nothing to prevent'],
  ] as const)('gets an answer that says so: %#', (plan, text, message) => {
    expect(ask(plan, text)).toContain(message);
  });
});
