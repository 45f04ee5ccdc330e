import { describe, expect, it } from 'vitest';
import { scale, studyOf, told } from './studies.ts';

const [min, max] = [scale('minScale'), scale('maxScale')];

describe('the axes of a study', () => {
  it('have numbers in steps, or a list of numbers, texts and truth values', () => {
    const { axes } = studyOf([
      'vary:',
      `  min: { path: ${min}, from: 1, to: 3, step: 1 }`,
      '  rest: { path: org, values: [a, 2, 0.5, true] }',
    ]);
    expect(axes.map(({ name, path, values }) => ({ name, path, values }))).toEqual([
      { name: 'min', path: min, values: [1, 2, 3] },
      { name: 'rest', path: 'org', values: ['a', 2, 0.5, true] },
    ]);
  });

  it('may have a unit: then the values are written with the smallest one', () => {
    const { axes } = studyOf(['vary: { grace: { path: for, from: 30s, to: 2m, step: 30s } }', 'where: grace > 30']);
    expect(axes[0]).toMatchObject({ values: ['30s', '60s', '90s', '120s'], unit: 's' });
  });

  it.each([
    [
      `{ a: { path: ${min.replace('S', 's')}, values: [1] } }`,
      `1:74 unknown-path: 'shop/workload/api.spec.defaultOptions.autoscaling' has no field 'minscale': this change would have no effect; did you mean '${min}'?`,
    ],
    [
      '{ a: { path: replication, values: [1] } }',
      "1:24 contradiction: 'replication' is the same for all plans of a study, so that they are compared under the same luck",
    ],
    ['{ a: { path: org, values: [] } }', '1:37 wrong-value: expected at least one entry, found an empty list'],
    ['{ a: { path: org, values: [x, y, x] } }', '1:44 duplicate: the value x is given twice'],
    ['{ a: { path: org, values: [1, 1.0] } }', '1:41 duplicate: the value 1 is given twice'],
    ['{ a: { path: org, values: [[1]] } }', '1:38 wrong-type: expected a number, a text, true or false, found a list'],
    [
      '{ a: { path: org, values: [1], step: 1 } }',
      '1:42 contradiction: expected either values, or from, to and step, found values and step',
    ],
    ['{ a: { path: org } }', '1:13 missing-key: expected values, or from, to and step, found none of them'],
    [
      '{ a: { path: org, from: 1, step: 1 } }',
      '1:13 missing-key: expected values, or from, to and step, found only from and step',
    ],
    [
      '{ a: { path: org, from: 1, to: 2, step: 0.4 } }',
      '1:51 wrong-value: a step of 0.4 leads from 1 to 1.8 and 2.2, not to 2',
    ],
    [
      '{ a: { path: org, from: 500m, to: 2, step: 1 } }',
      '1:35 wrong-value: from, to and step need the same unit, or units of time: found 500m, 2, 1',
    ],
    [
      '{ a: { path: org, from: 30s, to: 2m, step: fast } }',
      "1:54 wrong-value: expected a number, or a number with its unit such as 30s, 512Mi or 3%/week, found 'fast'",
    ],
    [
      '{ a: { path: org, from: [1], to: 2, step: 1 } }',
      '1:35 wrong-type: expected a number, or an amount with its unit such as 30s, found a list',
    ],
    ['{ a: { values: [1] } }', "1:13 missing-key: the key 'path' is missing"],
    [
      '{ in: { path: org, values: [1] } }',
      "1:13 bad-name: expected a name of letters, digits and _ without a meaning in CEL, found 'in'",
    ],
    [
      '{ a: { path: org, values: [1] }, b: { path: org, values: [2] } }',
      "1:55 duplicate: the axis 'a' varies the same path: each point would have only one of the two values",
    ],
  ])('%s: the mistake has its place', (vary, problem) => {
    expect(told([`vary: ${vary}`])).toEqual([problem]);
  });

  it('may vary what only one plan has, if every plan has it', () => {
    const vary = `vary: { a: { path: "timeline[0].at", values: [+2d, +3d] } }`;
    const adds = '{ set: { "timeline[+]": { at: +1d, fault: { replicaCrash: { of: shop/api } } } } }';
    expect(told([`plans: { more: ${adds} }`, vary])).toEqual([]);
    expect(told([`plans: { more: ${adds}, today: {} }`, vary])[0]).toMatch(/^2:\d+ unknown-path: in the plan today: /);
  });

  it('take the place of what a plan sets, which is worth a warning', () => {
    expect(told([`plans: { a: { set: { org: x } } }`, 'vary: { b: { path: org, values: [y] } }'])).toEqual([
      "1:26 no-effect: the axis 'b' varies the same path, so this value has no effect",
    ]);
  });
});

describe('axes in step', () => {
  const vary = `vary: { min: { path: ${min}, values: [1, 2] }, max: { path: ${max}, values: [2, 3] }, org: { path: org, values: [x] } }`;

  it('are named in groups', () => {
    expect(studyOf([vary, 'together: [[min, max]]']).together).toEqual([['min', 'max']]);
  });

  it.each([
    ['[[min, mx]]', "2:22 unknown-name: there is no axis 'mx'; did you mean 'max'?"],
    ['[[min, nothing]]', "2:22 unknown-name: there is no axis 'nothing'; the axes are min, max, org"],
    ['[[min, max], [max, min]]', "2:29 duplicate: the axis 'max' already goes in step with others"],
    ['[[min, min]]', "2:22 duplicate: the axis 'min' already goes in step with others"],
    ['[[min, org]]', "2:16 contradiction: axes that go in step have equally many values: 'min' has 2, 'org' has 1"],
    ['[[min]]', '2:16 wrong-value: expected at least 2 entries, found a list'],
    ['[min, max]', "2:16 wrong-type: expected a list, found 'min'"],
  ])('%s: the mistake has its place', (together, problem) => {
    expect(told([vary, `together: ${together}`])[0]).toBe(problem);
  });
});

describe('a condition', () => {
  const vary = `vary: { min: { path: ${min}, values: [1, 2] }, max: { path: ${max}, values: [2, 3] } }`;

  it.each([
    ['min <= max && mx > 2', "2:26 bad-condition: column 15: there is no axis 'mx'; did you mean 'max'?"],
    ['"min <= mx"', "2:20 bad-condition: column 8: there is no axis 'mx'; did you mean 'max'?"],
    ['min <=', '2:18 bad-condition: column 7: the condition ends too early'],
    [
      'min + 1',
      '2:12 bad-condition: expected a condition that is true or false, found one of the type int; compare it, as in min <= max',
    ],
    ['5', '2:12 wrong-type: expected a string, found 5'],
    ['"min <=\\tmx"', "2:12 bad-condition: column 8: there is no axis 'mx'; did you mean 'max'?"],
  ])('%s: the mistake has its column', (where, problem) => {
    expect(told([vary, `where: ${where}`])).toEqual([problem]);
  });

  it('is kept as written', () => {
    expect(studyOf([vary, 'where: min <= max']).where).toBe('min <= max');
  });
});
