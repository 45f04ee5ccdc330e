import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { fallingFrom, risingTo } from '../../../src/platform/traffic/backlogCourse.ts';
import { joinedCurve, steppedCurve } from '../../../src/platform/traffic/curveForms.ts';
import { backlogAfter } from '../../../src/platform/traffic/overflow.ts';
import type { Rate } from '../../../src/platform/traffic/rate.ts';
import { startAt } from './forms.ts';

/** 10 a second, 2,500 from 2.1 s to 3.1 s, 10 again. */
const burst: Rate = {
  curve: steppedCurve(
    [
      [0, 10],
      [2.1 * second, 2_500],
      [3.1 * second, 10],
    ],
    { startAt, growth: null },
  ),
  noise: null,
};
const pressed = (from: number, until: number) => {
  return { flow: [burst], capacityPerSecond: 1_000, from: startAt + from * second, until: startAt + until * second };
};
const inSeconds = (points: readonly { readonly at: number; readonly waiting: number }[]) =>
  points.map(({ at, waiting }) => [(at - startAt) / second, Math.round(waiting)]);

describe('the course of a backlog', () => {
  it('comes from where one waited, over its greatest', () => {
    const waiting = backlogAfter(pressed(2, 4), 0);
    expect(Math.round(waiting)).toBe(609);
    const way = [
      [2.101, 0],
      [2.101, 1],
      [3.1, 1_500],
    ];
    expect(inSeconds(risingTo(pressed(2, 4), waiting, 60 * second))).toEqual(way);
    // However long before nobody waited.
    expect(inSeconds(risingTo(pressed(0, 4), waiting, 60 * second))).toEqual(way);
  });

  it('begins where a rate that rises passes the capacity, whatever could have been answered before', () => {
    const rising: Rate = {
      curve: joinedCurve(
        [
          [0, 0],
          [100 * second, 200],
        ],
        { startAt, growth: null },
      ),
      noise: null,
    };
    const to = (from: number) => ({ ...pressed(from, 52), flow: [rising], capacityPerSecond: 100 });
    // Two a second more each second: 4 at 52 s, and 4/s more come then than are answered.
    expect(inSeconds(risingTo(to(0), backlogAfter(to(0), 0), 60 * second))).toEqual([
      [51.25, 0],
      [51.25, 1],
    ]);
    expect(risingTo(to(50), backlogAfter(to(50), 0), 60 * second)).toEqual(
      risingTo(to(0), backlogAfter(to(0), 0), 60 * second),
    );
  });

  it('goes to where none waits any more, over its greatest', () => {
    expect(inSeconds(fallingFrom(pressed(4, 6), 609))).toEqual([[4.615, 0]]);
    expect(inSeconds(fallingFrom(pressed(2.5, 6), 10))).toEqual([
      [3.1, 910],
      [4.019, 0],
    ]);
  });

  it('ends with its stretch where nothing says why', () => {
    expect(inSeconds(fallingFrom(pressed(2.5, 3), 10))).toEqual([[3, 0]]);
  });
});
