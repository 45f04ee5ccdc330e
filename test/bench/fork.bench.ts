import { readFileSync } from 'node:fs';
import type { Instant } from '../../src/engine/time.ts';
import { measureFutures } from '../../src/experiment/study/forkedRun.ts';
import { stepChanges, stepTexts, timelineLength } from '../../src/experiment/study/futureSteps.ts';
import { parseMeasure } from '../../src/experiment/study/measure.ts';
import { beginMeasuring, measureRun } from '../../src/experiment/study/measuredRun.ts';
import { capturePlan, changedPlan, type PlanText, parsePlan } from '../../src/experiment/study/planText.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { type Bench, costRow, median, type Row } from './rows.ts';

const file = 'scenarios/studies/webshop.yaml';
/** Plans that differ from the run as it is from three quarters of it on. */
const plans = [24, 30, 40];
const pastShare = 0.75;
const rounds = 5;
const forksARound = 20;

/**
 * W4: plans that differ only from an instant on. The common past is run once instead of once a plan; what that saves is
 * compared with the share of time that the past takes.
 */
export const forkedPast: Bench = {
  id: 'W4',
  name: 'one past, several futures',
  run: () => {
    const { plan } = capturePlan(readFileSync(file, 'utf8'), { file, set: [{ path: 'for', value: '3week' }] });
    const scenario = scenarioOf(plan);
    const at = scenario.start + Math.floor((scenario.end - scenario.start) * pastShare);
    const steps = plans.map((maxScale) => stepTexts([stepOf(maxScale)], at));
    const measure = parseMeasure('bill.total');
    if (typeof measure === 'string') throw new Error(measure);
    const whole = steps.map((texts) => scenarioOf(changedPlan(plan, stepChanges(texts))));
    const all = scenarioOf(changedPlan(plan, stepChanges(steps.flat())));
    const futures = {
      entries: timelineLength(plan),
      all: steps.map((texts, index) => ({ key: String(index), at, steps: texts, isCompared: false })),
      isBaseMeasured: true,
    };
    const measures = [measure];
    const turns = Array.from({ length: rounds }, () => ({
      wholeMs: timeOf(() => [scenario, ...whole].map((one) => measureRun(one, 0, measures))),
      pastMs: timeOf(() => beginMeasuring(scenario, 0, measures).advanceTo(at)),
      forkedMs: timeOf(() => measureFutures({ scenario, all, futures, replication: 0, measures })),
    }));
    return [savedRow(turns), costRow('W4 a fork', 'ms', 2, forkTimes(scenario, at))];
  },
};

interface Turn {
  readonly wholeMs: number;
  readonly pastMs: number;
  readonly forkedMs: number;
}

/** What is saved of the time of whole runs, in percent, beside what all pasts but one take of it. */
function savedRow(turns: readonly Turn[]): Row {
  const value = median(turns.map(({ wholeMs, forkedMs }) => 100 * (1 - forkedMs / wholeMs)));
  const yardstick = median(turns.map(({ wholeMs, pastMs }) => (100 * plans.length * pastMs) / wholeMs));
  const ratio = value / yardstick;
  const remark = `of ${plans.length + 1} whole runs; the yardstick is what ${plans.length} pasts take`;
  return { name: 'W4 time saved', value, unit: '%', yardstick, ratio, goal: 0.85, ok: ratio >= 0.85, remark };
}

/** Milliseconds of one fork, made at an instant with nothing after it, in each round. */
function forkTimes(scenario: Scenario, at: Instant): number[] {
  const measuring = beginMeasuring(scenario, 0, []);
  measuring.advanceTo(at);
  return Array.from({ length: rounds }, () => {
    const turn = (): void => void measuring.fork([]);
    return timeOf(() => Array.from({ length: forksARound }, turn)) / forksARound;
  });
}

/** Milliseconds of processor time. */
function timeOf(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e3;
}

function stepOf(maxScale: number) {
  return { patch: '/gvc/shop/workload/api', with: { spec: { defaultOptions: { autoscaling: { maxScale } } } } };
}

function scenarioOf(plan: PlanText): Scenario {
  const { scenario, problems } = parsePlan(plan);
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('; '));
  return scenario;
}
