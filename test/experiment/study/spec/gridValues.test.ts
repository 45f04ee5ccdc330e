import { describe, expect, it } from 'vitest';
import { axisValueText, setText, steppedValues } from '../../../../src/experiment/study/spec/gridValues.ts';
import { readDocuments } from '../../../../src/scenario/text/document.ts';
import { Places } from '../../../../src/scenario/text/places.ts';

describe('values from a number to another', () => {
  it.each([
    [20, 30, 5, [20, 25, 30]],
    [0.1, 0.5, 0.1, [0.1, 0.2, 0.3, 0.4, 0.5]],
    [1, 1, 7, [1]],
    [-1, 1, 1, [-1, 0, 1]],
    [1e-7, 3e-7, 1e-7, [1e-7, 2e-7, 3e-7]],
    [1e21, 3e21, 1e21, [1e21, 2e21, 3e21]],
  ])('from %d to %d by %d include both ends, in exact decimals', (from, to, step, values) => {
    expect(steppedValues(from, to, step)).toEqual({ values, unit: '' });
  });

  it.each([
    ['30s', '120s', '30s', ['30s', '60s', '90s', '120s'], 's'],
    ['1h', '2h30m', '30m', ['60m', '90m', '120m', '150m'], 'm'],
    ['256Mi', '1Gi', '256Mi', ['256Mi', '512Mi', '768Mi', '1024Mi'], 'Mi'],
    ['250m', '750m', '250m', ['250m', '500m', '750m'], 'm'],
    ['0.1%/week', '0.3%/week', '0.1%/week', ['0.1%/week', '0.2%/week', '0.3%/week'], '%/week'],
    ['-1GB', '1GB', '1GB', ['-1GB', '0GB', '1GB'], 'GB'],
  ])('from %s to %s by %s have the smallest of the units', (from, to, step, values, unit) => {
    expect(steppedValues(from, to, step)).toEqual({ values, unit });
  });

  it.each([
    [1, 2, 0.4, 'step', 'a step of 0.4 leads from 1 to 1.8 and 2.2, not to 2'],
    [1, 2, 0, 'step', 'expected a step above 0, found 0'],
    [1, 2, -0.5, 'step', 'expected a step above 0, found -0.5'],
    [3, 2, 1, 'to', "expected at least 3, which is 'from', found 2"],
    [1, 1e6 + 1, 1, 'step', 'expected at most 1000000 values on an axis, found 1000001'],
    [0, 1e15, 1e-9, 'step', 'expected at most 1000000 values on an axis, found 1000000000000000000000001'],
    ['30s', '2m', '40s', 'step', 'a step of 40s leads from 30s to 110s and 150s, not to 2m'],
    ['2m', '30s', '10s', 'to', "expected at least 2m, which is 'from', found 30s"],
    ['30s', '2m', '0s', 'step', 'expected a step above 0, found 0s'],
    ['1', '2e3s', '1', 'to', expect.stringMatching(/^expected a number, or .*, found '2e3s'$/)],
    [
      '1GB',
      '2Gi',
      '1GB',
      'from',
      expect.stringMatching(/^from, to and step need the same unit.*: found 1GB, 2Gi, 1GB$/),
    ],
  ])('from %s to %s by %s is refused', (from, to, step, key, message) => {
    expect(steppedValues(from, to, step)).toEqual({ key, message });
  });

  it('may be as many as a million', () => {
    expect(steppedValues(1, 1e6, 1)).toMatchObject({ values: { length: 1e6 } });
  });
});

describe('a value', () => {
  it.each([
    [20, '20'],
    [0.3, '0.3'],
    [5e-7, '0.0000005'],
    [true, 'true'],
    ['40/s', '40/s'],
    ['a b', '"a b"'],
    ['a=b', '"a=b"'],
    ['', '""'],
  ])('%j is %s in the name of a point', (value, text) => {
    expect(axisValueText(value)).toBe(text);
  });

  it.each([
    [20, '20'],
    [0.3, '0.3'],
    ['40/s', '40/s'],
    ['24', '"24"'],
    ['true', '"true"'],
    ['null', '"null"'],
    [`\${growth}%/week`, `\${growth}%/week`],
    ['a: b', '"a: b"'],
    ['a\nb', '"a\\nb"'],
    [false, 'false'],
    [null, 'null'],
    [{ a: [1, 'x'] }, '{"a":[1,"x"]}'],
  ])('%j is %s for --set, which reads the same value from it', (value, text) => {
    expect(setText(value)).toBe(text);
    expect(readDocuments(text, '', new Places()).values[0] ?? null).toEqual(value);
  });
});
