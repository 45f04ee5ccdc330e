import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../src/platform/cron/cronParser.ts';

describe('the values of an element', () => {
  it.each([
    ['second', '10-40/15', [10, 25, 40]],
    ['dayOfMonth', '30-31', [30, 31]],
    ['dayOfWeek', '0-6/3', [0, 3, 6]],
  ] as const)('%s %s', (field, element, values) => {
    expect(valuesOf(field, element)).toEqual(values);
  });

  it('are remembered, but not for ever', () => {
    const first = valuesOf('minute', '1-59/7');
    expect(valuesOf('hour', '1-20/7')).toEqual([1, 8, 15]);
    expect(valuesOf('minute', '1-59/7')).toBe(first);
    for (let count = 0; count < 4_096; count += 1) valuesOf('minute', `0-59/${100 + count}`);
    const again = valuesOf('minute', '1-59/7');
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });
});
