import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { good, head, parse, shop } from '../builders.ts';

describe('a price book that cannot be read', () => {
  const [first, ...more] = parse(`${head}${shop}prices: { cpu: -5 }\n`).problems;

  it('is told once of the keys that it lacks', () => {
    expect(first?.message).toBe('the keys kind, name, currency, issuer and skus are missing');
    expect(more.map(({ message, hint }) => [message, hint])).toEqual([['unknown key cpu', undefined]]);
  });

  it('comes with the form of one that can, and a file that has one', () => {
    const [, book = '', file = ''] = /^write (\{.*\}), as in (\S+)$/.exec(first?.hint ?? '') ?? [];
    expect(good(`${head}${shop}prices: ${book}\n`).prices?.skus.map(({ meter }) => meter)).toEqual(['reserved-cpu']);
    expect(readFileSync(file, 'utf8')).toContain('\nprices:\n  kind: pricebook\n');
  });
});
