import { describe, expect, it } from 'vitest';
import type { FactData } from '../../src/platform/facts.ts';
import { replicaAt } from '../../src/platform/world.ts';
import { callWorld } from './callWorlds.ts';
import { begun, holds } from './play.ts';

describe('calls of worlds of all kinds', () => {
  it('the time that calls spend at a deployment is the sum of their latencies (Little), and each ends once', () => {
    const seen = new Map<string, number>();
    holds(60, callWorld, (doc) => {
      const latencies = new Map<string, number>();
      const ends = new Map<string, number>();
      const { run } = begun(doc, ({ type, subject, data }) => {
        if (type !== 'call.ended') return;
        const { caller, status, latencyMs, waitedMs, tries, held } = data as FactData['call.ended'];
        expect(waitedMs).toBeLessThanOrEqual(latencyMs);
        latencies.set(subject.name, (latencies.get(subject.name) ?? 0) + latencyMs);
        ends.set(caller, (ends.get(caller) ?? 0) + 1);
        for (const what of [`${status}`, ...(tries > 1 ? ['tried again'] : []), ...(held ? ['held'] : [])])
          seen.set(what, (seen.get(what) ?? 0) + 1);
      });
      run.advance();
      const { world } = run.sim;
      expect(world.calls.size).toBe(0);
      world.asked.forEach(({ demand: { name } }, index) => {
        expect(ends.get(name) ?? 0, name).toBe(world.sources[index]?.count);
      });
      // A location that a workload comes back to has two deployments of one name.
      const present = new Map<string, number>();
      for (const entity of world.entities) {
        if (entity.kind !== 'deployment' || entity.lobby === null) continue;
        const { gauge, count } = entity.lobby;
        present.set(entity.subject.name, (present.get(entity.subject.name) ?? 0) + gauge.presentMs);
        expect({ present: gauge.present, count }).toEqual({ present: 0, count: 0 });
        for (const handle of entity.replicas) {
          const { desk } = replicaAt(world, handle);
          if (desk !== null) expect({ calls: desk.calls, working: desk.working }).toEqual({ calls: [], working: [] });
        }
      }
      for (const [name, latency] of latencies) expect(present.get(name) ?? 0, name).toBe(latency);
    });
    // What the worlds have to show for the law to say something.
    for (const what of ['200', '404', '403', '429', '503', '504', 'tried again', 'held'])
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(20);
  });
});
