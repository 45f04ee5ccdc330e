/**
 * Little's law, exactly: the time that requests spend in the system, counted from outside, is the sum of their
 * latencies.
 */
import type { FactData } from '../../platform/facts.ts';
import { Run } from '../run.ts';
import type { Constants } from './chanceCheck.ts';
import type { ExactCheck } from './exactCheck.ts';
import { scenarioFrom, servers, stationDocument } from './stations.ts';

interface Counted extends Constants {
  readonly requests: number;
  /** Requests of the beginning that the sum of latencies leaves out; above 0 the law cannot hold. */
  readonly leftOut: number;
}

/** Two replicas, retries and a waiting line: requests wait, pause and fail. */
function runOf(requests: number, seed: string, ended: (latency: number) => void): Run {
  const shape = {
    spec: { ...servers(2), requestRetryPolicy: { attempts: 2 } },
    request: { duration: { exponential: { mean: '2s' } }, failure: '20%' },
    perSecond: 0.5,
  };
  const sink = ({ type, data }: { readonly type: string; readonly data: object }): void => {
    if (type === 'call.ended') ended((data as FactData['call.ended']).latencyMs);
  };
  const document = {
    ...stationDocument(shape, requests),
    timeline: [{ at: `+${2 * requests}s`, demand: { 'ash/api': { scale: 0 } } }],
  };
  return new Run(scenarioFrom({ ...document, for: `${2 * requests + 3_600}s` }, seed), {
    sink,
    events: false,
    isAsked: false,
  });
}

const little: ExactCheck<Counted> = {
  id: 'little',
  chapter: 'queues',
  title: 'milliseconds that requests spend at 2 replicas with a waiting line and retries',
  formula: 'integral of N(t) dt = sum of latencies, to the millisecond',
  source: 'J. D. C. Little, 1961: L = lambda W, times the length of the run',
  constants: { requests: 5_000, leftOut: 0 },
  finds: {},
  expected: ({ requests, leftOut }, seed) => {
    let sum = 0;
    let count = 0;
    const run = runOf(requests, seed, (latency) => {
      count += 1;
      if (count > leftOut) sum += latency;
    });
    run.advance();
    return String(sum);
  },
  found: ({ requests }, seed) => {
    let spent = 0;
    let [since, present] = [0, 0];
    const run = runOf(requests, seed, () => {});
    const { sim } = run;
    while (run.advance(1) === 'more') {
      spent += present * (run.now - since);
      since = run.now;
      present = sim.world.calls.size;
    }
    if (present > 0) throw new Error(`${present} requests have not ended`);
    return String(spent);
  },
};

/** All of them, in the order of the report. */
export const littleChecks: readonly ExactCheck[] = [little];
