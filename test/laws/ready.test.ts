import { expect, it } from 'vitest';
import { type Deployment, newestRevision } from '../../src/platform/workload/deployment.ts';
import { type Fleet, fleetOf } from '../../src/platform/workload/fleet.ts';
import { movingVersion, type VersionCount } from '../../src/platform/workload/versionCount.ts';
import { replicaAt, type World } from '../../src/platform/world.ts';
import { begun, ended, expectSameJournal, holds, scenarioOf } from './play.ts';
import { type Doc, world } from './worlds.ts';

it('a deployment knows how many of its replicas are ready, and which stand, whatever happens to it', () => {
  let changes = 0;
  const versions = new Set<number>();
  holds(15, world({ hours: [4] }), (doc) => {
    const { run } = begun(doc);
    const before = new Map<number, string>();
    while (run.sim.step() && run.sim.now < run.scenario.end) {
      for (const entity of run.sim.world.entities) {
        if (entity.kind !== 'deployment') continue;
        const said = textOf(fleetOf(entity));
        const is = textOf(walked(entity, run.sim.world));
        if (said !== is) throw new Error(`${entity.subject.name} has ${is}, says ${said}`);
        if (before.get(entity.handle) !== is) changes += 1;
        before.set(entity.handle, is);
        for (const { version } of fleetOf(entity).old) versions.add(version);
      }
    }
  });
  expect(changes).toBeGreaterThan(500);
  expect(versions).toContain(movingVersion);
  expect(versions.size).toBeGreaterThan(3);
});

/** The replicas of a deployment, each looked at. */
function walked(deployment: Deployment, world: World): Fleet {
  const all = deployment.replicas.map((handle) => replicaAt(world, handle));
  const standing = all.filter(({ phase }) => phase !== 'terminating');
  const countOf = (version: number): VersionCount => {
    const its = standing.filter((replica) => (replica.moving ? movingVersion : replica.version) === version);
    return { version, replicas: its.length, available: its.filter(({ available }) => available).length };
  };
  const newest = newestRevision(deployment).version;
  const versions = new Set(standing.map((replica) => (replica.moving ? movingVersion : replica.version)));
  versions.delete(newest);
  return {
    newest: countOf(newest),
    old: [...versions].sort((a, b) => a - b).map(countOf),
    terminating: all.length - standing.length,
    ready: all.filter(({ ready }) => ready).length,
  };
}

const textOf = ({ newest, old, terminating, ready }: Fleet): string =>
  JSON.stringify([newest, old, terminating, ready]);

/**
 * Two builds, one after the other, and a replica of the second stopped before it is ready; its grace is over long
 * before the next is.
 */
function stopped(type: 'standard' | 'serverless', replica: string): Doc {
  const containers = [{ name: 'web', image: 'web:1', ports: [{ number: 80 }] }];
  const autoscaling = { metric: 'disabled', minScale: 3, maxScale: 3 };
  const rolloutOptions = { terminationGracePeriodSeconds: 5 };
  const workload = '/gvc/shop/workload/api';
  return {
    svcsim: 1,
    start: '2026-01-01T00:00:00Z',
    for: '1h',
    resources: [
      {
        kind: 'gvc',
        name: 'shop',
        spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } },
      },
      {
        kind: 'workload',
        gvc: 'shop',
        name: 'api',
        spec: { type, containers, defaultOptions: { autoscaling }, rolloutOptions },
      },
    ],
    behavior: { 'shop/api': { start: '5m' } },
    timeline: [
      { at: '+10m', patch: workload, with: { spec: { containers: [{ ...containers[0], image: 'web:2' }] } } },
      {
        at: '+12m',
        post: `${workload}/-command`,
        with: { type: 'stopReplica', spec: { location: 'aws-us-east-1', replica } },
        answers: 201,
      },
    ],
  } as unknown as Doc;
}

it.each([
  ['standard', 'api-2-3'],
  ['serverless', 'api-2-3'],
] as const)('a %s rollout that waits hears of a replica that was stopped when that is gone', (type, replica) => {
  const scenario = scenarioOf(stopped(type, replica));
  const [literal, ahead] = [ended(scenario, true), ended(scenario, false)];
  expectSameJournal(ahead.journal, literal.journal);
  expect(ahead.run.sim.events).toBeLessThan(literal.run.sim.events);
  const types = ahead.journal.map((entry) => entry.type);
  expect(types.filter((one) => one === 'replica.created').length).toBe(4);
  expect(types).toContain('rollout.completed');
});
