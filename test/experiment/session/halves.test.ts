import { describe, expect, it } from 'vitest';
import { finished } from '../../../src/engine/slices.ts';
import { hour } from '../../../src/engine/time.ts';
import { capacityOfSession } from '../../../src/experiment/session/replay.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import { sessionOf } from '../../laws/shipped.ts';
import { eventful } from '../../report/ran.ts';
import { good } from '../../scenario/builders.ts';
import { busyShop, take, turnsOf } from './asked.ts';
import { expectHalves, hasHalves, reported } from './halves.ts';
import { begun } from './same.ts';

const shown = [
  'tour/01-one-volume',
  'tour/02-a-rollout',
  'tour/03-cron-policies',
  'tour/04-a-stateful-set',
  'tour/08-autoscaling',
  'tour/09-scale-to-zero',
  'tour/10-a-location-lost',
  'tour/11-retries-make-it-worse',
  'tour/12-one-request',
];

/** More is asked for an hour than one replica can answer, then less. */
const pressed = {
  svcsim: 1,
  start: '2026-11-01T00:00:00Z',
  for: '2h',
  resources: [
    { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'api',
      spec: {
        type: 'standard',
        containers: [{ name: 'main', image: 'api:1', cpu: '500m', memory: '256Mi', ports: [{ number: 80 }] }],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
      },
    },
  ],
  behavior: { 'shop/api': { request: { cpu: '100ms', duration: '100ms' } } },
  demand: [
    {
      to: 'shop/api',
      rate: {
        steps: [
          ['0h', '8/s'],
          ['1h', '1/s'],
        ],
      },
    },
  ],
};

function ended(session: Session): Session {
  session.advance({ until: session.lastInstant });
  return session;
}

describe('a capacity report of a stretch', () => {
  it.each(shown)('comes to the whole with that of the rest: %s', (name) => {
    const session = ended(sessionOf(`scenarios/${name}.yaml`));
    for (const share of [0.25, 0.5, 0.8]) if (hasHalves(session, share)) expectHalves(session, share);
  });

  it.each([
    {},
    { 'billing.replicaFrom': 'created', 'billing.replicaUntil': 'terminating' },
    { 'billing.replicaFrom': 'ready', 'cron.history.counts': 'perStatus' },
    { 'billing.replicaFrom': 'placed', 'run.start': 'cold' },
  ])('comes to the whole under %j', (assumptions) => {
    const text = `${eventful}assumptions: ${JSON.stringify(assumptions)}\n`;
    const session = ended(new Session({ scenario: good(text), text, options: { file: 'eventful.yaml' } }));
    for (const share of [0.1, 0.21, 0.5, 0.9]) expectHalves(session, share);
  });

  it('comes to the whole where requests wait as it begins', () => {
    const { session } = begun(pressed);
    const { start } = ended(session).origin.scenario;
    expectHalves(session, 0.5);
    const [first, second] = [{ to: start + hour }, { from: start + hour }].map(
      (stretch) => reported(session, stretch).workloads[0]?.load?.requests,
    );
    expect(Number(first?.waiting)).toBeGreaterThan(10);
    expect(Number(second?.offered)).toBeCloseTo(Number(first?.waiting) + 3600, 3);
  });

  it('comes to the whole where a rollout is under way as it begins', () => {
    const text = eventful.replace('+2h, patch', '+1h59m55s, patch');
    const session = ended(new Session({ scenario: good(text), text, options: { file: 'eventful.yaml' } }));
    expectHalves(session, 0.08);
    const from = session.origin.scenario.start + 2 * hour;
    expect(reported(session, { from, to: from + hour })).toMatchObject({
      rollouts: expect.arrayContaining([expect.objectContaining({ name: 'web', started: 0, completed: 1 })]),
    });
  });

  it('comes to the whole where requests came from outside', () => {
    const { session } = begun(busyShop);
    for (const seed of [5, 6, 7]) {
      take(session, turnsOf(seed, 100));
      session.advance({ seconds: 5_000 });
    }
    for (const share of [0.2, 0.6]) expectHalves(session, share);
  });

  it('begins with what stands: volumes, rollouts and waits that were there before', () => {
    const session = ended(sessionOf('scenarios/tour/01-one-volume.yaml'));
    const { start } = session.origin.scenario;
    const [from, to] = [start + 2 * hour, start + 3 * hour];
    const capacity = reported(session, { from, to });
    expect(capacity.horizon).toEqual({ start: new Date(from).toISOString(), end: new Date(to).toISOString() });
    expect(capacity.workloads.map(({ ready, time }) => [ready?.min, time.countedMs])).toEqual([[1, hour]]);
  });

  it('begins with an hour, within what happened', () => {
    const { session } = begun(busyShop);
    session.advance({ seconds: 7_200 });
    const { start } = session.origin.scenario;
    for (const from of [start + hour / 2, start - hour, start + 3 * hour])
      expect(finished(capacityOfSession(session, { from }))).toEqual({ refused: expect.any(String) });
  });
});
