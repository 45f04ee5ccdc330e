import alea from 'seedrandom/lib/alea.js';
import { describe, expect, it } from 'vitest';
import { Streams, uniformOf } from '../../src/engine/random.ts';

function numbersOf(name: string, count: number, seed = '1', first = 0): number[] {
  const streams = new Streams(seed);
  const stream = streams.open(name);
  return Array.from({ length: count }, (_, i) => uniformOf(streams.keyOf(stream, first + i)));
}

/** Pearson's statistic of counts that should be equal; its mean is `cells - 1`, its variance twice that. */
function chiSquare(values: readonly number[], cells: number): number {
  const counts = new Array<number>(cells).fill(0);
  for (const value of values) counts[Math.floor(value * cells)]! += 1;
  const expected = values.length / cells;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

function correlation(a: readonly number[], b: readonly number[]): number {
  // Uniform numbers have mean 1/2 and variance 1/12.
  return (12 * a.reduce((sum, value, i) => sum + (value - 0.5) * ((b[i] ?? 0) - 0.5), 0)) / a.length;
}

describe('a draw', () => {
  const count = 100_000;
  /** Five standard deviations of a correlation, and of Pearson's statistic. */
  const correlated = 5 / Math.sqrt(count);
  const cells = 1_000;
  const uneven = cells - 1 + 5 * Math.sqrt(2 * (cells - 1));

  it.each<[string, number]>([
    ['requests, numbered from 0', 0],
    ['instants, which are far from 0', 1_793_491_200_000],
    ['items at the edge of 32 bits', 4_294_967_296 - count / 2],
  ])('gives numbers from 0 to below 1, each part as often, to %s', (_, first) => {
    const values = numbersOf('a', count, '1', first);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(chiSquare(values, cells)).toBeLessThan(uneven);
    expect(Math.abs(correlation(values.slice(1), values))).toBeLessThan(correlated);
  });

  it('of hours and minutes is as even as of neighbours', () => {
    const streams = new Streams('1');
    const stream = streams.open('shop/nightly/execution.duration');
    for (const step of [1_000, 60_000, 3_600_000, 86_400_000]) {
      const values = Array.from({ length: count }, (_, i) => uniformOf(streams.keyOf(stream, i * step)));
      expect(chiSquare(values, cells)).toBeLessThan(uneven);
      expect(Math.abs(correlation(values.slice(1), values))).toBeLessThan(correlated);
    }
  });

  it('is unrelated in streams of other names, of other seeds and of other replications', () => {
    const one = numbersOf('a', count, '1/0');
    const others = [numbersOf('b', count, '1/0'), numbersOf('a', count, '2/0'), numbersOf('a', count, '1/1')];
    for (const other of others) expect(Math.abs(correlation(one, other))).toBeLessThan(correlated);
  });

  it('is unrelated in its turns, its parts and its lanes', () => {
    const streams = new Streams('1');
    const stream = streams.open('a');
    const of = (turn: number, part: number, lane: number): number[] =>
      Array.from({ length: count }, (_, i) => uniformOf(streams.keyOf(stream, i, turn, part), lane));
    const one = of(0, 0, 0);
    for (const other of [of(1, 0, 0), of(0, 1, 0), of(1, 1, 0), of(0, 0, 1), of(0, 0, 2)]) {
      expect(chiSquare(other, cells)).toBeLessThan(uneven);
      expect(Math.abs(correlation(one, other))).toBeLessThan(correlated);
    }
  });

  it('never repeats among small turns and parts of one item', () => {
    const streams = new Streams('1');
    const stream = streams.open('a');
    const keys = new Set<number>();
    for (let turn = 0; turn < 100; turn += 1)
      for (let part = 0; part < 100; part += 1) keys.add(streams.keyOf(stream, 7, turn, part));
    expect(keys.size).toBe(10_000);
  });

  it('does not depend on what else is drawn, nor on the order', () => {
    const alone = numbersOf('mine', 5);
    const crowded = new Streams('1');
    for (let i = 0; i < 100; i += 1) crowded.keyOf(crowded.open(`other ${i}`), i);
    const mine = crowded.openFor('mine', 'x');
    expect(mine).toBe(crowded.open('mine/x'));
    const stream = crowded.open('mine');
    const backwards = [4, 3, 2, 1, 0].map((i) => uniformOf(crowded.keyOf(stream, i)));
    expect(backwards.reverse()).toEqual(alone);
  });
});

describe('a stream', () => {
  it("takes two numbers of seedrandom's Alea as its key, seeded with seed and name, and hashes from there on", () => {
    const next = alea('7/shop/api/start');
    const [first, second] = [BigInt(next() * 2 ** 32), BigInt(next() * 2 ** 32)];
    const word = (bits: bigint): bigint => bits & 0xffff_ffffn;
    // The finaliser of MurmurHash3, once more.
    const mixed = (bits: bigint): bigint => {
      let hash = word(bits);
      hash = word((hash ^ (hash >> 16n)) * 0x85ebca6bn);
      hash = word((hash ^ (hash >> 13n)) * 0xc2b2ae35n);
      return hash ^ (hash >> 16n);
    };
    const streams = new Streams('7');
    const stream = streams.open('shop/api/start');
    for (const item of [0, 5, 4_294_967_295]) {
      const expected = mixed(mixed(mixed(first + BigInt(item))) + second);
      expect(uniformOf(streams.keyOf(stream, item))).toBe(Number(expected) / 2 ** 32);
    }
  });

  it('is opened once: the same name gives the same handle, in a fork too', () => {
    const streams = new Streams('1');
    const a = streams.open('a');
    expect(streams.open('b')).not.toBe(a);
    expect(streams.open('a')).toBe(a);
    expect(streams.size).toBe(2);
    const fork = streams.fork();
    fork.open('c');
    expect([streams.size, fork.size, fork.open('a')]).toEqual([2, 3, a]);
    expect(fork.keyOf(fork.open('b'), 5)).toBe(streams.keyOf(streams.open('b'), 5));
  });

  it('are many, each with its own numbers', () => {
    const streams = new Streams('1');
    const keys = Array.from({ length: 5_000 }, (_, i) => streams.keyOf(streams.openFor(`shop/api-${i}`, 'start'), 0));
    expect(new Set(keys).size).toBe(5_000);
  });
});
