/**
 * The check of executions that interruptions throw back to their start (CRON-8, `replica.backoff.*`).
 */
import { minute } from '../../engine/time.ts';
import type { ChanceCheck, Constants } from './chanceCheck.ts';
import { endedSampler } from './endedSampler.ts';
import { timeFromScratch } from './forms.ts';
import { gvc, head, scenarioFrom } from './stations.ts';

/** An execution and its interruptions, in minutes. */
interface Interrupted extends Constants {
  readonly workMinutes: number;
  /** Mean time from one interruption to the next. */
  readonly betweenMinutes: number;
  /** From an interruption to the next attempt. */
  readonly restartMinutes: number;
}

/** Hours between two starts; an execution that takes longer makes the platform skip a tick, which changes no time. */
const everyHours = 1;

const written = (minutes: number): string => `${Math.round(minutes * minute)}ms`;

function documentOf({ workMinutes, betweenMinutes, restartMinutes }: Interrupted, executions: number): object {
  const wait = written(restartMinutes);
  const job = { schedule: `@every ${everyHours}h`, restartPolicy: 'OnFailure', concurrencyPolicy: 'Forbid' };
  const spec = { type: 'cron', containers: [{ name: 'main', image: 'job:1', cpu: '50m', memory: '128Mi' }], job };
  const crash = { replicaCrash: { of: 'ash/job' } };
  return {
    ...head,
    // Long executions skip ticks.
    for: `${4 * executions * everyHours}h`,
    timing: 'instant',
    assumptions: {
      'cron.onFailure.limit': 1_000,
      'replica.crash.first': wait,
      'replica.backoff.crashFirst': wait,
      'replica.backoff.crashFactor': 1,
      'replica.backoff.crashCap': wait,
    },
    resources: [gvc, { kind: 'workload', gvc: 'ash', name: 'job', spec }],
    behavior: { 'ash/job': { execution: { duration: written(workMinutes) } } },
    timeline: [{ every: { exponential: { mean: written(betweenMinutes) } }, fault: crash }],
  };
}

const scratch: ChanceCheck<Interrupted> = {
  id: 'from-scratch',
  chapter: 'executions',
  title: 'minutes until an execution of 10 minutes succeeds, interrupted every 10 minutes on average',
  unit: 'number',
  formula: '(1/l + R) (e^(lL) - 1)',
  source: 'renewal theory: e^(lL) - 1 attempts fail on average (Wald)',
  constants: { workMinutes: 10, betweenMinutes: 10, restartMinutes: 10 },
  sampling: { replications: 200, counted: 200, warmUp: 1 },
  finds: { workMinutes: [0.97, 1.03], betweenMinutes: [0.96, 1.04], restartMinutes: [0.91, 1.09] },
  theory: ({ workMinutes, betweenMinutes, restartMinutes }) =>
    timeFromScratch(workMinutes, betweenMinutes, restartMinutes),
  sampler: (constants, sampling, seed) => {
    const needed = sampling.counted + sampling.warmUp;
    const scenario = scenarioFrom(documentOf(constants, needed + 100), seed);
    const milliseconds = endedSampler(scenario, 'execution.succeeded', sampling, ({ tookMs }) => tookMs);
    return (replication) => milliseconds(replication) / minute;
  },
};

/** All of them, in the order of the report. */
export const scratchChecks: readonly ChanceCheck[] = [scratch];
