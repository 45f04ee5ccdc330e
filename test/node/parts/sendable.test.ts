import { describe, expect, it } from 'vitest';
import { Occupancy } from '../../../src/engine/occupancy.ts';
import { PartRun } from '../../../src/experiment/parts/partRun.ts';
import { turnSize } from '../../../src/experiment/parts/turns.ts';
import { received, sent } from '../../../src/node/parts/sendable.ts';
import { executionLane } from '../../../src/report/fold/page/executionLane.ts';
import { scenarioAt, shipped } from '../../laws/shipped.ts';

/** As it comes to another thread. */
function passedOn<Value extends object>(value: Value): Value {
  const { message, buffers } = sent(value);
  return received(structuredClone(message, { transfer: buffers }));
}

describe('what is sent to another thread', () => {
  it('has its classes there, wherever they are, and one that is held twice is one', () => {
    const course = new Occupancy();
    course.set(0, 3);
    course.settle(10);
    const there = passedOn({ list: [course], byName: new Map([['a', course]]), all: new Set([course]) });
    expect(there.list[0]).toBeInstanceOf(Occupancy);
    expect(there.list[0]?.percentile(50)).toBe(3);
    expect(there.byName.get('a')).toBe(there.list[0]);
    expect(there.all.has(there.list[0]!)).toBe(true);
  });

  it('has its columns without a copy, those that share a buffer too', () => {
    const numbers = Float64Array.of(1, 2, 3);
    const there = passedOn({ numbers, bits: [new Int32Array(numbers.buffer)] });
    expect([...there.numbers]).toEqual([1, 2, 3]);
    expect(there.bits[0]?.buffer).toBe(there.numbers.buffer);
    expect(numbers.length).toBe(0);
  });

  it('has the constants that hold functions', () => {
    expect(passedOn({ kind: executionLane }).kind).toBe(executionLane);
  });

  it('is no function, and no instance of an unknown class', () => {
    expect(() => sent({ act: () => 1 })).toThrow('a function cannot be sent: act');
    expect(() => sent({ at: new Date(0) })).toThrow('an instance of Date cannot be sent');
  });

  it.each(shipped.short)('can be the run of %s with all that is kept for its reports', (file) => {
    const options = { isReported: true, isLiteral: false, events: true, replicas: false, rowsPer: 'month' } as const;
    const scenario = scenarioAt(file);
    const run = new PartRun(scenario, { ...options, isNumbered: true }, null);
    run.number(new Float64Array(run.begin().turns.length / turnSize).map((_, i) => i + 1));
    run.advance(scenario.end);
    run.number(new Float64Array(run.stretch().turns.length / turnSize).fill(1_000_000));
    expect(() => passedOn(run.end({ lines: 1, lanes: 1 }))).not.toThrow();
  });
});
