import { describe, expect, it } from 'vitest';
import type { Replica } from '../../../src/platform/workload/replica.ts';
import { scaleDownOrder } from '../../../src/platform/workload/scaleDown.ts';

type Candidate = Parameters<ReturnType<typeof scaleDownOrder>>[0];
const steady = { phase: 'running', ready: true, readySince: 100, restarts: 0, createdAt: 10, ordinal: 1 } as const;
const replica = (change: Partial<Replica>): Candidate => ({ ...steady, ...change });

describe('`replica.scaleDown.order`: which replica leaves first', () => {
  it.each<[string, Partial<Replica>, Partial<Replica>]>([
    [
      'one that does not run, though it restarted less',
      { phase: 'starting', ready: false, readySince: null },
      { ready: false, readySince: null, restarts: 9 },
    ],
    ['one in back-off like one that starts', { phase: 'backoff', ordinal: 2 }, { phase: 'starting' }],
    ['one that is not ready, though it is older', { ready: false, readySince: null, createdAt: 5 }, {}],
    ['one that is ready for less time, though it never restarted', { readySince: 200 }, { restarts: 9 }],
    ['one that restarted more often, though it is older', { restarts: 1, createdAt: 5 }, {}],
    ['the newer one', { createdAt: 11 }, { ordinal: 9 }],
    ['the greater ordinal', { ordinal: 2 }, {}],
  ])('%s', (_, leaver, stayer) => {
    const order = scaleDownOrder('leastReady', 'a');
    expect(order(replica(leaver), replica(stayer))).toBeLessThan(0);
    expect(order(replica(stayer), replica(leaver))).toBeGreaterThan(0);
  });

  it('newestFirst looks at age and ordinal alone', () => {
    const broken = replica({ ready: false, readySince: null, phase: 'backoff', ordinal: 0 });
    const newer = replica({ createdAt: 11, ordinal: 1 });
    const twin = replica({ createdAt: 11, ordinal: 2 });
    expect([broken, newer, twin].sort(scaleDownOrder('newestFirst', 'a'))).toEqual([twin, newer, broken]);
  });

  it('random draws a lot for each, of its own, whatever it is and does', () => {
    const all = Array.from({ length: 30 }, (_, ordinal) => replica({ ordinal, ready: ordinal % 2 === 0 }));
    const leaving = (lots: string) => [...all].sort(scaleDownOrder('random', lots)).map(({ ordinal }) => ordinal);
    expect(leaving('a')).toEqual(leaving('a'));
    expect(leaving('a')).not.toEqual(leaving('b'));
    expect(
      leaving('a')
        .slice(0, 15)
        .some((ordinal) => ordinal % 2 === 0),
    ).toBe(true);
    // The lot of one says nothing of another's: without some, the others stay in their order.
    const few = all.filter(({ ordinal }) => ordinal > 9).sort(scaleDownOrder('random', 'a'));
    expect(few.map(({ ordinal }) => ordinal)).toEqual(leaving('a').filter((ordinal) => ordinal > 9));
  });
});
