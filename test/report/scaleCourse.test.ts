import { describe, expect, it } from 'vitest';
import { minute } from '../../src/engine/time.ts';
import { ScaleCourse } from '../../src/report/scaleCourse.ts';

/** One count a minute, as many wanted as ready. */
function course(counts: readonly number[]): ScaleCourse {
  const made = new ScaleCourse();
  counts.forEach((count, index) => {
    made.set(index * minute, count, count);
  });
  return made;
}

describe('the course of replicas', () => {
  it('shows every change, and of one instant what holds after it', () => {
    const made = new ScaleCourse();
    made.set(0, 2, 2);
    made.set(minute, 5, 2);
    made.set(minute, 4, 2);
    made.set(2 * minute, 4, 2);
    made.set(3 * minute, 4, 4);
    expect(made.points(9 * minute)).toEqual([
      { at: '1970-01-01T00:00:00.000Z', desired: 2, ready: 2 },
      { at: '1970-01-01T00:01:00.000Z', desired: 4, ready: 2 },
      { at: '1970-01-01T00:03:00.000Z', desired: 4, ready: 4 },
    ]);
  });

  it('keeps 500 changes, and of more the first and the extremes', () => {
    const waves = Array.from({ length: 5_000 }, (_, index) => 10 + (index % 7));
    const peak = waves.with(3_111, 99).with(4_000, 1);
    expect(course(waves.slice(0, 500)).points(500 * minute)).toHaveLength(500);
    const points = course(peak).points(5_000 * minute);
    expect(points.length).toBeLessThanOrEqual(500);
    expect(points.length).toBeGreaterThan(200);
    const counts = points.map(({ desired }) => desired);
    expect([counts[0], Math.min(...counts), Math.max(...counts)]).toEqual([10, 1, 99]);
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).sort());
  });

  it('is the same from a fork', () => {
    const made = course([1, 2, 3]);
    const fork = made.fork();
    made.set(5 * minute, 9, 9);
    expect(fork.points(9 * minute)).toHaveLength(3);
    expect(made.points(9 * minute)).toHaveLength(4);
  });
});
