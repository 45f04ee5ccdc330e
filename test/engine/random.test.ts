import fc from 'fast-check';
import alea from 'seedrandom/lib/alea.js';
import { describe, expect, it } from 'vitest';
import { Streams } from '../../src/engine/random.ts';

describe('a stream', () => {
  it('draws what seedrandom draws, 100,000 times', () => {
    const streams = new Streams('7');
    const stream = streams.open('shop/api/start');
    const library = alea('7/shop/api/start', { state: true });
    let differing = 0;
    for (let i = 0; i < 100_000; i++) if (streams.next(stream) !== library()) differing += 1;
    expect(differing).toBe(0);
  });

  it('gives numbers from 0 to below 1 with a mean of one half', () => {
    const streams = new Streams('1');
    const stream = streams.open('a');
    let sum = 0;
    for (let i = 0; i < 100_000; i++) {
      const drawn = streams.next(stream);
      if (!(drawn >= 0 && drawn < 1)) throw new Error(`${drawn}`);
      sum += drawn;
    }
    expect(Math.abs(sum / 100_000 - 0.5)).toBeLessThan(0.004);
  });

  it('is opened once: the same name gives the same handle', () => {
    const streams = new Streams('1');
    const a = streams.open('a');
    expect(streams.open('b')).not.toBe(a);
    expect(streams.open('a')).toBe(a);
    expect(streams.size).toBe(2);
    for (const times of [3, 4]) streams.skipFor('shop/api', 'start', times);
    expect([streams.size, streams.fork().size]).toEqual([3, 3]);
    streams.openFor('shop/api', 'start');
    expect(streams.size).toBe(3);
  });

  it('does not depend on which others are open, nor on their draws', () => {
    const numbers = (streams: Streams): number[] => {
      const stream = streams.open('mine');
      return Array.from({ length: 5 }, () => streams.next(stream));
    };
    const alone = numbers(new Streams('1'));
    const crowded = new Streams('1');
    for (let i = 0; i < 100; i++) crowded.next(crowded.open(`other ${i}`));
    expect(numbers(crowded)).toEqual(alone);
    expect(numbers(new Streams('2'))).not.toEqual(alone);
  });

  it('fills a column with the numbers that it would give one by one, and takes back what was too many', () => {
    const counts = fc.tuple(fc.nat(300), fc.nat(300));
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 6 }), (each) => {
        const [streams, single] = [new Streams('1'), new Streams('1')];
        streams.open('before');
        const [stream, same] = [streams.open('a'), single.open('a')];
        for (const [count, vain] of each) {
          const into = new Float64Array(count);
          streams.fill(stream, into);
          expect([...into]).toEqual(Array.from(into, () => single.next(same)));
          const stand = streams.standOf(stream);
          streams.fill(stream, new Float64Array(vain));
          streams.rewind(stream, stand);
        }
        expect(streams.next(stream)).toBe(single.next(same));
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  it('skips what it would have given, opened before, later or after a fork', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_500), { maxLength: 4 }),
        fc.nat(4),
        fc.boolean(),
        (skips, openedAfter, isForked) => {
          const single = new Streams('1');
          const same = single.open('shop/api/start');
          let streams = new Streams('1');
          for (const [i, times] of skips.entries()) {
            if (i === openedAfter) expect(streams.next(streams.openFor('shop/api', 'start'))).toBe(single.next(same));
            streams.skipFor('shop/api', 'start', times);
            if (isForked) {
              const fork = streams.fork();
              streams.next(streams.openFor('shop/api', 'start'));
              streams = fork;
            }
            single.fill(same, new Float64Array(times));
          }
          expect(streams.next(streams.openFor('shop/api', 'start'))).toBe(single.next(same));
          expect(streams.next(streams.openFor('shop/api', 'start'))).toBe(single.next(same));
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  it('a fork goes on alike, and neither moves the other', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (before, after) => {
        const streams = new Streams('1');
        const stream = streams.open('a');
        for (let i = 0; i < before; i++) streams.next(stream);
        const fork = streams.fork();
        const expected = Array.from({ length: after }, () => streams.next(stream));
        streams.open('later');
        expect(Array.from({ length: after }, () => fork.next(stream))).toEqual(expected);
        expect(fork.open('another')).toBe(1);
        expect(fork.size).toBe(2);
      }),
      { seed: 1, numRuns: 30 },
    );
  });
});
