import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/experiment/run.ts';
import { holds, played } from './play.ts';
import { world } from './worlds.ts';

const minute = 60_000;

describe('after everything has been deleted', () => {
  it('nothing runs and nothing is reserved any more, once the grace times are over', () => {
    holds(60, world(), (doc) => {
      const { run } = played(doc);
      for (const kind of ['workload', 'volumeset', 'gvc']) {
        for (const { gvc, link } of recordsOf(run, kind)) {
          const { status } = run.request({ method: 'DELETE', path: link });
          expect([200, 202, 204], `${link} in ${gvc}`).toContain(status);
        }
        // 120 s of grace at most.
        run.sim.runUntil(run.now + 3 * minute);
        expect(recordsOf(run, kind).map(({ link }) => link)).toEqual([]);
      }
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
