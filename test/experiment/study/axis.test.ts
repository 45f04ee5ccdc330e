import { describe, expect, it } from 'vitest';
import { type Axis, axisValue, parseAxis } from '../../../src/experiment/study/axis.ts';

/** The first values, and the last one. */
function textsOf(axis: Axis | string, count = 3): string[] {
  if (typeof axis === 'string') throw new Error(axis);
  return [...Array.from({ length: count }, (_, index) => index), axis.steps].map(
    (index) => axisValue(axis, index).text,
  );
}

describe('the values of an axis', () => {
  it.each([
    ['whole ends give whole values', 'a.maxScale=1..30', undefined, ['1', '2', '3', '30']],
    ['a unit behind the high end holds for all', 'a=10..200GB', undefined, ['10GB', '11GB', '12GB', '200GB']],
    ['both ends may have the unit', 'a=3%/week..12%/week', undefined, ['3%/week', '4%/week', '5%/week', '12%/week']],
    ['1 % of 11.8 is rounded down to 0.1', 'a=0.5..12.3', undefined, ['0.5', '0.6', '0.7', '12.3']],
    ['1 % of 0.6 is rounded down to 0.005', 'a=0.2..0.8', undefined, ['0.2', '0.205', '0.21', '0.8']],
    [
      'a tolerance is the step, also between whole ends',
      'a=3..12%/week',
      '0.25',
      ['3%/week', '3.25%/week', '3.5%/week', '12%/week'],
    ],
    ['a tolerance may have the unit', 'a=1..9GB', '2GB', ['1GB', '3GB', '5GB', '9GB']],
    ['a tolerance may have a smaller unit of time', 'for=1..3d', '12h', ['24h', '36h', '48h', '72h']],
    ['the smallest unit of time is taken', 'for=90m..1d', '1h', ['90m', '150m', '210m', '1440m']],
    ['a duration may have several parts', 'for=1h30m..3h', undefined, ['90m', '91m', '92m', '180m']],
    ['binary sizes are converted', 'a=512Mi..1Gi', '256Mi', ['512Mi', '768Mi', '1024Mi', '1024Mi']],
    ['one unit is left as it is, whatever it means', 'a=250m..1000m', '250m', ['250m', '500m', '750m', '1000m']],
    ['the last step may be shorter', 'a=1..9', '3', ['1', '4', '7', '9']],
    ['a range may cross 0', 'a=-1..1', undefined, ['-1', '0', '1', '1']],
    ['no value has an exponent', 'a=0..0.00000003', '0.00000001', ['0', '0.00000001', '0.00000002', '0.00000003']],
    ['tenths are added exactly', 'a=0.1..0.3', '0.1', ['0.1', '0.2', '0.3', '0.3']],
  ])('%s: %s', (_, text, within, values) => {
    expect(textsOf(parseAxis(text, within))).toEqual(values);
  });

  it.each([
    ['maxScale', undefined, 'expected PATH=LOW..HIGH, such as '],
    ['=1..3', undefined, 'expected PATH=LOW..HIGH, such as '],
    ['a=low..high', undefined, "found 'a=low..high'"],
    ['a=1...3', undefined, "found 'a=1...3'"],
    ['a=1e3..5e3', undefined, 'expected plain decimals without an exponent'],
    ['a=3..1', undefined, 'the low end must be below the high end: found 3..1'],
    ['a=3..3.0', undefined, 'the low end must be below the high end: found 3..3.0'],
    ['a=3GB..5Gi', undefined, "both ends need the same unit: found 'GB' and 'Gi'"],
    ['a=500m..2', undefined, "both ends need the same unit: found 'm' and ''"],
    ['a=3GB..5', undefined, "both ends need the same unit: found 'GB' and ''"],
    ['a=3..5GB', '0', "--within takes a number above 0 in GB, such as 0.1; found '0'"],
    ['a=3..5GB', '1d', "--within takes a number above 0 in GB, such as 0.1; found '1d'"],
    ['a=0..5', '0.000000001', 'has more than 1000000000 values: give a greater --within'],
  ])('%s within %s is refused', (text, within, message) => {
    expect(parseAxis(text, within)).toContain(message);
  });
});
