import { describe, expect, it } from 'vitest';
import { healthOf } from '../../src/platform/workload/handlers/health.ts';
import { begun, holds } from './play.ts';
import { type Doc, world } from './worlds.ts';

describe('HEALTH-1: the health that the journal tells', () => {
  it('is at any time what the replicas of that time make of it', () => {
    let changes = 0;
    holds(60, world({ burstsMax: 9 }), (doc: Doc) => {
      const told = new Map<string, unknown>();
      const { run } = begun(doc, ({ type, subject, data }) => {
        if (type !== 'health.changed') return;
        const known = told.get(subject.name);
        if (known !== undefined && known !== 'Deleting') expect(data.from).toBe(known);
        told.set(subject.name, data.to);
        changes += 1;
      });
      const { sim, scenario } = run;
      for (let at = scenario.start; at < scenario.end; at += 47_000) {
        sim.runUntil(at + 1);
        for (const link of sim.world.deployments.keys()) {
          const is = healthOf(sim.world, link, at);
          const name = link.replace(`/org/${scenario.org}/gvc/`, '');
          expect({ name, health: told.get(name) ?? is }).toEqual({ name, health: is });
          expect({ name, health: sim.world.healths.get(link)?.health }).toEqual({ name, health: is });
        }
      }
    });
    expect(changes).toBeGreaterThan(100);
  });
});
