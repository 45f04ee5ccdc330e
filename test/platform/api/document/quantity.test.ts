import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCpuMillicores, parseMemoryBytes } from '../../../../src/platform/api/document/quantity.ts';

const mi = 1_048_576;

describe('quantities are read as Kubernetes reads them, and rounded up', () => {
  it.each([
    ['1', 1000, 'cores'],
    ['250m', 250, 'thousandths'],
    ['0.25', 250, 'a decimal'],
    ['.5', 500, 'no digit before the dot'],
    ['1.', 1000, 'no digit after the dot'],
    ['+2', 2000, 'a plus sign'],
    ['0.1m', 1, 'less than a thousandth counts as one'],
    ['1e-1', 100, 'an exponent'],
    ['0', 0, 'nothing'],
    ['1n', 1, 'a billionth rounds up'],
    ['0.3000000000000000000001', 301, 'exact far beyond doubles'],
  ])('%s cores are %d millicores: %s', (text, millicores) => {
    expect(parseCpuMillicores(text)).toBe(millicores);
  });

  it.each([
    ['128Mi', 128 * mi, 'binary'],
    ['1.5Gi', 1536 * mi, 'a decimal of a binary unit'],
    ['1G', 1e9, 'decimal'],
    ['400m', 1, 'thousandths of a byte round up'],
    ['1E2', 100, 'an exponent, not exa'],
    ['0.001E', 1e15, 'exa'],
  ])('%s of memory is %d bytes: %s', (text, bytes) => {
    expect(parseMemoryBytes(text)).toBe(bytes);
  });

  it.each(['', '-1', '1K', '1MB', '1gi', ' 1', '1 m', 'm', '.', '1e', '1E', '1e999', '9'.repeat(65)])(
    'refuses %j',
    (text) => {
      expect(parseMemoryBytes(text)).toHaveProperty('error');
    },
  );

  it('follows quantity.grammar: a lone suffix may be nothing, and the forms of the specification may be all', () => {
    expect(parseMemoryBytes('Mi', 'loneSuffixZero')).toBe(0);
    expect(parseCpuMillicores('0.5', 'specForms')).toHaveProperty('error');
    expect(parseCpuMillicores('500m', 'specForms')).toBe(500);
    expect(parseMemoryBytes('1G', 'specForms')).toHaveProperty('error');
  });

  it('reads any number of thousandths back', () => {
    fc.assert(
      fc.property(fc.nat(), (millicores) => {
        expect(parseCpuMillicores(`${millicores}m`)).toBe(millicores);
        expect(parseCpuMillicores(String(millicores))).toBe(millicores * 1000);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
