import { describe, expect, it } from 'vitest';
import { type Distribution, draw } from '../../../src/engine/distribution.ts';
import { Streams } from '../../../src/engine/random.ts';
import { day } from '../../../src/engine/time.ts';
import { DurationSource } from '../../../src/platform/cron/handlers/source.ts';
import { lasting } from '../../../src/platform/handlers/note.ts';

describe('a duration that is drawn again and again', () => {
  it.each<[string, Distribution]>([
    ['any', { kind: 'lognormal', mean: 90_000, cv: 0.8 }],
    ['short ones', { kind: 'exponential', mean: 1 }],
    ['some below 0', { kind: 'normal', mean: 0, sd: 3 }],
    [
      'halves, and their neighbours',
      { kind: 'empirical', values: [0.49999999999999994, 0.5, 1.4999999999999998, 1.5, 2.5] },
    ],
    ['negative halves', { kind: 'empirical', values: [-0.5, -0.4, -1.5, -0] }],
    [
      'long ones, and those beyond the longest',
      { kind: 'empirical', values: [36_500 * day - 0.5, 2 ** 52 - 0.5, 1e300] },
    ],
    ['a constant', { kind: 'constant', value: 8_000.5 }],
  ])('is rounded to whole milliseconds of 0 or more, alone and with others: %s', (_, distribution) => {
    const streams = new Streams('1');
    const stream = streams.open('a');
    const source = new DurationSource(distribution, distribution.kind === 'constant' ? -1 : stream);
    const expected = Array.from({ length: 500 }, (_, tick) => lasting(draw(distribution, streams.keyOf(stream, tick))));
    const into = new Float64Array(400);
    const ticks = Float64Array.from({ length: 500 }, (_, tick) => tick);
    source.drawAll(streams, ticks, into);
    expect([...into, ...Array.from({ length: 100 }, (_, i) => source.draw(streams, 400 + i))]).toEqual(expected);
  });
});
