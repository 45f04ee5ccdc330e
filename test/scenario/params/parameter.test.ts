// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is how a scenario names a parameter.
import { describe, expect, it } from 'vitest';
import { type Parameter, parameterQuantile } from '../../../src/scenario/params/parameter.ts';
import { good, head, parse, told } from '../builders.ts';

/** A scenario that declares parameters and uses them all. */
const declaring = (params: string, ...names: readonly string[]): string =>
  `${head}params: ${params}\ndescription: ${names.map((name) => `\${${name}}`).join(' ')}.\n`;

const drawn = (written: string, replication = 0, more = ''): Parameter | undefined =>
  good(`${declaring(`{ x: ${written} }`, 'x')}${more}`, {}, { replication }).parameters[0];

const values = (written: string): readonly number[] =>
  Array.from({ length: 40 }, (_, replication) => Number(drawn(written, replication)?.value));

const triangle = '{ triangular: { low: 3, mode: 5, high: 9 } }';

describe('a parameter is drawn once a replication', () => {
  it('within its bounds, in each replication another value', () => {
    const all = values(triangle);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...all)).toBeLessThanOrEqual(9);
    expect(new Set(all).size).toBe(40);
  });

  it('from the seed, the replication and its name alone, so that every plan has the same', () => {
    const plain = drawn(triangle, 3)?.value;
    const text = `${head}seed: 1\nparams: { a: ${triangle}, x: ${triangle}, z: 4 }\nname: "s\${a}\${x}\${z}"\norg: other\n`;
    const [first, same] = good(text, {}, { replication: 3 }).parameters;
    expect(same?.value).toBe(plain);
    expect(first?.value).not.toBe(plain);
    expect(drawn(triangle, 3, 'seed: 2\n')?.value).not.toBe(plain);
  });

  it('with the same luck in another distribution: a greater mode, a greater value', () => {
    const less = values(triangle);
    const more = values('{ triangular: { low: 3, mode: 8, high: 9 } }');
    expect(more.every((value, index) => value > (less[index] ?? 0))).toBe(true);
  });

  it('in six significant digits, or as a multiple of round', () => {
    for (const value of values(triangle)) expect(String(value)).toMatch(/^\d(\.\d{1,5})?$/);
    for (const value of values('{ uniform: { from: 3, to: 9 }, round: 0.5 }')) expect((2 * value) % 1).toBe(0);
  });

  it('without an exponent, however small', () => {
    expect(drawn('{ uniform: { from: 1.0e-7, to: 9.0e-7 } }')?.value).toMatch(/^0\.000000\d+$/);
  });

  it('as a duration, in whole milliseconds or a multiple of round', () => {
    expect(drawn('{ uniform: { from: 10s, to: 20s } }')?.value).toMatch(/^1\ds\d{1,3}ms$/);
    expect(drawn('{ uniform: { from: 10s, to: 20s }, round: 5s }')?.value).toMatch(/^(10|15|20)s$/);
    expect(drawn('{ empirical: [90s] }')?.value).toBe('1m30s');
    expect(drawn('{ normal: { mean: 0s, sd: 0s } }')?.value).toBe('0s');
  });

  it.each([
    ['a normal one may be negative', '{ normal: { mean: -5, sd: 0 } }', '-5'],
    ['without a spread it is its mean', '{ lognormal: { mean: 7, cv: 0 } }', '7'],
    ['a list', '{ empirical: [0.25] }', '0.25'],
    ['nothing', '{ uniform: { from: 0, to: 0 } }', '0'],
  ])('%s', (_, written, value) => {
    expect(drawn(written)?.value).toBe(value);
  });

  it('a constant is no draw, and says so; what cannot vary, too', () => {
    expect(drawn('8')).toEqual({ name: 'x', value: '8', distribution: null, isDrawn: false });
    expect(drawn('{ uniform: { from: 2, to: 2 }, round: 1 }')).toEqual({
      name: 'x',
      value: '2',
      distribution: { uniform: { from: 2, to: 2 }, round: 1 },
      isDrawn: false,
    });
    expect(drawn(triangle)?.isDrawn).toBe(true);
    expect(['true', '"80ms"', '5.1e-7'].map((constant) => drawn(constant)?.value)).toEqual([
      'true',
      '80ms',
      '0.00000051',
    ]);
  });
});

describe('parameters that cannot be read', () => {
  const unit = 'write the unit where the parameter stands: "${growth}%/week"';
  const constants = 'expected a number, a text, true or false, or a distribution such as';

  it.each([
    [
      'an unknown distribution',
      '{ triangullar: { low: 1 } }',
      "4:14 wrong-value expected a known distribution instead of 'triangullar' (did you mean 'triangular'?)",
    ],
    [
      'two distributions',
      '{ uniform: { from: 1, to: 2 }, normal: { mean: 1, sd: 1 } }',
      `4:14 wrong-value expected one distribution such as ${triangle}, found uniform and normal`,
    ],
    ['round alone', '{ round: 1 }', `4:14 wrong-value expected one distribution such as ${triangle}, found none`],
    [
      'low above mode',
      '{ triangular: { low: 6, mode: 5, high: 9 } }',
      '4:14 wrong-value expected triangular.low to be at most triangular.mode',
    ],
    [
      'mode above high',
      '{ triangular: { low: 1, mode: 5, high: 4 } }',
      '4:14 wrong-value expected triangular.mode to be at most triangular.high',
    ],
    [
      'a part that is missing',
      '{ triangular: { low: 1, high: 4 } }',
      `4:14 wrong-value expected triangular.mode to be a number, or a duration such as 30s, found nothing; ${unit}`,
    ],
    [
      'another unit',
      '{ uniform: { from: 3%, to: 5% } }',
      `4:14 wrong-value expected uniform.from to be a number, or a duration such as 30s, found '3%'; ${unit}`,
    ],
    [
      'numbers among durations',
      '{ uniform: { from: 3, to: 5s } }',
      '4:14 wrong-value expected values that are all numbers, or all durations, found both',
    ],
    ['a negative spread', '{ normal: { mean: 1, sd: -1 } }', '4:14 wrong-value expected normal.sd to be at least 0'],
    [
      'a negative mean of what is never negative',
      '{ exponential: { mean: -1 } }',
      '4:14 wrong-value expected exponential.mean to be at least 0',
    ],
    [
      'round of 0',
      '{ uniform: { from: 1, to: 2 }, round: 0 }',
      '4:52 wrong-value expected a number above 0, such as 0.1, found 0',
    ],
    [
      'round below 0',
      '{ uniform: { from: 1, to: 2 }, round: -1 }',
      '4:52 wrong-value expected a number above 0, such as 0.1, found -1',
    ],
    [
      'a number that rounds durations',
      '{ uniform: { from: 1s, to: 2s }, round: 1 }',
      '4:54 wrong-value expected a duration above 0s, such as 1s, found 1',
    ],
    ['nothing', 'null', `4:14 wrong-type ${constants} ${triangle}, found nothing`],
    ['a list', '[1, 2]', `4:14 wrong-type ${constants} ${triangle}, found a list`],
    [
      'a tail without bounds',
      '{ pareto: { minimum: 1, shape: 0.0001 } }',
      "4:14 wrong-value the draw of 'x' is too large to be a number: choose a distribution with a lighter tail",
    ],
  ])('%s', (_, written, expected) => {
    const { problems } = parse(declaring(`{ x: ${written} }`, 'x'));
    expect(
      problems.map(({ line, column, code, message, hint }) =>
        [`${line}:${column} ${code} ${message}`, ...(hint === undefined ? [] : [hint])].join('; '),
      ),
    ).toEqual([expected]);
  });

  it.each([
    ['params without a map', 'null', ['4:9 wrong-type']],
    ['a list of params', '[growth]', ['4:9 wrong-type']],
    ['a name with a dot', '{ a.b: 1 }', ['4:11 bad-name']],
    ['a name that begins with a digit', '{ 1st: 1 }', ['4:11 bad-name']],
    ['a name in another script', '{ größe: 1 }', ['4:11 bad-name']],
    ['no name', '{ "": 1 }', ['4:11 bad-name']],
  ])('%s', (_, params, problems) => {
    expect(told(`${head}params: ${params}\n`)).toEqual(problems);
  });

  it('a parameter that refers to another one, or to itself', () => {
    const text = declaring(
      '{ a: "${b}", b: "x${b}", c: { uniform: { from: "${a}", to: 5 } }, d: "${HOME}" }',
      'a',
      'b',
      'd',
    );
    expect(told(text).filter((one) => one.includes('misplaced'))).toEqual([
      '4:14 misplaced-parameter',
      '4:25 misplaced-parameter',
      '4:56 misplaced-parameter',
    ]);
  });
});

describe('the quantile of a parameter', () => {
  it.each([
    [{ uniform: { from: 0, to: 10 } }, 0.05, '0.5'],
    [{ uniform: { from: 0, to: 10 } }, 0.95, '9.5'],
    [{ uniform: { from: '20s', to: '2m' }, round: '1s' }, 0.95, '1m55s'],
    [{ triangular: { low: 0, mode: 10, high: 10 }, round: 0.1 }, 0.25, '5'],
    [{ empirical: [1, 2, 3, 4] }, 0.05, '1'],
  ])('of %j below which a share of %d lies is %s', (given, share, text) => {
    expect(parameterQuantile(given, share)).toBe(text);
  });
});
