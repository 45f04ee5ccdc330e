/** Cron workloads at random that end hundreds of executions: some overlap, some fail, some are cut at a deadline. */
import fc from 'fast-check';
import type { Doc } from './worlds.ts';

export const schedules: fc.Arbitrary<Doc> = fc
  .record({
    seed: fc.nat(999),
    jobs: fc.array(
      fc.record({
        job: fc.record(
          {
            schedule: fc.constantFrom('*/5 * * * *', '* * * * *', '3,17 * * * *', '*/10 8-17 * * *', '@every 7m'),
            concurrencyPolicy: fc.constantFrom('Forbid', 'Forbid', 'Allow', 'Replace'),
            restartPolicy: fc.constantFrom('Never', 'Never', 'OnFailure'),
            historyLimit: fc.integer({ min: 1, max: 10 }),
            activeDeadlineSeconds: fc.constantFrom(120, 700),
          },
          { requiredKeys: ['schedule'] },
        ),
        duration: fc.oneof(
          fc.constantFrom(20, 90, 400, 2_000).map((mean) => ({ lognormal: { mean: `${mean}s`, cv: 0.8 } })),
          // With the 14 s of a start: as long as from one tick to the next, or to the one after.
          fc.constantFrom('46s', '286s', '586s'),
        ),
        failure: fc.constantFrom('0%', '2%', '30%'),
        start: fc.boolean(),
      }),
      { minLength: 2, maxLength: 2 },
    ),
  })
  .map(({ seed, jobs }) => {
    const containers = [{ name: 'main', image: 'job:1', cpu: '100m', memory: '128Mi' }];
    const locationLinks = ['//location/aws-us-east-1', '//location/gcp-us-east1'];
    return {
      svcsim: 1 as const,
      start: '2026-11-01T00:00:00Z',
      for: '60h',
      seed,
      assumptions: {},
      resources: [
        { kind: 'gvc', name: 'ash', spec: { staticPlacement: { locationLinks } } },
        ...jobs.map(({ job }, i) => ({
          kind: 'workload',
          gvc: 'ash',
          name: `job-${i}`,
          spec: { type: 'cron', containers, job },
        })),
      ],
      behavior: Object.fromEntries(
        jobs.map(({ duration, failure, start }, i) => [
          `ash/job-${i}`,
          { execution: { duration, failure }, ...(start ? { start: { uniform: { from: '1s', to: '20s' } } } : {}) },
        ]),
      ),
      timeline: [],
    };
  });
