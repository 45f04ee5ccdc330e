import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pool } from '../../src/engine/pool.ts';

interface Thing {
  name: number;
}

describe('a pool', () => {
  it('finds a record by its handle until it is removed, and never again', () => {
    const pool = new Pool<Thing>();
    const first = pool.add({ name: 1 });
    expect(pool.get(first)).toEqual({ name: 1 });
    expect(pool.remove(first)).toBe(true);
    const second = pool.add({ name: 2 });
    expect(second % 2 ** 20).toBe(first % 2 ** 20);
    expect(pool.get(first)).toBeUndefined();
    expect(pool.remove(first)).toBe(false);
    expect(pool.get(second)).toEqual({ name: 2 });
  });

  it('a handle is generation * 2^20 + slot', () => {
    const pool = new Pool<Thing>();
    expect([pool.add({ name: 0 }), pool.add({ name: 1 })]).toEqual([0, 1]);
    pool.remove(1);
    expect(pool.add({ name: 2 })).toBe(2 ** 20 + 1);
  });

  it('iterates in the order of slots', () => {
    const pool = new Pool<Thing>();
    for (let name = 0; name < 4; name++) pool.add({ name });
    pool.remove(1);
    pool.remove(2);
    pool.add({ name: 4 });
    expect([...pool.values()].map((thing) => thing.name)).toEqual([0, 4, 3]);
    expect([...pool.entries()].map(([handle, thing]) => pool.get(handle) === thing)).toEqual([true, true, true]);
  });

  it('behaves as a map whose keys never come again, and so does its fork', () => {
    const steps = fc.array(fc.record({ op: fc.constantFrom('add', 'add', 'remove', 'fork'), at: fc.nat(1_000) }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let pool = new Pool<Thing>();
        const map = new Map<number, number>();
        const removed = new Set<number>();
        let left: { pool: Pool<Thing>; names: number[] } | undefined;
        for (const { op, at } of all) {
          if (op === 'add') {
            const handle = pool.add({ name: at });
            expect(map.has(handle) || removed.has(handle)).toBe(false);
            map.set(handle, at);
          } else if (op === 'fork') {
            left = { pool, names: [...pool.values()].map((thing) => thing.name) };
            pool = pool.fork((thing) => ({ ...thing }));
          } else {
            const handle = [...map.keys()][at % map.size];
            if (handle === undefined) continue;
            expect(pool.remove(handle)).toBe(true);
            map.delete(handle);
            removed.add(handle);
          }
          expect(pool.size).toBe(map.size);
        }
        for (const [handle, name] of map) expect(pool.get(handle)?.name).toBe(name);
        for (const handle of removed) expect(pool.get(handle)).toBeUndefined();
        expect(new Map([...pool.entries()].map(([handle, thing]) => [handle, thing.name]))).toEqual(map);
        if (left !== undefined) expect([...left.pool.values()].map((thing) => thing.name)).toEqual(left.names);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('a fork shares no record: a change of one is not seen in the other', () => {
    const pool = new Pool<Thing>();
    const handle = pool.add({ name: 1 });
    const fork = pool.fork((thing) => ({ ...thing }));
    const thing = fork.get(handle);
    if (thing !== undefined) thing.name = 2;
    expect(pool.get(handle)?.name).toBe(1);
    expect(fork.add({ name: 3 })).toBe(pool.add({ name: 4 }));
  });
});
