import { describe, expect, it } from 'vitest';
import { hour } from '../../src/engine/time.ts';
import { forgetsWhereFull } from '../../src/experiment/forgetting.ts';
import { good } from '../scenario/builders.ts';

/** 400,000 executions in 100 hours, every 9 s in ten locations. */
const busy = `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 100h
resources:
  - kind: gvc
    name: shop
    spec: { staticPlacement: { locationLinks: [LOCATIONS] } }
  - kind: workload
    gvc: shop
    name: job
    spec: { type: cron, containers: [{ name: main, image: "job:1" }], job: { schedule: "@every 9s" } }
`.replace(
  'LOCATIONS',
  [
    'us-east-1',
    'us-east-2',
    'us-west-2',
    'ca-central-1',
    'eu-west-1',
    'eu-west-2',
    'eu-central-1',
    'ap-southeast-1',
    'ap-northeast-1',
    'ap-south-1',
  ]
    .map((name) => `//location/aws-${name}`)
    .join(', '),
);

describe('a full journal makes a run forget its entries', () => {
  it('where 300,000 executions or more are still to come', () => {
    const scenario = good(busy);
    const forgets = forgetsWhereFull(scenario, false);
    const until = scenario.start + 25 * hour;
    expect([scenario.start, until, until + 1, scenario.end].map(forgets)).toEqual([true, true, false, false]);
  });

  it('not while it has room', () => {
    expect(forgetsWhereFull(good(busy), false)(null)).toBe(false);
  });

  it.each([
    [
      'has no schedules',
      busy.replace('type: cron', 'type: standard').replace(', job: { schedule: "@every 9s" }', ''),
      false,
    ],
    ['is evaluated tick by tick', busy, true],
    ['has health that follows executions', `${busy}assumptions: { health.cron: lastExecution }\n`, false],
    [
      'watches its executions',
      `${busy}expect:\n  - { of: shop/job, metric: executions.active, always: "<= 1" }\n`,
      false,
    ],
  ])('not where a run %s', (_, text, isLiteral) => {
    const scenario = good(text);
    expect(forgetsWhereFull(scenario, isLiteral)(scenario.start)).toBe(false);
  });
});
