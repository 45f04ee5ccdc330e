import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseStruck, reaches, type Whom } from '../../../src/platform/fault/fault.ts';

const name = (one: string): string => one;
const there = ['web-0', 'web-1', 'web-2', 'web-3'];

describe('whom a fault strikes', () => {
  it.each<[string, Whom, readonly string[], readonly string[]]>([
    ['all', { kind: 'all' }, there, []],
    ['more than there are', { kind: 'count', count: 9 }, there, []],
    ['two by chance', { kind: 'count', count: 2 }, ['web-0', 'web-1'], []],
    ['a share, rounded up', { kind: 'share', share: 0.3 }, ['web-0', 'web-1'], []],
    ['a share of no replica', { kind: 'share', share: 0 }, [], []],
    ['by name', { kind: 'names', names: ['web-3', 'web-1'] }, ['web-1', 'web-3'], []],
    ['by a name that nobody has', { kind: 'names', names: ['web-9', 'web-1'] }, ['web-1'], ['web-9']],
  ])('%s', (_, whom, struck, missing) => {
    expect(chooseStruck(there, whom, name, () => 0)).toEqual({ struck, missing });
  });

  it('a percentage of a hundred is that many, though it is no exact fraction', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => `web-${index}`);
    for (let percent = 0; percent <= 100; percent += 1) {
      const { struck } = chooseStruck(hundred, { kind: 'share', share: percent / 100 }, name, () => 0);
      expect(struck).toHaveLength(percent);
    }
  });

  it('chance chooses each at most once, in their order', () => {
    const draws = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(draws, fc.integer({ min: 0, max: 4 }), (numbers, count) => {
        let drawn = 0;
        const { struck } = chooseStruck(there, { kind: 'count', count }, name, () => numbers[drawn++] ?? 0);
        expect(struck).toEqual(there.filter((one) => struck.includes(one)));
        expect(struck).toHaveLength(count);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

describe('what a fault reaches', () => {
  const api = { kind: 'workload', gvc: 'shop', name: 'api', location: 'here' } as const;

  it.each([
    ['everything', null, null, true],
    ['its location', 'here', null, true],
    ['another location', 'there', null, false],
    ['itself', null, api, true],
    ['itself elsewhere', 'there', api, false],
    ['another', null, { ...api, name: 'web' }, false],
    ['a volume set of its name', null, { ...api, kind: 'volumeset' as const }, false],
  ])('%s', (_, location, of, expected) => {
    expect(reaches({ location, of }, api)).toBe(expected);
  });
});
