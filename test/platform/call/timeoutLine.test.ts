import { describe, expect, it } from 'vitest';
import { Pool } from '../../../src/engine/pool.ts';
import { addCall, type Call, callerOf, removeCall } from '../../../src/platform/call/call.ts';
import {
  cloneTimeoutLine,
  dropEnded,
  isInOrder,
  joinTimeouts,
  newTimeoutLine,
} from '../../../src/platform/call/timeoutLine.ts';

const caller = callerOf({ name: 'users', from: null, by: null, ordinal: null, port: null });

function lineOf(...instants: readonly number[]) {
  const calls = new Pool<Call>();
  const line = newTimeoutLine();
  const joined = instants.map((at, number): Call => {
    const call = addCall(calls, 1, { caller, number }, { arrivedAt: 0, followed: null });
    call.givenUpAt = at;
    if (isInOrder(line, call)) joinTimeouts(line, call, number);
    return call;
  });
  const left = () => line.calls.slice(line.first);
  return { calls, line, joined, left };
}

describe('the calls of a deployment in the order in which they time out', () => {
  it('take one that times out with the last or later, and no other', () => {
    const { line, left } = lineOf(10, 20, 20, 19, 21);
    expect(line.timesOutAt).toEqual([10, 20, 20, 21]);
    expect(left()).toHaveLength(4);
  });

  it('drop those in front that have ended or time out at another instant', () => {
    const { calls, line, joined, left } = lineOf(10, 20, 30, 40);
    removeCall(calls, joined[0]!);
    joined[1]!.givenUpAt = 50;
    removeCall(calls, joined[3]!);
    dropEnded(line, calls);
    expect(left()).toEqual([joined[2]!.handle, joined[3]!.handle]);
  });

  it('drop no more than so many at once', () => {
    const { calls, line, joined, left } = lineOf(10, 20, 30);
    for (const call of joined) removeCall(calls, call);
    dropEnded(line, calls, 2);
    expect(left()).toEqual([joined[2]!.handle]);
  });

  it('need no more room than those under way, however many come', () => {
    const { calls, line } = lineOf();
    for (let number = 0; number < 10_000; number += 1) {
      dropEnded(line, calls, 2);
      const call = addCall(calls, 1, { caller, number }, { arrivedAt: number, followed: null });
      call.givenUpAt = number + 600_000;
      joinTimeouts(line, call, number);
      removeCall(calls, call);
    }
    expect(line.calls.length).toBeLessThan(200);
  });

  it('share nothing with a copy', () => {
    const { calls, line, joined } = lineOf(10, 20);
    const copy = cloneTimeoutLine(line);
    removeCall(calls, joined[0]!);
    dropEnded(line, calls);
    joinTimeouts(line, Object.assign(joined[1]!, { givenUpAt: 30 }), 9);
    expect(copy).toMatchObject({ timesOutAt: [10, 20], places: [0, 1], first: 0 });
  });
});
