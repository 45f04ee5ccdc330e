import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/experiment/run.ts';
import type { FactData } from '../../src/platform/facts.ts';
import { deploymentAt, replicaAt, type World } from '../../src/platform/world.ts';
import { callWorld } from './callWorlds.ts';
import { begun, holds } from './play.ts';

/** Time that calls have spent, by the name of their deployment. */
type Spent = Map<string, number>;

function spend(spent: Spent, name: string, time: number): void {
  spent.set(name, (spent.get(name) ?? 0) + time);
}

/** Runs to the end, event by event, and adds up who was there in between. */
function watched(run: Run): { readonly there: Spent; readonly passed: Spent } {
  const { sim } = run;
  const [there, passed]: [Spent, Spent] = [new Map(), new Map()];
  let since = run.now;
  let inside: readonly { readonly name: string; readonly hasPassed: boolean }[] = [];
  while (run.advance(1) === 'more') {
    for (const { name, hasPassed } of inside) {
      spend(there, name, run.now - since);
      if (hasPassed) spend(passed, name, run.now - since);
    }
    since = run.now;
    inside = callsIn(sim.world);
  }
  return { there, passed };
}

function callsIn(world: World): { readonly name: string; readonly hasPassed: boolean }[] {
  return [...world.calls.values()].map(({ deployment, phase }) => ({
    name: deploymentAt(world, deployment).subject.name,
    hasPassed: phase !== 'checking',
  }));
}

describe('calls of worlds of all kinds', () => {
  it('the time that calls spend at a deployment is the sum of their latencies (Little), that after their checks counts, and each ends once', () => {
    const seen = new Map<string, number>();
    holds(60, callWorld, (doc) => {
      const latencies: Spent = new Map();
      const ends = new Map<string, number>();
      const { run } = begun(doc, ({ type, subject, data }) => {
        if (type !== 'call.ended') return;
        const { caller, status, latencyMs, waitedMs, tries, held } = data as FactData['call.ended'];
        expect(waitedMs).toBeLessThanOrEqual(latencyMs);
        spend(latencies, subject.name, latencyMs);
        ends.set(caller, (ends.get(caller) ?? 0) + 1);
        for (const what of [`${status}`, ...(tries > 1 ? ['tried again'] : []), ...(held ? ['held'] : [])])
          seen.set(what, (seen.get(what) ?? 0) + 1);
      });
      const { there, passed } = watched(run);
      const { world } = run.sim;
      expect(world.calls.size).toBe(0);
      world.activeDemands.forEach(({ demand: { name } }, index) => {
        expect(ends.get(name) ?? 0, name).toBe(world.sources[index]?.count);
      });
      // A location that a workload comes back to has two deployments of one name.
      const present: Spent = new Map();
      for (const entity of world.entities) {
        if (entity.kind !== 'deployment' || entity.waitingLine === null) continue;
        const { gauge, count } = entity.waitingLine;
        spend(present, entity.subject.name, gauge.presentMs);
        expect({ present: gauge.present, count }).toEqual({ present: 0, count: 0 });
        for (const handle of entity.replicas) {
          const { processorShare } = replicaAt(world, handle);
          if (processorShare !== null)
            expect({ calls: processorShare.calls, working: processorShare.working }).toEqual({
              calls: [],
              working: [],
            });
        }
      }
      for (const [name, latency] of latencies) {
        expect(there.get(name) ?? 0, name).toBe(latency);
        expect(present.get(name) ?? 0, name).toBe(passed.get(name) ?? 0);
        if (latency > (passed.get(name) ?? 0)) seen.set('checked', (seen.get('checked') ?? 0) + 1);
      }
    });
    // What the worlds have to show for the law to say something.
    for (const what of ['200', '404', '403', '429', '503', '504', 'tried again', 'held', 'checked'])
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(20);
  });
});
