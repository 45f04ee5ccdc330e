/**
 * Common random numbers: under any change of a plan, what both plans have in common (a request, a tick, a random fault,
 * a replica) draws the same numbers.
 */
import { describe, expect, it } from 'vitest';
import { type JournalSink, Run } from '../../src/index.ts';
import { good } from '../scenario/builders.ts';

const locations = ['aws-us-east-1', 'aws-eu-central-1'] as const;

interface Plan {
  readonly locations?: readonly string[];
  readonly minScale?: number;
  readonly failure?: string;
  readonly schedule?: string;
  readonly policy?: string;
  /** Lines of the timeline before its others. */
  readonly earlier?: string;
  readonly demand?: string;
}

/** Single requests to `api`, a schedule, a random crash, and a replica that exits by itself. */
function planned(plan: Plan, replication: number, sink: JournalSink): Run {
  const {
    locations: where = locations.slice(0, 1),
    minScale = 2,
    failure = '1%',
    schedule = '0 * * * *',
    policy = 'Forbid',
    earlier = '',
    demand = '',
  } = plan;
  const scenario = good(`
svcsim: 1
start: 2026-11-01T00:00:00Z
for: 12h
seed: 7
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [${where.map((one) => `//location/${one}`).join(', ')}] } } }
  - kind: workload
    gvc: shop
    name: api
    spec:
      type: standard
      containers: [{ name: api, image: api:1, cpu: 500m, memory: 256Mi, ports: [{ number: 80, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: ${minScale}, maxScale: ${minScale} } }
  - kind: workload
    gvc: shop
    name: night
    spec:
      type: cron
      containers: [{ name: main, image: night:1, cpu: 100m, memory: 128Mi }]
      job: { schedule: "${schedule}", concurrencyPolicy: ${policy}, restartPolicy: Never }
behavior:
  shop/api:
    request: { duration: { lognormal: { mean: 200ms, cv: 0.8 } }, failure: ${failure} }
    crash: { every: { exponential: { mean: 3h } } }
  shop/night: { execution: { duration: { lognormal: { mean: 10m, cv: 0.8 } }, failure: 10% } }
demand:
${demand}
  - { name: users, to: shop/api, rate: 0.2/s, arrivals: poisson, from: aws-us-east-1 }
timeline:
${earlier}
  - { every: { exponential: { mean: 2h } }, fault: { replicaKill: { of: shop/api, location: aws-us-east-1, replicas: 1 } } }
`);
  return new Run(scenario, { replication, sink });
}

interface Luck {
  /** Of each request: its arrival, and the service time of its first try. */
  readonly requests: Map<string, string>;
  /** Of each execution by location and tick: the run time of its first attempt and whether it failed. */
  readonly ticks: Map<string, string>;
  readonly faults: number[];
  /** Of each replica by location, ordinal and creation: the first exit of its container. */
  readonly exits: Map<string, number>;
}

function luckOf(plan: Plan, replication = 0): Luck {
  const luck: Luck = { requests: new Map(), ticks: new Map(), faults: [], exits: new Map() };
  const created = new Map<string, number>();
  const run = planned(plan, replication, (entry) => {
    const of = `${entry.subject.name} ${entry.ordinal}`;
    if (entry.type === 'fault.begun' && (entry.data as { fault: string }).fault === 'replicaKill')
      luck.faults.push(entry.at);
    if (entry.type === 'replica.created') created.set(of, entry.at);
    if (entry.type === 'replica.exited' && (entry.data as { restarts: number }).restarts === 1)
      luck.exits.set(`${of} ${created.get(of) ?? 'settled'}`, entry.at);
  });
  const { world } = run.sim;
  while (run.advance(1) === 'more') {
    for (const call of world.calls.values())
      if (call.phase === 'served' && call.tries === 1)
        luck.requests.set(`${call.caller.name} ${call.number}`, `${call.arrivedAt} ${call.rest} ${call.fails}`);
    for (const { deployment, slotAt, run: course } of world.executions.values()) {
      const [first] = course.attempts;
      const location = world.entities[deployment]?.subject.name;
      if (first?.startedAt != null && first.endedAt !== null)
        luck.ticks.set(`${location} ${slotAt}`, `${first.endedAt - first.startedAt} ${first.exitCode}`);
    }
  }
  return luck;
}

/** What both have, and that it is the same in both. @returns how many things are in both */
function expectShared(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): number {
  const both = [...a.keys()].filter((key) => b.has(key));
  expect(both.map((key) => [key, b.get(key)])).toEqual(both.map((key) => [key, a.get(key)]));
  return both.length;
}

describe('what two plans have in common has the same luck in both', () => {
  const today = luckOf({});

  it('there is luck to share', () => {
    expect(today.requests.size).toBeGreaterThan(7_000);
    expect(today.ticks.size).toBe(12);
    expect(today.faults.length).toBeGreaterThan(2);
    expect(today.exits.size).toBeGreaterThan(2);
    const next = luckOf({}, 1);
    const same = [...next.requests].filter(([key, luck]) => today.requests.get(key) === luck);
    expect(same.length).toBeLessThan(10);
    expect(next.faults).not.toEqual(today.faults);
  });

  const plans: readonly (readonly [string, Plan])[] = [
    ['one location more', { locations }],
    ['more replicas', { minScale: 3 }],
    ['another schedule', { schedule: '*/30 * * * *' }],
    ['another policy', { policy: 'Replace' }],
    [
      'an earlier fault',
      { earlier: '  - { at: +30m, fault: { replicaKill: { of: shop/api, location: aws-us-east-1, replicas: 1 } } }' },
    ],
    ['an earlier demand', { demand: '  - { to: shop/api, rate: 0.01/s, arrivals: poisson }' }],
  ];

  it.each(plans)('%s', (_, plan) => {
    const other = luckOf(plan);
    // A killed replica takes its requests with it before a look at them: all but a few.
    expect(expectShared(today.requests, other.requests)).toBeGreaterThan(0.99 * today.requests.size);
    expect(expectShared(today.ticks, other.ticks)).toBe(12);
    expect(other.faults.filter((at) => today.faults.includes(at))).toEqual(today.faults);
    expectShared(today.exits, other.exits);
  });

  it('a greater share of failures fails the same requests, and more', () => {
    const failing = ({ requests }: Luck): string[] =>
      [...requests].filter(([, luck]) => luck.endsWith('true')).map(([key]) => key);
    const [few, more] = [failing(today), failing(luckOf({ failure: '3%' }))];
    expect(few.length).toBeGreaterThan(20);
    expect(few.filter((key) => !more.includes(key))).toEqual([]);
    expect(more.length).toBeGreaterThan(2 * few.length);
  });
});
