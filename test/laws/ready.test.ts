import { expect, it } from 'vitest';
import { replicaAt } from '../../src/platform/world.ts';
import { begun, ended, expectSameJournal, holds, scenarioOf } from './play.ts';
import { type Doc, world } from './worlds.ts';

it('a deployment knows how many of its replicas are ready, whatever happens to it', () => {
  let changes = 0;
  holds(15, world({ hours: [4] }), (doc) => {
    const { run } = begun(doc);
    const before = new Map<number, number>();
    while (run.sim.step() && run.sim.now < run.scenario.end) {
      for (const entity of run.sim.world.entities) {
        if (entity.kind !== 'deployment') continue;
        let ready = 0;
        for (const handle of entity.replicas) if (replicaAt(run.sim.world, handle).ready) ready += 1;
        if (entity.ready !== ready) throw new Error(`${entity.subject.name} has ${ready} ready, says ${entity.ready}`);
        if (before.get(entity.handle) !== ready) changes += 1;
        before.set(entity.handle, ready);
      }
    }
  });
  expect(changes).toBeGreaterThan(200);
});

/** Two builds, one after the other, and a replica of the second stopped before it is ready; its grace is over long before the next is. */
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
