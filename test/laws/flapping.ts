/**
 * One workload whose replicas hardly come to rest: few requests each, a short memory, a load that jumps each minute.
 */
import fc from 'fast-check';
import { askedWorld } from './asked.ts';
import type { Doc } from './worlds.ts';

/**
 * Down windows and jumps of the length in which a young replica begins to count: what is remembered of passed syncs
 * decides.
 */
export const flapping: fc.Arbitrary<Doc> = fc
  .record({
    metric: fc.constantFrom('cpu', 'memory'),
    target: fc.integer({ min: 2, max: 5 }),
    scaleToZeroDelay: fc.constantFrom(30, 45, 60),
    rate: fc.integer({ min: 100, max: 300 }),
    cv: fc.constantFrom(0.05, 0.1, 0.2),
    every: fc.constantFrom('1m', '90s', '3m'),
    seed: fc.integer({ min: 1, max: 9_999 }),
  })
  .map(({ metric, target, scaleToZeroDelay, rate, cv, every, seed }) =>
    askedWorld({
      for: '3h',
      seed,
      spec: {
        type: 'standard',
        defaultOptions: { capacityAI: false, autoscaling: { metric, target, maxScale: 12, scaleToZeroDelay } },
      },
      behavior: { 'ash/api': { request: { cpu: '2ms', memory: '1Mi', duration: '1s' } } },
      demand: [{ to: 'ash/api', rate: `${rate / 10}/s`, noise: { every, cv } }],
    }),
  );
