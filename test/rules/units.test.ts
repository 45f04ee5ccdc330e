import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../src/rules/duration.ts';
import { nearest, parseDistribution } from '../../src/rules/units.ts';

describe('parseDuration', () => {
  it.each([
    ['250ms', 250],
    ['15s', 15_000],
    ['3m', 180_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['1week', 604_800_000],
    ['2weeks', 1_209_600_000],
    ['2week', 1_209_600_000],
    ['8w', 4_838_400_000],
    ['1w2d', 777_600_000],
    ['2h30m', 9_000_000],
    ['1.5h', 5_400_000],
    ['0.1s', 100],
    ['1.1h', 3_960_000],
    ['0', 0],
    ['0s', 0],
  ])('%s is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ['', 'no number'],
    ['15', 'no unit'],
    ['s', 'no number before the unit'],
    ['1.s', 'no digit after the point'],
    ['.5s', 'no digit before the point'],
    ['-3s', 'negative'],
    ['3 s', 'a blank'],
    ['30m2h', 'the smaller unit first'],
    ['2h3h', 'a unit twice'],
    ['3x', 'no such unit'],
    ['3S', 'units are in lower case'],
    ['0.5ms', 'no whole number of milliseconds'],
    ['1e3s', 'an exponent'],
    ['9007199254740992ms', 'beyond what a number holds exactly'],
  ])('%j is none: %s', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  it('reads back what formatDuration writes', () => {
    const law = fc.property(fc.maxSafeNat(), (ms) => parseDuration(formatDuration(ms)) === ms);
    fc.assert(law, { seed: 1, numRuns: 300 });
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [1_500, '1s500ms'],
    [9_000_000, '2h30m'],
    [604_800_000, '7d'],
  ])('%i ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('parseDistribution', () => {
  const parse = (value: unknown) =>
    parseDistribution(value, (text) => (typeof text === 'string' ? parseDuration(text) : null));

  it.each([
    ['5s', { kind: 'constant', value: 5_000 }],
    [{ uniform: { from: '3s', to: '8s' } }, { kind: 'uniform', from: 3_000, to: 8_000 }],
    [{ exponential: { mean: '5s' } }, { kind: 'exponential', mean: 5_000 }],
    [{ normal: { mean: '5s', sd: '1s' } }, { kind: 'normal', mean: 5_000, sd: 1_000 }],
    [{ lognormal: { mean: '12m', cv: 0.4 } }, { kind: 'lognormal', mean: 720_000, cv: 0.4 }],
    [{ gamma: { mean: '1s', cv: 0.5 } }, { kind: 'gamma', mean: 1_000, cv: 0.5 }],
    // What cannot vary is a constant, and draws nothing.
    [{ gamma: { mean: '1s', cv: 0 } }, { kind: 'constant', value: 1_000 }],
    [{ uniform: { from: '3s', to: '3s' } }, { kind: 'constant', value: 3_000 }],
    [{ empirical: ['2s', '2s'] }, { kind: 'constant', value: 2_000 }],
    [{ weibull: { scale: '1s', shape: 2 } }, { kind: 'weibull', scale: 1_000, shape: 2 }],
    [{ pareto: { minimum: '1s', shape: 1.5 } }, { kind: 'pareto', minimum: 1_000, shape: 1.5 }],
    [
      { triangular: { low: '1s', mode: '2s', high: '4s' } },
      { kind: 'triangular', low: 1_000, mode: 2_000, high: 4_000 },
    ],
    [{ triangular: { low: '1s', mode: '1s', high: '1s' } }, { kind: 'constant', value: 1_000 }],
    [{ empirical: ['1s', '2s'] }, { kind: 'empirical', values: [1_000, 2_000] }],
  ])('reads %j', (written, distribution) => {
    expect(parse(written)).toEqual(distribution);
  });

  it.each([
    [5, 'a value or a distribution'],
    [null, 'a value or a distribution'],
    [{}, 'one distribution'],
    [{ uniform: {}, normal: {} }, 'one distribution'],
    [{ unifrom: { from: '1s', to: '2s' } }, "a known distribution instead of 'unifrom' (did you mean 'uniform'?)"],
    [{ constructor: {} }, "a known distribution instead of 'constructor'"],
    [{ uniform: { from: '1s', to: '2s', mean: '1s' } }, 'uniform: {from, to}'],
    [{ uniform: { from: '3s', to: '2s' } }, 'uniform.from to be at most uniform.to'],
    [{ exponential: {} }, 'exponential.mean to be a value with its unit, 0 or more, found nothing'],
    [{ lognormal: { mean: '1s', cv: '1s' } }, "lognormal.cv to be a number of at least 0, found '1s'"],
    [{ gamma: { mean: '1s', cv: -1 } }, "gamma.cv to be a number of at least 0, found '-1'"],
    [{ weibull: { scale: '1s', shape: 0 } }, 'weibull.shape to be above 0'],
    [{ triangular: { low: '3s', mode: '2s', high: '4s' } }, 'triangular.low to be at most triangular.mode'],
    [{ triangular: { low: '1s', mode: '5s', high: '4s' } }, 'triangular.mode to be at most triangular.high'],
    [
      { triangular: { low: '1s', high: '4s' } },
      'triangular.mode to be a value with its unit, 0 or more, found nothing',
    ],
    [{ empirical: [] }, 'empirical: a list of at least one value'],
    [{ empirical: ['1s', 'x'] }, 'empirical: a list of at least one value'],
  ])('expected, where it finds %j: %s', (written, expected) => {
    expect(parse(written)).toBe(expected);
  });
});

describe('nearest', () => {
  const names = ['minScale', 'maxScale', 'metric', 'target'];

  it.each<[string, string | null, string]>([
    ['minscale', 'minScale', 'a letter changed'],
    ['mixScale', 'minScale', 'equally near: the earlier'],
    ['metirc', 'metric', 'two letters swapped count once'],
    ['tragte', 'target', 'two swaps in six letters'],
    ['arget', 'target', 'a letter dropped'],
    ['zone', null, 'too far'],
    ['', null, 'nothing is near nothing'],
  ])('%j means %j: %s', (word, candidate) => {
    expect(nearest(word, names)).toBe(candidate);
  });
});

describe('a part of a distribution that cannot be read', () => {
  it.each([
    [{ a: 1 }, 'a map'],
    [['2s'], 'a list'],
    [undefined, 'nothing'],
    ['soon', "'soon'"],
  ])('is shown as what it is: %j', (from, found) => {
    expect(parseDistribution({ uniform: { from, to: '2s' } }, () => null)).toBe(
      `uniform.from to be a value with its unit, 0 or more, found ${found}`,
    );
  });
});
