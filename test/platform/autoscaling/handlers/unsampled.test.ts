import { expect, it } from 'vitest';
import { second } from '../../../../src/engine/time.ts';
import { askedWorld } from '../../../laws/asked.ts';
import { ended, scenarioOf } from '../../../laws/play.ts';

const autoscaling = (metric: string, scale: object): object => ({ metric, ...scale });

/** When 25 requests a second to five replicas scale them, which follow the metric from 3 s after a sync on. */
function scalings(metric: string, arrivals: unknown): readonly number[] {
  const follow = autoscaling(metric, { target: 5, minScale: 1, maxScale: 10, scaleToZeroDelay: 300 });
  const doc = askedWorld({
    for: '20m',
    spec: {
      type: 'standard',
      defaultOptions: { capacityAI: false, autoscaling: autoscaling('disabled', { minScale: 5, maxScale: 5 }) },
    },
    // 25 a second use 5 % of 500m, and as much of the memory.
    behavior: { 'ash/api': { request: { cpu: '5ms', duration: '200ms', memory: '26Mi' } } },
    demand: [{ to: 'ash/api', rate: '25/s', arrivals }],
    timeline: [
      { at: '+603s', patch: '/gvc/ash/workload/api', with: { spec: { defaultOptions: { autoscaling: follow } } } },
    ],
  });
  const { run, journal } = ended(scenarioOf(doc), false);
  return journal.flatMap(({ type, at }) => (type === 'deployment.scaled' ? [(at - run.scenario.start) / second] : []));
}

// 6.2: the newest sample at the first sync may be older than the loop.
it.each(['rps', 'cpu', 'memory', 'latency'])(
  'a metric without a sample has no value, and scales nothing down: %s',
  (metric) => {
    for (const arrivals of ['fluid', { uniform: { from: 1, to: 1 } }]) {
      const first = scalings(metric, arrivals)[0] ?? Number.POSITIVE_INFINITY;
      expect(first).toBeGreaterThan(615 + 5);
    }
  },
);
