/**
 * The check of autoscaling by chance: each evaluation of the HPA sees a load of its own (WL-18, `hpa.*`).
 *
 * Requests come at random, and one window of the metric ends where the next begins. So the loads of two evaluations are
 * independent, and the share of evaluations that want k replicas is a probability of the Poisson distribution. Without
 * a tolerance, a scale-down window or a limit of the rate, the count is what the last evaluation wanted.
 */
import { second } from '../../engine/time.ts';
import { Run } from '../run.ts';
import type { ChanceCheck, Constants } from './chanceCheck.ts';
import { replicaShare } from './forms.ts';
import { scenarioFrom, stationDocument } from './stations.ts';

/** A workload that is scaled by requests per second. */
interface Scaled extends Constants {
  readonly perSecond: number;
  /** Requests per second that each replica should get. */
  readonly target: number;
  /** Seconds between two evaluations, and the length of the window that each of them measures. */
  readonly syncSeconds: number;
  /** The number of replicas whose share is asked for. */
  readonly replicas: number;
}

function documentOf({ perSecond, target, syncSeconds }: Scaled, evaluations: number): object {
  const autoscaling = { metric: 'rps', target, minScale: 1, maxScale: 1_000 };
  const sync = `${syncSeconds}s`;
  const shape = {
    spec: { type: 'standard', defaultOptions: { autoscaling } },
    request: { duration: '1ms' },
    perSecond,
    timing: 'instant',
    assumptions: {
      'hpa.sync': sync,
      'hpa.tolerance': 0,
      'hpa.down.window': '0s',
      'hpa.upReplicas': 1_000,
      'metric.sample.rpsInterval': sync,
      'metric.sample.rpsWindow': sync,
    },
  } as const;
  return stationDocument(shape, (evaluations + 2) * syncSeconds * perSecond);
}

function shareOf(replicas: number, finds: ChanceCheck<Scaled>['finds']): ChanceCheck<Scaled> {
  return {
    id: `hpa-${replicas}-replicas`,
    chapter: 'autoscaling',
    title: `evaluations that want ${replicas} replicas, 3.5 requests/s on average, target 1 request/s`,
    unit: 'share',
    formula: 'P(ceil(X / target) = k), X of a Poisson distribution with the mean rate x window',
    source: 'Poisson distribution; the replica count of the HPA is the load over the target, rounded up',
    constants: { perSecond: 3.5, target: 1, syncSeconds: 15, replicas },
    sampling: { replications: 200, counted: 150, warmUp: 2 },
    finds,
    theory: ({ perSecond, target, syncSeconds, replicas }) =>
      replicaShare(perSecond * syncSeconds, target * syncSeconds, replicas),
    sampler: (constants, { counted, warmUp }, seed) => {
      const scenario = scenarioFrom(documentOf(constants, counted + warmUp), seed);
      const { replicas, syncSeconds } = constants;
      return (replication) => {
        const run = new Run(scenario, { replication, events: false, isAsked: false });
        let found = 0;
        for (let sync = 1; sync <= warmUp + counted; sync += 1) {
          // An instant after the evaluation.
          run.sim.runUntil(scenario.start + sync * syncSeconds * second + 1);
          if (sync > warmUp && desiredIn(run) === replicas) found += 1;
        }
        return found / counted;
      };
    },
  };
}

function desiredIn({ sim }: Run): number {
  const found = sim.world.entities.find((entity) => entity.kind === 'deployment');
  if (found?.kind !== 'deployment') throw new Error('no deployment');
  return found.desired;
}

/** On the slopes of the distribution a small shift changes a share much. */
const onSlope = { perSecond: [0.97, 1.03], target: [0.97, 1.03], syncSeconds: [0.8, 19 / 15] };

/** At its top a shift changes it little. */
const atTop = { perSecond: [0.94, 1.06], target: [0.9, 1.1], syncSeconds: [0.8, 19 / 15] };

/** All of them, in the order of the report. */
export const scalingChecks: readonly ChanceCheck[] = [shareOf(3, onSlope), shareOf(4, atTop), shareOf(5, onSlope)];
