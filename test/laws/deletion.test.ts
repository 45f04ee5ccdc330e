import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/experiment/run.ts';
import { holds, played } from './play.ts';
import { world } from './worlds.ts';

const minute = 60_000;
/** 120 s at most, and a second for what stops by then. */
const grace = 2 * minute + 1_000;
const kinds = ['workload', 'volumeset', 'gvc'];

describe('after everything has been deleted', () => {
  it('nothing runs and nothing is reserved any more, once the grace times are over', () => {
    holds(45, fc.tuple(world({ hours: [2, 4, 9] }), fc.constantFrom(0, 5_000, grace)), ([doc, pause]) => {
      const { run } = played(doc);
      for (const kind of kinds) {
        for (const { link } of recordsOf(run, kind)) {
          expect(run.request({ method: 'DELETE', path: link }).status, link).toBe(202);
        }
        run.sim.runUntil(run.now + pause);
      }
      run.sim.runUntil(run.now + grace);
      expect(kinds.flatMap((kind) => recordsOf(run, kind))).toEqual([]);
      const { replicas, executions } = run.sim.world;
      expect([replicas.size, executions.size]).toEqual([0, 0]);
      const fork = run.fork();
      fork.sim.runUntil(run.now + 10 * 24 * 60 * minute);
      expect(usage(fork)).toEqual(usage(run));
    });
  });
});

function recordsOf(run: Run, kind: string) {
  return [...run.sim.world.control.records.values()].filter((record) => record.kind === kind);
}

/** Quantities by whatever they are of, months together. */
function usage(run: Run): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { gvc, resource, location, container, volumeIndex, meter, quantity } of run.bill().bill.usage) {
    const of = [gvc, resource, location, container, volumeIndex, meter].join(' ');
    sums.set(of, (sums.get(of) ?? 0) + Number(quantity));
  }
  return sums;
}
