import { describe, expect, it } from 'vitest';
import { isAxisName, whereOf, whereProblem } from '../../../../src/experiment/study/spec/where.ts';

const axes = [
  { name: 'min', values: [2, 3, 4] },
  { name: 'share', values: [0.5, 1] },
  { name: 'zone', values: ['a', 'b'] },
  { name: 'isOn', values: [true, false] },
  { name: 'mixed', values: [2, 'off'] },
].map((axis) => ({ ...axis, unit: '' }));

/** Values of all axes. */
const values = { min: 2, share: 1, zone: 'a', isOn: true, mixed: 2 };

describe('a condition over the axes', () => {
  it.each([
    ['min <= 2', true],
    ['min <= share', false],
    ['min / 2 == 1', true],
    ['share * 2.0 == 2.0', true],
    ['double(min) + share > 2.5', true],
    ['zone == "a" && isOn', true],
    ['zone in ["b", "c"] || !isOn', false],
    ['mixed == "off" || mixed > 1', true],
  ])('%s', (text, answer) => {
    expect(whereProblem(text, axes)).toBeNull();
    expect(whereOf(text, axes)(values)).toBe(answer);
  });

  it.each([
    ['min <=', 'column 7: the condition ends too early', null, 6, 6],
    ['', 'column 1: the condition ends too early', null, 0, 0],
    ['min = 2', 'column 5: unexpected character: =', 'to compare, write ==, <= or >=', 4, 5],
    ['isOn and isOn', "column 6: unexpected character: 'd'", null, 5, 8],
    ['min > mni', "column 7: there is no axis 'mni'", "did you mean 'min'?", 6, 9],
    [
      'min > 2 &&\n  other > 2',
      "line 2, column 3: there is no axis 'other'",
      'the axes are min, share, zone, isOn, mixed',
      13,
      18,
    ],
    [
      'share * 2 > 1.0',
      'column 1: no such overload: double * int',
      'CEL does not mix whole and other numbers: write 2.0 instead of 2, and double(name) of an axis',
      0,
      9,
    ],
    ['zone > 2', 'column 1: no such overload: string > int', null, 0, 8],
    [
      'min + 2',
      'expected a condition that is true or false, found one of the type int',
      'compare it, as in min <= max',
      0,
      7,
    ],
  ])('%j is refused before anything runs', (text, message, hint, from, to) => {
    const problem = whereProblem(text, axes);
    expect(problem?.message).toBe(message);
    if (hint !== null) expect(problem?.hint).toBe(hint);
    expect([problem?.from, problem?.to]).toEqual([from, to]);
  });

  it('takes an axis in steps with a unit as a number of that unit', () => {
    const memory = [{ name: 'memory', values: ['256Mi', '1024Mi'], unit: 'Mi' }];
    expect(whereProblem('memory > 512', memory)).toBeNull();
    expect(whereOf('memory > 512', memory)({ memory: '1024Mi' })).toBe(true);
    expect(whereOf('memory > 512', memory)({ memory: '256Mi' })).toBe(false);
    expect(whereProblem('memory > "512Mi"', memory)?.message).toBe('column 1: no such overload: int > string');
  });

  it('without any axes says so', () => {
    expect(whereProblem('min > 2', [])?.hint).toBe("this study has no axes: add vary, or remove 'where'");
  });

  it('that fails for some values says for which', () => {
    expect(whereOf('10 / (min - 2) > 1', axes)(values)).toBe(
      'at min=2 share=1 zone=a isOn=true mixed=2, column 1: division by zero',
    );
    expect(whereOf('mixed > 1', axes)({ ...values, mixed: 'off' })).toMatch(
      /^at .* mixed=off, column 1: no such overload/,
    );
    expect(whereOf('mixed', axes)(values)).toBe(
      'at min=2 share=1 zone=a isOn=true mixed=2: expected true or false, found 2',
    );
  });
});

describe('the name of an axis', () => {
  it.each(['min', '_a1', 'maxScale', 'size', 'constructor'])('may be %s', (name) => {
    expect(isAxisName(name)).toBe(true);
  });

  it.each(['', '1a', 'a-b', 'a.b', 'in', 'true', 'null', 'int', 'if', '__proto__'])('cannot be %j', (name) => {
    expect(isAxisName(name)).toBe(false);
  });
});
