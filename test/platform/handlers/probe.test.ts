import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { minute, second } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import { setAnswering } from '../../../src/platform/workload/handlers/probe.ts';
import { deploymentsOf, replicaAt } from '../../../src/platform/world.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { ran, replicas, workload } from './ran.ts';

const link = '/org/acme/gvc/shop/workload/web';
const tcpSocket = { port: 80 };
const readinessProbe = {
  tcpSocket,
  initialDelaySeconds: 5,
  periodSeconds: 10,
  failureThreshold: 3,
  successThreshold: 2,
};
const livenessProbe = { tcpSocket, initialDelaySeconds: 0, periodSeconds: 10, failureThreshold: 4 };
const web = (probes: object, type = 'standard', spec: object = {}): object =>
  workload('web', type, {
    containers: [{ name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi', ports: [{ number: 80 }], ...probes }],
    ...replicas(2),
    ...spec,
  });

/** Replicas of `web` that answer or do not from some seconds on, each change before all else of its instant. */
function disturbed(
  resource: object,
  seconds: number,
  changes: readonly (readonly [at: number, ordinal: number, answers: boolean])[],
  assumptions: object = {},
): readonly (readonly [number, string, unknown])[] {
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } };
  const start = '2026-11-01T00:00:00Z';
  const document = { svcsim: 1, name: 'probed', start, for: `${seconds}s`, resources: [gvc, resource], assumptions };
  const { scenario } = parseScenario(JSON.stringify(document), { file: 'probed.json' });
  if (scenario === null) throw new Error('no scenario');
  const entries: Entry[] = [];
  const run = new Run(scenario, { sink: (entry) => entries.push(entry) });
  for (const [at, ordinal, answers] of changes) {
    run.sim.runUntil(scenario.start + at * second);
    for (const deployment of deploymentsOf(run.sim.world, link)) {
      for (const handle of deployment.replicas) {
        const replica = replicaAt(run.sim.world, handle);
        if (replica.ordinal === ordinal) setAnswering(run.sim, deployment, replica, answers);
      }
    }
  }
  run.advance();
  return entries.flatMap(({ at, type, ordinal }) =>
    type.startsWith('replica.') && type !== 'replica.settled'
      ? [[(at - scenario.start) / second, type.slice('replica.'.length), ordinal] as const]
      : [],
  );
}

describe('a replica whose application no longer answers', () => {
  it('is not ready after as many failed tries as it may have, and ready again after as many good ones as it needs', () => {
    // It runs for 30 days at the start, so that it is tried at 5 s, 15 s, 25 s, ...
    expect(
      disturbed(web({ readinessProbe }), 120, [
        [20, 0, false],
        [50, 0, true],
      ]),
    ).toEqual([
      [45, 'unready', 0],
      [65, 'ready', 0],
      [65, 'available', 0],
    ]);
  });

  it('stays ready where it answers again before that', () => {
    expect(
      disturbed(web({ readinessProbe }), 120, [
        [20, 0, false],
        [44, 0, true],
      ]),
    ).toEqual([]);
  });

  it('is available again only after minReadySeconds', () => {
    const spec = { rolloutOptions: { minReadySeconds: 30 } };
    const seen = disturbed(web({ readinessProbe }, 'standard', spec), 120, [
      [20, 0, false],
      [50, 0, true],
    ]);
    expect(seen.at(-1)).toEqual([95, 'available', 0]);
  });

  it('is not ready at once without a probe, and ready again at once', () => {
    expect(
      disturbed(web({}), 120, [
        [20, 0, false],
        [50, 0, true],
      ]),
    ).toEqual([
      [20, 'unready', 0],
      [50, 'ready', 0],
      [50, 'available', 0],
    ]);
  });

  it('has its container ended by its liveness probe, and started again in vain', () => {
    // Failures at 20, 30, 40, 50; a wait of 10 s and 5 s of start; then failures at 65, 75, 85, 95, and a wait of 20 s.
    expect(disturbed(web({ readinessProbe, livenessProbe }), 110, [[20, 1, false]])).toEqual([
      [45, 'unready', 1],
      [50, 'unresponsive', 1],
      [50, 'exited', 1],
      [65, 'restarted', 1],
      [95, 'unresponsive', 1],
      [95, 'exited', 1],
    ]);
  });

  it('is tried at other instants with `probe.grid` randomPhase, no later than a period after', () => {
    const seen = disturbed(web({ readinessProbe }), 120, [[20, 0, false]], { 'probe.grid': 'randomPhase' });
    const [[at, type] = [0, '']] = seen;
    expect(type).toBe('unready');
    expect(at % 10).not.toBe(5);
    expect(at).toBeGreaterThan(40);
    expect(at).toBeLessThan(50);
  });
});

describe('a rollout', () => {
  it('waits as long as its new replicas are not ready (ROLL-3)', () => {
    const { of, run } = ran({
      for: '10m',
      resources: [
        web({ readinessProbe }, 'standard', { rolloutOptions: { maxSurgeReplicas: 1, maxUnavailableReplicas: 0 } }),
      ],
      timeline: [
        { at: '+30s', behavior: { 'shop/web': { readyAfter: '1m' } } },
        {
          at: '+1m',
          patch: '/gvc/shop/workload/web',
          with: { spec: { containers: [{ name: 'main', image: 'web:2' }] } },
        },
      ],
    });
    // 14 s, then up after 60 s: tried at 65 s and 75 s after the start; twice, one after the other.
    expect(of('rollout.completed').map(({ at }) => (at - run.scenario.start) / minute)).toEqual([
      1 + (2 * (14 + 75)) / 60,
    ]);
  });
});

describe('`probe.serverless`: a serverless workload that states no probe', () => {
  const behavior = { 'shop/web': { readyAfter: '3s' } };
  const assumptions = { 'run.start': 'cold' };
  const readyAt = (given: object): unknown => {
    const { of, run } = ran({
      for: '5m',
      resources: [web({}, 'serverless')],
      behavior,
      assumptions: { ...assumptions, ...given },
    });
    return of('replica.ready').map(({ at, reason }) => [(at - run.scenario.start) / second, reason.assumptions]);
  };

  it('is ready when its port opens', () => {
    expect(readyAt({})).toEqual([
      [17, ['probe.serverless']],
      [17, ['probe.serverless']],
    ]);
  });

  it('or when a probe of default fields says so', () => {
    expect(readyAt({ 'probe.serverless': 'readinessDefaults' })).toEqual([
      [24, ['probe.grid']],
      [24, ['probe.grid']],
    ]);
  });
});
