import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { replicaAt } from '../../src/platform/world.ts';
import { billText, holds, scenarioOf } from './play.ts';

const locations = ['aws-us-east-1', 'aws-eu-central-1', 'gcp-us-central1'];
const container = {
  name: 'main',
  image: 'web:1',
  cpu: '500m',
  memory: '512Mi',
  ports: [{ number: 80, protocol: 'http' }],
};

const scaled = fc.oneof(
  fc
    .constantFrom('cpu', 'rps')
    .map((metric) => ({ type: 'standard', autoscaling: { metric, target: 60, maxScale: 9 } })),
  fc.constantFrom(0, 1).map((minScale) => ({
    type: 'serverless',
    autoscaling: { metric: 'concurrency', target: 5, minScale, maxScale: 9 },
  })),
  fc.constantFrom(1, 3).map((scale) => ({
    type: 'standard',
    autoscaling: { metric: 'disabled', minScale: scale, maxScale: scale },
  })),
);

/** What happens to the workload besides its load: builds, and what may make its locations differ. */
const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .nat(9)
      .map((build) => ({ containers: [{ ...container, env: [{ name: 'BUILD', value: `${build}` }] }] })),
  },
  { weight: 1, arbitrary: fc.constantFrom('other', 'main').map((name) => ({ containers: [{ ...container, name }] })) },
  { weight: 1, arbitrary: fc.boolean().map((suspend) => ({ defaultOptions: { suspend } })) },
  {
    weight: 1,
    arbitrary: fc.nat(2).map((which) => ({
      localOptions: [{ location: `//location/${locations[which]}`, autoscaling: { minScale: 2, maxScale: 7 } }],
    })),
  },
);

const rarely = <Value>(value: Value) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(value) });

/** @param start how long its containers take besides: undefined for what is not drawn */
const worldsWith = (start: fc.Arbitrary<object | undefined>) =>
  fc
    .record({
      scaled,
      peak: fc.integer({ min: 0, max: 400 }),
      noise: fc.boolean(),
      // A serverless workload may fall asleep, which changes its health in the middle of what all do alike.
      rests: fc.boolean(),
      from: rarely('aws-us-east-1'),
      // With any of these, locations differ.
      start,
      crash: rarely('9h'),
      lots: rarely({ 'replica.scaleDown.order': 'random' }),
      assumptions: fc.constantFrom({}, { 'billing.replicaFrom': 'ready' }, { 'billing.surge': 'capAtDesired' }),
      // With this one, all replicas leave at once, and with them the location out of the routes.
      rollout: rarely({ maxSurgeReplicas: '0%', maxUnavailableReplicas: '100%' }),
      changes: fc.array(fc.tuple(fc.integer({ min: 1, max: 23 * 60 }), change), { maxLength: 6 }),
    })
    .map(
      ({
        scaled: { type, autoscaling },
        peak,
        noise,
        rests,
        from,
        start,
        crash,
        lots,
        assumptions,
        rollout,
        changes,
      }) => ({
        svcsim: 1,
        name: 'alike',
        start: '2026-03-30T00:00:00Z',
        for: '1d',
        assumptions: { ...assumptions, ...lots },
        resources: [
          {
            kind: 'gvc',
            name: 'ash',
            spec: { staticPlacement: { locationLinks: locations.map((name) => `//location/${name}`) } },
          },
          {
            kind: 'workload',
            gvc: 'ash',
            name: 'api',
            spec: {
              type,
              containers: [container],
              defaultOptions: { autoscaling: { minScale: 1, ...autoscaling } },
              ...(rollout === undefined || type !== 'standard' ? {} : { rolloutOptions: rollout }),
            },
          },
        ],
        behavior: {
          'ash/api': {
            request: { cpu: '10ms', duration: '50ms' },
            ...(start === undefined ? {} : { start }),
            ...(crash === undefined ? {} : { crash: { every: { exponential: { mean: crash } } } }),
          },
        },
        demand: [
          {
            to: 'ash/api',
            rate: {
              daily: [
                ['04:00', `${peak}/s`],
                ['16:00', `${3 * peak}/s`],
                ...(rests
                  ? [
                      ['18:00', '0/s'],
                      ['20:00', '0/s'],
                    ]
                  : []),
              ],
            },
            ...(noise ? { noise: { every: '1h', cv: 0.1 } } : {}),
            ...(from === undefined ? {} : { from }),
          },
        ],
        timeline: changes.map(([at, spec]) => ({ at: `+${at}m`, patch: '/gvc/ash/workload/api', with: { spec } })),
      }),
    );

const worlds = worldsWith(rarely({ exponential: { mean: '9s' } }));

/** What a reader of the world sees of all replicas; handles and journal numbers may differ. */
function replicasOf({ sim: { world } }: Run): object[] {
  return world.entities.flatMap((entity) => {
    if (entity.kind !== 'deployment') return [];
    const { subject, desired, ready, nextSerial, closed, state, serves, rollout } = entity;
    const replicas = entity.replicas.map((handle) => {
      const { deployment, ordinal, version, phase, createdAt, startedAt, readySince, goneAt } = replicaAt(
        world,
        handle,
      );
      return { deployment, ordinal, version, phase, createdAt, startedAt, readySince, goneAt };
    });
    const rolling = rollout === null ? null : { version: rollout.version, counts: rollout.counts };
    return [{ name: subject.name, desired, ready, nextSerial, closed, state, serves, rolling, replicas }];
  });
}

function reasonsOf({ sim }: Run): string[] {
  return [...sim.journal.reasons()].map(([reason, count]) => `${JSON.stringify(reason)} ${count}`);
}

/**
 * A run that nobody hears comes to the same as one in which each location runs by itself.
 *
 * @returns the share of the events that it has handled
 */
function shareOfEvents(doc: object): number {
  const scenario = scenarioOf(doc as never);
  const heard = new Run(scenario, { events: false, sink: () => {} });
  const quiet = new Run(scenario, { events: false });
  for (let at = scenario.start + 5 * hour + 1; at < scenario.end; at += 7 * hour + 7 * minute) {
    for (const run of [heard, quiet]) run.advance(Number.POSITIVE_INFINITY, at);
    expect(quiet.sim.journal.fingerprint()).toBe(heard.sim.journal.fingerprint());
    expect(replicasOf(quiet)).toEqual(replicasOf(heard));
    expect(billText(quiet)).toBe(billText(heard));
  }
  for (const run of [heard, quiet]) run.advance();
  expect(quiet.sim.journal.fingerprint()).toBe(heard.sim.journal.fingerprint());
  expect(quiet.sim.journal.seq).toBe(heard.sim.journal.seq);
  expect(reasonsOf(quiet).sort()).toEqual(reasonsOf(heard).sort());
  expect([...quiet.sim.world.decisions].sort()).toEqual([...heard.sim.world.decisions].sort());
  expect(replicasOf(quiet)).toEqual(replicasOf(heard));
  expect(billText(quiet)).toBe(billText(heard));
  return quiet.sim.events / heard.sim.events;
}

describe('one location that runs for all that are alike', () => {
  it('comes to the same as each of them by itself, whenever somebody looks', () => {
    let fewer = 0;
    holds(40, worlds, (doc) => {
      if (shareOfEvents(doc) < 0.5) fewer += 1;
    });
    expect(fewer).toBeGreaterThan(8);
  });

  it('comes to the same where what one has done for all is taken back, after replicas have gone and come', () => {
    // Falls until 02:00, so that replicas go; the first that comes draws how long it starts.
    const falling = {
      daily: [
        ['02:00', '20/s'],
        ['04:30', '900/s'],
      ],
    };
    const drawn = worldsWith(fc.constant({ exponential: { mean: '9s' } }));
    holds(8, drawn, ({ demand: [demand], ...doc }) => {
      shareOfEvents({ ...doc, demand: [{ ...demand, rate: falling }], timeline: [] });
    });
  });

  it('forks into one that ends the same', () => {
    holds(12, worlds, (doc) => {
      const run = new Run(scenarioOf(doc as never), { events: false });
      run.advance(Number.POSITIVE_INFINITY, run.scenario.start + 13 * hour + 1);
      const fork = run.fork();
      for (const one of [run, fork]) one.advance();
      expect(fork.sim.digest()).toBe(run.sim.digest());
    });
  });
});
