import { describe, expect, it } from 'vitest';
import { ArrivalQueue } from '../../../src/report/load/arrivalQueue.ts';

function left(queue: ArrivalQueue, requests: number, from: number, until: number): number[][] {
  const told: number[][] = [];
  queue.leave(requests, from, until, (...one) => told.push(one));
  return told;
}

describe('requests that wait, first come first served', () => {
  it('wait until it is their turn, at whatever capacity comes later', () => {
    const queue = new ArrivalQueue();
    queue.join({ from: 0, until: 1_000, requests: 100 });
    // Ten in a second, then all others within half of one.
    expect(left(queue, 10, 1_000, 2_000)).toEqual([[10, 1_000, 1_900]]);
    expect(left(queue, 90, 2_000, 2_500)).toEqual([[90, 1_900, 1_500]]);
    expect(queue.total).toBe(0);
  });

  it('are told apart by when they came', () => {
    const queue = new ArrivalQueue();
    queue.join({ from: 0, until: 100, requests: 10 });
    queue.join({ from: 500, until: 600, requests: 30 });
    expect(left(queue, 20, 1_000, 1_200)).toEqual([
      [10, 1_000, 1_000],
      [10, 600, 1_200 - 500 - 100 / 3],
    ]);
    expect(queue.total).toBe(20);
  });

  it('are no more than there are, and none waits for less than nothing', () => {
    const queue = new ArrivalQueue();
    queue.join({ from: 0, until: 1_000, requests: 10 });
    expect(left(queue, 20, 0, 500)).toEqual([[10, 0, 0]]);
    expect(left(queue, 20, 500, 900)).toEqual([]);
  });

  it('a fork goes its own way', () => {
    const queue = new ArrivalQueue();
    queue.join({ from: 0, until: 1_000, requests: 10 });
    const fork = queue.fork();
    left(fork, 10, 1_000, 2_000);
    expect([queue.total, fork.total]).toEqual([10, 0]);
  });

  it('the order is kept for long, and what has left is forgotten', () => {
    const queue = new ArrivalQueue();
    for (let second = 0; second < 1_000; second += 1) {
      queue.join({ from: second, until: second + 1, requests: 1 });
      if (second >= 10) expect(left(queue, 1, second, second + 1)).toEqual([[1, 10, 10]]);
    }
    expect(queue.total).toBe(10);
  });
});
