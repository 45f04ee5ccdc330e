import { createHash } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { digest, hexOf, sha256Hex } from '../../src/engine/digest.ts';

class Point {
  x = 1;
}

describe('two worlds have the same digest', () => {
  it.each([
    ['whatever the order of their fields', { a: 1, b: [2, 'c'] }, { b: [2, 'c'], a: 1 }],
    ['with equal typed arrays', Float64Array.of(1, 2), Float64Array.of(1, 2)],
    ['whichever NaN they hold', { x: Number.NaN }, { x: 0 / 0 }],
    ['with equal maps', new Map([['a', { x: 1 }]]), new Map([['a', { x: 1 }]])],
    ['whether a part is shared or copied', [Point, Point].map(() => new Point()), Array(2).fill(new Point())],
  ])('%s', (_, a, b) => {
    expect(digest(a)).toBe(digest(b));
  });

  it('which is the SHA-256 of a text that must never change', () => {
    expect(digest({ a: [1, 'x', null] })).toBe(digest({ a: [1, 'x', null] }));
    expect(digest({ a: [1, 'x', null] })).toMatch(/^[0-9a-f]{64}$/);
  });

  it('also beyond the size of one write', () => {
    const wide = (last: number): number[] => [...Array(50_000).fill(7), last];
    expect(digest(wide(1))).toBe(digest(wide(1)));
    expect(digest(wide(1))).not.toBe(digest(wide(2)));
  });
});

describe('another digest comes from', () => {
  it.each([
    ['a number and its text', 1, '1'],
    ['0 and -0', 0, -0],
    ['undefined and null', undefined, null],
    ['a field that is undefined and none', { a: undefined }, {}],
    [
      'the order of a map, because iterating follows it',
      new Map([
        [1, 1],
        [2, 2],
      ]),
      new Map([
        [2, 2],
        [1, 1],
      ]),
    ],
    ['the order of a set', new Set([1, 2]), new Set([2, 1])],
    ['a set and a list', new Set([1]), [1]],
    ['where one text ends and the next begins', ['ab', 'c'], ['a', 'bc']],
    ['which list a number is in', [[1], []], [[], [1]]],
    ['a class and a plain object', new Point(), { x: 1 }],
    ['the kind of a typed array', Float64Array.of(1), Int32Array.of(1)],
    ['one bit of a number', 0.1 + 0.2, 0.3],
    ['a bigint and a number', 1n, 1],
    ['true and false', true, false],
  ])('%s', (_, a, b) => {
    expect(digest(a)).not.toBe(digest(b));
  });
});

describe('no digest', () => {
  it('of a function, with the path to it', () => {
    expect(() => digest({ a: [{ b: () => 1 }] })).toThrow('cannot digest a function: world.a.0.b');
  });

  it('of a cycle', () => {
    const world: { self?: unknown } = {};
    world.self = world;
    expect(() => digest(world)).toThrow('cannot digest a cyclic structure: world.self');
  });
});

describe('hex', () => {
  it('of bytes is that of a library', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(hexOf(bytes)).toBe(bytesToHex(bytes));
    expect(hexOf(new Uint8Array(0))).toBe('');
  });

  it('of the SHA-256 of a text is that of Node', () => {
    for (const text of ['', 'abc', 'Köln €'])
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
  });
});
