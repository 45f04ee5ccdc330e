/**
 * The check of cold starts: how often a request finds a workload at zero (TYPE-14, `serverless.zero`).
 */
import { second } from '../../engine/time.ts';
import { callSampler } from './callSampler.ts';
import type { ChanceCheck, Constants } from './chanceCheck.ts';
import { coldStartShare } from './forms.ts';

/** Requests of a workload that scales to zero. */
interface Sleeper extends Constants {
  readonly perMinute: number;
  readonly serviceSeconds: number;
  readonly delaySeconds: number;
}

const coldStart: ChanceCheck<Sleeper> = {
  id: 'cold-start',
  chapter: 'cold-starts',
  title: 'requests that find no replica, 0.7 a minute, exponential services of 20 s, scale to zero after 60 s',
  unit: 'share',
  formula: 'e^(-rate (service + delay))',
  source: 'random arrivals have no memory; replicas that never wait for each other (M/G/infinity)',
  constants: { perMinute: 0.7, serviceSeconds: 20, delaySeconds: 60 },
  sampling: { replications: 200, counted: 800, warmUp: 20 },
  finds: { perMinute: [0.96, 1.04], serviceSeconds: [0.86, 1.14], delaySeconds: [0.96, 1.04] },
  theory: ({ perMinute, serviceSeconds, delaySeconds }) =>
    coldStartShare(perMinute / 60, serviceSeconds * second, delaySeconds * second),
  sampler: ({ perMinute, serviceSeconds, delaySeconds }, sampling, seed) => {
    const autoscaling = {
      metric: 'concurrency',
      minScale: 0,
      maxScale: 1,
      maxConcurrency: 0,
      scaleToZeroDelay: delaySeconds,
    };
    const shape = {
      spec: { type: 'serverless', defaultOptions: { timeoutSeconds: 600, autoscaling } },
      request: { duration: { exponential: { mean: `${serviceSeconds}s` } } },
      perSecond: perMinute / 60,
      // Ticks change nothing here: a request wakes the workload at once, and it goes to zero at an instant of its own.
      assumptions: { 'serverless.zero': 'idleExact', 'kpa.tick': '60s' },
      timing: 'instant',
    } as const;
    return callSampler(shape, sampling, seed, ({ held }) => (held ? 1 : 0));
  },
};

/** All of them, in the order of the report. */
export const coldStartChecks: readonly ChanceCheck[] = [coldStart];
