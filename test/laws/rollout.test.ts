import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/experiment/run.ts';
import { newestRevision } from '../../src/platform/workload/deployment.ts';
import { deploymentsOf, replicaAt } from '../../src/platform/world.ts';
import { type RolloutOptionsBounds as Bounds, Fleets } from '../../src/testing/invariants/fleets.ts';
import { holds, played } from './play.ts';
import { type Doc, world } from './worlds.ts';

describe('ROLL-5, ROLL-7: a standard workload, whatever happens to it', () => {
  it('never has more than wanted and surge, and is never taken below wanted less unavailable', () => {
    let looked = 0;
    holds(70, world(), (doc) => {
      const fleets = new Fleets((deployment) => boundsOf(doc, deployment));
      played(doc, (entry) => fleets.hear(entry));
      fleets.look();
      expect(fleets.breaches).toEqual([]);
      looked += fleets.looked;
    });
    expect(looked).toBeGreaterThan(1000);
  });
});

describe('where replicas become ready and stay so', () => {
  it('ROLL-1: every rollout ends, with all that is wanted ready, and so does every command', () => {
    let ended = 0;
    holds(40, world({ isCalm: true }), (doc) => {
      const { run, journal } = played(doc);
      // Six replicas one after another, each with 120 s of grace, a new volume and a slow start, and again for work on
      // volumes.
      run.sim.runUntil(run.now + 3 * 3_600_000);
      expect(unfinished(run)).toEqual([]);
      ended += journal.filter(({ type }) => type === 'rollout.completed').length;
    });
    expect(ended).toBeGreaterThan(50);
  });
});

/** What still waits for something: deployments, volumes, commands. */
function unfinished({ sim: { world } }: Run): string[] {
  const deployments = [...world.deployments.keys()].flatMap((link) => deploymentsOf(world, link));
  const waiting = deployments.filter((deployment) => {
    const replicas = deployment.replicas.map((handle) => replicaAt(world, handle));
    const isAsWanted = replicas.length === deployment.desired && replicas.every(({ available }) => available);
    const { version } = newestRevision(deployment);
    return deployment.rollout !== null || !isAsWanted || replicas.some((replica) => replica.version !== version);
  });
  const worked = world.entities.filter((entity) => entity.kind === 'volume' && entity.jobs.length > 0);
  const commands = [...world.control.commands.values()].filter(
    ({ stage }) => stage === 'pending' || stage === 'running',
  );
  return [...[...waiting, ...worked].map(({ subject }) => subject.name), ...commands.map(({ link }) => link)];
}

/** The rollout options that the file gives the workload of a deployment; nothing in the timeline changes them. */
function boundsOf({ resources }: Doc, deployment: string): Bounds | null {
  const found = resources.find(({ kind, gvc, name }) => deployment.startsWith(`${gvc}/${kind}/${name}@`));
  const { rolloutOptions } = (found?.spec ?? {}) as { rolloutOptions?: Record<string, number | string> };
  if (rolloutOptions === undefined) return null;
  const { maxSurgeReplicas = '25%', maxUnavailableReplicas = '25%' } = rolloutOptions;
  return { surge: maxSurgeReplicas, unavailable: maxUnavailableReplicas };
}
