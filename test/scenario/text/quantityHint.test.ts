import { describe, expect, it } from 'vitest';
import { quantityHint } from '../../../src/scenario/text/quantityHint.ts';

describe('why a quantity cannot be read', () => {
  it.each<[string, unknown, string | null]>([
    ['a duration beyond a hundred years', '400000d', 'at most 36500d'],
    ['one after the start', '+400000d', 'at most 36500d'],
    ['a size', '99999999GB', 'at most 9007199GB'],
    ['a negative rate', '-5/s', 'it must not be negative'],
    ['a negative duration', '-3d', 'it must not be negative'],
    ['years', '1000y', 'the units of time are ms, s, m, h, d and week: a year is 365d'],
    ['days in a word', '30 days', 'the units of time are ms, s, m, h, d and week: a year is 365d'],
    ['a part of a millisecond', '0.2ms', 'times are in whole milliseconds, of which 1ms is the least'],
    ['microseconds', '200us', 'times are in whole milliseconds, of which 1ms is the least'],
    ['a rate by the month', '5/month', 'the units of time are ms, s, m, h, d and week: a year is 365d'],
    ['a power of ten', '1e3/s', 'a number with its unit has no exponent: write the digits'],
    ['a great one', '1e300/s', 'it is too large'],
    ['the first that tells of several', { from: '-1s', to: '400000d' }, 'at most 36500d'],
    ['a growth that may be negative, without its time', '-5GB', null],
    ['what is no quantity at all', 'soon', null],
    ['a number', 30, null],
  ])('%s', (_, value, hint) => {
    expect(quantityHint(value)).toBe(hint);
  });
});
