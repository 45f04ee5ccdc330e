import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { hour } from '../../../src/engine/time.ts';
import { formatDecimal, parseDecimal, plus, zero } from '../../../src/platform/metering/decimal.ts';
import { costOf } from '../../../src/report/bill/costs.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { reportOf } from '../../../src/report/report.ts';
import { good } from '../../scenario/builders.ts';
import { eventful, ran } from '../ran.ts';

const { scenario, run, chronicle, entries, report } = ran(eventful);

function told(listener: Chronicle): unknown {
  const { capacity, summary } = reportOf(run, listener);
  return { capacity, summary };
}

function count(type: string, subject: string): number {
  return entries.filter((entry) => entry.type === type && entry.subject.name === subject).length;
}

describe('a chronicle', () => {
  it('is the same after a fork at any entry', () => {
    const whole = told(chronicle);
    for (const cut of [0, 1, 17, Math.floor(entries.length / 2), entries.length]) {
      const before = new Chronicle(scenario);
      for (const entry of entries.slice(0, cut)) before.listen(entry);
      const fork = before.fork();
      const other = before.fork();
      for (const entry of entries.slice(cut, cut + 40)) other.listen(entry);
      for (const entry of entries.slice(cut)) fork.listen(entry);
      for (const entry of entries.slice(cut)) before.listen(entry);
      expect(told(fork), `fork at ${cut}`).toEqual(whole);
      expect(told(before), `forked at ${cut}`).toEqual(whole);
    }
  });

  it('takes bundles where no watched expectation is about what they tell of', () => {
    const takes = (expectations: string): boolean =>
      new Chronicle(good(`${eventful}expect: [${expectations}]\n`)).takesBundles;
    expect(takes('')).toBe(true);
    expect(takes('{ metric: rollouts.stalled, is: "= 0" }, { metric: volumes.freePercentage, always: "> 0%" }')).toBe(
      true,
    );
    expect(takes('{ metric: executions.skipped, is: "= 0" }')).toBe(false);
    expect(takes('{ metric: executions.active, always: "<= 1" }')).toBe(false);
    expect(takes('{ metric: replicas.ready, is: "< 3", share: "= 1%" }')).toBe(false);
  });

  it('refuses bundles that it does not know, and executions of nobody', () => {
    const subject = { name: 'shop/workload/job@mars', hash: 0 };
    expect(() => chronicle.fork().listenBundle({ type: 'calls.many', subject, notes: 1 })).toThrow('calls.many');
    const batch = { type: 'executions.lapped', subject, notes: 1, skips: null };
    expect(() => chronicle.fork().listenBundle(batch)).toThrow('shop/workload/job@mars, which has not been opened');
  });

  it('may be settled in between without harm', () => {
    const settled = new Chronicle(scenario);
    for (const entry of entries) {
      settled.listen(entry);
      if (entry.seq % 7 === 0) settled.settle(entry.at);
    }
    expect(told(settled)).toEqual(told(chronicle));
  });

  it('agrees with the ledger on what is reserved, without having seen it', () => {
    for (const one of report.capacity.workloads) {
      const about = { gvc: one.gvc, resource: `workload/${one.name}`, location: one.location };
      for (const [meter, { reserved }] of [
        ['reserved-cpu', one.cpu],
        ['reserved-memory', one.memory],
      ] as const) {
        const billed = report.bill.usage
          .filter(
            (row) => row.meter === meter && Object.entries(about).every(([key, value]) => row[key as 'gvc'] === value),
          )
          .reduce((sum, row) => plus(sum, parseDecimal(row.quantity) ?? zero), zero);
        expect(reserved, `${meter} of ${one.name} at ${one.location}`).toBe(formatDecimal(billed));
      }
    }
  });

  it('counts replicas as the world has them', () => {
    for (const entity of run.sim.world.entities) {
      if (entity.kind !== 'deployment') continue;
      const { replicas } = chronicle.deployments.get(entity.subject.name) ?? {};
      const live = entity.replicas.map((handle) => run.sim.world.replicas.get(handle));
      expect(replicas?.existing.last, entity.subject.name).toBe(live.length);
      expect(replicas?.ready.last, entity.subject.name).toBe(live.filter((replica) => replica?.ready === true).length);
      if (entity.cron === null) expect(replicas?.desired.last, entity.subject.name).toBe(entity.desired);
    }
  });

  it('counts executions by outcome, and each of them once', () => {
    for (const { name, location, ...counts } of report.capacity.cron) {
      const subject = `shop/workload/${name}@${location}`;
      expect(counts.started).toBeGreaterThan(10);
      expect(counts.skipped).toBe(count('execution.skipped', subject));
      expect(counts.skipped).toBeGreaterThan(0);
      expect(counts.deadlineHits).toBeGreaterThan(0);
      expect(counts.succeeded + counts.failed + counts.removed + counts.active).toBe(counts.started);
    }
  });

  it('tells of the rollout: how long, how few ready, how many beyond the wanted', () => {
    const [rollout] = report.capacity.rollouts;
    expect(rollout).toMatchObject({ name: 'web', started: 1, completed: 1, underWay: false });
    const subject = `shop/workload/web@${rollout?.location}`;
    const completed = entries.find((entry) => entry.type === 'rollout.completed' && entry.subject.name === subject);
    expect(rollout?.longestMs).toBe(completed?.data.tookMs);
    expect(rollout?.lowestReady).toBe(completed?.data.lowestReady);
    expect(Number(rollout?.surgeReplicaHours)).toBeCloseTo(surgeByHand(subject), 6);
  });

  it('costs are those of the bill', () => {
    const parts = report.capacity.workloads.map(({ cost }) => parseDecimal(cost) ?? zero).reduce(plus, zero);
    expect(formatDecimal(parts)).toBe(formatDecimal(costOf(report.bill, { kind: 'workload' })));
  });
});

/** Replica-hours beyond the wanted three between the start of the rollout and its end, entry by entry. */
function surgeByHand(subject: string): number {
  let existing = 0;
  let since: number | null = null;
  let area = 0;
  for (const entry of entries.filter((one): one is Entry => one.subject.name === subject)) {
    if (since !== null) {
      area += Math.max(0, existing - 3) * (entry.at - since);
      since = entry.at;
    }
    if (entry.type === 'rollout.started') since = entry.at;
    if (entry.type === 'rollout.completed') since = null;
    if (entry.type === 'replica.settled' || entry.type === 'replica.created') existing += 1;
    if (entry.type === 'replica.gone') existing -= 1;
  }
  return area / hour;
}
