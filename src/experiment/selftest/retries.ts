/**
 * Checks of requests that fail and are tried again (RETRY-2, `retry.backoff`).
 */
import { callSampler, type EndedCall } from './callSampler.ts';
import type { ChanceCheck, Constants, Sampler, Sampling } from './chanceCheck.ts';
import { failureAfter, growingPauses, latencyWithRetries, meanTries } from './forms.ts';
import { sharers } from './stations.ts';

/** Requests whose tries fail alike and independently. */
interface Retried extends Constants {
  /** Share of tries that fail. */
  readonly failure: number;
  readonly retries: number;
}

/** ... and the pauses between tries. */
interface Paused extends Retried {
  readonly serviceMs: number;
  readonly firstPauseMs: number;
  readonly pauseFactor: number;
  readonly longestPauseMs: number;
}

const perSecond = 20;
const serviceMs = 50;
const source = 'geometric series: each try fails with the same probability, whatever happened before';
const sampling: Sampling = { replications: 200, counted: 2_000, warmUp: 20 };

function retriedSampler(
  { failure, retries }: Retried,
  service: number,
  assumptions: object,
  sampling: Sampling,
  seed: string,
  of: (call: EndedCall) => number,
): Sampler {
  const spec = sharers(2, { requestRetryPolicy: { attempts: retries } });
  const request = { duration: `${service}ms`, failure: `${100 * failure}%` };
  return callSampler({ spec, request, perSecond, assumptions }, sampling, seed, of);
}

const tries: ChanceCheck<Retried> = {
  id: 'tries',
  chapter: 'retries',
  title: 'tries of a request, half of which fail, with 3 retries',
  unit: 'number',
  formula: '(1 - p^(r+1)) / (1 - p)',
  source,
  constants: { failure: 0.5, retries: 3 },
  sampling,
  finds: { failure: [0.98, 1.02], retries: [2 / 3, 4 / 3] },
  theory: ({ failure, retries }) => meanTries(failure, retries),
  sampler: (constants, sampling, seed) =>
    retriedSampler(constants, serviceMs, {}, sampling, seed, (call) => call.tries),
};

const failures: ChanceCheck<Retried> = {
  id: 'failures',
  chapter: 'retries',
  title: 'requests that fail although one retry follows, half of all tries fail',
  unit: 'share',
  formula: 'p^(r+1)',
  source,
  constants: { failure: 0.5, retries: 1 },
  sampling,
  finds: { failure: [0.98, 1.02], retries: [2, 0] },
  theory: ({ failure, retries }) => failureAfter(failure, retries),
  sampler: (constants, sampling, seed) =>
    retriedSampler(constants, serviceMs, {}, sampling, seed, ({ status }) => (status === 503 ? 1 : 0)),
};

const latency: ChanceCheck<Paused> = {
  id: 'retry-latency',
  chapter: 'retries',
  title: 'mean latency with 4 retries and pauses of 25, 50, 100 and 150 ms, half of all tries fail',
  unit: 'ms',
  formula: 'sum over i = 0..r of p^i (s + b_i), with b_0 = 0',
  source: `${source}; each costs its service and the pause before it`,
  constants: { failure: 0.5, retries: 4, serviceMs, firstPauseMs: 25, pauseFactor: 2, longestPauseMs: 150 },
  sampling,
  finds: {
    failure: [0.98, 1.02],
    retries: [0.75, 1.25],
    serviceMs: [0.97, 1.03],
    firstPauseMs: [0.93, 1.07],
    pauseFactor: [0.93, 1.07],
    longestPauseMs: [0.75, 1.25],
  },
  theory: ({ failure, retries, serviceMs, firstPauseMs: first, pauseFactor: factor, longestPauseMs: most }) =>
    latencyWithRetries(serviceMs, failure, growingPauses(retries, { first, factor, most })),
  sampler: (constants, sampling, seed) => {
    const { serviceMs, firstPauseMs, pauseFactor, longestPauseMs } = constants;
    const assumptions = {
      'retry.backoffFirst': `${firstPauseMs}ms`,
      'retry.backoffFactor': pauseFactor,
      'retry.backoffCap': `${longestPauseMs}ms`,
    };
    return retriedSampler(constants, serviceMs, assumptions, sampling, seed, ({ latencyMs }) => latencyMs);
  },
};

/** All of them, in the order of the report. */
export const retryChecks: readonly ChanceCheck[] = [tries, failures, latency];
