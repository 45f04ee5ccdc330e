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

/**
 * Cron workloads at random that rest for most of the run: suspended, resumed, where a location is out, where their run
 * time changes meanwhile.
 */
export const restingSchedules: fc.Arbitrary<Doc> = fc
  .record({
    seed: fc.nat(999),
    assumptions: fc.record(
      {
        'cron.resume.missed': fc.constantFrom('none', 'latest'),
        'cron.forbid.missed': fc.constantFrom('skip', 'lateStart'),
        'cron.defaultSuspend': fc.constantFrom('likeJobSuspend', 'alsoRemove'),
      },
      { requiredKeys: [] },
    ),
    jobs: fc.array(
      fc.record({
        schedule: fc.constantFrom(
          ...['* * * * *', '*/5 * * * *', '*/7 * * * *', '20 4-9 * * 1-5', '0 0 1 * *', '@every 90s'],
        ),
        concurrencyPolicy: fc.constantFrom('Forbid', 'Allow', 'Replace'),
        suspend: fc.boolean(),
        run: anyRun(),
        steps: fc.array(fc.record({ minute: fc.nat(2_800), does: fc.nat(5), run: anyRun() }), { maxLength: 6 }),
      }),
      { minLength: 2, maxLength: 2 },
    ),
  })
  .map(({ seed, assumptions, jobs }) => {
    const containers = [{ name: 'main', image: 'job:1', cpu: '100m', memory: '128Mi' }];
    const locationLinks = ['//location/aws-us-east-1', '//location/gcp-us-east1'];
    const behaviour = (i: number, execution: object): object => ({ [`ash/job-${i}`]: { execution } });
    return {
      svcsim: 1 as const,
      start: '2026-10-30T00:00:00Z',
      for: '48h',
      seed,
      assumptions,
      resources: [
        { kind: 'gvc', name: 'ash', spec: { staticPlacement: { locationLinks } } },
        ...jobs.map(({ schedule, concurrencyPolicy, suspend }, i) => ({
          kind: 'workload',
          gvc: 'ash',
          name: `job-${i}`,
          spec: { type: 'cron', containers, job: { schedule, concurrencyPolicy, suspend } },
        })),
      ],
      behavior: Object.assign({}, ...jobs.map(({ run }, i) => behaviour(i, run))),
      timeline: jobs
        .flatMap(({ steps }, i) =>
          steps.map(({ minute, does, run }) => {
            const patch = `/gvc/ash/workload/job-${i}`;
            const actions = [
              { patch, with: { spec: { job: { suspend: true } } } },
              { patch, with: { spec: { job: { suspend: false }, defaultOptions: { suspend: false } } } },
              { patch, with: { spec: { defaultOptions: { suspend: true } } } },
              { fault: { locationOutage: { location: 'gcp-us-east1' } }, for: '9h' },
              { behavior: behaviour(i, run) },
              { post: `${patch}/-command`, with: { type: 'runCronWorkload', spec: { location: 'aws-us-east-1' } } },
            ];
            return { minute, step: { at: `+${minute}m`, ...actions[does] } };
          }),
        )
        .sort((a, b) => a.minute - b.minute)
        .map(({ step }) => step),
    };
  });

/** Run times of every kind: each kind takes its own count of numbers from its stream. */
function anyRun(): fc.Arbitrary<object> {
  return fc.record({
    duration: fc.constantFrom<string | object>(
      '40s',
      '20m',
      { uniform: { from: '1s', to: '10m' } },
      { exponential: { mean: '2m' } },
      { normal: { mean: '2m', sd: '40s' } },
      { lognormal: { mean: '90s', cv: 0.8 } },
      { gamma: { mean: '2m', cv: 0.5 } },
      { weibull: { scale: '2m', shape: 2 } },
      { empirical: ['10s', '70s', '9m'] },
    ),
    failure: fc.constantFrom('0%', '30%'),
  });
}
