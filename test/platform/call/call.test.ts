import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/engine/digest.ts';
import { Pool } from '../../../src/engine/pool.ts';
import { addCall, type Call, callerOf, cloneCall, removeCall } from '../../../src/platform/call/call.ts';

const user = callerOf({ name: 'users', from: null, by: null, ordinal: null, port: null });
const other = callerOf({ name: 'shop', from: 'aws-us-east-1', by: '/org/acme', ordinal: 2, port: 80 });

describe('the calls under way', () => {
  it('fill the record of one that has ended with the next, and leave nothing of it', () => {
    const calls = new Pool<Call>();
    const first = addCall(calls, 7, { caller: other, number: 1 }, { arrivedAt: 1_000, followed: null });
    // Every field of it gets another value.
    const used = Object.keys(first).filter((key) => key !== 'handle');
    for (const key of used) Object.assign(first, { [key]: 'used' });
    removeCall(calls, first);
    const again = addCall(calls, 8, { caller: user, number: 2 }, { arrivedAt: 2_000, followed: null });
    expect(again).toBe(first);
    const fresh = addCall(new Pool<Call>(), 8, { caller: user, number: 2 }, { arrivedAt: 2_000, followed: null });
    expect(again).toEqual({ ...fresh, handle: again.handle });
  });

  it('do not find one that has ended, though another has its record', () => {
    const calls = new Pool<Call>();
    const { handle } = addCall(calls, 7, { caller: user, number: 1 }, { arrivedAt: 1_000, followed: null });
    removeCall(calls, calls.get(handle)!);
    const next = addCall(calls, 7, { caller: user, number: 2 }, { arrivedAt: 1_000, followed: null });
    expect(calls.get(handle)).toBeUndefined();
    expect(calls.get(next.handle)).toBe(next);
  });

  it('are the same in a fork, whose records are its own', () => {
    const calls = new Pool<Call>();
    const ended = addCall(calls, 7, { caller: user, number: 1 }, { arrivedAt: 1_000, followed: null });
    const kept = addCall(calls, 7, { caller: other, number: 1 }, { arrivedAt: 1_000, followed: null });
    removeCall(calls, ended);
    const fork = calls.fork(cloneCall);
    expect(digest(fork)).toBe(digest(calls));
    kept.tries = 3;
    expect(fork.get(kept.handle)?.tries).toBe(0);
  });
});
