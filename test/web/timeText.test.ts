import { describe, expect, it } from 'vitest';
import { day, hour, instantFromCivil, minute, second } from '../../src/engine/time.ts';
import { dateBeside, eventText, momentText, rangeText } from '../../src/web/view/timeText.ts';

const start = instantFromCivil(2026, 11, 3);
const at = start + 9 * hour + 34 * second;

describe('instants on the page', () => {
  it.each([
    ['a range of a month has minutes', start + 30 * day, '3 Nov 09:00'],
    ['a range of two hours has seconds', start + 2 * hour, '3 Nov 09:00:34'],
    ['one millisecond more has none', start + 2 * hour + 1, '3 Nov 09:00'],
  ])('%s', (_, until, words) => {
    expect(momentText(at, { from: start, until })).toBe(words);
  });

  it('an event has its seconds, in every range, unless they are 0', () => {
    expect(eventText(at, { from: start })).toBe('3 Nov 09:00:34');
    expect(eventText(at - 34 * second, { from: start })).toBe('3 Nov 09:00');
  });

  it('another year is named, the same one is not', () => {
    expect(eventText(start + 100 * day, { from: start })).toBe('11 Feb 2027 00:00');
    expect(dateBeside(instantFromCivil(2031, 1, 26), start)).toBe('26 Jan 2031');
    expect(dateBeside(instantFromCivil(2026, 12, 9), start)).toBe('9 Dec');
  });

  it('a range is its ends and its width', () => {
    expect(rangeText({ from: start, until: start + 90 * minute })).toBe('3 Nov 00:00 – 3 Nov 01:30 (1h 30m)');
  });
});
