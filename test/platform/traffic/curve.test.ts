import { describe, expect, it, vi } from 'vitest';
import { day, hour, minute, week } from '../../../src/engine/time.ts';
import { zoneNamed } from '../../../src/engine/zone/zone.ts';
import {
  bendAfter,
  countAt,
  curveAt,
  curveBounds,
  type RateCurve,
  scaledCurve,
} from '../../../src/platform/traffic/curve.ts';
import {
  clockCurve,
  joinedCurve,
  recordedCurve,
  steadyCurve,
  steppedCurve,
  zonedClockCurve,
} from '../../../src/platform/traffic/curveForms.ts';
import { noBounds } from '../../../src/platform/traffic/pieces.ts';

/** A Sunday at 00:00. */
const startAt = 1_793_491_200_000;
const flat = { startAt, growth: null };
const weekly = { startAt, growth: { factor: 1.03, period: week } };
const steady = steadyCurve(40, flat);
const growing = steadyCurve(40, weekly);
const daily = clockCurve(
  [
    [0, 20],
    [12 * hour, 110],
  ],
  'day',
  flat,
);
const nightShift = clockCurve(
  [
    [6 * hour, 10],
    [22 * hour, 10],
    [22 * hour, 50],
    [day, 50],
  ],
  'day',
  flat,
);
const workdays = clockCurve(
  [
    [0, 100],
    [5 * day, 100],
    [5 * day, 30],
    [7 * day, 30],
  ],
  'week',
  flat,
);
const points = joinedCurve(
  [
    [hour, 10],
    [3 * hour, 30],
    [3 * hour, 5],
  ],
  flat,
);
const steps = steppedCurve(
  [
    [hour, 10],
    [3 * hour, 30],
  ],
  flat,
);
const steppedFromStart = steppedCurve(
  [
    [0, 5],
    [hour, 6],
  ],
  flat,
);
const rows = [
  { from: 0, until: 5 * minute, first: 1, last: 1 },
  { from: 5 * minute, until: 10 * minute, first: 2, last: 2 },
];
const recorded = recordedCurve(rows, false, flat);
const repeated = recordedCurve(rows, true, flat);

const sawtooth = joinedCurve(
  [
    [0, 10],
    [hour, 10],
    [hour, 100],
    [2 * hour, 40],
    [2 * hour, 0],
    [3 * hour, 70],
  ],
  flat,
);

describe('the rate at an age of the run', () => {
  it.each<[string, RateCurve, number, number]>([
    ['a constant', steady, 17 * day, 40],
    ['growth: at the start as written', growing, 0, 40],
    ['growth: higher by its factor after a period', growing, week, 41.2],
    ['growth: straight in between', growing, week / 2, 40.6],
    ['growth: compounds', growing, 2 * week, 42.436],
    ['daily: at a point', daily, 3 * day, 20],
    ['daily: joined', daily, 6 * hour, 65],
    ['daily: the last point is joined to the first of tomorrow', daily, 18 * hour, 65],
    ['daily: before the run too', daily, -6 * hour, 65],
    ['daily: two points at one time are a jump', nightShift, 22 * hour, 50],
    ['daily: just before that jump', nightShift, 22 * hour - 1, 10],
    ['daily: a point at 24:00 lies beside the next at 00:00', nightShift, day - 1, 50],
    ['daily: and is joined to the first one after it', nightShift, 3 * hour, 30],
    ['weekly: begins on Monday, so this Sunday is at its end', workdays, hour, 30],
    ['weekly: Monday', workdays, day, 100],
    ['weekly: Saturday', workdays, 6 * day, 30],
    ['points: their first value before them', points, 0, 10],
    ['points: before the run too', points, -day, 10],
    ['points: joined', points, 2 * hour, 20],
    ['points: two of one age are a jump', points, 3 * hour, 5],
    ['points: their last value after them', points, 30 * day, 5],
    ['steps: nothing before the first', steps, hour - 1, 0],
    ['steps: before the run what it begins with', steppedCurve([[0, 5]], flat), -hour, 5],
    ['steps: and where there are more', steppedFromStart, -hour, 5],
    ['steps: each until the next', steps, 3 * hour - 1, 10],
    ['steps: the last one for ever', steps, 30 * day, 30],
    ['recorded: each row over its step', recorded, 5 * minute - 1, 1],
    ['recorded: nothing after its end', recorded, 10 * minute, 0],
    ['recorded: before the run its first row', recorded, -1, 1],
    ['repeated: begins again', repeated, 12 * minute, 1],
    ['repeated: round after round', repeated, 30 * day + 7 * minute, 2],
  ])('%s', (_, curve, age, expected) => {
    expect(curveAt(curve, startAt + age)).toBeCloseTo(expected, 9);
  });
});

describe('growth goes to the points', () => {
  it('of every round, by their own age', () => {
    const curve = clockCurve(
      [
        [6 * hour, 20],
        [18 * hour, 110],
      ],
      'day',
      weekly,
    );
    const expected = (age: number, rate: number): number => rate * 1.03 ** (age / week);
    for (const days of [0, 1, 7, 30, 364]) {
      const age = days * day;
      expect(curveAt(curve, startAt + age + 6 * hour)).toBeCloseTo(expected(age + 6 * hour, 20), 9);
      expect(curveAt(curve, startAt + age + 18 * hour)).toBeCloseTo(expected(age + 18 * hour, 110), 9);
      const middle = (expected(age + 6 * hour, 20) + expected(age + 18 * hour, 110)) / 2;
      expect(curveAt(curve, startAt + age + 12 * hour)).toBeCloseTo(middle, 9);
    }
  });

  it('of points by age, which grow on after the last', () => {
    const curve = joinedCurve(
      [
        [0, 10],
        [week, 20],
      ],
      weekly,
    );
    expect(curveAt(curve, startAt + week)).toBeCloseTo(20.6, 9);
    expect(curveAt(curve, startAt + week / 2)).toBeCloseTo(15.3, 9);
    expect(curveAt(curve, startAt + 3 * week)).toBeCloseTo(20 * 1.03 ** 3, 9);
  });

  it('a long piece is cut into periods of the growth', () => {
    const long = joinedCurve(
      [
        [0, 10],
        [52 * week, 10],
      ],
      weekly,
    );
    const constant = steadyCurve(10, weekly);
    for (const age of [0, week / 3, 17 * week + day, 51 * week, 80 * week + 2 * day])
      expect(curveAt(long, startAt + age)).toBeCloseTo(curveAt(constant, startAt + age), 9);
  });

  it('of a recorded rate, from round to round', () => {
    const [first = 0, second = 0] = [0, 10 * minute].map((age) =>
      curveAt(recordedCurve(rows, true, weekly), startAt + age),
    );
    expect(first).toBe(1);
    expect(second).toBeCloseTo(1.03 ** ((10 * minute) / week), 12);
  });
});

describe('requests between ages of the run', () => {
  it.each<[string, RateCurve, number, number, number]>([
    ['a constant', steady, 0, 90 * minute, 216_000],
    ['a constant, backwards from the start', steady, -minute, 0, 2_400],
    ['a day of a profile', daily, 0, day, 65 * 86_400],
    ['half of it', daily, 12 * hour, day, 65 * 43_200],
    ['a year of it', daily, 0, 365 * day, 65 * 86_400 * 365],
    ['a jump within', nightShift, 21 * hour, 23 * hour, 36_000 + 180_000],
    ['points, their jump and what follows', points, 0, 4 * hour, 36_000 + 144_000 + 18_000],
    ['steps', steps, 0, 4 * hour, 72_000 + 108_000],
    ['a recording', recorded, -minute, hour, 60 + 300 + 600],
    ['rounds of a recording', repeated, 0, hour, 6 * 900],
    ['two weeks of growth', growing, 0, 2 * week, (40.6 + 41.818) * 604_800],
    ['nothing', daily, hour, hour, 0],
  ])('%s', (_, curve, from, until, expected) => {
    const count = countAt(curve, startAt + until) - countAt(curve, startAt + from);
    expect(Math.abs(count - expected)).toBeLessThanOrEqual(expected * 1e-12 + 2 ** -16);
  });
});

it('few requests over many pieces and rounds are not rounded away', () => {
  // A third and two thirds of a request a day, five minutes each in turn.
  const low = [1, 2].map((thirds, index) => {
    const perSecond = thirds / 3 / 86_400;
    return { from: index * 5 * minute, until: (index + 1) * 5 * minute, first: perSecond, last: perSecond };
  });
  const curve = recordedCurve(low, true, flat);
  expect(Math.abs(countAt(curve, startAt + 730 * day) - 365)).toBeLessThan(2 ** -16);
});

it('never turns back where one round of growth meets the next', () => {
  const curve = clockCurve(
    [
      [0, 70],
      [20 * hour, 0],
      [day, 0],
    ],
    'day',
    { startAt, growth: { factor: 1.001, period: day } },
  );
  let falls = 0;
  for (let joint = startAt; joint < startAt + 2_000 * day; joint += day)
    if (countAt(curve, joint) < countAt(curve, joint - 1)) falls += 1;
  expect(falls).toBe(0);
});

it('says the same whatever was asked before, which is remembered', () => {
  // From the formula: the sum of the powers of a factor, times the requests of a first week that grows to the next one.
  const counts = (factor: number, weeks: number): number => {
    let sum = 0;
    for (let round = 0; round < weeks; round += 1) sum += factor ** round;
    return 40 * 604_800 * ((1 + factor) / 2) * sum;
  };
  const factors = [1.03, 0, 0.5, 1.04, 0.97];
  for (const weeks of [0, 1, 16, 0, 33, 1, 32, 17])
    for (const factor of factors) {
      const curve = steadyCurve(40, { startAt, growth: { factor, period: week } });
      const count = countAt(curve, startAt + weeks * week);
      expect(count / Math.max(1, counts(factor, weeks))).toBeCloseTo(weeks === 0 ? 0 : 1, 9);
      expect(curveAt(curve, startAt + weeks * week)).toBeCloseTo(40 * factor ** weeks, 6);
    }
});

it('takes nothing for remembered before it is asked for the first time', async () => {
  vi.resetModules();
  const fresh = await import('../../../src/platform/traffic/curve.ts');
  expect(fresh.curveAt(steadyCurve(40, { startAt, growth: { factor: 0, period: week } }), startAt)).toBe(40);
});

describe('bends', () => {
  it.each<[string, RateCurve, number, number | null]>([
    ['a constant has none', steady, 0, null],
    ['a profile: its next point', daily, hour, 12 * hour],
    ['strictly after', daily, 12 * hour, day],
    ['a profile: at the joint of rounds', daily, 300 * day + 13 * hour, 301 * day],
    ['points: where they begin', points, -hour, 0],
    ['points: the last', points, 2 * hour, 3 * hour],
    ['points: none after the last', points, 3 * hour, null],
    ['growth: each period', growing, week + 1, 2 * week],
  ])('%s', (_, curve, age, expected) => {
    const next = bendAfter(curve, startAt + age);
    expect(next === null ? null : next - startAt).toBe(expected);
  });
});

describe('bounds', () => {
  it.each<[string, RateCurve, number, number, number, number]>([
    ['a straight stretch is bounded by its ends', daily, 0, 6 * hour, 20, 65],
    ['a peak within', daily, 6 * hour, 15 * hour, 65, 110],
    ['over months, both extremes', daily, 6 * hour, 90 * day, 20, 110],
    ['both sides of a jump', nightShift, 21 * hour, 22 * hour, 10, 50],
    ['the top of a jump in the middle', sawtooth, hour / 2, 1.5 * hour, 10, 100],
    ['the foot of one', sawtooth, 1.5 * hour, 2.5 * hour, 0, 70],
    ['growth over whole rounds', growing, 0, 10 * week, 40, 40 * 1.03 ** 10],
    ['what holds before the first step', steps, 0, hour, 0, 10],
    ['one instant', daily, 6 * hour, 6 * hour, 65, 65],
    ['the end of a recording', recorded, 6 * minute, hour, 0, 2],
  ])('%s', (_, curve, from, until, least, greatest) => {
    const bounds = noBounds();
    curveBounds(curve, startAt + from, startAt + until, 1, bounds);
    expect(bounds.least).toBeCloseTo(least, 9);
    expect(bounds.greatest).toBeCloseTo(greatest, 9);
  });
});

it('a share of a rate has that share of everything', () => {
  for (const curve of [
    steady,
    growing,
    daily,
    points,
    recorded,
    joinedCurve(
      [
        [0, 10],
        [week, 20],
      ],
      weekly,
    ),
  ]) {
    const half = scaledCurve(curve, 0.5);
    for (const age of [0, 5 * hour, 9 * day]) {
      expect(curveAt(half, startAt + age)).toBe(curveAt(curve, startAt + age) / 2);
      expect(countAt(half, startAt + age)).toBeCloseTo(countAt(curve, startAt + age) / 2, 3);
    }
  }
});

it('a part is 0 outside of its stretch, and bends at both ends of it', () => {
  const [from, until] = [startAt + day, startAt + 2 * day];
  const part: RateCurve = { kind: 'part', of: steady, from, until };
  expect([from - 1, from, until - 1, until].map((at) => curveAt(part, at))).toEqual([0, 40, 40, 0]);
  expect([from - 1, from, until - 1, until].map((at) => bendAfter(part, at))).toEqual([from, until, until, null]);
  expect(countAt(part, until + day) - countAt(part, startAt)).toBe((40 * day) / 1_000);
});

describe('a rate by the clock of a time zone', () => {
  const berlin = zoneNamed('Europe/Berlin')!;
  /** The days around the night in which the clock goes from 02:00 to 03:00, and from 03:00 back to 02:00. */
  const spring = Date.UTC(2027, 2, 28);
  const autumn = Date.UTC(2027, 9, 31);
  const hours = Array.from({ length: 24 }, (_, index): [number, number] => [index * hour, index]);
  const steps = hours.flatMap(([time, rate]): [number, number][] => [
    [time, rate],
    [time + hour, rate],
  ]);
  const zoned = (from: number) =>
    zonedClockCurve(steps, 'day', { zone: berlin, end: from + 3 * day }, { startAt: from - day, growth: null });

  it('is that of the local hour, also where the clock leaves hours out or repeats them', () => {
    const rates = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => curveAt(zoned(from), from - hour + index * hour + 1));
    expect(rates(spring, 6)).toEqual([0, 1, 3, 4, 5, 6]);
    expect(rates(autumn, 6)).toEqual([1, 2, 2, 3, 4, 5]);
  });

  it('counts what arrives, without a jump where the clock changes', () => {
    for (const [from, left] of [
      [spring, -2],
      [autumn, 2],
    ] as const) {
      const curve = zoned(from);
      const [begin, end] = from === spring ? [from - hour, from + 22 * hour] : [from - 2 * hour, from + 23 * hour];
      expect(countAt(curve, end) - countAt(curve, begin)).toBeCloseTo((276 + left) * 3_600, 3);
      expect(countAt(curve, from + hour) - countAt(curve, from + hour - 1)).toBeLessThan(0.01);
      expect(scaledCurve(curve, 0.5)).toMatchObject({ kind: 'turns' });
      expect(countAt(scaledCurve(curve, 0.5), end) - countAt(scaledCurve(curve, 0.5), begin)).toBeCloseTo(
        (countAt(curve, end) - countAt(curve, begin)) / 2,
        -1,
      );
    }
  });

  it('bends and is bounded across the change', () => {
    const curve = zoned(spring);
    expect(bendAfter(curve, spring + hour - 1)).toBe(spring + hour);
    const bounds = noBounds();
    curveBounds(curve, spring + hour / 2, spring + 3 * hour - 1, 1, bounds);
    expect(bounds).toMatchObject({ greatest: 4 });
    expect(bounds.least).toBeLessThanOrEqual(1);
    expect(zonedClockCurve(steps, 'day', { zone: zoneNamed('Asia/Tokyo')!, end: spring }, flat).kind).toBe('cycle');
  });
});
