/**
 * Rates of every form at random, each with a second, slow way to find its value.
 */
import fc from 'fast-check';
import { day, hour, type Instant, instantFromCivil, minute, week } from '../../../src/engine/time.ts';
import type { RateCurve } from '../../../src/platform/traffic/curve.ts';
import {
  clockCurve,
  joinedCurve,
  type RatePoint,
  recordedCurve,
  steadyCurve,
  steppedCurve,
} from '../../../src/platform/traffic/curveForms.ts';
import type { DemandGrowth } from '../../../src/platform/traffic/growth.ts';

/** A Sunday, not at midnight. */
export const startAt = instantFromCivil(2026, 11, 1, 7 * hour + 13 * minute);

export interface Sample {
  readonly written: string;
  readonly curve: RateCurve;
  /** Requests per second, looked up among all points of neighbouring rounds. */
  readonly slow: (at: Instant) => number;
}

const perSecond = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.double({ min: 0, max: 500, noNaN: true }));
const growths = fc.option(
  fc.record({ factor: fc.double({ min: 0.8, max: 1.3, noNaN: true }), period: fc.constantFrom(day, week, 30 * day) }),
);

const grownBy = (growth: DemandGrowth | null, at: Instant): number =>
  growth === null ? 1 : Math.exp(((at - startAt) / growth.period) * Math.log(growth.factor));

/** Times of a round, rising, some of them twice. */
const timesIn = (length: number, max: number): fc.Arbitrary<number[]> =>
  fc
    .array(fc.integer({ min: 0, max: length / minute }), { minLength: 1, maxLength: max })
    .map((times) => times.map((time) => time * minute).sort((a, b) => a - b));

const pointsIn = (length: number): fc.Arbitrary<RatePoint[]> =>
  timesIn(length, 12).chain((times) =>
    fc.tuple(...times.map((time) => perSecond.map((rate): RatePoint => [time, rate]))),
  );

/** The straight line between the neighbours of an instant; the later one of two at the same. */
function between(points: readonly (readonly [Instant, number])[], at: Instant): number {
  const next = points.findIndex(([instant]) => instant > at);
  const before = points[(next === -1 ? points.length : next) - 1];
  const after = next === -1 ? undefined : points[next];
  if (before === undefined) return after?.[1] ?? Number.NaN;
  if (after === undefined) return before[1];
  return before[1] + ((after[1] - before[1]) * (at - before[0])) / (after[0] - before[0]);
}

/** By the clock, with and without growth. */
export const clocks: fc.Arbitrary<Sample> = fc
  .constantFrom('day' as const, 'week' as const)
  .chain((clock) => fc.tuple(fc.constant(clock), pointsIn(clock === 'day' ? day : week), growths))
  .map(([clock, points, growth]) => {
    const length = clock === 'day' ? day : week;
    const offset = clock === 'day' ? 0 : 4 * day;
    const slow = (at: Instant): number => {
      const round = Math.floor((at - offset) / length);
      const near = [round - 1, round, round + 1].flatMap((one) =>
        points.map(([time, rate]): RatePoint => {
          const instant = offset + one * length + time;
          return [instant, rate * grownBy(growth, instant)];
        }),
      );
      return between(near, at);
    };
    const isSteady = points.every(([, rate]) => rate === points[0]?.[1]);
    return {
      written: `${clock} ${JSON.stringify(points)} ${JSON.stringify(growth)}`,
      curve: clockCurve(points, clock, { startAt, growth: isSteady ? null : growth }),
      slow: isSteady ? () => points[0]?.[1] ?? 0 : slow,
    };
  });

/** By age, without growth. */
const courses: fc.Arbitrary<Sample> = fc
  .tuple(fc.constantFrom('points', 'steps', 'rows', 'rounds'), pointsIn(4 * day))
  .map(([form, points]) => {
    const frame = { startAt, growth: null };
    const written = `${form} ${JSON.stringify(points)}`;
    const [first, last] = [points[0]?.[1] ?? 0, points.at(-1)?.[0] ?? 0];
    const held = (age: number): number => points.findLast(([time]) => time <= age)?.[1] ?? 0;
    if (form === 'points') {
      const slow = (at: Instant): number =>
        at < startAt + (points[0]?.[0] ?? 0) ? first : between(points, at - startAt);
      return { written, curve: joinedCurve(points, frame), slow };
    }
    if (form === 'steps')
      return {
        written,
        curve: steppedCurve(points, frame),
        slow: (at) => held(at < startAt && points[0]?.[0] === 0 ? 0 : at - startAt),
      };
    const rows = [[0, first] as const, ...points].map(([from, rate], index) => {
      const until = points[index]?.[0] ?? last + hour;
      return { from, until, first: rate, last: rate };
    });
    const length = last + hour;
    const inRow = (age: number): number => (age < (points[0]?.[0] ?? 0) ? first : held(age));
    const slow = (at: Instant): number => {
      const age = at - startAt;
      if (form === 'rounds') return inRow(age - Math.floor(age / length) * length);
      return age < 0 ? first : age >= length ? 0 : inRow(age);
    };
    return { written, curve: recordedCurve(rows, form === 'rounds', frame), slow };
  });

/** A constant, without growth. */
const constants: fc.Arbitrary<Sample> = perSecond.map((rate) => ({
  written: `${rate}/s`,
  curve: steadyCurve(rate, { startAt, growth: null }),
  slow: () => rate,
}));

const wholes: fc.Arbitrary<Sample> = fc.oneof(clocks, clocks, courses, courses, constants);

/** A stretch of another one, also one without an end. */
const parts: fc.Arbitrary<Sample> = fc
  .tuple(wholes, fc.integer({ min: -3 * day, max: 9 * day }), fc.option(fc.integer({ min: 1, max: 5 * day })))
  .map(([{ written, curve, slow }, age, length]) => {
    const [from, until] = [startAt + age, length === null ? Number.POSITIVE_INFINITY : startAt + age + length];
    return {
      written: `${written} from ${age} for ${length}`,
      curve: { kind: 'part', of: curve, from, until },
      slow: (at) => (at < from || at >= until ? 0 : slow(at)),
    };
  });

export const samples: fc.Arbitrary<Sample> = fc.oneof(wholes, wholes, wholes, parts);

/** Instants around the run, from shortly before it to two months on. */
export const instants: fc.Arbitrary<Instant> = fc
  .oneof(
    fc.integer({ min: -2 * day, max: 60 * day }),
    fc.integer({ min: -2 * 1_440, max: 60 * 1_440 }).map((minutes) => minutes * minute),
  )
  .map((age) => startAt + age);
