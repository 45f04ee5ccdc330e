import { expect, it } from 'vitest';
import { numberText } from '../../src/web/charts/valueAxis.ts';

it.each([
  [41.5678, '41.57'],
  [0.14637, '0.146'],
  [0.003194, '0.00319'],
  [0, '0'],
  [-0.5, '-0.5'],
  [null, '–'],
])('the value %s is written %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});
