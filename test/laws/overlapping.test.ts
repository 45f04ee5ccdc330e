import { describe, expect, it } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import { scenarioOf } from './play.ts';
import { workUntil } from './work.ts';
import { gvcOf } from './worlds.ts';

const hour = 3_600_000;

describe('CRON-5: under Allow executions overlap, and each costs as much as the one before', () => {
  it('a tick works no more with a thousand executions Active than with a hundred', () => {
    const scenario = scenarioOf({
      svcsim: 1,
      start: '2026-11-02T00:00:00Z',
      for: '20h',
      seed: 1,
      assumptions: {},
      resources: [
        gvcOf({ gvc: 'ash', locations: ['aws-us-east-1'] }),
        {
          kind: 'workload',
          gvc: 'ash',
          name: 'job',
          spec: {
            type: 'cron',
            containers: [{ name: 'main', image: 'job:1' }],
            job: { schedule: '* * * * *', concurrencyPolicy: 'Allow' },
          },
        },
      ],
      behavior: { 'ash/job': { execution: { duration: 'never' } } },
      timeline: [],
    });
    const run = new Run(scenario, { sink: () => {} });
    run.sim.runUntil(scenario.start + hour);
    const early = workUntil(run, scenario.start + 2 * hour, Number.POSITIVE_INFINITY);
    run.sim.runUntil(scenario.start + 19 * hour);
    const late = workUntil(run, scenario.start + 20 * hour, Number.POSITIVE_INFINITY);
    expect(late.events).toBe(early.events);
    expect(late.calls).toBeLessThan(1.2 * early.calls);
  });
});
