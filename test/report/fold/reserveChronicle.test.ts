import { describe, expect, it } from 'vitest';
import { ReserveChronicle } from '../../../src/report/fold/reserveChronicle.ts';

const reserved = [{ container: 'main', cpuMillicores: 100, memoryBytes: 1 }];

/** One whose containers run from an instant on. */
function start(startedAt: number) {
  return { placedAt: 0, startedAt, reserved };
}

describe('what is reserved, billed from the start of the containers', () => {
  it('counts each from its own start on, in whatever order they were told, and none that ended before', () => {
    const reserves = new ReserveChronicle({ 'billing.replicaFrom': 'started' });
    reserves.open(0);
    for (const [key, at] of [30, 10, 20, 10, 40, 15].entries()) reserves.begin(0, key, start(at));
    // The one of 15 has ended before it is billed.
    reserves.end(5, 5);
    const fork = reserves.fork();
    fork.begin(5, 6, start(12));
    const counts: number[] = [];
    for (const at of [10, 11, 19, 20, 30, 40]) {
      reserves.reach(at);
      counts.push(reserves.count.last ?? 0);
    }
    expect(counts).toEqual([2, 2, 2, 3, 4, 5]);
    fork.settle(13);
    expect([fork.count.last, reserves.cpuMillicores.last]).toEqual([3, 500]);
  });
});
